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

fn row_name(competition: &str, purpose: &str) -> String {
    format!("lot/{competition}/{purpose}")
}
