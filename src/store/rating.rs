//! Ratings (等级分): what pairing programs call a player's strength, in the points of whoever rates.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

/// The rating of a registration, if it has one.
pub fn find(tx: &Connection, registration: i64) -> rusqlite::Result<Option<u32>> {
    tx.prepare_cached("SELECT points FROM rating WHERE registration = ?1")?
        .query_row([registration], |row| row.get(0))
        .optional()
}

/// All ratings of a competition, by registration.
pub fn of_competition(tx: &Connection, competition: &str) -> rusqlite::Result<HashMap<i64, u32>> {
    tx.prepare_cached(
        "SELECT rating.registration, rating.points
         FROM rating JOIN registration ON registration.id = rating.registration
         WHERE registration.competition = ?1",
    )?
    .query_map([competition], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Keeps a registration's rating; `None`: it has none.
pub fn set(tx: &Connection, registration: i64, points: Option<u32>) -> rusqlite::Result<()> {
    match points {
        Some(points) => tx
            .prepare_cached(
                "INSERT INTO rating (registration, points) VALUES (?1, ?2)
                 ON CONFLICT (registration) DO UPDATE SET points = excluded.points",
            )?
            .execute(params![registration, points])?,
        None => tx
            .prepare_cached("DELETE FROM rating WHERE registration = ?1")?
            .execute([registration])?,
    };
    Ok(())
}
