//! Prizes an arbiter gives by choice.

use rusqlite::{Connection, OptionalExtension, params};

/// The registration that was chosen for the prize of this name.
pub fn find(tx: &Connection, competition: &str, name: &str) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached(
        "SELECT registration FROM special_prize WHERE competition = ?1 AND name = ?2",
    )?
    .query_row([competition, name], |row| row.get(0))
    .optional()
}

/// Chooses a registration, in place of any chosen before.
pub fn choose(
    tx: &Connection,
    competition: &str,
    name: &str,
    registration: i64,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO special_prize (competition, name, registration) VALUES (?1, ?2, ?3)
         ON CONFLICT (competition, name) DO UPDATE SET registration = excluded.registration",
    )?
    .execute(params![competition, name, registration])?;
    Ok(())
}
