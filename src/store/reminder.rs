//! What is told once when its time comes, over restarts and moved clocks.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::{from_ms, to_ms};

/// When `what` was last told.
pub fn last(
    tx: &Connection,
    competition: &str,
    what: &str,
) -> rusqlite::Result<Option<DateTime<Utc>>> {
    tx.prepare_cached("SELECT max(told_at) FROM reminder WHERE competition = ?1 AND what = ?2")?
        .query_row([competition, what], |row| {
            Ok(row.get::<_, Option<i64>>(0)?.map(from_ms))
        })
}

/// Notes that `what` is told for the time `due`; false when it was told before.
pub fn once(
    tx: &Connection,
    competition: &str,
    what: &str,
    due: DateTime<Utc>,
    now: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "INSERT INTO reminder (competition, what, due, told_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![competition, what, to_ms(due), to_ms(now)])?
        > 0)
}
