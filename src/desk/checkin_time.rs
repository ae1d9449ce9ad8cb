//! Check-in by the timetable (日程): it opens when its slot begins, those missing are called at the times
//! stated, and when the slot ends the arbiters are told. It never closes by itself.

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::{Checkin, PlayerTag};
use super::{Halt, Turn, checkin};
use crate::config::{CheckinPlan, TimeSlot};
use crate::store::{competition, reminder, round};

/// Minutes for which check-in is open at least where the timetable says nothing.
const LEAST: u32 = 10;

/// Does what the timetable has come to.
pub fn on_time(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let Some((slot, plan, ends)) = planned(turn) else {
        return Ok(());
    };
    if turn.now < slot.starts {
        return Ok(());
    }
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.checkin_closed_at.is_some() {
        return Ok(());
    }
    match progress.checkin_opened_at {
        None if round::latest(turn.tx, turn.stage_id()?)?.is_some() => Ok(()),
        // Too late to begin by itself: who is on the way would find it over.
        None if turn.now >= ends => {
            if once(turn, "checkin.missed", ends)? && progress.drawn_at.is_some() {
                turn.tell_arbiters(Checkin::Missed { ended: ends })?;
            }
            Ok(())
        }
        None if progress.drawn_at.is_none() => {
            if once(turn, "checkin.undrawn", slot.starts)? {
                turn.tell_arbiters(Checkin::Undrawn)?;
            }
            Ok(())
        }
        None => checkin::begin(turn),
        Some(opened) => call_missing(turn, plan, ends, opened),
    }
}

/// The earliest instant at which absentees may be removed.
pub(super) fn earliest_end(turn: &Turn<'_>, opened: DateTime<Utc>) -> DateTime<Utc> {
    let least = planned(turn).map_or(LEAST, |(_, plan, _)| plan.least_minutes);
    opened + TimeDelta::minutes(i64::from(least))
}

/// When check-in is planned to end.
pub(super) fn planned_end(turn: &Turn<'_>) -> Option<DateTime<Utc>> {
    planned(turn).map(|(_, _, ends)| ends)
}

fn planned<'a>(turn: &Turn<'a>) -> Option<(&'a TimeSlot, &'a CheckinPlan, DateTime<Utc>)> {
    let slot = turn.config.event.checkin_slot(&turn.competition().key)?;
    Some((slot, slot.checkin.as_ref()?, slot.ends?))
}

fn call_missing(
    turn: &mut Turn<'_>,
    plan: &CheckinPlan,
    ends: DateTime<Utc>,
    opened: DateTime<Utc>,
) -> Result<(), Halt> {
    // Opened late, it lasts its least time from then on.
    let over = ends.max(earliest_end(turn, opened));
    if turn.now >= over {
        if once(turn, "checkin.over", over)? {
            let (here, missing) = checkin::split(turn)?;
            turn.tell_arbiters(Checkin::TimeUp {
                here: here.len(),
                missing: missing.len(),
            })?;
        }
        return Ok(());
    }
    let mut due = false;
    for minutes in &plan.calls {
        let at = ends - TimeDelta::minutes(i64::from(*minutes));
        // After an outage several may have come: one call is enough.
        if turn.now >= at && once(turn, &format!("checkin.call.{minutes}"), at)? {
            due |= at > opened;
        }
    }
    if !due {
        return Ok(());
    }
    let (_, missing) = checkin::split(turn)?;
    if missing.is_empty() {
        return Ok(());
    }
    for player in &missing {
        checkin::call(turn, player, true)?;
    }
    turn.tell_group(Checkin::Calling {
        missing: missing.iter().map(PlayerTag::of).collect(),
        ends: over,
    })
}

fn once(turn: &Turn<'_>, what: &str, due: DateTime<Utc>) -> Result<bool, Halt> {
    let key = &turn.competition().key;
    Ok(reminder::once(turn.tx, key, what, due, turn.now)?)
}
