//! One-time codes for places of a pool.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::to_ms;

/// A one-time code for a place in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub code: String,
    pub pool: String,
    /// The registration that used it up.
    pub registration: Option<i64>,
}

/// The invitation of this code.
pub fn find(
    tx: &Connection,
    competition: &str,
    code: &str,
) -> rusqlite::Result<Option<Invitation>> {
    tx.prepare_cached(
        "SELECT code, pool, registration FROM invitation
         WHERE competition = ?1 AND code = ?2 AND revoked_at IS NULL",
    )?
    .query_row([competition, code], |row| {
        Ok(Invitation {
            code: row.get(0)?,
            pool: row.get(1)?,
            registration: row.get(2)?,
        })
    })
    .optional()
}

/// Codes of the pool that nobody has used.
pub fn count_unused(tx: &Connection, competition: &str, pool: &str) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "SELECT count(*) FROM invitation
         WHERE competition = ?1 AND pool = ?2 AND registration IS NULL AND revoked_at IS NULL",
    )?
    .query_row([competition, pool], |row| row.get(0))
}

/// A code and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issued {
    pub code: String,
    pub pool: String,
    /// The name of who used it up.
    pub used_by: Option<String>,
    pub revoked: bool,
}

/// Every code of the competition: those nobody has used first, then by pool.
pub fn all(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Issued>> {
    tx.prepare_cached(
        "SELECT i.code, i.pool, r.name, i.revoked_at IS NOT NULL
         FROM invitation i LEFT JOIN registration r ON r.id = i.registration
         WHERE i.competition = ?1
         ORDER BY i.registration IS NOT NULL, i.revoked_at IS NOT NULL, i.pool, i.made_at, i.code",
    )?
    .query_map([competition], |row| {
        Ok(Issued {
            code: row.get(0)?,
            pool: row.get(1)?,
            used_by: row.get(2)?,
            revoked: row.get(3)?,
        })
    })?
    .collect()
}

/// Takes a code back that nobody has used; false when it is used or taken back already, or unknown.
pub fn revoke(
    tx: &Connection,
    competition: &str,
    code: &str,
    by: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "UPDATE invitation SET revoked_at = ?4, revoked_by = ?3
             WHERE competition = ?1 AND code = ?2 AND registration IS NULL AND revoked_at IS NULL",
        )?
        .execute(params![competition, code, by, to_ms(now)])?
        > 0)
}

/// Stores a new code.
pub fn add(
    tx: &Connection,
    competition: &str,
    pool: &str,
    code: &str,
    by: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO invitation (code, competition, pool, made_by, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![code, competition, pool, by, to_ms(now)])?;
    Ok(())
}

/// Uses the code up for the registration; false when it is used already.
pub fn use_up(
    tx: &Connection,
    code: &str,
    registration: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "UPDATE invitation SET registration = ?2, used_at = ?3
             WHERE code = ?1 AND registration IS NULL AND revoked_at IS NULL",
        )?
        .execute(params![code, registration, to_ms(now)])?
        > 0)
}
