//! 颁奖, 开幕, 闭幕: what the timetable has besides rounds and check-in is called in the group when its time comes; the
//! giving of prizes with those who get them, as soon as their places are final.

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::{Prize as Said, PrizeList, PrizesOf, Timetable};
use super::{Halt, Turn, prizes};
use crate::config::TimeSlot;
use crate::store::{competition, journal, reminder, setting};

/// Until so long after it a beginning that was missed is still called.
const STILL: TimeDelta = TimeDelta::minutes(10);

/// Until so long after its beginning a giving of prizes waits for its places.
const WAITS: TimeDelta = TimeDelta::hours(24);

/// Does what the timetable has come to.
pub(super) fn on_time(turn: &Turn<'_>) -> Result<(), Halt> {
    for slot in &turn.config.event.timetable {
        if turn.now < slot.starts {
            break;
        }
        let own = &turn.competition().key;
        if slot.competition.as_ref().is_some_and(|key| key != own) {
            continue;
        }
        match slot.prizes {
            Some(places) => give(turn, slot, places)?,
            None if slot.call && !slot.is_by_day => call(turn, slot)?,
            None => {}
        }
    }
    Ok(())
}

/// Of the whole event: once, whatever competitions it has.
fn call(turn: &Turn<'_>, slot: &TimeSlot) -> Result<(), Halt> {
    let first = turn.competitions().first();
    let is_first = first.is_some_and(|one| one.key == turn.competition().key);
    let is_own = slot.competition.is_some();
    if !(is_first || is_own) || turn.now >= slot.starts + STILL || !once(turn, "called", slot)? {
        return Ok(());
    }
    turn.tell_group(Timetable::Called {
        what: slot.what.clone(),
        place: slot.place.clone(),
        ends: slot.ends,
    })
}

/// Of a competition: when the places are final, at its time or later.
fn give(turn: &Turn<'_>, slot: &TimeSlot, (first, last): (u32, u32)) -> Result<(), Halt> {
    if turn.now >= slot.starts + WAITS || told(turn, "prizes", slot.starts, slot)? {
        return Ok(());
    }
    // Nothing has happened since it was looked at last.
    let looked = format!("{}.{}", turn.competition().key, key("looked", slot));
    let newest = journal::newest(turn.tx)?;
    if setting::get_i64(turn.tx, &looked)? == Some(newest) {
        return Ok(());
    }
    setting::set(turn.tx, &looked, &newest.to_string())?;
    // Nobody plays, or ever played.
    let begun = competition::progress(turn.tx, &turn.competition().key)?.drawn_at;
    if begun.is_none() || turn.competition().all_prizes().next().is_none() {
        return Ok(());
    }
    let lists = match prizes::decided(turn, (first, last)) {
        Ok(lists) => lists,
        Err(Halt::Refused(_)) => None,
        Err(fault) => return Err(fault),
    };
    let Some(lists) = lists else {
        if once(turn, "prizes.wait", slot)? {
            turn.tell_arbiters(Said::CeremonyWaits {
                what: slot.what.clone(),
                places: (first, last),
            })?;
        }
        return Ok(());
    };
    let lists = within(lists, (first, last));
    if lists.is_empty() || !once(turn, "prizes", slot)? {
        return Ok(());
    }
    turn.tell_group(Said::Ceremony {
        what: slot.what.clone(),
        place: slot.place.clone(),
        lists,
    })
}

/// The rows of these places; lists without any are left out.
fn within(lists: Vec<PrizeList>, (first, last): (u32, u32)) -> Vec<PrizeList> {
    let lists = lists.into_iter().map(|mut list| {
        list.rows
            .retain(|row| row.special.is_none() && (first..=last).contains(&row.rank));
        list
    });
    lists
        .filter(|list| !list.rows.is_empty() && list.of != PrizesOf::Special)
        .collect()
}

fn key(what: &str, slot: &TimeSlot) -> String {
    format!("slot.{what}.{}", slot.what)
}

fn once(turn: &Turn<'_>, what: &str, slot: &TimeSlot) -> Result<bool, Halt> {
    let competition = &turn.competition().key;
    let what = key(what, slot);
    Ok(reminder::once(
        turn.tx,
        competition,
        &what,
        slot.starts,
        turn.now,
    )?)
}

fn told(turn: &Turn<'_>, what: &str, since: DateTime<Utc>, slot: &TimeSlot) -> Result<bool, Halt> {
    let competition = &turn.competition().key;
    let last = reminder::last(turn.tx, competition, &key(what, slot))?;
    Ok(last.is_some_and(|last| last >= since))
}
