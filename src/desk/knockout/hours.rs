//! When the games of matches start: the first of a match with its round, as planned, as an arbiter moved
//! it, or later where the round was announced late; a later one when it is opened, or as planned.

use chrono::{DateTime, TimeDelta, Utc};

use crate::config::Knockout;
use crate::desk::{Halt, Turn};
use crate::store::round::Round;
use crate::store::{bracket, round_time};
use crate::tournament::schedule;

/// The number that bot.toml gives this round: the last is the final also of a smaller bracket.
pub fn planned_number(
    turn: &Turn<'_>,
    rules: &Knockout,
    stage: i64,
    number: u32,
) -> Result<u32, Halt> {
    let seeds = bracket::seeds(turn.tx, stage)?.len();
    let rounds = seeds.next_power_of_two().ilog2();
    let planned = u32::try_from(rules.rounds.len()).unwrap_or(0);
    Ok((planned + number).saturating_sub(rounds))
}

/// The start of a round of the seeded knockout; `None`: nobody has said.
pub fn of_round(
    turn: &Turn<'_>,
    rules: &Knockout,
    stage: i64,
    number: u32,
) -> Result<Option<DateTime<Utc>>, Halt> {
    let planned = planned_number(turn, rules, stage, number)?;
    let set = round_time::of(turn.tx, stage, planned)?;
    let of_file = turn.config.event.round_starts(&rules.key, planned);
    Ok(set.map(|set| set.starts).or(of_file))
}

/// When the game of this part of a round starts; `None`: nobody has said when the round does.
pub fn of_game(turn: &Turn<'_>, round: &Round) -> Result<Option<DateTime<Utc>>, Halt> {
    let (Some(rules), Some(part)) = (super::rules(turn), round.part) else {
        return Ok(None);
    };
    if part.game > 1 {
        let planned = planned_number(turn, rules, round.stage, part.round)?;
        let event = &turn.config.event;
        let of_file = event.game_starts(&rules.key, planned, part.game);
        return Ok(round
            .published_at
            .map(|opened| of_file.map_or(opened, |at| at.max(opened))));
    }
    let starts = of_round(turn, rules, round.stage, part.round)?;
    Ok(starts.map(|starts| {
        round
            .published_at
            .map_or(starts, |opened| starts.max(opened))
    }))
}

/// The round is announced now: where its start is too near, it starts later.
pub fn on_begin(
    turn: &Turn<'_>,
    rules: &Knockout,
    stage: i64,
    number: u32,
) -> Result<Option<DateTime<Utc>>, Halt> {
    let planned = of_round(turn, rules, stage, number)?;
    let notice = TimeDelta::minutes(i64::from(turn.swiss().conduct.notice_minutes));
    let starts = schedule::start(planned, turn.now, notice);
    if let Some(starts) = starts
        && Some(starts) != planned
    {
        let planned = planned_number(turn, rules, stage, number)?;
        round_time::set(turn.tx, stage, planned, starts, None, turn.now)?;
    }
    Ok(starts)
}

/// The round is not announced any more.
pub fn on_take_back(
    turn: &Turn<'_>,
    rules: &Knockout,
    stage: i64,
    number: u32,
) -> Result<(), Halt> {
    let planned = planned_number(turn, rules, stage, number)?;
    Ok(round_time::forget_late(turn.tx, stage, planned)?)
}
