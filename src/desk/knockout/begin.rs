//! A round of the knockout is announced, or taken back while nobody has reported in it.

use super::course::{drop_game, settle_down};
use super::load::Bracket;
use super::memo::Loaded;
use super::{KnockoutRefusal, hours, lots, regulation, word};
use crate::desk::Duty;
use crate::desk::no_account;
use crate::desk::notice::{Because, Knockout as Said};
use crate::desk::{Halt, Turn};
use crate::store::bracket;
use crate::store::duel;
use crate::store::journal::Entry;
use crate::tournament::knockout::MatchNo;

/// Shows the arbiter the next round's matches, to be announced.
pub fn preview(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Publish)?;
    turn.require_private()?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let number = next(bracket)?;
    turn.reply(Said::RoundPreview {
        round: bracket.round(turn, number),
    })
}

/// Announces the round: its first games can be played. `shown`: the round the arbiter saw.
pub fn begin(turn: &mut Turn<'_>, shown: Option<u32>) -> Result<(), Halt> {
    turn.require(Duty::Publish)?;
    turn.require_group()?;
    let loaded = Loaded::of(turn)?;
    let Loaded { field, bracket } = &*loaded;
    let (stage, rules) = (bracket.stage, bracket.course.rules);
    if let Some(shown) = shown
        && shown <= bracket.store.begun
    {
        let name = bracket.round_name(shown);
        return Err(KnockoutRefusal::AlreadyBegun { name }.into());
    }
    let number = next(bracket)?;
    if shown.is_some_and(|shown| shown != number) {
        return Err(crate::desk::Refusal::Stale.into());
    }
    bracket::set_begun(turn.tx, stage, number)?;
    regulation::keep(turn, bracket, number)?;
    hours::on_begin(turn, rules, stage, number)?;
    let begun = Loaded::of(turn)?;
    let bracket = &begun.bracket;
    turn.journal(Entry {
        action: "knockout.begin".into(),
        subject: format!("knockout round {number}"),
        ..Entry::default()
    })?;
    let round = bracket.round(turn, number);
    turn.rewrite(Said::RoundBegun {
        round: round.clone(),
        to_arbiter: true,
    })?;
    turn.tell_group(Said::RoundBegun {
        round,
        to_arbiter: false,
    })?;
    lots::commit(turn, bracket, number)?;
    settle_down(turn)?;
    word::ask(turn)?;
    no_account::tell(turn, field)
}

/// Asks whether the newest round is to be taken back.
pub fn ask_take_back(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Publish)?;
    turn.require_private()?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let number = untouched(turn, bracket)?;
    let name = bracket.round_name(number);
    turn.reply(Said::RoundTakeBackAsked { number, name })
}

/// Takes it back; `shown` is the round that was asked about.
pub fn take_back(turn: &mut Turn<'_>, shown: u32) -> Result<(), Halt> {
    turn.require(Duty::Publish)?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let number = untouched(turn, bracket)?;
    if number != shown {
        return Err(crate::desk::Refusal::Stale.into());
    }
    let pairs = bracket.course.pairs();
    for pair in pairs.get(number as usize - 1).into_iter().flatten() {
        let no = MatchNo {
            round: number,
            table: pair.no.table,
        };
        for game in bracket.games.get(&no).into_iter().flatten().rev() {
            drop_game(turn, game, Because::RoundTakenBack)?;
        }
        duel::drop_sides(turn.tx, bracket.stage, no, 1)?;
        duel::set_told(turn.tx, bracket.stage, no, None)?;
    }
    hours::on_take_back(turn, bracket.course.rules, bracket.stage, number)?;
    regulation::forget(turn, bracket.stage, number)?;
    bracket::set_begun(turn.tx, bracket.stage, number - 1)?;
    turn.journal(Entry {
        action: "knockout.take_back".into(),
        subject: format!("knockout round {number}"),
        ..Entry::default()
    })?;
    let name = bracket.round_name(number);
    turn.rewrite(Said::RoundTakenBack { name: name.clone() })?;
    turn.tell_group(Said::RoundTakenBack { name })?;
    settle_down(turn)
}

/// The round to be announced next.
fn next(bracket: &Bracket<'_>) -> Result<u32, Halt> {
    let begun = bracket.store.begun;
    if bracket.complete() < begun {
        let pairs = bracket.course.pairs();
        let first = pairs
            .iter()
            .position(|round| round.iter().any(|pair| !pair.state.is_over()));
        let of_round = first.and_then(|at| pairs.get(at)).into_iter().flatten();
        let open = of_round.filter(|pair| !pair.state.is_over());
        return Err(KnockoutRefusal::RoundOpen {
            name: bracket.round_name(u32::try_from(first.unwrap_or(0)).unwrap_or(0) + 1),
            tables: open.map(|pair| pair.no.table).collect(),
        }
        .into());
    }
    if begun >= bracket.course.rounds() {
        return Err(KnockoutRefusal::Over.into());
    }
    Ok(begun + 1)
}

/// The newest round, if nobody has reported in it.
fn untouched(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<u32, Halt> {
    let number = bracket.store.begun;
    if number == 0 {
        return Err(KnockoutRefusal::NothingBegun.into());
    }
    let mut tables = Vec::new();
    for (no, games) in bracket.games.iter().filter(|(no, _)| no.round == number) {
        for game in games {
            if Bracket::is_begun(turn, game)? && !tables.contains(&no.table) {
                tables.push(no.table);
            }
        }
    }
    if tables.is_empty() {
        return Ok(number);
    }
    let name = bracket.round_name(number);
    Err(KnockoutRefusal::RoundTouched { name, tables }.into())
}
