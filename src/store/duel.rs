//! Matches of a knockout: their games, the sides drawn or chosen, and what was announced.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};

use super::instant::{from_ms, to_ms};
use crate::tournament::knockout::MatchNo;

/// Sides of a game that a lot or a player decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    pub no: MatchNo,
    /// The game of the match, from 1.
    pub number: u32,
    /// Who chooses; `None`: a lot. Registration ids.
    pub chooser: Option<i64>,
    pub until: Option<DateTime<Utc>>,
    /// The time is over and the arbiters were asked.
    pub overdue: bool,
    /// Who has red, once it is decided.
    pub red: Option<i64>,
}

/// Adds a game to a match.
pub fn add_game(
    tx: &Connection,
    stage: i64,
    no: MatchNo,
    number: u32,
    game: i64,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO duel_game (game, stage, round, table_no, number) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![game, stage, no.round, no.table, number])?;
    Ok(())
}

/// Every game that counts: its match and its id, each match's in their order.
pub fn games(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<(MatchNo, i64)>> {
    tx.prepare_cached(
        "SELECT round, table_no, game FROM duel_game WHERE stage = ?1 AND annulled_at IS NULL
         ORDER BY round, table_no, number",
    )?
    .query_map([stage], |row| {
        let no = MatchNo {
            round: row.get(0)?,
            table: row.get(1)?,
        };
        Ok((no, row.get(2)?))
    })?
    .collect()
}

/// Keeps a game that counts nowhere any more.
pub fn annul(tx: &Connection, game: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE duel_game SET annulled_at = ?2 WHERE game = ?1")?
        .execute(params![game, to_ms(now)])?;
    Ok(())
}

/// What was announced of each match's end.
pub fn told(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<(MatchNo, Option<String>)>> {
    tx.prepare_cached("SELECT round, table_no, told FROM duel WHERE stage = ?1")?
        .query_map([stage], |row| {
            let no = MatchNo {
                round: row.get(0)?,
                table: row.get(1)?,
            };
            Ok((no, row.get(2)?))
        })?
        .collect()
}

pub fn set_told(
    tx: &Connection,
    stage: i64,
    no: MatchNo,
    told: Option<&str>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO duel (stage, round, table_no, told) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (stage, round, table_no) DO UPDATE SET told = excluded.told",
    )?
    .execute(params![stage, no.round, no.table, told])?;
    Ok(())
}

/// The sides that were asked for or decided.
pub fn sides(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<Sides>> {
    tx.prepare_cached(
        "SELECT round, table_no, number, chooser, until, overdue, red FROM duel_side
         WHERE stage = ?1 ORDER BY round, table_no, number",
    )?
    .query_map([stage], read)?
    .collect()
}

/// Asks a player for the side, or records a lot.
pub fn put_sides(tx: &Connection, stage: i64, sides: &Sides) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO duel_side (stage, round, table_no, number, chooser, until, overdue, red)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (stage, round, table_no, number) DO UPDATE SET
           chooser = excluded.chooser, until = excluded.until, overdue = excluded.overdue,
           red = excluded.red",
    )?
    .execute(params![
        stage,
        sides.no.round,
        sides.no.table,
        sides.number,
        sides.chooser,
        sides.until.map(to_ms),
        sides.overdue,
        sides.red
    ])?;
    Ok(())
}

/// Forgets the sides of a match's games from this one on.
pub fn drop_sides(tx: &Connection, stage: i64, no: MatchNo, from: u32) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "DELETE FROM duel_side
         WHERE stage = ?1 AND round = ?2 AND table_no = ?3 AND number >= ?4",
    )?
    .execute(params![stage, no.round, no.table, from])?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Sides> {
    Ok(Sides {
        no: MatchNo {
            round: row.get(0)?,
            table: row.get(1)?,
        },
        number: row.get(2)?,
        chooser: row.get(3)?,
        until: row.get::<_, Option<i64>>(4)?.map(from_ms),
        overdue: row.get(5)?,
        red: row.get(6)?,
    })
}
