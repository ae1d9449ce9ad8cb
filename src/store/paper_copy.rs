//! Which papers have a copy on disk. A paper that nobody has tried to copy yet waits too, so that nothing
//! has to be done when it is handed in.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::to_ms;
use super::{Sealer, StoreError, paper};

/// A paper of which a copy is to be made.
pub struct Owed {
    pub paper: i64,
    pub registration: i64,
    /// Telegram's id of the file.
    pub file: String,
    /// How often it was tried in vain.
    pub attempts: u32,
}

/// The paper that has waited longest and may be tried now.
pub fn next(
    tx: &Connection,
    sealer: &Sealer,
    now: DateTime<Utc>,
) -> Result<Option<Owed>, StoreError> {
    let row = tx
        .prepare_cached(
            "SELECT p.id, p.registration, p.file, coalesce(c.attempts, 0)
             FROM paper p LEFT JOIN paper_copy c ON c.paper = p.id
             WHERE c.paper IS NULL OR (c.state = 'waiting' AND c.not_before <= ?1)
             ORDER BY coalesce(c.not_before, 0), p.id LIMIT 1",
        )?
        .query_row([to_ms(now)], |row| {
            Ok((
                row.get(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, Vec<u8>>(2)?,
                row.get(3)?,
            ))
        })
        .optional()?;
    let Some((paper, registration, sealed, attempts)) = row else {
        return Ok(None);
    };
    let file = sealer.open(&paper::row_name(registration), &sealed)?;
    Ok(Some(Owed {
        paper,
        registration,
        file: String::from_utf8(file).map_err(|_| super::SealError::Open)?,
        attempts,
    }))
}

/// The copy is made. False: the paper is gone meanwhile, and its copy has to go too.
pub fn kept(tx: &Connection, paper: i64) -> rusqlite::Result<bool> {
    put(tx, paper, "kept", 0, None)
}

/// No copy can be made of it, now or later.
pub fn failed(tx: &Connection, paper: i64, error: &str) -> rusqlite::Result<()> {
    put(tx, paper, "failed", 0, Some(error)).map(drop)
}

/// It did not work; not to be tried again before `not_before`.
pub fn put_off(
    tx: &Connection,
    paper: i64,
    not_before: DateTime<Utc>,
    error: &str,
) -> rusqlite::Result<()> {
    put(tx, paper, "waiting", to_ms(not_before), Some(error)).map(drop)
}

/// Papers that wait for their copy.
pub fn waiting(tx: &Connection) -> rusqlite::Result<u32> {
    tx.query_row(
        "SELECT count(*) FROM paper p LEFT JOIN paper_copy c ON c.paper = p.id
         WHERE c.paper IS NULL OR c.state = 'waiting'",
        [],
        |row| row.get(0),
    )
}

/// A paper that is gone meanwhile needs no note.
fn put(
    tx: &Connection,
    paper: i64,
    state: &str,
    not_before: i64,
    error: Option<&str>,
) -> rusqlite::Result<bool> {
    let changed = tx
        .prepare_cached(
            "INSERT INTO paper_copy (paper, state, attempts, not_before, error)
         SELECT id, ?2, 1, ?3, ?4 FROM paper WHERE id = ?1
         ON CONFLICT (paper) DO UPDATE SET state = excluded.state, attempts = attempts + 1,
           not_before = excluded.not_before, error = excluded.error",
        )?
        .execute(params![paper, state, not_before, error])?;
    Ok(changed > 0)
}
