//! Lots: the secret committed to, what it was drawn with, what came out.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::to_ms;
use super::{Sealer, StoreError};

/// A lot (抽签): the commitment is published before, secret and salt at the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lot {
    pub commitment: String,
    pub secret: Vec<u8>,
    pub salt: Option<String>,
}

/// The lot, with its secret as long as that is sealed.
pub fn find(
    tx: &Connection,
    sealer: &Sealer,
    competition: &str,
    purpose: &str,
) -> Result<Option<Lot>, StoreError> {
    let row = tx
        .prepare_cached(
            "SELECT commitment, secret, salt FROM lot WHERE competition = ?1 AND purpose = ?2",
        )?
        .query_row([competition, purpose], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Vec<u8>>(1)?,
                row.get(2)?,
            ))
        })
        .optional()?;
    let Some((commitment, sealed, salt)) = row else {
        return Ok(None);
    };
    let secret = sealer.open(&row_name(competition, purpose), &sealed)?;
    Ok(Some(Lot {
        commitment,
        secret,
        salt,
    }))
}

/// Keeps the secret sealed until it is revealed.
pub fn commit(
    tx: &Connection,
    sealer: &Sealer,
    competition: &str,
    purpose: &str,
    commitment: &str,
    secret: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sealed = sealer.seal(&row_name(competition, purpose), secret)?;
    tx.prepare_cached(
        "INSERT INTO lot (competition, purpose, commitment, secret, committed_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        competition,
        purpose,
        commitment,
        sealed,
        to_ms(now)
    ])?;
    Ok(())
}

/// Marks the lot as drawn, with the sentence it was drawn with.
pub fn reveal(
    tx: &Connection,
    competition: &str,
    purpose: &str,
    salt: &str,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE lot SET salt = ?3, revealed_at = ?4 WHERE competition = ?1 AND purpose = ?2",
    )?
    .execute(params![competition, purpose, salt, to_ms(now)])?;
    Ok(())
}

/// Keeps who was in the lot, by registration, in the order drawn.
pub fn keep_order(
    tx: &Connection,
    competition: &str,
    purpose: &str,
    order: &[i64],
) -> rusqlite::Result<()> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO lot_entry (lot, place, registration)
         SELECT id, ?3, ?4 FROM lot WHERE competition = ?1 AND purpose = ?2",
    )?;
    for (place, registration) in (1_i64..).zip(order) {
        insert.execute(params![competition, purpose, place, registration])?;
    }
    Ok(())
}

/// The order drawn, by registration; empty before the draw, and of lots older than the entries.
pub fn order(tx: &Connection, competition: &str, purpose: &str) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached(
        "SELECT registration FROM lot_entry JOIN lot ON lot.id = lot_entry.lot
         WHERE competition = ?1 AND purpose = ?2 ORDER BY place",
    )?
    .query_map([competition, purpose], |row| row.get(0))?
    .collect()
}

/// The purposes of the competition's lots that begin so, in the order in which they were committed to, and
/// whether they are drawn.
pub fn beginning(
    tx: &Connection,
    competition: &str,
    prefix: &str,
) -> rusqlite::Result<Vec<(String, bool)>> {
    tx.prepare_cached(
        "SELECT purpose, revealed_at IS NOT NULL FROM lot
         WHERE competition = ?1 AND substr(purpose, 1, length(?2)) = ?2 ORDER BY id",
    )?
    .query_map([competition, prefix], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Competition and purpose of the lot with this commitment.
pub fn by_commitment(
    tx: &Connection,
    commitment: &str,
) -> rusqlite::Result<Option<(String, String)>> {
    tx.prepare_cached("SELECT competition, purpose FROM lot WHERE commitment = ?1")?
        .query_row([commitment], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// What the lot was drawn with.
pub fn salt(tx: &Connection, competition: &str, purpose: &str) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT salt FROM lot WHERE competition = ?1 AND purpose = ?2")?
        .query_row([competition, purpose], |row| row.get(0))
        .optional()
        .map(Option::flatten)
}

fn row_name(competition: &str, purpose: &str) -> String {
    format!("lot/{competition}/{purpose}")
}
