//! What an account is in the middle of saying, sealed.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::instant::to_ms;
use super::{Sealer, StoreError};

/// The account's unfinished conversation.
pub fn load<T: DeserializeOwned>(
    tx: &Connection,
    sealer: &Sealer,
    account: i64,
) -> Result<Option<T>, StoreError> {
    let sealed: Option<Vec<u8>> = tx
        .prepare_cached("SELECT sealed FROM draft WHERE account = ?1")?
        .query_row([account], |row| row.get(0))
        .optional()?;
    let Some(sealed) = sealed else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_slice(
        &sealer.open(&row_name(account), &sealed)?,
    )?))
}

/// Keeps what the account is in the middle of, in place of what was there.
pub fn save<T: Serialize>(
    tx: &Connection,
    sealer: &Sealer,
    account: i64,
    draft: &T,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sealed = sealer.seal(&row_name(account), &serde_json::to_vec(draft)?)?;
    tx.prepare_cached(
        "INSERT INTO draft (account, sealed, updated_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at",
    )?
    .execute(params![account, sealed, to_ms(now)])?;
    Ok(())
}

/// Every account that is in the middle of something.
pub fn accounts(tx: &Connection) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached("SELECT account FROM draft ORDER BY account")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// True when there was one.
pub fn discard(tx: &Connection, account: i64) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached("DELETE FROM draft WHERE account = ?1")?
        .execute([account])?
        > 0)
}

fn row_name(account: i64) -> String {
    format!("draft/{account}")
}
