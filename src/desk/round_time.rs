//! When a round starts: as the timetable of `bot.toml` says, as an arbiter moved it, or later where it
//! was published late.

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::Venue;
use super::{Halt, Turn};
use crate::store::round::{self, Round};
use crate::store::{lateness, round_time};
use crate::tournament::schedule::{self, Start};

/// The start of the round of the points stage; `None`: nobody has said.
pub(super) fn of(turn: &Turn<'_>, number: u32) -> Result<Option<DateTime<Utc>>, Halt> {
    let set = round_time::of(turn.tx, turn.stage_id()?, number)?;
    let planned = turn.config.event.round_starts(&turn.swiss().key, number);
    Ok(set.map(|set| set.starts).or(planned))
}

/// Where the round of the points stage is played, and whether its start is on another day than this one.
pub(super) fn venue(turn: &Turn<'_>, number: u32) -> Result<Venue, Halt> {
    let starts = of(turn, number)?;
    Ok(Venue::of(turn, &turn.swiss().key, (number, 1), starts))
}

/// Every start of the points stage that is known, by round.
pub(super) fn all(turn: &Turn<'_>) -> Result<Vec<Start>, Halt> {
    let mut starts = Vec::new();
    for round in 1..=turn.swiss().rounds {
        if let Some(at) = of(turn, round)? {
            starts.push(Start { round, at });
        }
    }
    Ok(starts)
}

/// Moves the start of a round.
pub(super) fn set(turn: &Turn<'_>, number: u32, starts: DateTime<Utc>) -> Result<(), Halt> {
    let (stage, by) = (turn.stage_id()?, turn.account()?);
    Ok(round_time::set(
        turn.tx,
        stage,
        number,
        starts,
        Some(by),
        turn.now,
    )?)
}

/// The round is published now: where its start is too near, it starts later.
pub(super) fn on_publish(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    let planned = of(turn, round.number)?;
    let notice = TimeDelta::minutes(i64::from(turn.swiss().conduct.notice_minutes));
    let starts = schedule::start(planned, turn.now, notice);
    if let Some(starts) = starts
        && Some(starts) != planned
    {
        round_time::set(turn.tx, round.stage, round.number, starts, None, turn.now)?;
    }
    Ok(())
}

/// The round is a proposal again.
pub(super) fn on_unpublish(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    lateness::clear(turn.tx, round.id)?;
    Ok(round_time::forget_late(turn.tx, round.stage, round.number)?)
}

/// A round under way and its start, where one is known.
pub(super) type UnderWay = (Round, Option<DateTime<Utc>>);

/// The published round under way.
pub(super) fn under_way(turn: &Turn<'_>) -> Result<Option<UnderWay>, Halt> {
    let newest = round::newest_published(turn.tx, turn.stage_id()?)?;
    let Some(round) = newest.filter(|round| round.state == round::State::Published) else {
        return Ok(None);
    };
    let starts = of(turn, round.number)?;
    Ok(Some((round, starts)))
}
