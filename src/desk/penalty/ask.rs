//! Who is penalised, what for, in which game: asked until a rule is tapped.

use super::card::card;
use super::{
    Draft, LONGEST_REASON, PenaltyRefusal, draft, game_now, is_on, keep, removal, require,
};
use crate::config::PenaltyKind;
use crate::desk::awaited::{What, await_next};
use crate::desk::field::Field;
use crate::desk::notice::{Penalty, PenaltySeat, Suspect};
use crate::desk::register::first_version;
use crate::desk::{Halt, PlayRefusal, Turn, competition, knockout};
use crate::store::game::{self, Game};
use crate::store::registration::Registration;
use crate::tournament::form::Input;
use crate::tournament::{Side, StartNumber, mask_numbers};

/// Who is meant, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    Number(u32),
    Name(String),
    /// A side of a table of the round being played.
    Seat(u32, Side),
}

/// Tables of a page of seats.
const PAGE: usize = 12;

/// Begins a penalty; `ban`: a note of a ban that was typed with it.
pub fn begin(
    turn: &mut Turn<'_>,
    kind: PenaltyKind,
    who: &Who,
    reason: Option<&str>,
    ban: Option<&str>,
) -> Result<(), Halt> {
    require(turn, kind)?;
    let reason = reason.map(fitting).transpose()?;
    let field = drawn_field(turn)?;
    let found: Vec<StartNumber> = match who {
        Who::Number(no) => field
            .player(StartNumber(*no))
            .map(|_| StartNumber(*no))
            .into_iter()
            .collect(),
        Who::Name(name) => field.named(name),
        Who::Seat(table, side) => vec![seated(turn, &field, *table, *side)?],
    };
    let mut begun = Draft {
        token: first_version(turn),
        kind,
        registration: None,
        reason,
        game: None,
        in_game: false,
        ban: ban.map(fitting).transpose()?,
        rule: None,
        shown: None,
    };
    match found.as_slice() {
        [] => {
            let typed = match who {
                Who::Number(no) => no.to_string(),
                Who::Name(name) => mask_numbers(name),
                Who::Seat(table, _) => table.to_string(),
            };
            Err(PenaltyRefusal::Nobody { typed }.into())
        }
        [only] => {
            aim(turn, &field, &mut begun, *only)?;
            keep(turn, Some(begun.clone()))?;
            card(turn, &field, &begun)
        }
        many => {
            keep(turn, Some(begun.clone()))?;
            turn.reply(Penalty::Who {
                token: begun.token,
                kind,
                players: many
                    .iter()
                    .filter_map(|no| suspect(turn, &field, *no))
                    .collect(),
            })
        }
    }
}

/// Begins a removal for the rule at this place of bot.toml: what it would change is shown at once.
pub(in crate::desk) fn begin_removal(
    turn: &mut Turn<'_>,
    registration: i64,
    reason: &str,
    rule: Option<usize>,
) -> Result<(), Halt> {
    let kind = PenaltyKind::Removal;
    require(turn, kind)?;
    let field = drawn_field(turn)?;
    let no = field.number(registration).ok_or(PlayRefusal::NotDrawn)?;
    let mut begun = Draft {
        token: first_version(turn),
        kind,
        registration: None,
        reason: Some(fitting(reason)?),
        game: None,
        in_game: false,
        ban: None,
        rule: None,
        shown: None,
    };
    aim(turn, &field, &mut begun, no)?;
    let rules = &turn.config.event.discipline.rules;
    let tapped = rule.and_then(|place| rules.get(place));
    removal::preview(turn, &field, begun, rule, tapped)
}

/// One of several of a name.
pub fn choose(turn: &mut Turn<'_>, token: i64, registration: i64) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    let field = drawn_field(turn)?;
    let no = field.number(registration).ok_or(PlayRefusal::NotDrawn)?;
    aim(turn, &field, &mut begun, no)?;
    keep(turn, Some(begun.clone()))?;
    card(turn, &field, &begun)
}

/// The tables of the newest round, a page of them, to choose who is meant.
pub fn pick(turn: &mut Turn<'_>, kind: PenaltyKind, page: usize) -> Result<(), Halt> {
    require(turn, kind)?;
    let field = drawn_field(turn)?;
    let (number, games) = newest_games(turn, &field)?;
    let pages = games.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let seats = games.iter().skip(page * PAGE).take(PAGE);
    turn.rewrite(Penalty::Pick {
        kind,
        number,
        seats: seats
            .map(|game| PenaltySeat {
                table: game.table,
                red: (game.red, field.tag_of(game.red)),
                black: (game.black, field.tag_of(game.black)),
            })
            .collect(),
        page,
        pages,
    })
}

/// The newest round and its games: of the knockout, once one has begun there.
fn newest_games(turn: &Turn<'_>, field: &Field) -> Result<(u32, Vec<Game>), Halt> {
    let matches = knockout::discipline::newest(turn)?;
    match (matches.first(), field.rounds.last()) {
        (Some((round, _)), _) => Ok((
            round.part.map_or(round.number, |part| part.round),
            matches.iter().map(|(_, game)| game.clone()).collect(),
        )),
        (None, Some(round)) => Ok((round.number, game::of_round(turn.tx, round.id)?)),
        (None, None) => Err(PlayRefusal::NoRound.into()),
    }
}

/// Who has this side of the table in the newest round.
fn seated(turn: &Turn<'_>, field: &Field, table: u32, side: Side) -> Result<StartNumber, Halt> {
    let (number, games) = newest_games(turn, field)?;
    let game = games.iter().find(|game| game.table == table);
    let no = game.and_then(|game| field.number(game.player(side)));
    Ok(no.ok_or(PenaltyRefusal::NoTable { number, table })?)
}

/// One of the seats was tapped.
pub fn seat(turn: &mut Turn<'_>, kind: PenaltyKind, registration: i64) -> Result<(), Halt> {
    require(turn, kind)?;
    let field = drawn_field(turn)?;
    let no = field.number(registration).ok_or(PlayRefusal::NotDrawn)?;
    begin(turn, kind, &Who::Number(no.0), None, None)
}

/// It is another penalty after all.
pub fn kind(turn: &mut Turn<'_>, token: i64, kind: PenaltyKind) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    require(turn, kind)?;
    begun.kind = kind;
    begun.rule = None;
    let field = drawn_field(turn)?;
    keep(turn, Some(begun.clone()))?;
    card(turn, &field, &begun)
}

/// It happened in the game, or outside it.
pub fn place(turn: &mut Turn<'_>, token: i64) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    begun.in_game = !begun.in_game && begun.game.is_some();
    let field = drawn_field(turn)?;
    keep(turn, Some(begun.clone()))?;
    card(turn, &field, &begun)
}

/// What it is for is to be typed.
pub fn reason(turn: &mut Turn<'_>, token: i64) -> Result<(), Halt> {
    let begun = draft(turn, token)?;
    await_next(turn, What::PenaltyReason { token })?;
    let field = Field::load(turn)?;
    turn.reply(Penalty::WantReason {
        player: field.tag_of(begun.registration.unwrap_or_default()),
    })
}

/// What it is for, typed.
pub(in crate::desk) fn reason_given(
    turn: &mut Turn<'_>,
    token: i64,
    input: Input<'_>,
) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    let Input::Text(text) = input else {
        let longest = LONGEST_REASON;
        return Err(PenaltyRefusal::ReasonWanted { longest }.into());
    };
    begun.reason = Some(fitting(text)?);
    let field = drawn_field(turn)?;
    keep(turn, Some(begun.clone()))?;
    card(turn, &field, &begun)
}

/// It is not given after all.
pub fn drop(turn: &mut Turn<'_>, token: i64) -> Result<(), Halt> {
    draft(turn, token)?;
    keep(turn, None)?;
    turn.rewrite(Penalty::Dropped)
}

/// Numbers of documents and phones are masked: it goes to the player and is kept.
fn fitting(text: &str) -> Result<String, Halt> {
    let text = mask_numbers(text.trim());
    if (1..=LONGEST_REASON).contains(&text.chars().count()) {
        Ok(text)
    } else {
        let longest = LONGEST_REASON;
        Err(PenaltyRefusal::ReasonWanted { longest }.into())
    }
}

/// The field, once there are start numbers.
fn drawn_field(turn: &Turn<'_>) -> Result<Field, Halt> {
    let field = Field::load(turn)?;
    if field.history.players.is_empty() {
        return Err(PlayRefusal::NotDrawn.into());
    }
    Ok(field)
}

fn aim(turn: &Turn<'_>, field: &Field, begun: &mut Draft, no: StartNumber) -> Result<(), Halt> {
    let player = field.player(no).ok_or(PlayRefusal::NotDrawn)?;
    let newest = game_now(turn, field, player.id)?;
    begun.registration = Some(player.id);
    begun.game = newest.as_ref().map(|(_, game)| game.id);
    begun.in_game = newest.is_some_and(|(round, _)| is_on(&round));
    Ok(())
}

fn suspect(turn: &Turn<'_>, field: &Field, no: StartNumber) -> Option<Suspect> {
    let player: &Registration = field.player(no)?;
    let sections = &turn.competition().sections;
    let section = sections
        .iter()
        .find(|section| section.key == player.section && sections.len() > 1);
    Some(Suspect {
        registration: player.id,
        player: field.tag(no),
        section: section.map(|section| section.name.clone()),
        competition: competition::name_of(turn, &player.competition),
    })
}
