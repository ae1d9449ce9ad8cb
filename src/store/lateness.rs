//! Who was not at the table after the start, as an arbiter saw it.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;
use crate::tournament::Side;

/// One player who is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lateness {
    pub game: i64,
    pub side: Side,
    /// The arbiter's account.
    pub noted_by: i64,
    pub noted_at: DateTime<Utc>,
}

/// Notes that the side is not there; false when that was known.
pub fn note(
    tx: &Connection,
    game: i64,
    side: Side,
    by: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(tx
        .prepare_cached(
            "INSERT INTO lateness (game, side, noted_by, noted_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![game, word::word(side)?, by, to_ms(now)])?
        > 0)
}

/// The side has come after all; false when it was not noted as absent.
pub fn strike(tx: &Connection, game: i64, side: Side) -> Result<bool, StoreError> {
    Ok(tx
        .prepare_cached("DELETE FROM lateness WHERE game = ?1 AND side = ?2")?
        .execute(params![game, word::word(side)?])?
        > 0)
}

/// Forgets what was noted in the round: it is not published any more.
pub fn clear(tx: &Connection, round: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM lateness WHERE game IN (SELECT id FROM game WHERE round = ?1)")?
        .execute([round])?;
    Ok(())
}

/// Who is not there at this table.
pub fn of_game(tx: &Connection, game: i64) -> rusqlite::Result<Vec<Lateness>> {
    tx.prepare_cached("SELECT * FROM lateness WHERE game = ?1 ORDER BY side DESC")?
        .query_map([game], read)?
        .collect()
}

/// Who is not there at tables of the round without a result or a dispute, by table.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Vec<Lateness>> {
    tx.prepare_cached(
        "SELECT l.* FROM lateness l JOIN game g ON g.id = l.game
         WHERE g.round = ?1 AND g.status IN ('open', 'pending') ORDER BY g.table_no, l.side DESC",
    )?
    .query_map([round], read)?
    .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Lateness> {
    Ok(Lateness {
        game: row.get("game")?,
        side: word::read(row, "side")?,
        noted_by: row.get("noted_by")?,
        noted_at: from_ms(row.get("noted_at")?),
    })
}
