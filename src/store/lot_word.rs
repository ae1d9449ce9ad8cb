//! The public words (公开词) of a knockout's rounds.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::{from_ms, to_ms};

/// The word of a round whose lots are committed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LotWord {
    pub asked_at: DateTime<Utc>,
    /// The arbiters were asked again because a lot waited.
    pub reminded: bool,
    /// `None`: nobody has typed it.
    pub word: Option<String>,
}

/// `None`: no lot of the round is committed to.
pub fn find(tx: &Connection, stage: i64, round: u32) -> rusqlite::Result<Option<LotWord>> {
    tx.prepare_cached(
        "SELECT asked_at, reminded_at IS NOT NULL, word FROM lot_word
         WHERE stage = ?1 AND round = ?2",
    )?
    .query_row(params![stage, round], |row| {
        Ok(LotWord {
            asked_at: from_ms(row.get(0)?),
            reminded: row.get(1)?,
            word: row.get(2)?,
        })
    })
    .optional()
}

/// The arbiters are asked for the word, or asked anew; a word that was typed stays.
pub fn ask(tx: &Connection, stage: i64, round: u32, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO lot_word (stage, round, asked_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (stage, round) DO UPDATE SET
           asked_at = excluded.asked_at, reminded_at = NULL",
    )?
    .execute(params![stage, round, to_ms(now)])?;
    Ok(())
}

/// The arbiters were asked once more.
pub fn set_reminded(
    tx: &Connection,
    stage: i64,
    round: u32,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE lot_word SET reminded_at = ?3 WHERE stage = ?1 AND round = ?2")?
        .execute(params![stage, round, to_ms(now)])?;
    Ok(())
}

/// Keeps the word, once; false: there is one already, or nobody was asked for it.
pub fn keep(
    tx: &Connection,
    stage: i64,
    round: u32,
    word: &str,
    account: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    let kept = tx
        .prepare_cached(
            "UPDATE lot_word SET word = ?3, account = ?4, typed_at = ?5
             WHERE stage = ?1 AND round = ?2 AND word IS NULL",
        )?
        .execute(params![stage, round, word, account, to_ms(now)])?;
    Ok(kept == 1)
}
