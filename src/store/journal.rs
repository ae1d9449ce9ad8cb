//! Who did what, when, and why.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::to_ms;

/// One line of the journal: who did what to what, and how it stood before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// `None`: the program itself, when a time came.
    pub account: Option<i64>,
    pub role: Option<String>,
    /// A use case's noun and verb, e.g. `round.publish`.
    pub action: String,
    /// What it was done to, e.g. `round 3`, `registration 17`.
    pub subject: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub reason: Option<String>,
}

/// Adds a line to the journal.
pub fn write(tx: &Connection, entry: &Entry, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO journal (at, account, role, action, subject, before, after, reason)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        to_ms(now),
        entry.account,
        entry.role,
        entry.action,
        entry.subject,
        entry.before,
        entry.after,
        entry.reason,
    ])?;
    Ok(())
}
