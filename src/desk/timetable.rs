//! 日程: the timetable as it stands, and the start of a round moved by an arbiter.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc};
use serde::{Deserialize, Serialize};

use super::notice::{Moved, RoundStart, Slot, Timetable};
use super::round_time::Rounds;
use super::{Duty, Halt, Refusal, Turn, clock, competition, knockout, round_time};
use crate::config::{Competition, Stage};
use crate::store::journal::Entry;
use crate::store::registration::{self, State};
use crate::store::{round, round_time as stored};
use crate::tournament::schedule::{self, Start};

/// Why a round's start is not moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimetableRefusal {
    /// The words behind the command were not understood.
    Words { typed: String },
    /// The stage has no such round.
    NoSuchRound { number: u32, rounds: u32 },
    /// Every game of it has its outcome.
    RoundOver { number: u32 },
    /// That time is over.
    Past { at: DateTime<Utc> },
    /// It would start no later than a round before it.
    OutOfOrder {
        number: u32,
        earlier: u32,
        starts: DateTime<Utc>,
    },
    /// It starts then already.
    Unchanged { number: u32, at: DateTime<Utc> },
    /// It has no start that could be put off by minutes.
    NoStart { number: u32 },
    /// That day or hour does not exist.
    NoSuchTime,
}

/// When a round is to start, as an arbiter says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Now,
    /// So many minutes later than so far.
    Later(u32),
    /// At this hour and minute of the day, else of the day it was to start, else of today. The year may
    /// be left out.
    At {
        day: Option<(Option<i32>, u32, u32)>,
        hour: u32,
        minute: u32,
    },
}

/// Shows the timetable with every round's start as it stands.
pub fn show(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let here = turn.competition().key.clone();
    let mut rounds = Vec::new();
    let mut left_out = BTreeSet::new();
    for one in turn.competitions() {
        turn.enter(&one.key)?;
        if let Some(rules) = knockout::rules(turn) {
            let skipped = 1..=knockout::left_out(turn, rules)?;
            left_out.extend(skipped.map(|number| (rules.key.clone(), number)));
        }
        rounds.extend(rounds_of(turn, one)?);
    }
    turn.enter(&here)?;
    let mut slots: Vec<Slot> = Vec::new();
    for slot in &turn.config.event.timetable {
        // What it is for is not played: fewer than planned have come that far.
        let mut planned = slot.rounds.iter();
        if !slot.rounds.is_empty()
            && planned.all(|one| left_out.contains(&(one.stage.clone(), one.round)))
        {
            continue;
        }
        let is_own = |start: &RoundStart| {
            let mut planned = slot.rounds.iter();
            planned.any(|one| {
                (&one.stage, one.round, one.game) == (&start.stage, start.number, start.game)
            })
        };
        slots.push(Slot {
            starts: slot.starts,
            ends: slot.ends,
            is_by_day: slot.is_by_day,
            what: slot.what.clone(),
            place: slot.place.clone(),
            rounds: rounds.extract_if(.., |start| is_own(start)).collect(),
        });
    }
    turn.reply(Timetable::Shown {
        slots,
        // Those whose start an arbiter alone has given.
        others: rounds,
    })
}

/// The latest start of any round of the competition that is known.
pub(super) fn last_start(turn: &Turn<'_>, of: &Competition) -> Result<Option<DateTime<Utc>>, Halt> {
    Ok(rounds_of(turn, of)?.iter().map(|start| start.at).max())
}

fn rounds_of(turn: &Turn<'_>, of: &Competition) -> Result<Vec<RoundStart>, Halt> {
    let mut found = Vec::new();
    for stage in &of.stages {
        let (key, name, first, rounds) = match stage {
            Stage::Swiss(swiss) => (&swiss.key, &swiss.name, 1, swiss.rounds),
            Stage::Knockout(rules) => {
                let rounds = u32::try_from(rules.rounds.len()).unwrap_or(u32::MAX);
                let first = knockout::left_out(turn, rules)? + 1;
                (&rules.key, &rules.name, first, rounds)
            }
        };
        let id = round::stage(turn.tx, &of.key, key)?;
        for number in first..=rounds {
            let set = stored::of(turn.tx, id, number)?;
            let planned = turn.config.event.round_starts(key, number);
            if let Some(at) = set.map(|set| set.starts).or(planned) {
                found.push(RoundStart {
                    competition: competition::name_of(turn, &of.key),
                    stage: key.clone(),
                    stage_name: name.clone(),
                    number,
                    name: rung_name(stage, number),
                    game: 1,
                    at,
                    is_moved: set.is_some_and(|set| Some(set.starts) != planned),
                });
            }
            let later = turn.config.event.timetable.iter();
            let later = later.flat_map(|slot| &slot.rounds);
            let later =
                later.filter(|one| one.stage == *key && one.round == number && one.game > 1);
            found.extend(later.map(|one| RoundStart {
                competition: competition::name_of(turn, &of.key),
                stage: key.clone(),
                stage_name: name.clone(),
                number,
                name: rung_name(stage, number),
                game: one.game,
                at: one.starts,
                is_moved: false,
            }));
        }
    }
    Ok(found)
}

/// The name of a round of a knockout.
fn rung_name(stage: &Stage, number: u32) -> Option<String> {
    match stage {
        Stage::Swiss(_) => None,
        Stage::Knockout(knockout) => {
            let round = knockout.rounds.get((number as usize).checked_sub(1)?);
            round.map(|round| round.name.clone())
        }
    }
}

/// Shows what moving a round's start comes to.
pub fn ask(turn: &mut Turn<'_>, number: u32, when: When) -> Result<(), Halt> {
    turn.require(Duty::Timetable)?;
    turn.require_private()?;
    let rounds = round_time::rounds(turn)?;
    let was = rounds.of(turn, number)?;
    let to = instant(turn, number, was, when)?;
    let plan = plan(turn, &rounds, number, to)?;
    turn.reply(Timetable::Asked {
        number,
        name: rounds.name(number),
        was,
        to,
        following: plan
            .following
            .iter()
            .map(|(was, to)| moved(&rounds, was, to))
            .collect(),
        runs_into: plan.runs_into.map(|start| start.round),
    })
}

/// Moves the start, `with_following` those after it by as much. `was`: the start that was shown.
pub fn shift(
    turn: &mut Turn<'_>,
    number: u32,
    was: Option<DateTime<Utc>>,
    to: DateTime<Utc>,
    with_following: bool,
) -> Result<(), Halt> {
    turn.require(Duty::Timetable)?;
    let rounds = round_time::rounds(turn)?;
    if rounds.of(turn, number)? != was {
        return Err(Refusal::Stale.into());
    }
    let plan = plan(turn, &rounds, number, to)?;
    let mut changes = vec![Moved {
        number,
        was,
        to,
        name: rounds.name(number),
    }];
    if with_following {
        let following = plan.following.iter();
        changes.extend(following.map(|(was, to)| moved(&rounds, was, to)));
    } else if let Some(next) = plan.runs_into {
        return Err(TimetableRefusal::OutOfOrder {
            number: next.round,
            earlier: number,
            starts: to,
        }
        .into());
    }
    for change in &changes {
        rounds.set(turn, change.number, change.to)?;
        let stage = if rounds.is_knockout() {
            "knockout round"
        } else {
            "round"
        };
        turn.journal(Entry {
            action: "round.time".into(),
            subject: format!("{stage} {}", change.number),
            before: change.was.map(|was| was.to_rfc3339()),
            after: Some(change.to.to_rfc3339()),
            ..Entry::default()
        })?;
    }
    turn.rewrite(Timetable::Done {
        changes: changes.clone(),
    })?;
    let moved = Timetable::Moved { changes };
    turn.tell_group(moved.clone())?;
    let mut told = Vec::new();
    for player in registration::in_state(turn.tx, &turn.competition().key, State::Accepted)? {
        if let Some(account) = player.account
            && !told.contains(&account)
        {
            told.push(account);
            turn.tell(account, moved.clone())?;
        }
    }
    Ok(())
}

/// An arbiter starts a published round for which no time was planned.
pub fn start_now(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Timetable)?;
    let under_way = round_time::under_way(turn)?;
    let (found, starts) = under_way
        .filter(|(found, _)| found.id == round)
        .ok_or(Refusal::Stale)?;
    let number = found.number;
    if let Some(at) = starts {
        return Err(TimetableRefusal::Unchanged { number, at }.into());
    }
    let at = minute(turn.now);
    round_time::rounds(turn)?.set(turn, number, at)?;
    turn.journal(Entry {
        action: "round.start".into(),
        subject: format!("round {number}"),
        after: Some(at.to_rfc3339()),
        ..Entry::default()
    })?;
    turn.rewrite(Timetable::Started { number, at })?;
    clock::on_time(turn)
}

fn moved(rounds: &Rounds<'_>, was: &Start, to: &Start) -> Moved {
    Moved {
        name: rounds.name(to.round),
        number: to.round,
        was: Some(was.at),
        to: to.at,
    }
}

/// Whether the round may start then, and what follows.
fn plan(
    turn: &Turn<'_>,
    of: &Rounds<'_>,
    number: u32,
    to: DateTime<Utc>,
) -> Result<schedule::Move, Halt> {
    let rounds = of.rounds;
    if number == 0 || number > rounds {
        return Err(TimetableRefusal::NoSuchRound { number, rounds }.into());
    }
    let is_over = if of.is_knockout() {
        number <= of.complete
    } else {
        let known = round::numbered(turn.tx, of.stage, number)?;
        known.is_some_and(|round| round.state == round::State::Closed)
    };
    if is_over {
        return Err(TimetableRefusal::RoundOver { number }.into());
    }
    if of.of(turn, number)? == Some(to) {
        return Err(TimetableRefusal::Unchanged { number, at: to }.into());
    }
    if to < minute(turn.now) {
        return Err(TimetableRefusal::Past { at: to }.into());
    }
    let starts = of.all(turn)?;
    schedule::shift(&starts, number, to).map_err(|earlier| {
        TimetableRefusal::OutOfOrder {
            number,
            earlier: earlier.round,
            starts: earlier.at,
        }
        .into()
    })
}

/// The instant that the arbiter means, in the event's time zone.
fn instant(
    turn: &Turn<'_>,
    number: u32,
    was: Option<DateTime<Utc>>,
    when: When,
) -> Result<DateTime<Utc>, Halt> {
    let zone = turn.config.event.zone;
    match when {
        When::Now => Ok(minute(turn.now)),
        When::Later(minutes) => {
            let was = was.ok_or(TimetableRefusal::NoStart { number })?;
            Ok(was + TimeDelta::minutes(i64::from(minutes)))
        }
        When::At { day, hour, minute } => {
            let usual = was.unwrap_or(turn.now).with_timezone(&zone).date_naive();
            let day = match day {
                None => Some(usual),
                Some((year, month, day)) => {
                    NaiveDate::from_ymd_opt(year.unwrap_or(usual.year()), month, day)
                }
            };
            let time = NaiveTime::from_hms_opt(hour, minute, 0);
            let local = day.zip(time).map(|(day, time)| day.and_time(time));
            let there = local.and_then(|local| zone.from_local_datetime(&local).earliest());
            let there = there.ok_or(TimetableRefusal::NoSuchTime)?;
            Ok(there.with_timezone(&Utc))
        }
    }
}

/// The full minute before.
fn minute(at: DateTime<Utc>) -> DateTime<Utc> {
    at.with_second(0)
        .and_then(|at| at.with_nanosecond(0))
        .unwrap_or(at)
}
