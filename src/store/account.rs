//! Telegram accounts that have written to the bot.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::instant::to_ms;

/// A Telegram account the bot has met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Telegram user id.
    pub id: i64,
    pub name: String,
    pub username: Option<String>,
    /// The bot may write to it privately.
    pub reachable: bool,
}

/// Remembers the account under its present name. `private`: it wrote in the private chat, so it may be
/// written to.
pub fn meet(
    tx: &Connection,
    id: i64,
    name: &str,
    username: Option<&str>,
    private: bool,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO account (id, name, username, reachable, first_seen) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET
           name = excluded.name,
           username = excluded.username,
           reachable = max(reachable, excluded.reachable),
           undelivered = min(undelivered, 1 - excluded.reachable)",
    )?
    .execute(params![id, name, username, private, to_ms(now)])?;
    Ok(())
}

/// The account, if it has ever written.
pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Account>> {
    tx.prepare_cached("SELECT id, name, username, reachable FROM account WHERE id = ?1")?
        .query_row([id], read)
        .optional()
}

/// Whether the bot may write to it privately; true when that changed.
pub fn set_reachable(tx: &Connection, id: i64, reachable: bool) -> rusqlite::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE account SET reachable = ?2 WHERE id = ?1 AND reachable <> ?2")?
        .execute(params![id, reachable])?;
    Ok(changed > 0)
}

/// A message did not reach it. True the first time since it was last heard of in private.
pub fn set_undelivered(tx: &Connection, id: i64) -> rusqlite::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE account SET reachable = 0, undelivered = 1 WHERE id = ?1 AND undelivered = 0",
        )?
        .execute([id])?;
    Ok(changed > 0)
}

/// The key of the competition it chose to deal with.
pub fn competition(tx: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    let chosen = tx
        .prepare_cached("SELECT competition FROM account WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(chosen.flatten())
}

/// Makes `competition` the one the account's commands speak of.
pub fn choose_competition(tx: &Connection, id: i64, competition: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE account SET competition = ?2 WHERE id = ?1")?
        .execute(params![id, competition])?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get("id")?,
        name: row.get("name")?,
        username: row.get("username")?,
        reachable: row.get("reachable")?,
    })
}
