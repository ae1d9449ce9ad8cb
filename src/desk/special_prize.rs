//! Special prizes (单项奖): who has them, and those an arbiter gives by choice.

use super::field::Field;
use super::notice::{Prize as Said, PrizeList, PrizeRow, PrizesOf, Winner};
use super::prizes::PrizeRefusal;
use super::table::ranked;
use super::{Duty, Halt, Turn};
use crate::config::{Section, SharedPrize, SpecialPrize, SpecialTo};
use crate::store::journal::Entry;
use crate::store::registration::State;
use crate::store::special_prize as store;
use crate::tournament::StartNumber;
use crate::tournament::prize::Placed;
use crate::tournament::special_prize::{Candidate, is_for, winners};

/// Gives a prize by choice: `/prizes 体育道德风尚奖 12`, the number or the name of a player behind it.
pub fn choose(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::PublishPrizes)?;
    turn.require_private()?;
    let by_choice: Vec<String> = turn
        .competition()
        .special_prizes
        .iter()
        .filter(|prize| prize.to == SpecialTo::Arbiter)
        .map(|prize| prize.name.clone())
        .collect();
    let named = by_choice.iter().find_map(|name| {
        let who = typed.strip_prefix(name.as_str())?.trim();
        (!who.is_empty()).then(|| (name.clone(), who.to_owned()))
    });
    let Some((name, who)) = named else {
        return Err(PrizeRefusal::NoSuchPrize { prizes: by_choice }.into());
    };
    let prizes = turn.competition().special_prizes.iter();
    let Some(prize) = prizes.clone().find(|prize| prize.name == name) else {
        return Err(PrizeRefusal::NoSuchPrize { prizes: by_choice }.into());
    };
    let field = Field::load(turn)?;
    let candidates = candidates(&field);
    let number: Option<u32> = who.parse().ok();
    let is_meant = |one: &&Candidate<'_, StartNumber>| match number {
        Some(number) => one.who.0 == number,
        None => field
            .player(one.who)
            .is_some_and(|player| player.name == who),
    };
    let mut meant = candidates.iter().filter(is_meant);
    let (Some(chosen), None) = (meant.next(), meant.next()) else {
        return Err(PrizeRefusal::NoSuchWinner { typed: who }.into());
    };
    if !is_for(prize, chosen) {
        let player = field.tag(chosen.who);
        return Err(PrizeRefusal::NotMeant { name, player }.into());
    }
    let Some(player) = field.player(chosen.who) else {
        return Err(PrizeRefusal::NoSuchWinner { typed: who }.into());
    };
    let key = &turn.competition().key;
    let before = store::find(turn.tx, key, &name)?;
    store::choose(turn.tx, key, &name, player.id)?;
    turn.journal(Entry {
        action: "prizes.choose".into(),
        subject: format!("prize {name}"),
        before: before.map(|id| format!("registration {id}")),
        after: Some(format!("registration {}", player.id)),
        ..Entry::default()
    })?;
    turn.reply(Said::Chosen {
        name,
        player: field.tag(chosen.who),
    })
}

/// The list of them. The best placed are left out while a later stage decides places.
pub(super) fn list(
    turn: &Turn<'_>,
    field: &Field,
    table: &dyn Fn(Option<&Section>) -> Vec<Placed<StartNumber>>,
    undecided: Option<u32>,
) -> Result<Option<PrizeList>, Halt> {
    let competition = turn.competition();
    // The places by which the other prizes go: of a later stage too, and of a section's own table.
    let of_all = by_place(candidates(field), &table(None));
    let mut rows = Vec::new();
    for prize in &competition.special_prizes {
        if prize.to == SpecialTo::Best && undecided.is_some() {
            continue;
        }
        let won: Vec<StartNumber> = if prize.to == SpecialTo::Arbiter {
            let chosen = store::find(turn.tx, &competition.key, &prize.name)?;
            chosen.and_then(|id| field.number(id)).into_iter().collect()
        } else {
            let key = prize.section.as_deref();
            let mut sections = competition.sections.iter();
            match sections.find(|section| key == Some(section.key.as_str())) {
                Some(section) => {
                    let of_section = by_place(candidates(field), &table(Some(section)));
                    winners(prize, &of_section)
                }
                None => winners(prize, &of_all),
            }
        };
        if won.is_empty() {
            rows.push(row(prize, Winner::NotYet, 1, 0));
        }
        let fen = share(prize, won.len(), competition.shared_prize);
        for no in &won {
            rows.push(row(prize, Winner::Player(field.tag(*no)), won.len(), fen));
        }
    }
    let total: u64 = rows.iter().map(|row| row.fen).sum();
    Ok((!rows.is_empty()).then_some(PrizeList {
        of: PrizesOf::Special,
        rows,
        total,
        left: 0,
        undecided: None,
    }))
}

/// Everyone who stayed to the end.
fn candidates(field: &Field) -> Vec<Candidate<'_, StartNumber>> {
    let table = ranked(field, None);
    let rows = table.iter().filter_map(|row| {
        let player = field.player(row.no)?;
        let stayed = player.state == State::Accepted && !field.removed.contains(&row.no);
        stayed.then_some(Candidate {
            who: row.no,
            rank: row.rank,
            sex: player.sex,
            born: player.born,
            section: player.section.as_str(),
            team: player.team.as_deref(),
        })
    });
    rows.collect()
}

/// The candidates with their places in a table.
fn by_place<'a>(
    mut candidates: Vec<Candidate<'a, StartNumber>>,
    table: &[Placed<StartNumber>],
) -> Vec<Candidate<'a, StartNumber>> {
    for one in &mut candidates {
        if let Some(placed) = table.iter().find(|placed| placed.who == one.who) {
            one.rank = placed.rank;
        }
    }
    candidates
}

/// Fen for each of so many winners.
fn share(prize: &SpecialPrize, winners: usize, shared: SharedPrize) -> u64 {
    let fen = u64::from(prize.money) * 100;
    match (shared, u64::try_from(winners)) {
        (SharedPrize::Split | SharedPrize::SplitPoints, Ok(winners)) if winners > 1 => {
            fen / winners
        }
        _ => fen,
    }
}

fn row(prize: &SpecialPrize, who: Winner, sharing: usize, fen: u64) -> PrizeRow {
    PrizeRow {
        rank: 0,
        special: Some(prize.name.clone()),
        sharing,
        who,
        fen,
        awards: prize.awards.iter().map(|award| award.0.clone()).collect(),
        out: false,
    }
}
