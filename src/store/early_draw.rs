//! Draws that were flagged as too early, and what the arbiters made of them.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::instant::to_ms;
use super::word;

/// Flags the game's draw, once more if the game was drawn anew.
pub fn flag(tx: &Connection, game: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO early_draw (game, flagged_at) VALUES (?1, ?2)
         ON CONFLICT (game) DO UPDATE SET flagged_at = excluded.flagged_at, decision = NULL,
           decided_by = NULL, decided_at = NULL",
    )?
    .execute(params![game, to_ms(now)])?;
    Ok(())
}

/// When the game's draw was flagged, in milliseconds.
pub fn find(tx: &Connection, game: i64) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached("SELECT flagged_at FROM early_draw WHERE game = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()
}

/// What was decided, and by whom.
pub fn decision<T: DeserializeOwned>(
    tx: &Connection,
    game: i64,
) -> rusqlite::Result<Option<(T, i64)>> {
    tx.prepare_cached("SELECT * FROM early_draw WHERE game = ?1 AND decision IS NOT NULL")?
        .query_row([game], |row| {
            Ok((word::read(row, "decision")?, row.get("decided_by")?))
        })
        .optional()
}

/// Keeps the decision.
pub fn decide<T: Serialize>(
    tx: &Connection,
    game: i64,
    decision: T,
    by: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE early_draw SET decision = ?2, decided_by = ?3, decided_at = ?4 WHERE game = ?1",
    )?
    .execute(params![game, word::word(decision)?, by, to_ms(now)])?;
    Ok(())
}
