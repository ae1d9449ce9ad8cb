//! Penalties. One that is taken back is struck and stays.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;
use crate::config::PenaltyKind;
use crate::tournament::Outcome;
use crate::tournament::penalty::Fate;

/// A penalty of the journal of discipline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Penalty {
    pub id: i64,
    /// The player's registration.
    pub registration: i64,
    pub stage: i64,
    pub kind: PenaltyKind,
    /// Round and table where it happened.
    pub place: Option<(u32, u32)>,
    /// Gone when the round was taken back.
    pub game: Option<i64>,
    pub clause: String,
    pub rule: String,
    pub reason: String,
    /// Of a removal alone.
    pub fate: Option<Fate>,
    pub ban: Option<String>,
    /// What it made of the game's outcome.
    pub effect: Option<Effect>,
    pub by: i64,
    pub at: DateTime<Utc>,
    /// Who took it back.
    pub struck_by: Option<i64>,
}

/// A game's outcome before and after; before it `None`: open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    pub before: Option<Outcome>,
    pub after: Outcome,
}

/// A penalty about to be entered.
pub struct New<'a> {
    pub registration: i64,
    pub stage: i64,
    pub kind: PenaltyKind,
    pub place: Option<(u32, u32)>,
    pub game: Option<i64>,
    pub clause: &'a str,
    pub rule: &'a str,
    pub reason: &'a str,
    pub fate: Option<Fate>,
    pub ban: Option<&'a str>,
    pub by: i64,
}

pub fn add(tx: &Connection, new: &New<'_>, now: DateTime<Utc>) -> Result<i64, StoreError> {
    tx.prepare_cached(
        "INSERT INTO penalty (registration, stage, kind, round, table_no, game, clause, rule, reason, games,
           ban, made_by, made_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        new.registration,
        new.stage,
        word::word(new.kind)?,
        new.place.map(|(round, _)| round),
        new.place.map(|(_, table)| table),
        new.game,
        new.clause,
        new.rule,
        new.reason,
        new.fate.map(word::word).transpose()?,
        new.ban,
        new.by,
        to_ms(now),
    ])?;
    Ok(tx.last_insert_rowid())
}

/// Notes what the penalty made of its game's outcome; `None`: nothing any more.
pub fn set_effect(tx: &Connection, id: i64, effect: Option<Effect>) -> Result<(), StoreError> {
    let before = effect.and_then(|effect| effect.before);
    tx.prepare_cached("UPDATE penalty SET outcome_before = ?2, outcome_after = ?3 WHERE id = ?1")?
        .execute(params![
            id,
            before.map(word::word).transpose()?,
            effect.map(|effect| word::word(effect.after)).transpose()?,
        ])?;
    Ok(())
}

/// Strikes the penalty; false: it was struck before.
pub fn strike(tx: &Connection, id: i64, by: i64, now: DateTime<Utc>) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "UPDATE penalty SET struck_by = ?2, struck_at = ?3 WHERE id = ?1 AND struck_at IS NULL",
        )?
        .execute(params![id, by, to_ms(now)])?
        > 0)
}

pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Penalty>> {
    tx.prepare_cached("SELECT * FROM penalty WHERE id = ?1")?
        .query_row([id], read)
        .optional()
}

/// Every penalty of the stage, the newest first, those struck included.
pub fn of_stage(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<Penalty>> {
    tx.prepare_cached("SELECT * FROM penalty WHERE stage = ?1 ORDER BY id DESC")?
        .query_map([stage], read)?
        .collect()
}

/// The player's penalties, the oldest first, those struck included.
pub fn of_player(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<Penalty>> {
    tx.prepare_cached("SELECT * FROM penalty WHERE registration = ?1 ORDER BY id")?
        .query_map([registration], read)?
        .collect()
}

/// The player's penalties in one game that stand, the oldest first.
pub fn in_game(tx: &Connection, registration: i64, game: i64) -> rusqlite::Result<Vec<Penalty>> {
    tx.prepare_cached(
        "SELECT * FROM penalty WHERE registration = ?1 AND game = ?2 AND struck_at IS NULL ORDER BY id",
    )?
    .query_map([registration, game], read)?
    .collect()
}

/// How many fouls stand against each player in the stage, by registration.
pub fn fouls(tx: &Connection, stage: i64) -> rusqlite::Result<HashMap<i64, u32>> {
    tx.prepare_cached(
        "SELECT registration, count(*) FROM penalty
         WHERE stage = ?1 AND kind = 'foul' AND struck_at IS NULL GROUP BY registration",
    )?
    .query_map([stage], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// The removals of the competition that stand, in whatever stage, the oldest first: the registration, and
/// what became of its games.
pub fn removals(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<(i64, Fate)>> {
    tx.prepare_cached(
        "SELECT p.registration, p.games FROM penalty p JOIN registration r ON r.id = p.registration
         WHERE r.competition = ?1 AND p.kind = 'removal' AND p.struck_at IS NULL ORDER BY p.id",
    )?
    .query_map([competition], |row| {
        Ok((row.get(0)?, word::read(row, "games")?))
    })?
    .collect()
}

/// Whether a removal that stands keeps the player out.
pub fn is_removed(tx: &Connection, registration: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM penalty
         WHERE registration = ?1 AND kind = 'removal' AND struck_at IS NULL)",
    )?
    .query_row([registration], |row| row.get(0))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Penalty> {
    let round: Option<u32> = row.get("round")?;
    let before = word::read_opt(row, "outcome_before")?;
    Ok(Penalty {
        id: row.get("id")?,
        registration: row.get("registration")?,
        stage: row.get("stage")?,
        kind: word::read(row, "kind")?,
        place: round.zip(row.get("table_no")?),
        game: row.get("game")?,
        clause: row.get("clause")?,
        rule: row.get("rule")?,
        reason: row.get("reason")?,
        fate: word::read_opt(row, "games")?,
        ban: row.get("ban")?,
        effect: word::read_opt(row, "outcome_after")?.map(|after| Effect { before, after }),
        by: row.get("made_by")?,
        at: from_ms(row.get("made_at")?),
        struck_by: row.get("struck_by")?,
    })
}
