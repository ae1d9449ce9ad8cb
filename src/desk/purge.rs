//! After the event: the personal data goes, the results stay.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::notice::{Next, Purge};
use super::{Duty, Halt, Turn, competition, panel, timetable};
use crate::config::Event;
use crate::store::journal::Entry;
use crate::store::purge::{self, Count};
use crate::store::setting;

/// Set from the purge until nothing of it is left in free pages, the log, and on disk.
pub const UNSCRUBBED: &str = "purge.unscrubbed";

/// Why nothing is purged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PurgeRefusal {
    /// The event is not over.
    TooEarly { ends: DateTime<Utc> },
    /// Games are played still, or come next.
    Running { competition: Option<String> },
    /// The timetable is empty, and nothing was played to its end: nobody knows when the event is over.
    NoEnd,
    /// What has to be typed, and what was.
    Confirmation { wanted: String, typed: String },
}

/// When the event is over by its timetable.
pub fn end(event: &Event) -> Option<DateTime<Utc>> {
    let ends = event
        .timetable
        .iter()
        .map(|slot| slot.ends.unwrap_or(slot.starts));
    ends.max()
}

/// Shows the chief arbiter what a purge would remove, and what to type for it.
pub fn preview(turn: &mut Turn<'_>) -> Result<(), Halt> {
    require(turn)?;
    let count = purge::count(turn.tx)?;
    if count.is_empty() {
        return turn.reply(Purge::Nothing);
    }
    turn.reply(Purge::Preview {
        count: count.into(),
        type_this: turn.config.event.short_name.clone(),
    })
}

/// Purges; `typed` is the event's short name.
pub fn confirm(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    require(turn)?;
    let wanted = &turn.config.event.short_name;
    if typed != wanted {
        return Err(PurgeRefusal::Confirmation {
            wanted: wanted.clone(),
            typed: typed.chars().take(40).collect(),
        }
        .into());
    }
    let count = remove(turn)?;
    if count.is_empty() {
        return turn.reply(Purge::Nothing);
    }
    turn.reply(Purge::Done {
        count: count.into(),
    })
}

/// Purges in the program's name, past the event's end or, `forced`, before it.
pub fn by_program(turn: &mut Turn<'_>, forced: bool) -> Result<Count, Halt> {
    if !forced {
        require_over(turn)?;
    }
    purge::forget_updates(turn.tx, turn.now)?;
    remove(turn)
}

/// The last of it is gone from the disk: told to the arbiters, once.
pub fn scrubbed(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if setting::get(turn.tx, UNSCRUBBED)?.is_none() {
        return Ok(());
    }
    setting::clear(turn.tx, UNSCRUBBED)?;
    turn.tell_arbiters(Purge::Scrubbed)
}

fn remove(turn: &Turn<'_>) -> Result<Count, Halt> {
    let count = purge::purge(turn.tx, turn.now)?;
    if !count.is_empty() {
        setting::set(turn.tx, UNSCRUBBED, "1")?;
        turn.journal(Entry {
            action: "event.purge".to_owned(),
            subject: format!("event {}", turn.config.event.short_name),
            after: Some(format!(
                "{} people, {} papers, {} drafts, {} messages, {} account names removed",
                count.people, count.papers, count.drafts, count.messages, count.accounts
            )),
            ..Entry::default()
        })?;
    }
    Ok(count)
}

fn require(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Purge)?;
    turn.require_private()?;
    require_over(turn)
}

/// The event is over when nothing is played any more and its last day has passed, as the timetable says
/// and as rounds were moved.
fn require_over(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let here = turn.competition().key.clone();
    let (mut is_played, mut latest) = (true, end(&turn.config.event));
    for one in turn.competitions() {
        turn.enter(&one.key)?;
        match panel::next(turn)? {
            Next::Over { .. } | Next::Crowned => {}
            // It never began: the timetable alone says when it is over.
            Next::Close { .. } | Next::Roster | Next::Draw | Next::Checkin { .. } => {
                is_played = false;
            }
            Next::Pair { .. }
            | Next::Publish { .. }
            | Next::Results { .. }
            | Next::PlacesLevel { .. }
            | Next::Seed
            | Next::BeginRound { .. }
            | Next::Matches { .. } => {
                let competition = competition::name_of(turn, &one.key);
                return Err(PurgeRefusal::Running { competition }.into());
            }
        }
        latest = latest.max(timetable::last_start(turn, one)?);
    }
    turn.enter(&here)?;
    match latest {
        None if is_played => Ok(()),
        None => Err(PurgeRefusal::NoEnd.into()),
        Some(ends) if turn.now <= ends => Err(PurgeRefusal::TooEarly { ends }.into()),
        Some(_) => Ok(()),
    }
}
