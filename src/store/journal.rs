//! The journal: who did what. It is only added to; what was taken back is marked beside it.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::instant::{from_ms, to_ms};

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

/// A line as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub entry: Entry,
    /// Taken back, or part of taking back.
    pub undone: Option<Undone>,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    TakenBack,
    /// It was written while another line was taken back.
    Part,
}

/// Which lines are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    All,
    /// The lines of any of these subjects.
    Subjects(Vec<String>),
}

/// Adds a line about a competition; `None`: about the whole event.
pub fn write(
    tx: &Connection,
    entry: &Entry,
    competition: Option<&str>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO journal (at, account, role, action, subject, before, after, reason, competition)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
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
        competition,
    ])?;
    Ok(())
}

/// Lines before they named their competition belong to the only one there was: `alone`.
const SELECT: &str = "SELECT j.*, u.part FROM journal j LEFT JOIN undone u ON u.step = j.id
    WHERE (j.competition = ?1 OR (?2 AND j.competition IS NULL))";

/// A page of the lines about a competition, newest first. `alone`: the event has no other.
pub fn page(
    tx: &Connection,
    competition: &str,
    alone: bool,
    about: &About,
    skip: usize,
    take: usize,
) -> rusqlite::Result<Vec<Line>> {
    let (narrowed, subjects) = narrow(about);
    tx.prepare_cached(&format!(
        "{SELECT} {narrowed} ORDER BY j.id DESC LIMIT ?4 OFFSET ?5"
    ))?
    .query_map(
        params![
            competition,
            alone,
            subjects,
            i64::try_from(take).unwrap_or(i64::MAX),
            i64::try_from(skip).unwrap_or(i64::MAX)
        ],
        read,
    )?
    .collect()
}

/// How many lines there are about a competition.
pub fn count(
    tx: &Connection,
    competition: &str,
    alone: bool,
    about: &About,
) -> rusqlite::Result<usize> {
    let (narrowed, subjects) = narrow(about);
    let counted: i64 = tx
        .prepare_cached(&format!("SELECT count(*) FROM ({SELECT} {narrowed})"))?
        .query_row(params![competition, alone, subjects], |row| row.get(0))?;
    Ok(usize::try_from(counted).unwrap_or(0))
}

/// A line by its id.
pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Line>> {
    tx.prepare_cached(
        "SELECT j.*, u.part FROM journal j LEFT JOIN undone u ON u.step = j.id WHERE j.id = ?1",
    )?
    .query_row([id], read)
    .optional()
}

/// Whether this was ever done to that.
pub fn was_done(tx: &Connection, action: &str, subject: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM journal WHERE subject = ?2 AND action = ?1)")?
        .query_row([action, subject], |row| row.get(0))
}

/// The newest line of this action and subject.
pub fn last(tx: &Connection, action: &str, subject: &str) -> rusqlite::Result<Option<Line>> {
    tx.prepare_cached(
        "SELECT j.*, u.part FROM journal j LEFT JOIN undone u ON u.step = j.id
         WHERE j.subject = ?2 AND j.action = ?1 ORDER BY j.id DESC LIMIT 1",
    )?
    .query_row([action, subject], read)
    .optional()
}

/// The reason of the newest line of this action and subject in a competition; `None`: there is no such
/// line, or it gives none.
pub fn last_reason(
    tx: &Connection,
    competition: &str,
    action: &str,
    subject: &str,
) -> rusqlite::Result<Option<String>> {
    let found: Option<Option<String>> = tx
        .prepare_cached(
            "SELECT reason FROM journal WHERE subject = ?3 AND action = ?2
             AND (competition = ?1 OR competition IS NULL) ORDER BY id DESC LIMIT 1",
        )?
        .query_row([competition, action, subject], |row| row.get(0))
        .optional()?;
    Ok(found.flatten())
}

/// What the lines of this action and subject state after the newest line of `since` about that subject in a
/// competition, oldest first.
pub fn after_since(
    tx: &Connection,
    competition: &str,
    action: &str,
    subject: &str,
    since: &str,
) -> rusqlite::Result<Vec<String>> {
    tx.prepare_cached(
        "SELECT after FROM journal WHERE subject = ?3 AND action = ?2 AND after IS NOT NULL
           AND (competition = ?1 OR competition IS NULL)
           AND id > (SELECT coalesce(max(id), 0) FROM journal WHERE subject = ?3 AND action = ?4
                     AND (competition = ?1 OR competition IS NULL))
         ORDER BY id",
    )?
    .query_map([competition, action, subject, since], |row| row.get(0))?
    .collect()
}

/// The id of the newest line; 0: there is none.
pub fn newest(tx: &Connection) -> rusqlite::Result<i64> {
    tx.prepare_cached("SELECT coalesce(max(id), 0) FROM journal")?
        .query_row([], |row| row.get(0))
}

/// Marks `step` as taken back by the newest line, and the lines after `since` as parts of that.
pub fn mark_undone(tx: &Connection, step: i64, since: i64) -> rusqlite::Result<()> {
    let by = newest(tx)?;
    tx.prepare_cached(
        "INSERT INTO undone (step, by, part)
         SELECT id, ?1, id <> ?2 FROM journal WHERE id = ?2 OR id > ?3
         ON CONFLICT (step) DO NOTHING",
    )?
    .execute([by, step, since])?;
    Ok(())
}

fn narrow(about: &About) -> (&'static str, String) {
    match about {
        About::All => ("AND ?3 IS NOT NULL", String::new()),
        About::Subjects(subjects) => (
            "AND j.subject IN (SELECT value FROM json_each(?3))",
            serde_json::Value::from(subjects.clone()).to_string(),
        ),
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Line> {
    let part: Option<bool> = row.get("part")?;
    Ok(Line {
        id: row.get("id")?,
        at: from_ms(row.get("at")?),
        entry: Entry {
            account: row.get("account")?,
            role: row.get("role")?,
            action: row.get("action")?,
            subject: row.get("subject")?,
            before: row.get("before")?,
            after: row.get("after")?,
            reason: row.get("reason")?,
        },
        undone: part.map(|part| {
            if part {
                Undone::Part
            } else {
                Undone::TakenBack
            }
        }),
    })
}
