//! Points given to a late entry for rounds before it.

use rusqlite::{Connection, params};

/// Gives a late entry its points for a round published before it.
pub fn add(tx: &Connection, round: i64, player: i64, points: u32) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO granted (round, player, points) VALUES (?1, ?2, ?3)")?
        .execute(params![round, player, points])?;
    Ok(())
}

/// Takes them all back: the round is not under way any more.
pub fn clear(tx: &Connection, round: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM granted WHERE round = ?1")?
        .execute([round])?;
    Ok(())
}

/// Registration ids and their points.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Vec<(i64, u32)>> {
    tx.prepare_cached("SELECT player, points FROM granted WHERE round = ?1 ORDER BY player")?
        .query_map([round], |row| Ok((row.get("player")?, row.get("points")?)))?
        .collect()
}
