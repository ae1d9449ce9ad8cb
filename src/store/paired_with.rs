//! What a round was paired with, as its desk wrote it down.

use rusqlite::{Connection, OptionalExtension, params};

/// Keeps it beside a proposed round.
pub fn save(tx: &Connection, round: i64, basis: &str) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO paired_with (round, basis) VALUES (?1, ?2)
         ON CONFLICT (round) DO UPDATE SET basis = excluded.basis",
    )?
    .execute(params![round, basis])?;
    Ok(())
}

/// `None`: the round is of a time when that was not kept.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT basis FROM paired_with WHERE round = ?1")?
        .query_row([round], |row| row.get(0))
        .optional()
}
