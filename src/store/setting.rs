//! Single values by name.

use rusqlite::{Connection, OptionalExtension, params};

/// The bound group's chat id.
pub const GROUP: &str = "group.chat";
/// The forum topic the bot keeps to, if the group has topics.
pub const GROUP_THREAD: &str = "group.thread";

/// Set while the group cannot be written to: milliseconds since 1970 at which to try again.
pub const GROUP_SHUT: &str = "group.shut";
/// The fingerprint of the key that the database is sealed with.
pub const KEY: &str = "key.fingerprint";
/// The Telegram id of the bot whose updates the inbox holds.
pub const BOT: &str = "bot.id";
/// Set once the chief arbiter knows that there is no font for pictures.
pub const FONT_MISSED: &str = "font.missed";

/// The value kept under `key`.
pub fn get(tx: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT value FROM setting WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}

/// The number kept under `key`; `None` also where it is no number.
pub fn get_i64(tx: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    Ok(get(tx, key)?.and_then(|text| text.parse().ok()))
}

/// Keeps nothing under `key` any more.
pub fn forget(tx: &Connection, key: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM setting WHERE key = ?1")?
        .execute([key])?;
    Ok(())
}

/// Keeps `value` under `key`, in place of what was there.
pub fn set(tx: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO setting (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )?
    .execute(params![key, value])?;
    Ok(())
}

/// Forgets what is kept under `key`.
pub fn clear(tx: &Connection, key: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM setting WHERE key = ?1")?
        .execute([key])?;
    Ok(())
}
