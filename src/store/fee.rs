//! Fees (费用): settled ones have a row, the others are owed.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::instant::to_ms;
use super::registration::{State, state_word};
use super::word;

/// A fee that was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Yuan, as it was then.
    pub amount: u32,
    /// The arbiter's account.
    pub by: i64,
    /// Waived for this reason; `None`: paid.
    pub waived: Option<String>,
}

/// A registration and its fee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub registration: i64,
    pub name: String,
    pub state: State,
    /// `None`: owed.
    pub settled: Option<Settled>,
    pub receipts: u32,
}

/// How the fee was settled; `None`: owed.
pub fn find(tx: &Connection, registration: i64) -> rusqlite::Result<Option<Settled>> {
    tx.prepare_cached("SELECT amount, decided_by, reason FROM fee WHERE registration = ?1")?
        .query_row([registration], |row| {
            Ok(Settled {
                amount: row.get(0)?,
                by: row.get(1)?,
                waived: row.get(2)?,
            })
        })
        .optional()
}

/// Settles a fee that is owed; false when it is settled already.
pub fn settle(
    tx: &Connection,
    registration: i64,
    settled: &Settled,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    let state = match settled.waived {
        Some(_) => "waived",
        None => "paid",
    };
    Ok(tx
        .prepare_cached(
            "INSERT INTO fee (registration, state, amount, decided_by, decided_at, reason)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (registration) DO NOTHING",
        )?
        .execute(params![
            registration,
            state,
            settled.amount,
            settled.by,
            to_ms(now),
            settled.waived,
        ])?
        > 0)
}

/// The fee is owed again.
pub fn unsettle(tx: &Connection, registration: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM fee WHERE registration = ?1")?
        .execute([registration])?;
    Ok(())
}

/// Everyone who holds a place, and whoever else has paid or sent a receipt, by name.
pub fn all(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Account>> {
    tx.prepare_cached(
        "SELECT r.id, r.name, r.state, f.amount, f.decided_by, f.reason,
           (SELECT count(*) FROM paper p WHERE p.registration = r.id AND p.purpose = 'receipt') AS receipts
         FROM registration r LEFT JOIN fee f ON f.registration = r.id
         WHERE r.competition = ?1
           AND (r.state IN ('review', 'accepted') OR f.registration IS NOT NULL OR receipts > 0)
         ORDER BY r.name, r.id",
    )?
    .query_map([competition], read)?
    .collect()
}

/// Players in this state whose fee is owed.
pub fn count_owing(tx: &Connection, competition: &str, state: State) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "SELECT count(*) FROM registration r WHERE r.competition = ?1 AND r.state = ?2
           AND NOT EXISTS (SELECT 1 FROM fee f WHERE f.registration = r.id)",
    )?
    .query_row([competition, state_word(state)], |row| row.get(0))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    let amount: Option<u32> = row.get("amount")?;
    let by: Option<i64> = row.get("decided_by")?;
    Ok(Account {
        registration: row.get("id")?,
        name: row.get("name")?,
        state: word::read(row, "state")?,
        settled: match (amount, by) {
            (Some(amount), Some(by)) => Some(Settled {
                amount,
                by,
                waived: row.get("reason")?,
            }),
            _ => None,
        },
        receipts: row.get("receipts")?,
    })
}
