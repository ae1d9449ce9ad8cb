//! When a round starts: as the timetable of `bot.toml` says, as an arbiter moved it, or later where it
//! was published late.

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::Venue;
use super::{Halt, Turn, knockout};
use crate::config::KnockoutRound;
use crate::store::round::{self, Round};
use crate::store::{bracket, lateness, round_time};
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

/// The rounds whose starts can be moved: of the points stage, or, once it is seeded, of the knockout.
pub(super) struct Rounds<'a> {
    pub stage: i64,
    /// How many there are.
    pub rounds: u32,
    /// How many of them are over, one after the other, in the knockout.
    pub complete: u32,
    key: &'a str,
    /// Rounds of bot.toml that a smaller bracket leaves out.
    left_out: u32,
    names: &'a [KnockoutRound],
}

/// Those of the stage that is played.
pub(super) fn rounds<'a>(turn: &Turn<'a>) -> Result<Rounds<'a>, Halt> {
    if let Some(rules) = knockout::rules(turn) {
        let stage = knockout::stage_id(turn, rules)?;
        if let Some(bracket) = bracket::find(turn.tx, stage)? {
            let planned = u32::try_from(rules.rounds.len()).unwrap_or(u32::MAX);
            let left_out = knockout::hours::planned_number(turn, rules, stage, 0)?;
            return Ok(Rounds {
                stage,
                rounds: planned.saturating_sub(left_out),
                complete: bracket.complete,
                key: &rules.key,
                left_out,
                names: &rules.rounds,
            });
        }
    }
    Ok(Rounds {
        stage: turn.stage_id()?,
        rounds: turn.swiss().rounds,
        complete: 0,
        key: &turn.swiss().key,
        left_out: 0,
        names: &[],
    })
}

impl Rounds<'_> {
    pub fn is_knockout(&self) -> bool {
        !self.names.is_empty()
    }

    /// The start of a round; `None`: nobody has said.
    pub fn of(&self, turn: &Turn<'_>, number: u32) -> Result<Option<DateTime<Utc>>, Halt> {
        let planned = number + self.left_out;
        let set = round_time::of(turn.tx, self.stage, planned)?;
        let of_file = turn.config.event.round_starts(self.key, planned);
        Ok(set.map(|set| set.starts).or(of_file))
    }

    /// Every start that is known, by round.
    pub fn all(&self, turn: &Turn<'_>) -> Result<Vec<Start>, Halt> {
        let mut starts = Vec::new();
        for round in 1..=self.rounds {
            if let Some(at) = self.of(turn, round)? {
                starts.push(Start { round, at });
            }
        }
        Ok(starts)
    }

    /// Moves the start of a round.
    pub fn set(&self, turn: &Turn<'_>, number: u32, starts: DateTime<Utc>) -> Result<(), Halt> {
        let (planned, by) = (number + self.left_out, turn.account()?);
        Ok(round_time::set(
            turn.tx,
            self.stage,
            planned,
            starts,
            Some(by),
            turn.now,
        )?)
    }

    /// What a round of the knockout is called.
    pub fn name(&self, number: u32) -> Option<String> {
        let planned = (number + self.left_out).checked_sub(1)?;
        let round = self.names.get(planned as usize);
        round.map(|round| round.name.clone())
    }
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
