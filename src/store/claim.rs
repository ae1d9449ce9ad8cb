//! What players say their game's result is.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;
use crate::tournament::{Outcome, Side};

/// What one side says of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    pub side: Side,
    pub outcome: Outcome,
    /// Who said it: the player or the one who registered the player.
    pub account: i64,
}

/// The side's report, in place of an earlier one.
pub fn put(tx: &Connection, game: i64, claim: Claim, now: DateTime<Utc>) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO claim (game, side, outcome, account, said_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game, side) DO UPDATE SET outcome = excluded.outcome,
           account = excluded.account, said_at = excluded.said_at",
    )?
    .execute(params![
        game,
        word::word(claim.side)?,
        word::word(claim.outcome)?,
        claim.account,
        to_ms(now)
    ])?;
    Ok(())
}

/// What the sides have reported of the game: red first.
pub fn of_game(tx: &Connection, game: i64) -> rusqlite::Result<Vec<Claim>> {
    tx.prepare_cached(
        "SELECT side, outcome, account FROM claim WHERE game = ?1 ORDER BY side DESC",
    )?
    .query_map([game], |row| {
        Ok(Claim {
            side: word::read(row, "side")?,
            outcome: word::read(row, "outcome")?,
            account: row.get("account")?,
        })
    })?
    .collect()
}

/// When the first of the sides that say so said this outcome.
pub fn first_said(
    tx: &Connection,
    game: i64,
    outcome: Outcome,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let first: Option<i64> = tx
        .prepare_cached("SELECT min(said_at) FROM claim WHERE game = ?1 AND outcome = ?2")?
        .query_row(params![game, word::word(outcome)?], |row| row.get(0))?;
    Ok(first.map(from_ms))
}

/// Forgets what was reported of the game.
pub fn clear(tx: &Connection, game: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM claim WHERE game = ?1")?
        .execute([game])?;
    Ok(())
}
