//! After the event: the personal data goes, the results stay.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::notice::Purge;
use super::{Duty, Halt, Turn};
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
    /// The timetable is empty: nobody knows when the event is over.
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

fn require(turn: &Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Purge)?;
    turn.require_private()?;
    require_over(turn)
}

fn require_over(turn: &Turn<'_>) -> Result<(), Halt> {
    let ends = end(&turn.config.event).ok_or(PurgeRefusal::NoEnd)?;
    if turn.now <= ends {
        return Err(PurgeRefusal::TooEarly { ends }.into());
    }
    Ok(())
}
