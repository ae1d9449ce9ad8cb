//! The numbered places of a pool: a place is taken once.

use rusqlite::{Connection, OptionalExtension};

/// The lowest free place of the pool, from 1. Taken by the registration that is stored with it.
pub fn free(tx: &Connection, competition: &str, pool: &str) -> rusqlite::Result<Option<u32>> {
    tx.prepare_cached(
        "SELECT no FROM place p WHERE competition = ?1 AND pool = ?2
         AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.competition = p.competition
                         AND r.pool = p.pool AND r.place = p.no)
         ORDER BY no LIMIT 1",
    )?
    .query_row([competition, pool], |row| row.get(0))
    .optional()
}

/// How many places of the pool are free.
pub fn count_free(tx: &Connection, competition: &str, pool: &str) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "SELECT count(*) FROM place p WHERE competition = ?1 AND pool = ?2
         AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.competition = p.competition
                         AND r.pool = p.pool AND r.place = p.no)",
    )?
    .query_row([competition, pool], |row| row.get(0))
}
