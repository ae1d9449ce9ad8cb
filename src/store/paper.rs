use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::to_ms;
use super::{Sealer, StoreError};

/// A photo or file handed in. The file id stays sealed until it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    pub kind: Kind,
    pub sealed: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Photo,
    Document,
}

/// The name of a paper's row under which its file id is sealed.
pub fn row_name(registration: i64) -> String {
    format!("paper/{registration}")
}

pub fn add(
    tx: &Connection,
    sealer: &Sealer,
    registration: i64,
    kind: Kind,
    file: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sealed = sealer.seal(&row_name(registration), file.as_bytes())?;
    let kind = match kind {
        Kind::Photo => "photo",
        Kind::Document => "document",
    };
    tx.prepare_cached(
        "INSERT INTO paper (registration, file, kind, given_at) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![registration, sealed, kind, to_ms(now)])?;
    Ok(())
}

/// What the registration handed in, oldest first.
pub fn of_registration(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<Paper>> {
    tx.prepare_cached("SELECT kind, file FROM paper WHERE registration = ?1 ORDER BY id")?
        .query_map([registration], |row| {
            let kind: String = row.get(0)?;
            Ok(Paper {
                kind: if kind == "photo" {
                    Kind::Photo
                } else {
                    Kind::Document
                },
                sealed: row.get(1)?,
            })
        })?
        .collect()
}

pub fn count(tx: &Connection, registration: i64) -> rusqlite::Result<u32> {
    tx.prepare_cached("SELECT count(*) FROM paper WHERE registration = ?1")?
        .query_row([registration], |row| row.get(0))
}
