//! When rounds start, where that is not what `bot.toml` says.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::{from_ms, to_ms};

/// A round's start that stands in place of the planned one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTime {
    pub starts: DateTime<Utc>,
    /// An arbiter moved it; else the round was published too late for its planned start.
    pub is_moved: bool,
}

/// The start of this round of the stage; `None`: as planned.
pub fn of(tx: &Connection, stage: i64, number: u32) -> rusqlite::Result<Option<RoundTime>> {
    tx.prepare_cached("SELECT starts, moved_by FROM round_time WHERE stage = ?1 AND number = ?2")?
        .query_row(params![stage, number], |row| {
            Ok(RoundTime {
                starts: from_ms(row.get("starts")?),
                is_moved: row.get::<_, Option<i64>>("moved_by")?.is_some(),
            })
        })
        .optional()
}

/// Sets the start. `by`: the arbiter who moved it; `None` leaves what was said of that.
pub fn set(
    tx: &Connection,
    stage: i64,
    number: u32,
    starts: DateTime<Utc>,
    by: Option<i64>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO round_time (stage, number, starts, moved_by, set_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (stage, number) DO UPDATE
           SET starts = excluded.starts, set_at = excluded.set_at,
               moved_by = coalesce(excluded.moved_by, moved_by)",
    )?
    .execute(params![stage, number, to_ms(starts), by, to_ms(now)])?;
    Ok(())
}

/// Forgets a start that nobody moved: the round is not published any more.
pub fn forget_late(tx: &Connection, stage: i64, number: u32) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "DELETE FROM round_time WHERE stage = ?1 AND number = ?2 AND moved_by IS NULL",
    )?
    .execute(params![stage, number])?;
    Ok(())
}
