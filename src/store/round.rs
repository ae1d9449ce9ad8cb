//! Rounds of a stage.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::instant::{from_ms, to_ms};
use super::word;

/// A round of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub id: i64,
    pub stage: i64,
    /// From 1.
    pub number: u32,
    pub state: State,
    pub published_at: Option<DateTime<Utc>>,
    pub version: i64,
    /// Of a knockout: a round of the table here holds one game of a match.
    pub part: Option<Part>,
}

/// Which game of the knockout a round holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The knockout's round, from 1.
    pub round: u32,
    /// The game of the match, from 1.
    pub game: u32,
}

/// How far a round is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Seen by the arbiters only.
    Proposed,
    Published,
    /// Every game has its final outcome.
    Closed,
}

/// The id of the stage, made when first asked for.
pub fn stage(tx: &Connection, competition: &str, key: &str) -> rusqlite::Result<i64> {
    tx.prepare_cached(
        "INSERT INTO stage (competition, key) VALUES (?1, ?2)
         ON CONFLICT (competition, key) DO NOTHING",
    )?
    .execute([competition, key])?;
    tx.prepare_cached("SELECT id FROM stage WHERE competition = ?1 AND key = ?2")?
        .query_row([competition, key], |row| row.get(0))
}

/// The keys of the competition's stages that have a round.
pub fn stages_begun(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<String>> {
    tx.prepare_cached(
        "SELECT key FROM stage s WHERE competition = ?1
         AND EXISTS (SELECT 1 FROM round WHERE stage = s.id)",
    )?
    .query_map([competition], |row| row.get(0))?
    .collect()
}

/// When the stage was declared finished.
pub fn stage_finished(tx: &Connection, stage: i64) -> rusqlite::Result<Option<DateTime<Utc>>> {
    tx.prepare_cached("SELECT finished_at FROM stage WHERE id = ?1")?
        .query_row([stage], |row| {
            Ok(row.get::<_, Option<i64>>(0)?.map(from_ms))
        })
}

/// Ends the stage at `at`: no further round of it is played. `None` takes that back.
pub fn finish_stage(
    tx: &Connection,
    stage: i64,
    at: Option<DateTime<Utc>>,
) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE stage SET finished_at = ?2 WHERE id = ?1")?
        .execute(params![stage, at.map(to_ms)])?;
    Ok(())
}

/// The stage's newest round.
pub fn latest(tx: &Connection, stage: i64) -> rusqlite::Result<Option<Round>> {
    tx.prepare_cached("SELECT * FROM round WHERE stage = ?1 ORDER BY number DESC LIMIT 1")?
        .query_row([stage], read)
        .optional()
}

/// The stage's newest round that people know of: published or closed.
pub fn newest_published(tx: &Connection, stage: i64) -> rusqlite::Result<Option<Round>> {
    tx.prepare_cached(
        "SELECT * FROM round WHERE stage = ?1 AND state <> 'proposed' ORDER BY number DESC LIMIT 1",
    )?
    .query_row([stage], read)
    .optional()
}

/// The stage's round of this number, from 1.
pub fn numbered(tx: &Connection, stage: i64, number: u32) -> rusqlite::Result<Option<Round>> {
    tx.prepare_cached("SELECT * FROM round WHERE stage = ?1 AND number = ?2")?
        .query_row(params![stage, number], read)
        .optional()
}

/// The round of this id.
pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Round>> {
    tx.prepare_cached("SELECT * FROM round WHERE id = ?1")?
        .query_row([id], read)
        .optional()
}

/// The stage's rounds in order, proposals included.
pub fn all(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<Round>> {
    tx.prepare_cached("SELECT * FROM round WHERE stage = ?1 ORDER BY number")?
        .query_map([stage], read)?
        .collect()
}

/// Adds a proposed round and returns its id.
pub fn propose(
    tx: &Connection,
    stage: i64,
    number: u32,
    by: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<i64> {
    tx.prepare_cached(
        "INSERT INTO round (stage, number, state, proposed_at, proposed_by)
         VALUES (?1, ?2, 'proposed', ?3, ?4)",
    )?
    .execute(params![stage, number, to_ms(now), by])?;
    Ok(tx.last_insert_rowid())
}

/// Opens a round for one game of a match and returns its id.
pub fn open_part(
    tx: &Connection,
    stage: i64,
    part: Part,
    now: DateTime<Utc>,
) -> rusqlite::Result<i64> {
    tx.prepare_cached(
        "INSERT INTO round (stage, number, state, proposed_at, published_at, part_round, part_game)
         VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM round WHERE stage = ?1), 'published',
                 ?2, ?2, ?3, ?4)",
    )?
    .execute(params![stage, to_ms(now), part.round, part.game])?;
    Ok(tx.last_insert_rowid())
}

/// Throws a round of one game away that nobody has reported in.
pub fn drop_part(tx: &Connection, id: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM round WHERE id = ?1 AND part_round IS NOT NULL")?
        .execute([id])?;
    Ok(())
}

/// Throws a proposed round away with its games. False when there is no such proposed round.
pub fn discard(tx: &Connection, id: i64) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached("DELETE FROM round WHERE id = ?1 AND state = 'proposed'")?
        .execute([id])?
        > 0)
}

/// The round is public from `now` on.
pub fn publish(tx: &Connection, id: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE round SET state = 'published', published_at = ?2 WHERE id = ?1")?
        .execute(params![id, to_ms(now)])?;
    Ok(())
}

/// Makes a published round a proposal again.
pub fn unpublish(tx: &Connection, id: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE round SET state = 'proposed', published_at = NULL WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Every game of the round is decided.
pub fn close(tx: &Connection, id: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE round SET state = 'closed', closed_at = ?2 WHERE id = ?1")?
        .execute(params![id, to_ms(now)])?;
    Ok(())
}

/// Opens a closed round again: a correction left a game without an outcome.
pub fn reopen(tx: &Connection, id: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE round SET state = 'published', closed_at = NULL WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Round> {
    Ok(Round {
        id: row.get("id")?,
        stage: row.get("stage")?,
        number: row.get("number")?,
        state: word::read(row, "state")?,
        published_at: row.get::<_, Option<i64>>("published_at")?.map(from_ms),
        version: row.get("version")?,
        part: match (row.get("part_round")?, row.get("part_game")?) {
            (Some(round), Some(game)) => Some(Part { round, game }),
            _ => None,
        },
    })
}
