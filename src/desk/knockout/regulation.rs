//! The games that the matches of a round are played in: they stay what they were when the round began,
//! whatever bot.toml says since.

use std::collections::BTreeMap;

use chrono::DateTime;

use super::load::Bracket;
use super::memo::Loaded;
use crate::desk::notice::Knockout as Said;
use crate::desk::{Halt, Turn};
use crate::store::{reminder, setting};
use crate::tournament::knockout::Regulation;

/// Keeps what bot.toml says, for the round that begins.
pub fn keep(turn: &Turn<'_>, bracket: &Bracket<'_>, round: u32) -> Result<(), Halt> {
    let planned = bracket.course.planned(round);
    let text = serde_json::to_string(&planned)?;
    Ok(setting::set(turn.tx, &key(bracket.stage, round), &text)?)
}

/// The round is taken back: when it begins again, it is by what bot.toml says then.
pub fn forget(turn: &Turn<'_>, stage: i64, round: u32) -> Result<(), Halt> {
    Ok(setting::forget(turn.tx, &key(stage, round))?)
}

/// What was kept for the rounds that have begun.
pub fn kept(turn: &Turn<'_>, stage: i64, begun: u32) -> Result<BTreeMap<u32, Regulation>, Halt> {
    let mut kept = BTreeMap::new();
    for round in 1..=begun {
        if let Some(text) = setting::get(turn.tx, &key(stage, round))? {
            kept.insert(round, serde_json::from_str(&text)?);
        }
    }
    Ok(kept)
}

/// After a start: a round begun by a program that kept nothing is played by what bot.toml says now. Where
/// bot.toml says something else than was kept, the arbiters are told, once.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        let Some(loaded) = Loaded::find(turn)? else {
            continue;
        };
        let bracket = &loaded.bracket;
        for round in 1..=bracket.store.begun {
            let planned = bracket.course.planned(round);
            match bracket.course.kept.get(&round) {
                None => keep(turn, bracket, round)?,
                Some(kept) if *kept != planned && round > bracket.complete() => {
                    tell(turn, bracket, round, &planned)?;
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

fn tell(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    round: u32,
    planned: &Regulation,
) -> Result<(), Halt> {
    let planned = serde_json::to_string(planned)?;
    let what = format!("{} {planned}", key(bracket.stage, round));
    let competition = &turn.competition().key;
    if !reminder::once(turn.tx, competition, &what, DateTime::UNIX_EPOCH, turn.now)? {
        return Ok(());
    }
    turn.tell_arbiters(Said::RegulationKept {
        round: bracket.round_name(round),
    })
}

fn key(stage: i64, round: u32) -> String {
    format!("knockout.regulation.{stage}.{round}")
}
