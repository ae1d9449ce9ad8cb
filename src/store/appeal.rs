//! Appeals (申诉) with their deposits.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;

/// An appeal as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appeal {
    pub id: i64,
    /// The player's registration.
    pub registration: i64,
    /// Who filed it.
    pub account: i64,
    /// Round and table it is about.
    pub place: Option<(u32, u32)>,
    pub game: Option<i64>,
    pub penalty: Option<i64>,
    pub text: String,
    /// Yuan; 0: none.
    pub deposit: u32,
    pub filed_at: DateTime<Utc>,
    pub paid: bool,
    pub decision: Option<Decision>,
    /// The deposit went back.
    pub returned: bool,
    pub withdrawn: bool,
    /// Counts every change, so that a stale button is known.
    pub version: i64,
}

impl Appeal {
    /// Nobody has decided it, and the player stands by it.
    pub fn is_open(&self) -> bool {
        self.decision.is_none() && !self.withdrawn
    }
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub verdict: Verdict,
    pub text: String,
    pub by: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// 胜诉: the deposit goes back.
    Upheld,
    /// 败诉: the deposit stays.
    Rejected,
}

/// An appeal about to be filed.
pub struct New<'a> {
    pub registration: i64,
    pub account: i64,
    pub place: Option<(u32, u32)>,
    pub game: Option<i64>,
    pub penalty: Option<i64>,
    pub text: &'a str,
    pub deposit: u32,
}

pub fn add(tx: &Connection, new: &New<'_>, now: DateTime<Utc>) -> rusqlite::Result<i64> {
    tx.prepare_cached(
        "INSERT INTO appeal (registration, account, round, table_no, game, penalty, text, deposit, filed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute(params![
        new.registration,
        new.account,
        new.place.map(|(round, _)| round),
        new.place.map(|(_, table)| table),
        new.game,
        new.penalty,
        new.text,
        new.deposit,
        to_ms(now),
    ])?;
    Ok(tx.last_insert_rowid())
}

pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Appeal>> {
    tx.prepare_cached("SELECT * FROM appeal WHERE id = ?1")?
        .query_row([id], read)
        .optional()
}

/// The player's appeals, oldest first, those withdrawn included.
pub fn of_player(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<Appeal>> {
    tx.prepare_cached("SELECT * FROM appeal WHERE registration = ?1 ORDER BY id")?
        .query_map([registration], read)?
        .collect()
}

/// All of a competition, the newest first.
pub fn of_competition(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Appeal>> {
    tx.prepare_cached(
        "SELECT a.* FROM appeal a JOIN registration r ON r.id = a.registration
         WHERE r.competition = ?1 ORDER BY a.id DESC",
    )?
    .query_map([competition], read)?
    .collect()
}

/// Whose appeal it is.
pub fn registration(tx: &Connection, id: i64) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached("SELECT registration FROM appeal WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// The deposit is paid, or, with `by` `None`, it is not after all.
pub fn set_paid(
    tx: &Connection,
    id: i64,
    by: Option<i64>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE appeal SET paid_by = ?2, paid_at = ?3, version = version + 1 WHERE id = ?1",
    )?
    .execute(params![id, by, by.map(|_| to_ms(now))])?;
    Ok(())
}

/// The decision, or, with `None`, there is none after all.
pub fn set_decision(
    tx: &Connection,
    id: i64,
    decision: Option<&Decision>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE appeal SET verdict = ?2, verdict_text = ?3, decided_by = ?4, decided_at = ?5,
           version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![
        id,
        decision.map(|one| word::word(one.verdict)).transpose()?,
        decision.map(|one| one.text.as_str()),
        decision.map(|one| one.by),
        decision.map(|_| to_ms(now)),
    ])?;
    Ok(())
}

/// The deposit went back, or, with `by` `None`, it did not after all.
pub fn set_returned(
    tx: &Connection,
    id: i64,
    by: Option<i64>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE appeal SET returned_by = ?2, returned_at = ?3, version = version + 1 WHERE id = ?1",
    )?
    .execute(params![id, by, by.map(|_| to_ms(now))])?;
    Ok(())
}

/// The player thought better of it.
pub fn withdraw(tx: &Connection, id: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE appeal SET withdrawn_at = ?2, version = version + 1 WHERE id = ?1")?
        .execute(params![id, to_ms(now)])?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Appeal> {
    let round: Option<u32> = row.get("round")?;
    let verdict: Option<Verdict> = word::read_opt(row, "verdict")?;
    let text: Option<String> = row.get("verdict_text")?;
    let by: Option<i64> = row.get("decided_by")?;
    Ok(Appeal {
        id: row.get("id")?,
        registration: row.get("registration")?,
        account: row.get("account")?,
        place: round.zip(row.get("table_no")?),
        game: row.get("game")?,
        penalty: row.get("penalty")?,
        text: row.get("text")?,
        deposit: row.get("deposit")?,
        filed_at: from_ms(row.get("filed_at")?),
        paid: row.get::<_, Option<i64>>("paid_at")?.is_some(),
        decision: verdict.map(|verdict| Decision {
            verdict,
            text: text.unwrap_or_default(),
            by: by.unwrap_or_default(),
        }),
        returned: row.get::<_, Option<i64>>("returned_at")?.is_some(),
        withdrawn: row.get::<_, Option<i64>>("withdrawn_at")?.is_some(),
        version: row.get("version")?,
    })
}
