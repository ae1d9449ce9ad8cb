//! Papers and receipts that people sent, as Telegram's file ids.

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

/// How Telegram holds a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Photo,
    Document,
}

/// The name of a paper's row under which its file id is sealed.
pub fn row_name(registration: i64) -> String {
    format!("paper/{registration}")
}

/// Adds a paper to a registration.
pub fn add(
    tx: &Connection,
    sealer: &Sealer,
    registration: i64,
    kind: Kind,
    file: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    keep(tx, sealer, registration, PROOF, kind, file, now)
}

/// Keeps the receipt of a fee: nothing a review looks at.
pub fn add_receipt(
    tx: &Connection,
    sealer: &Sealer,
    registration: i64,
    kind: Kind,
    file: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    keep(tx, sealer, registration, RECEIPT, kind, file, now)
}

/// What a paper is for, as the database names it.
const PROOF: &str = "proof";
const RECEIPT: &str = "receipt";

fn keep(
    tx: &Connection,
    sealer: &Sealer,
    registration: i64,
    purpose: &str,
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
        "INSERT INTO paper (registration, file, kind, given_at, purpose) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![registration, sealed, kind, to_ms(now), purpose])?;
    Ok(())
}

/// What the registration handed in for the review, oldest first.
pub fn of_registration(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<Paper>> {
    list(tx, registration, PROOF)
}

/// The receipts of the registration's fee, oldest first.
pub fn receipts(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<Paper>> {
    list(tx, registration, RECEIPT)
}

/// How many papers were handed in for the review.
pub fn count(tx: &Connection, registration: i64) -> rusqlite::Result<u32> {
    number(tx, registration, PROOF)
}

/// How many receipts were handed in.
pub fn count_receipts(tx: &Connection, registration: i64) -> rusqlite::Result<u32> {
    number(tx, registration, RECEIPT)
}

fn list(tx: &Connection, registration: i64, purpose: &str) -> rusqlite::Result<Vec<Paper>> {
    tx.prepare_cached(
        "SELECT kind, file FROM paper WHERE registration = ?1 AND purpose = ?2 ORDER BY id",
    )?
    .query_map(params![registration, purpose], |row| {
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

fn number(tx: &Connection, registration: i64, purpose: &str) -> rusqlite::Result<u32> {
    tx.prepare_cached("SELECT count(*) FROM paper WHERE registration = ?1 AND purpose = ?2")?
        .query_row(params![registration, purpose], |row| row.get(0))
}
