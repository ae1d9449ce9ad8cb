//! What the arbiters made of registrations.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::from_ms;
use super::registration::{COLUMNS, Registration, read};

/// The latest decision on a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The arbiter's name.
    pub by: Option<String>,
    pub at: DateTime<Utc>,
}

/// The decision that stands; `None` while nobody has decided, or after it was reopened.
pub fn decision(tx: &Connection, registration: i64) -> rusqlite::Result<Option<Decision>> {
    tx.prepare_cached(
        "SELECT r.decided_at, a.name FROM registration r LEFT JOIN account a ON a.id = r.decided_by
         WHERE r.id = ?1 AND r.decided_at IS NOT NULL",
    )?
    .query_row([registration], |row| {
        Ok(Decision {
            at: from_ms(row.get(0)?),
            by: row
                .get::<_, Option<String>>(1)?
                .filter(|name| !name.is_empty()),
        })
    })
    .optional()
}

/// Takes the decision back: in review again, at this place.
pub fn reopen(tx: &Connection, registration: i64, place: u32) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = 'review', place = ?2, decided_by = NULL, decided_at = NULL,
           version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![registration, place])?;
    Ok(())
}

/// Whether the refused person stands in the list by another registration.
pub fn came_again(tx: &Connection, registration: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM registration one JOIN registration other
           ON other.competition = one.competition AND other.id <> one.id
           AND (other.person_hash = one.person_hash
                OR (other.name = one.name AND other.born = one.born))
           AND other.state IN ('review', 'accepted', 'waiting', 'offered')
         WHERE one.id = ?1)",
    )?
    .query_row([registration], |row| row.get(0))
}

/// Registrations in review that wait for their players' papers.
pub fn count_asked(tx: &Connection, competition: &str) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "SELECT count(*) FROM registration
         WHERE competition = ?1 AND state = 'review' AND decided_at IS NOT NULL",
    )?
    .query_row([competition], |row| row.get(0))
}

/// Registrations whose name contains `part`, the newest first.
pub fn by_name(tx: &Connection, part: &str, most: u32) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE instr(name, ?1) > 0 ORDER BY id DESC LIMIT ?2"
    ))?
    .query_map(params![part, most], read)?
    .collect()
}
