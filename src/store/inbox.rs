//! Updates taken from Telegram and not yet handled.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::to_ms;
use super::{Sealer, StoreError};

/// Keeps a received update before Telegram is told that it arrived. False when it was here already.
pub fn receive(
    tx: &Connection,
    sealer: &Sealer,
    update_id: i64,
    json: &[u8],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sealed = sealer.seal(&row_name(update_id), json)?;
    let added = tx
        .prepare_cached(
            "INSERT INTO inbox (update_id, sealed, received_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (update_id) DO NOTHING",
        )?
        .execute(params![update_id, sealed, to_ms(now)])?;
    Ok(added > 0)
}

/// Marks the update handled, in the transaction that handles it. False when it was handled before: then
/// nothing more may be done for it.
pub fn handle(tx: &Connection, update_id: i64, now: DateTime<Utc>) -> rusqlite::Result<bool> {
    let changed = tx
        .prepare_cached(
            "INSERT INTO inbox (update_id, sealed, received_at, handled_at) VALUES (?1, NULL, ?2, ?2)
             ON CONFLICT (update_id) DO UPDATE SET sealed = NULL, handled_at = excluded.handled_at
             WHERE handled_at IS NULL",
        )?
        .execute(params![update_id, to_ms(now)])?;
    Ok(changed > 0)
}

/// Updates received and not yet handled, oldest first. They are marked as left over, so that from now on
/// [`begin`] counts them.
pub fn unhandled(tx: &Connection, sealer: &Sealer) -> Result<Vec<Waiting>, StoreError> {
    tx.execute(
        "UPDATE inbox SET attempts = 1 WHERE handled_at IS NULL AND attempts = 0",
        [],
    )?;
    let mut statement = tx.prepare(
        "SELECT update_id, sealed, attempts FROM inbox WHERE handled_at IS NULL ORDER BY update_id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, Vec<u8>>(1)?,
            row.get::<_, u32>(2)?,
        ))
    })?;
    let mut waiting = Vec::new();
    for row in rows {
        let (update_id, sealed, attempts) = row?;
        let json = sealer.open(&row_name(update_id), &sealed)?;
        waiting.push(Waiting {
            update_id,
            json,
            attempts,
        });
    }
    Ok(waiting)
}

/// Counts that a left-over update is begun once more, before it is: only one that was begun may have ended
/// the program.
pub fn begin(tx: &Connection, update_id: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE inbox SET attempts = attempts + 1
         WHERE update_id = ?1 AND handled_at IS NULL AND attempts > 0",
    )?
    .execute([update_id])?;
    Ok(())
}

/// The update id to ask Telegram for next; `None` when nothing was received since `since`. Telegram
/// keeps updates for a day, and begins anew with any number after a week without one.
pub fn next_offset(tx: &Connection, since: DateTime<Utc>) -> rusqlite::Result<Option<i64>> {
    tx.query_row(
        "SELECT update_id + 1 FROM inbox WHERE received_at >= ?1
         ORDER BY received_at DESC, update_id DESC LIMIT 1",
        [to_ms(since)],
        |row| row.get(0),
    )
    .optional()
}

/// Updates received and not yet handled.
pub fn waiting(tx: &Connection) -> rusqlite::Result<i64> {
    tx.query_row(
        "SELECT count(*) FROM inbox WHERE handled_at IS NULL",
        [],
        |row| row.get(0),
    )
}

/// Forgets every update: their ids were those of another bot.
pub fn forget(tx: &Connection) -> rusqlite::Result<()> {
    tx.execute("DELETE FROM inbox", [])?;
    Ok(())
}

/// An update that a crash left unhandled.
#[derive(Debug)]
pub struct Waiting {
    pub update_id: i64,
    pub json: Vec<u8>,
    /// 1: left over; one more for every time it was begun since.
    pub attempts: u32,
}

fn row_name(update_id: i64) -> String {
    format!("inbox/{update_id}")
}
