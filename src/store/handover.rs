//! Claim codes, with which players take over entries that others made for them.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::to_ms;

/// A one-time code with which a player takes over an entry that somebody else made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub registration: i64,
    pub made_by: Option<i64>,
    /// The account that used it.
    pub used_by: Option<i64>,
}

/// The entry that this claim code hands over.
pub fn find(tx: &Connection, code: &str) -> rusqlite::Result<Option<Handover>> {
    tx.prepare_cached("SELECT registration, made_by, used_by FROM handover WHERE code = ?1")?
        .query_row([code], |row| {
            Ok(Handover {
                registration: row.get(0)?,
                made_by: row.get(1)?,
                used_by: row.get(2)?,
            })
        })
        .optional()
}

/// The code of the registration that nobody has used.
pub fn open(tx: &Connection, registration: i64) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT code FROM handover WHERE registration = ?1 AND used_at IS NULL")?
        .query_row([registration], |row| row.get(0))
        .optional()
}

/// Keeps a new code of a registration that has none open.
pub fn add(
    tx: &Connection,
    registration: i64,
    code: &str,
    by: Option<i64>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO handover (code, registration, made_by, made_at) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![code, registration, by, to_ms(now)])?;
    Ok(())
}

/// Uses the code up for an account; false when it is used already.
pub fn use_up(
    tx: &Connection,
    code: &str,
    account: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "UPDATE handover SET used_by = ?2, used_at = ?3 WHERE code = ?1 AND used_at IS NULL",
        )?
        .execute(params![code, account, to_ms(now)])?
        > 0)
}

/// Counts a code that an account tried in vain.
pub fn tried(tx: &Connection, account: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO handover_try (account, tried_at) VALUES (?1, ?2)")?
        .execute(params![account, to_ms(now)])?;
    Ok(())
}

/// How many codes the account tried in vain after `since`; older tries are forgotten.
pub fn tries(tx: &Connection, account: i64, since: DateTime<Utc>) -> rusqlite::Result<u32> {
    tx.prepare_cached("DELETE FROM handover_try WHERE account = ?1 AND tried_at <= ?2")?
        .execute(params![account, to_ms(since)])?;
    tx.prepare_cached("SELECT count(*) FROM handover_try WHERE account = ?1")?
        .query_row([account], |row| row.get(0))
}
