//! The sums behind a player's figures, and what ranks the neighbours.

use super::field::Field;
use super::notice::{Deciding, Figure, Neighbour, Summand, Unfolded};
use super::penalty::line;
use super::table::ranked;
use super::{Actor, Halt, PlayRefusal, Refusal, Turn, competition};
use crate::config::{PenaltyKind, RankKey, Section};
use crate::store::penalty;
use crate::tournament::StartNumber;
use crate::tournament::standings::{self, Standing};

/// Unfolds the row of a player by start number, in every competition that concerns the asker.
pub fn by_number(turn: &mut Turn<'_>, no: u32) -> Result<(), Halt> {
    let no = StartNumber(no);
    if by(turn, |field| {
        field.player(no).map(|_| no).into_iter().collect()
    })? {
        Ok(())
    } else {
        Err(PlayRefusal::NoSuchPlayer { no: no.0 }.into())
    }
}

/// The same by the player's name. False: nobody in the field has it.
pub fn by_name(turn: &mut Turn<'_>, name: &str) -> Result<bool, Halt> {
    by(turn, |field| field.named(name))
}

/// The same by a button.
pub fn by_registration(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let no = field.number(registration).ok_or(Refusal::Stale)?;
    let unfolded = unfold(turn, &field, no)?.ok_or(Refusal::Stale)?;
    turn.rewrite(unfolded)
}

fn by(turn: &mut Turn<'_>, find: impl Fn(&Field) -> Vec<StartNumber>) -> Result<bool, Halt> {
    let mut found = false;
    for competition in competition::concerning(turn)? {
        turn.enter(&competition.key)?;
        let field = Field::load(turn)?;
        for no in find(&field) {
            if let Some(unfolded) = unfold(turn, &field, no)? {
                found = true;
                turn.reply(unfolded)?;
            }
        }
    }
    Ok(found)
}

/// `None` before the first round, or for one who is not in the table.
fn unfold(turn: &Turn<'_>, field: &Field, no: StartNumber) -> Result<Option<Unfolded>, Halt> {
    let Some(mut unfolded) = row(turn, field, no) else {
        return Ok(None);
    };
    let player = field.player(no).map(|player| player.id);
    let is_desk = turn.role()?.is_some() && turn.actor().is_some_and(Actor::is_private);
    for one in penalty::of_player(turn.tx, player.unwrap_or_default())? {
        if one.struck_by.is_some() || one.stage != turn.stage_id()? {
            continue;
        }
        if one.kind == PenaltyKind::Foul {
            unfolded.fouls.push(line(turn, field, &one)?);
        } else if is_desk {
            unfolded.penalties.push(line(turn, field, &one)?);
        }
    }
    // A table that is frozen counts no later foul.
    let mut figures = unfolded.figures.iter();
    let fouls = figures.find(|figure| figure.key == RankKey::Fouls);
    let listed = unfolded.fouls.len().to_string();
    if !field.frozen.is_empty() && fouls.is_some_and(|fouls| fouls.value != listed) {
        unfolded.fouls.clear();
    }
    Ok(Some(unfolded))
}

/// The row itself, without the fouls.
fn row(turn: &Turn<'_>, field: &Field, no: StartNumber) -> Option<Unfolded> {
    let sections = &turn.competition().sections;
    let key = field.section_of(no)?;
    let section = match sections.as_slice() {
        [] | [_] => None,
        many => many.iter().find(|section| section.key == key),
    };
    if field.rounds.is_empty() {
        return None;
    }
    let table = ranked(field, section);
    let index = table.iter().position(|row| row.no == no)?;
    let row = table.get(index)?;
    let above = index.checked_sub(1).and_then(|index| table.get(index));
    let below = table.get(index + 1);
    Some(Unfolded {
        player: field.tag(no),
        section: section.map(|section| section.name.clone()),
        rank: row.rank,
        shared: row.shared,
        placeless: field.placeless.contains(&no),
        lot: row.lot,
        awaits_lot: row.awaits_lot,
        after: u32::try_from(field.rounds.len()).unwrap_or(u32::MAX),
        open: row.tally.open,
        figures: row
            .values
            .iter()
            .map(|(key, value)| Figure {
                key: *key,
                value: value.to_string(),
                terms: terms(field, section, no, *key),
            })
            .collect(),
        fouls: Vec::new(),
        penalties: Vec::new(),
        above: above.and_then(|other| neighbour(field, row, other)),
        below: below.and_then(|other| neighbour(field, row, other)),
    })
}

fn terms(field: &Field, section: Option<&Section>, no: StartNumber, key: RankKey) -> Vec<Summand> {
    let (history, score, ranking) = (&field.history, &field.score, &field.ranking(section));
    let terms = match section {
        None => standings::unfold(history, score, ranking, no, key),
        Some(section) => {
            let among = field.of_section(&section.key);
            standings::unfold_among(history, score, ranking, &among, no, key)
        }
    };
    terms
        .into_iter()
        .map(|term| Summand {
            round: term.round,
            opponent: term.opponent.map(|opponent| field.tag(opponent)),
            amount: term.amount,
            why: term.why,
            is_open: term.is_open,
        })
        .collect()
}

fn neighbour(field: &Field, own: &Standing, other: &Standing) -> Option<Neighbour> {
    // Who was removed is not ranked: no key parts them from the others.
    if field.placeless.contains(&own.no) || field.placeless.contains(&other.no) {
        return None;
    }
    let parted = own.parted_by(other);
    let level = own.values.iter().take(parted.unwrap_or(own.values.len()));
    let decides = parted.and_then(|place| {
        let ((key, own), (_, theirs)) = (own.values.get(place)?, other.values.get(place)?);
        Some(Deciding {
            key: *key,
            own: own.to_string(),
            theirs: theirs.to_string(),
        })
    });
    Some(Neighbour {
        registration: field.player(other.no)?.id,
        player: field.tag(other.no),
        level: level.map(|(key, _)| *key).collect(),
        decides,
        shared: own.rank == other.rank,
    })
}
