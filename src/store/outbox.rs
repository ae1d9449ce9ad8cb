//! Messages owed. The sender works one row at a time: `claim` marks it as being sent and records the
//! row before as done in one transaction, so that after a crash at most one message is in doubt.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::instant::to_ms;

/// The chat of a row that goes to the bound group, wherever that is when it is sent.
pub const GROUP_CHAT: i64 = 0;

/// A row to be added.
#[derive(Debug, Clone)]
pub struct New<'a> {
    pub chat: i64,
    pub thread: Option<i64>,
    /// A notice as JSON.
    pub notice: &'a str,
    /// An announcement, not an answer that someone waits for.
    pub is_broadcast: bool,
    pub slot: Option<&'a str>,
    pub edits: Option<i64>,
}

/// A row taken up for sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    pub id: i64,
    pub chat: i64,
    pub thread: Option<i64>,
    pub notice: String,
    pub slot: Option<String>,
    pub edits: Option<i64>,
    /// How many of its parts are sent already.
    pub part: u32,
    pub attempts: u32,
    /// A crash interrupted the sending of its next part: that part may stand in the chat already.
    pub in_doubt: bool,
}

/// Adds a row. An older row of the same slot and chat that nobody has begun to send is dropped in its
/// favour: only the newest text of a living message matters.
pub fn add(tx: &Connection, new: &New<'_>, now: DateTime<Utc>) -> rusqlite::Result<i64> {
    if let Some(slot) = new.slot {
        tx.prepare_cached(
            "UPDATE outbox SET state = 'superseded', done_at = ?3
             WHERE slot = ?1 AND chat = ?2 AND state = 'pending' AND part = 0",
        )?
        .execute(params![slot, new.chat, to_ms(now)])?;
    }
    tx.prepare_cached(
        "INSERT INTO outbox (chat, thread, notice, urgency, slot, edits, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        new.chat,
        new.thread,
        new.notice,
        i64::from(new.is_broadcast),
        new.slot,
        new.edits,
        to_ms(now)
    ])?;
    Ok(tx.last_insert_rowid())
}

/// Takes up the next row that may be sent now: the oldest of its chat, answers before announcements.
/// The `held` chats are passed over.
pub fn claim(tx: &Connection, held: &[i64], now: DateTime<Utc>) -> rusqlite::Result<Option<Owed>> {
    let owed = tx
        .prepare_cached(
            "SELECT o.* FROM outbox o
             WHERE o.id IN (SELECT min(id) FROM outbox WHERE state IN ('pending', 'sending')
                            GROUP BY chat)
               AND o.not_before <= ?1
               AND o.chat NOT IN (SELECT value FROM json_each(?2))
             ORDER BY o.urgency, o.id LIMIT 1",
        )?
        .query_row(params![to_ms(now), json_array(held)], read)
        .optional()?;
    if let Some(owed) = &owed {
        tx.prepare_cached(
            "UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?1",
        )?
        .execute([owed.id])?;
    }
    Ok(owed)
}

/// What is owed to the chat is about no message and no topic there any more: their ids have changed.
pub fn forget_places(tx: &Connection, chat: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE outbox SET edits = NULL, thread = NULL
         WHERE chat = ?1 AND state IN ('pending', 'sending')",
    )?
    .execute([chat])?;
    Ok(())
}

/// One part was sent as `message`.
pub fn part_sent(
    tx: &Connection,
    owed: &Owed,
    part: u32,
    chat: i64,
    message: i64,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO posted (outbox, part, chat, message, slot) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO NOTHING",
    )?
    .execute(params![owed.id, part, chat, message, owed.slot])?;
    tx.prepare_cached("UPDATE outbox SET part = ?2 WHERE id = ?1")?
        .execute(params![owed.id, part + 1])?;
    Ok(())
}

/// The row needs no more sending.
pub fn done(tx: &Connection, id: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE outbox SET state = 'sent', done_at = ?2 WHERE id = ?1")?
        .execute(params![id, to_ms(now)])?;
    Ok(())
}

/// It cannot be delivered, now or later; the reason is kept.
pub fn failed(tx: &Connection, id: i64, error: &str, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE outbox SET state = 'failed', error = ?2, done_at = ?3 WHERE id = ?1",
    )?
    .execute(params![id, error, to_ms(now)])?;
    Ok(())
}

/// Not sent after all: it is as if it had not been taken up. The reason is kept.
pub fn put_back(tx: &Connection, id: i64, error: Option<&str>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE outbox SET state = 'pending', error = ?2 WHERE id = ?1")?
        .execute(params![id, error])?;
    Ok(())
}

/// Whether anything of this slot was ever owed to the chat.
pub fn has_slot(tx: &Connection, slot: &str, chat: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM outbox WHERE slot = ?1 AND chat = ?2)")?
        .query_row(params![slot, chat], |row| row.get(0))
}

/// The message that shows the slot's part in the chat, if it was ever sent: the newest of them.
pub fn slot_message(
    tx: &Connection,
    slot: &str,
    chat: i64,
    part: u32,
) -> rusqlite::Result<Option<i64>> {
    tx.prepare_cached(
        "SELECT message FROM posted WHERE slot = ?1 AND chat = ?2 AND part = ?3
         ORDER BY outbox DESC LIMIT 1",
    )?
    .query_row(params![slot, chat, part], |row| row.get(0))
    .optional()
}

/// The messages of the slot in the chat from this part on: what a shorter text leaves over.
pub fn slot_leftovers(
    tx: &Connection,
    slot: &str,
    chat: i64,
    from_part: u32,
) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached(
        "SELECT DISTINCT message FROM posted WHERE slot = ?1 AND chat = ?2 AND part >= ?3",
    )?
    .query_map(params![slot, chat, from_part], |row| row.get(0))?
    .collect()
}

/// The slot's messages from this part on are gone from the chat.
pub fn forget_leftovers(
    tx: &Connection,
    slot: &str,
    chat: i64,
    from_part: u32,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE posted SET slot = NULL WHERE slot = ?1 AND chat = ?2 AND part >= ?3",
    )?
    .execute(params![slot, chat, from_part])?;
    Ok(())
}

/// Rows still owed.
pub fn waiting(tx: &Connection) -> rusqlite::Result<i64> {
    tx.query_row(
        "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')",
        [],
        |row| row.get(0),
    )
}

fn json_array(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(","))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Owed> {
    let state: String = row.get("state")?;
    Ok(Owed {
        id: row.get("id")?,
        chat: row.get("chat")?,
        thread: row.get("thread")?,
        notice: row.get("notice")?,
        slot: row.get("slot")?,
        edits: row.get("edits")?,
        part: row.get("part")?,
        attempts: row.get("attempts")?,
        in_doubt: state == "sending",
    })
}
