//! The public word (公开词) of a round: an arbiter types it after the round's lots were committed to, and the
//! group is told at once. Word and results of a match together are the salt of its lots, so that nobody knows
//! what will be drawn before both exist. It is typed once and never changed, not even when the round or the
//! seeding is taken back.

use serde::{Deserialize, Serialize};

use super::KnockoutRefusal;
use super::course::settle_down;
use super::load::Bracket;
use super::memo::Loaded;
use crate::desk::notice::LotWord as Said;
use crate::desk::{Actor, Duty, Halt, Refusal, Turn, lot};
use crate::store::journal::Entry;
use crate::store::lot_word::{self as store, LotWord};
use crate::store::{account, round};
use crate::tournament::knockout::{MatchNo, State, Step};

/// Why a public word is not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotWordRefusal {
    /// The commitments of this round, by name, are not published.
    TooEarly { round: String },
    /// No lot of this round, by name, can decide anything.
    NotNeeded { round: String },
    /// It was typed before, and stands.
    Typed { round: String, word: String },
    /// The next game of the match at this table waits for the word.
    TableWaits { table: u32 },
}

/// The word for the round that waits for one, with the lots that wait for it drawn; nothing typed: how to type it.
///
/// # Errors
/// Refused without the duty to draw, before the round's commitments are published, where no lot is needed, when
/// it was typed before, of more than one line, and when too long.
pub fn draw(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::Draw)?;
    let typed = lot::salt(typed)?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let number = wanted(turn, bracket)?;
    let round = bracket.round_name(number);
    if typed.is_empty() {
        return turn.reply(Said::Wanted { round });
    }
    turn.require_group()?;
    let (account, role) = (turn.account()?, turn.require(Duty::Draw)?);
    if !store::keep(turn.tx, bracket.stage, number, &typed, account, turn.now)? {
        return Err(Refusal::Stale.into());
    }
    turn.journal(Entry {
        action: "lot.word".into(),
        subject: format!("knockout round {number}"),
        after: Some(typed.clone()),
        ..Entry::default()
    })?;
    let by = account::find(turn.tx, account)?.map_or_else(String::new, |found| found.name);
    turn.tell_group(Said::Published {
        round: round.clone(),
        word: typed.clone(),
        by,
        role,
    })?;
    if turn.actor().is_none_or(Actor::is_private) {
        turn.reply(Said::Kept { round, word: typed })?;
    }
    settle_down(turn)
}

/// The word of a round, once it is typed.
pub(super) fn of(turn: &Turn<'_>, stage: i64, round: u32) -> Result<Option<String>, Halt> {
    Ok(store::find(turn.tx, stage, round)?.and_then(|found| found.word))
}

/// From now on a word is taken for the round: its commitments are published.
pub(super) fn open(turn: &Turn<'_>, bracket: &Bracket<'_>, round: u32) -> Result<(), Halt> {
    Ok(store::ask(turn.tx, bracket.stage, round, turn.now)?)
}

/// Asks the arbiters for the word of the newest round; not where it is typed, or nothing is left to be drawn.
pub(super) fn ask(turn: &Turn<'_>) -> Result<(), Halt> {
    match missing(turn)? {
        Some((round, _)) => turn.tell_arbiters(Said::Wanted { round }),
        None => Ok(()),
    }
}

/// A lot waits for the word: the arbiters are told, once a round.
pub(super) fn due(turn: &Turn<'_>, bracket: &Bracket<'_>, no: MatchNo) -> Result<(), Halt> {
    let found = store::find(turn.tx, bracket.stage, no.round)?;
    match found {
        Some(LotWord { reminded: true, .. }) => return Ok(()),
        // They have just been asked.
        Some(LotWord { asked_at, .. }) if asked_at == turn.now => return Ok(()),
        Some(_) => {}
        // Committed to by a program that did not ask.
        None => store::ask(turn.tx, bracket.stage, no.round, turn.now)?,
    }
    store::set_reminded(turn.tx, bracket.stage, no.round, turn.now)?;
    turn.tell_arbiters(Said::Due {
        round: bracket.round_name(no.round),
        tables: tables(bracket, no.round),
    })
}

/// The round whose word is missing, by name, and the tables whose lot waits for it. `None`: none is missing.
pub(in crate::desk) fn missing(turn: &Turn<'_>) -> Result<Option<(String, Vec<u32>)>, Halt> {
    let Some(loaded) = Loaded::find(turn)? else {
        return Ok(None);
    };
    let bracket = &loaded.bracket;
    let Some(number) = awaited(turn, bracket)? else {
        return Ok(None);
    };
    Ok(Some((bracket.round_name(number), tables(bracket, number))))
}

/// Refuses a ruling at a table whose match waits for the word: there is no game.
pub(super) fn require_drawn(
    bracket: &Bracket<'_>,
    round: &round::Round,
    table: u32,
) -> Result<(), Halt> {
    let waits = |part: round::Part| tables(bracket, part.round).contains(&table);
    match round.part {
        Some(part) if waits(part) => Err(LotWordRefusal::TableWaits { table }.into()),
        _ => Ok(()),
    }
}

/// After a start: a database whose lots were committed to by a program that did not ask for a word.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        let Some(loaded) = Loaded::find(turn)? else {
            continue;
        };
        let bracket = &loaded.bracket;
        let number = bracket.store.begun;
        if number > bracket.complete()
            && store::find(turn.tx, bracket.stage, number)?.is_none()
            && super::lots::are_committed(turn, bracket, number)?
        {
            open(turn, bracket, number)?;
            // A match that waits for its lot says so.
            settle_down(turn)?;
            ask(turn)?;
        }
    }
    Ok(())
}

/// The round for which a word is taken.
fn wanted(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<u32, Halt> {
    if let Some(number) = awaited(turn, bracket)? {
        return Ok(number);
    }
    let begun = bracket.store.begun;
    let name = |number: u32| bracket.round_name(number);
    if bracket.complete() >= begun {
        return Err(match begun >= bracket.course.rounds() {
            true => KnockoutRefusal::Over.into(),
            false => LotWordRefusal::TooEarly {
                round: name(begun + 1),
            }
            .into(),
        });
    }
    let round = name(begun);
    Err(match of(turn, bracket.stage, begun)? {
        Some(word) => LotWordRefusal::Typed { round, word }.into(),
        None => LotWordRefusal::NotNeeded { round }.into(),
    })
}

/// The first round with a lot that waits for its word, else the newest, if its lots are committed to and its word
/// is not typed.
fn awaited(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<Option<u32>, Halt> {
    let begun = bracket.store.begun;
    if let Some(waiting) = (1..=begun).find(|number| !tables(bracket, *number).is_empty()) {
        return Ok(Some(waiting));
    }
    let is_open = |found: LotWord| found.word.is_none();
    let asked = store::find(turn.tx, bracket.stage, begun)?.is_some_and(is_open);
    Ok((asked && bracket.complete() < begun).then_some(begun))
}

/// The tables of a round whose lot waits.
fn tables(bracket: &Bracket<'_>, round: u32) -> Vec<u32> {
    if round == 0 || round > bracket.store.begun {
        return Vec::new();
    }
    let pairs = bracket.course.pairs();
    let of_round = pairs.get(round as usize - 1).into_iter().flatten();
    let waiting = of_round.filter(|pair| matches!(pair.state, State::Under(Step::Lot { .. })));
    waiting.map(|pair| pair.no.table).collect()
}
