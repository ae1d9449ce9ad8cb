use chrono::{DateTime, NaiveDate, Utc};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::instant::{from_ms, to_ms};
use super::word;
use crate::config::{Sex, Title};
use crate::tournament::StartNumber;

/// A player's registration without the sealed personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub id: i64,
    pub competition: String,
    pub section: String,
    /// Who registered; `None`: entered by an arbiter for one without an account.
    pub account: Option<i64>,
    pub name: String,
    pub sex: Sex,
    pub born: NaiveDate,
    pub title: Title,
    pub team: Option<String>,
    pub basis: Option<String>,
    pub state: State,
    pub pool: String,
    pub place: Option<u32>,
    pub submitted_at: DateTime<Utc>,
    pub reason: Option<String>,
    pub start_no: Option<StartNumber>,
    pub checked_in: bool,
    pub version: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Papers wait for an arbiter; the place is held.
    Review,
    Accepted,
    /// On the waiting list.
    Waiting,
    Refused,
    Withdrawn,
}

const COLUMNS: &str = "id, competition, section, account, name, sex, born, title, team, basis, state, \
                       pool, place, submitted_at, reason, start_no, checked_in_at, version";

pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Registration>> {
    tx.prepare_cached(&format!("SELECT {COLUMNS} FROM registration WHERE id = ?1"))?
        .query_row([id], read)
        .optional()
}

/// Everything the account registered, oldest first.
pub fn of_account(tx: &Connection, account: i64) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration WHERE account = ?1 ORDER BY id"
    ))?
    .query_map([account], read)?
    .collect()
}

/// The competition's registrations in one state, oldest first.
pub fn in_state(
    tx: &Connection,
    competition: &str,
    state: State,
) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND state = (SELECT ?2) ORDER BY id"
    ))?
    .query_map(params![competition, state_word(state)], read)?
    .collect()
}

/// Everyone who was given a start number, whatever became of them, by start number.
pub fn numbered(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND start_no IS NOT NULL ORDER BY start_no"
    ))?
    .query_map([competition], read)?
    .collect()
}

pub fn set_start_no(tx: &Connection, id: i64, no: Option<StartNumber>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET start_no = ?2, version = version + 1 WHERE id = ?1",
    )?
    .execute(params![id, no.map(|no| no.0)])?;
    Ok(())
}

pub fn set_checked_in(tx: &Connection, id: i64, at: Option<DateTime<Utc>>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET checked_in_at = ?2, version = version + 1 WHERE id = ?1",
    )?
    .execute(params![id, at.map(to_ms)])?;
    Ok(())
}

/// Takes the registration out: the place is free again, the start number stays taken.
pub fn withdraw(
    tx: &Connection,
    id: i64,
    by: Option<i64>,
    reason: &str,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = 'withdrawn', place = NULL, decided_by = ?2, decided_at = ?3,
           reason = ?4, version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![id, by, to_ms(now), reason])?;
    Ok(())
}

/// The state's word in the database.
pub fn state_word(state: State) -> &'static str {
    match state {
        State::Review => "review",
        State::Accepted => "accepted",
        State::Waiting => "waiting",
        State::Refused => "refused",
        State::Withdrawn => "withdrawn",
    }
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Registration> {
    let born: String = row.get("born")?;
    let born = born
        .parse()
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, Box::new(e)))?;
    Ok(Registration {
        id: row.get("id")?,
        competition: row.get("competition")?,
        section: row.get("section")?,
        account: row.get("account")?,
        name: row.get("name")?,
        sex: word::read(row, "sex")?,
        born,
        title: word::read(row, "title")?,
        team: row.get("team")?,
        basis: row.get("basis")?,
        state: word::read(row, "state")?,
        pool: row.get("pool")?,
        place: row.get("place")?,
        submitted_at: from_ms(row.get("submitted_at")?),
        reason: row.get("reason")?,
        start_no: row.get::<_, Option<u32>>("start_no")?.map(StartNumber),
        checked_in: row.get::<_, Option<i64>>("checked_in_at")?.is_some(),
        version: row.get("version")?,
    })
}
