//! Registrations: who wants to play, and what became of it.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::instant::{from_ms, to_ms};
use super::word;
use super::{Sealer, StoreError};
use crate::config::{Sex, Title};
use crate::tournament::form::{Guardian, Identity};
use crate::tournament::{Phone, StartNumber};

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
    /// Until when the place offered may be confirmed.
    pub offered_until: Option<DateTime<Utc>>,
    /// Offers that passed without an answer.
    pub lapses: u32,
    pub version: i64,
}

/// What was answered besides, and what an arbiter looks at. Nothing of it is personal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answers {
    /// The form's version when it was submitted: a second tap on the same form is known by it.
    pub form: i64,
    /// Months of social insurance.
    pub months: Option<u32>,
    pub stated: BTreeMap<String, bool>,
    /// The alternatives relied on, by the key of the rule that lists them.
    pub bases: BTreeMap<String, String>,
    /// Holds a one-time code of the organizer.
    pub invited: bool,
    /// Keys of the rules whose papers an arbiter has to accept before the place is certain.
    pub to_review: Vec<String>,
    /// The document is no resident ID card: an arbiter looks at it.
    pub permit: bool,
}

impl Answers {
    /// An arbiter has something to look at.
    pub fn needs_review(&self) -> bool {
        self.permit || !self.to_review.is_empty()
    }
}

/// What nobody but the player and the arbiters sees; sealed in the database.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Personal {
    pub identity: Identity,
    pub phone: Phone,
    pub guardian: Option<Guardian>,
}

/// A registration to be stored.
pub struct New<'a> {
    pub competition: &'a str,
    pub section: &'a str,
    pub account: Option<i64>,
    pub name: &'a str,
    pub sex: Sex,
    pub born: NaiveDate,
    pub title: Title,
    pub team: Option<&'a str>,
    pub basis: Option<&'a str>,
    pub answers: &'a Answers,
    pub state: State,
    pub pool: &'a str,
    pub place: Option<u32>,
    pub personal: &'a Personal,
    /// The keyed hash of the document.
    pub person_hash: &'a [u8],
}

/// Where a registration stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Papers wait for an arbiter; the place is held.
    Review,
    Accepted,
    /// On the waiting list.
    Waiting,
    /// First in line: a place is held until it is confirmed or declined, or the offer lapses.
    Offered,
    Refused,
    Withdrawn,
}

impl State {
    /// In the list or on the way into it.
    pub fn stands(self) -> bool {
        matches!(
            self,
            State::Review | State::Accepted | State::Waiting | State::Offered
        )
    }
}

pub(super) const COLUMNS: &str = "id, competition, section, account, name, sex, born, title, team, basis, state, \
                       pool, place, submitted_at, reason, start_no, checked_in_at, offered_until, lapses, \
                       version";

/// The registration of this id.
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

/// All of the competition's registrations, whatever became of them, oldest first.
pub fn of_competition(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration WHERE competition = ?1 ORDER BY id"
    ))?
    .query_map([competition], read)?
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

/// Stores a new registration and returns its id. The personal data is sealed as `registration/ID`; the id
/// is the next of the sequence, which nothing else can take while this transaction is the only writer.
pub fn add(
    tx: &Connection,
    sealer: &Sealer,
    new: &New<'_>,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let id: i64 = tx
        .prepare_cached("SELECT seq + 1 FROM sqlite_sequence WHERE name = 'registration'")?
        .query_row([], |row| row.get(0))
        .optional()?
        .unwrap_or(1);
    let personal = sealer.seal(&row_name(id), &serde_json::to_vec(new.personal)?)?;
    tx.prepare_cached(
        "INSERT INTO registration (id, competition, section, account, name, sex, born, title, team, basis,
           answers, state, pool, place, personal, person_hash, submitted_at, line_no)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    )?
    .execute(params![
        id,
        new.competition,
        new.section,
        new.account,
        new.name,
        word::word(new.sex)?,
        new.born.to_string(),
        word::word(new.title)?,
        new.team,
        new.basis,
        serde_json::to_string(new.answers)?,
        state_word(new.state),
        new.pool,
        new.place,
        personal,
        new.person_hash,
        to_ms(now),
        match new.state {
            State::Waiting => Some(end_of_line(tx, new.competition)?),
            _ => None,
        },
    ])?;
    Ok(id)
}

/// The keyed hash by which the same person is found again.
pub fn person_hash(sealer: &Sealer, identity: &Identity) -> Vec<u8> {
    sealer.fingerprint("person", &identity.fingerprint_input())
}

/// The number of who joins the waiting list now.
pub(super) fn end_of_line(tx: &Connection, competition: &str) -> rusqlite::Result<i64> {
    tx.prepare_cached(
        "SELECT coalesce(max(line_no), 0) + 1 FROM registration WHERE competition = ?1",
    )?
    .query_row([competition], |row| row.get(0))
}

/// Opens the personal data of a registration.
///
/// # Errors
/// [`StoreError::Purged`] when it was removed after the event.
pub fn personal(tx: &Connection, sealer: &Sealer, id: i64) -> Result<Personal, StoreError> {
    let sealed: Vec<u8> = tx
        .prepare_cached("SELECT personal FROM registration WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?;
    if sealed.is_empty() {
        return Err(StoreError::Purged);
    }
    Ok(serde_json::from_slice(
        &sealer.open(&row_name(id), &sealed)?,
    )?)
}

/// The answers of the form, opened.
pub fn answers(tx: &Connection, id: i64) -> Result<Answers, StoreError> {
    let json: String = tx
        .prepare_cached("SELECT answers FROM registration WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?;
    Ok(serde_json::from_str(&json)?)
}

/// A registration of the competition that stands (in review, accepted, waiting or offered) for the same document,
/// or for the same name and birth date.
pub fn same_person(
    tx: &Connection,
    competition: &str,
    person_hash: &[u8],
    name: &str,
    born: NaiveDate,
) -> rusqlite::Result<Option<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND (person_hash = ?2 OR (name = ?3 AND born = ?4))
           AND state IN ('review', 'accepted', 'waiting', 'offered') LIMIT 1"
    ))?
    .query_row(
        params![competition, person_hash, name, born.to_string()],
        read,
    )
    .optional()
}

/// Registrations of the same person that stand in other competitions: of the same document, or of the same name
/// and birth date.
pub fn elsewhere(tx: &Connection, id: i64) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition <> (SELECT competition FROM registration WHERE id = ?1)
           AND (person_hash = (SELECT person_hash FROM registration WHERE id = ?1)
             OR (name, born) = (SELECT name, born FROM registration WHERE id = ?1))
           AND state IN ('review', 'accepted', 'waiting', 'offered') ORDER BY id"
    ))?
    .query_map([id], read)?
    .collect()
}

/// What this account made of the form of this version, or, as an arbiter, for a player without one.
pub fn of_form(tx: &Connection, account: i64, form: i64) -> rusqlite::Result<Option<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE (account = ?1 OR account IS NULL) AND json_extract(answers, '$.form') = ?2"
    ))?
    .query_row(params![account, form], read)
    .optional()
}

/// Registrations in review that wait for an arbiter, oldest first; those asked for more papers wait for
/// the player and are left out.
pub fn to_review(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND state = 'review' AND decided_at IS NULL ORDER BY id"
    ))?
    .query_map([competition], read)?
    .collect()
}

/// Whether the registration is in review and the player was asked for more papers.
pub fn is_asked(tx: &Connection, id: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached(
        "SELECT state = 'review' AND decided_at IS NOT NULL FROM registration WHERE id = ?1",
    )?
    .query_row([id], |row| row.get(0))
}

/// Which arbiter decided last.
pub fn decided_by(tx: &Connection, id: i64) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached("SELECT decided_by FROM registration WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
}

/// An arbiter's decision. Refused frees the place; in review means that more papers are asked for.
pub fn decide(
    tx: &Connection,
    id: i64,
    state: State,
    by: i64,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = ?2,
           place = CASE WHEN ?2 IN ('review', 'accepted') THEN place END,
           decided_by = ?3, decided_at = ?4, reason = ?5, version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![id, state_word(state), by, to_ms(now), reason])?;
    Ok(())
}

/// The papers asked for are in: an arbiter looks again.
pub fn review_again(tx: &Connection, id: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET decided_by = NULL, decided_at = NULL, version = version + 1
         WHERE id = ?1 AND state = 'review'",
    )?
    .execute([id])?;
    Ok(())
}

/// How many registrations of the competition are in this state.
pub fn count(tx: &Connection, competition: &str, state: State) -> rusqlite::Result<u32> {
    tx.prepare_cached("SELECT count(*) FROM registration WHERE competition = ?1 AND state = ?2")?
        .query_row([competition, state_word(state)], |row| row.get(0))
}

fn row_name(id: i64) -> String {
    format!("registration/{id}")
}

/// Gives or takes a start number, which is one player's alone in a competition.
pub fn set_start_no(tx: &Connection, id: i64, no: Option<StartNumber>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET start_no = ?2, version = version + 1 WHERE id = ?1",
    )?
    .execute(params![id, no.map(|no| no.0)])?;
    Ok(())
}

/// The first start number nobody was ever given.
pub fn next_start_no(tx: &Connection, competition: &str) -> rusqlite::Result<StartNumber> {
    tx.prepare_cached(
        "SELECT coalesce(max(start_no), 0) + 1 FROM registration WHERE competition = ?1",
    )?
    .query_row([competition], |row| Ok(StartNumber(row.get(0)?)))
}

/// Ties the registration to an account.
pub fn set_account(tx: &Connection, id: i64, account: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE registration SET account = ?2, version = version + 1 WHERE id = ?1")?
        .execute([id, account])?;
    Ok(())
}

/// The competition's registrations without an account that stand, oldest first.
pub fn without_account(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND account IS NULL
           AND state IN ('review', 'accepted', 'waiting', 'offered') ORDER BY id"
    ))?
    .query_map([competition], read)?
    .collect()
}

/// Notes that the arbiters know of this player without an account; true the first time.
pub fn set_no_account_told(tx: &Connection, id: i64) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "UPDATE registration SET no_account_told = 1 WHERE id = ?1 AND no_account_told = 0",
        )?
        .execute([id])?
        > 0)
}

/// When the player was seen at check-in; `None` takes it back.
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
        "UPDATE registration SET state = 'withdrawn', place = NULL, offered_until = NULL,
           decided_by = ?2, decided_at = ?3, reason = ?4, version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![id, by, to_ms(now), reason])?;
    Ok(())
}

/// Takes a withdrawn registration in again, at a place that is free.
pub fn reinstate(
    tx: &Connection,
    id: i64,
    place: u32,
    by: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = 'accepted', place = ?2, decided_by = ?3, decided_at = ?4,
           reason = NULL, version = version + 1
         WHERE id = ?1 AND state = 'withdrawn'",
    )?
    .execute(params![id, place, by, to_ms(now)])?;
    Ok(())
}

/// The state's word in the database.
pub fn state_word(state: State) -> &'static str {
    match state {
        State::Review => "review",
        State::Accepted => "accepted",
        State::Waiting => "waiting",
        State::Offered => "offered",
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
        offered_until: row.get::<_, Option<i64>>("offered_until")?.map(from_ms),
        lapses: row.get("lapses")?,
        version: row.get("version")?,
    })
}
