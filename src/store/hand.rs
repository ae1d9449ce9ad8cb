//! What arbiters set by hand for the pairing. Players are registration ids.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::to_ms;

/// Keeps two players apart.
pub fn forbid(
    tx: &Connection,
    one: i64,
    other: i64,
    by: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO forbidden_pair (smaller, larger, made_by, made_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO NOTHING",
    )?
    .execute(params![one.min(other), one.max(other), by, to_ms(now)])?;
    Ok(())
}

/// Lets them meet again.
pub fn lift(tx: &Connection, one: i64, other: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM forbidden_pair WHERE smaller = ?1 AND larger = ?2")?
        .execute([one.min(other), one.max(other)])?;
    Ok(())
}

/// The pairs kept apart in a competition.
pub fn forbidden(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<(i64, i64)>> {
    tx.prepare_cached(
        "SELECT smaller, larger FROM forbidden_pair f JOIN registration r ON r.id = f.smaller
         WHERE r.competition = ?1 ORDER BY smaller, larger",
    )?
    .query_map([competition], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Gives a player leave from a round; `None`: for the regulation's points.
pub fn set_absent(
    tx: &Connection,
    stage: i64,
    number: u32,
    player: i64,
    points: Option<u32>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO absence (stage, number, player, points) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (stage, number, player) DO UPDATE SET points = excluded.points",
    )?
    .execute(params![stage, number, player, points])?;
    Ok(())
}

/// Takes the leave back.
pub fn set_present(tx: &Connection, stage: i64, number: u32, player: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM absence WHERE stage = ?1 AND number = ?2 AND player = ?3")?
        .execute(params![stage, number, player])?;
    Ok(())
}

/// Who has leave from a round, and for which points.
pub fn absent(
    tx: &Connection,
    stage: i64,
    number: u32,
) -> rusqlite::Result<Vec<(i64, Option<u32>)>> {
    tx.prepare_cached(
        "SELECT player, points FROM absence WHERE stage = ?1 AND number = ?2 ORDER BY player",
    )?
    .query_map(params![stage, number], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Gives a player a table of their own for every round, or takes it away.
pub fn set_own_table(tx: &Connection, player: i64, table: Option<u32>) -> rusqlite::Result<()> {
    match table {
        Some(table) => tx
            .prepare_cached(
                "INSERT INTO own_table (player, table_no) VALUES (?1, ?2)
                 ON CONFLICT (player) DO UPDATE SET table_no = excluded.table_no",
            )?
            .execute(params![player, table])?,
        None => tx
            .prepare_cached("DELETE FROM own_table WHERE player = ?1")?
            .execute([player])?,
    };
    Ok(())
}

/// The players of a competition with a table of their own.
pub fn own_tables(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<(i64, u32)>> {
    tx.prepare_cached(
        "SELECT player, table_no FROM own_table t JOIN registration r ON r.id = t.player
         WHERE r.competition = ?1 ORDER BY player",
    )?
    .query_map([competition], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Marks the board of a game as set by hand.
pub fn mark_game(tx: &Connection, game: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE seat SET by_hand = 1 WHERE game = ?1")?
        .execute([game])?;
    Ok(())
}

/// Marks the bye of a player as given by hand.
pub fn mark_rest(tx: &Connection, round: i64, player: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE seat SET by_hand = 1 WHERE round = ?1 AND player = ?2")?
        .execute([round, player])?;
    Ok(())
}

/// The players of a round whom an arbiter has placed.
pub fn marked(tx: &Connection, round: i64) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached("SELECT player FROM seat WHERE round = ?1 AND by_hand = 1 ORDER BY player")?
        .query_map([round], |row| row.get(0))?
        .collect()
}

/// Gives a player who sits the round out other points than the regulation's.
pub fn set_rest_points(
    tx: &Connection,
    round: i64,
    player: i64,
    points: u32,
) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE seat SET points = ?3 WHERE round = ?1 AND player = ?2")?
        .execute(params![round, player, points])?;
    Ok(())
}

/// Those other points.
pub fn rest_points(tx: &Connection, round: i64) -> rusqlite::Result<Vec<(i64, u32)>> {
    tx.prepare_cached(
        "SELECT player, points FROM seat WHERE round = ?1 AND points IS NOT NULL ORDER BY player",
    )?
    .query_map([round], |row| Ok((row.get(0)?, row.get(1)?)))?
    .collect()
}

/// Records the way out of a deadlock that an arbiter approved for a round.
pub fn approve(tx: &Connection, round: i64, way: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE round SET approval = ?2 WHERE id = ?1")?
        .execute(params![round, way])?;
    Ok(())
}

/// What [`approve`] recorded.
pub fn approval(tx: &Connection, round: i64) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT approval FROM round WHERE id = ?1")?
        .query_row([round], |row| row.get(0))
}
