//! Games: two sides at a table of a round, and the result.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;
use crate::tournament::{Outcome, Side};

/// A game of a round with the registrations that play it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub id: i64,
    pub round: i64,
    /// From 1.
    pub table: u32,
    /// Registration ids.
    pub red: i64,
    pub black: i64,
    pub status: Status,
    /// `Some` exactly when the status is final.
    pub outcome: Option<Outcome>,
    /// When a pending report stands unless objected to.
    pub settles_at: Option<DateTime<Utc>>,
    /// Counts every change, so that a stale button is known.
    pub version: i64,
}

/// How far a game's result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Open,
    /// Reported by one side; waits for the other.
    Pending,
    /// The sides contradict each other; waits for an arbiter.
    Disputed,
    Final,
}

/// Who sits out a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    Bye,
    Absent,
}

const SELECT: &str = "SELECT g.*, r.player AS red, b.player AS black FROM game g
    JOIN seat r ON r.game = g.id AND r.kind = 'red'
    JOIN seat b ON b.game = g.id AND b.kind = 'black'";

impl Game {
    /// The side this registration plays; `None`: it is not at the table.
    pub fn side_of(&self, registration: i64) -> Option<Side> {
        if self.red == registration {
            Some(Side::Red)
        } else if self.black == registration {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// The registration that plays `side`.
    pub fn player(&self, side: Side) -> i64 {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }
}

/// Seats two players at a table and returns the game's id.
pub fn seat(
    tx: &Connection,
    round: i64,
    table: u32,
    red: i64,
    black: i64,
) -> rusqlite::Result<i64> {
    tx.prepare_cached("INSERT INTO game (round, table_no) VALUES (?1, ?2)")?
        .execute(params![round, table])?;
    let id = tx.last_insert_rowid();
    let mut sit =
        tx.prepare_cached("INSERT INTO seat (round, player, kind, game) VALUES (?1, ?2, ?3, ?4)")?;
    sit.execute(params![round, red, "red", id])?;
    sit.execute(params![round, black, "black", id])?;
    Ok(id)
}

/// Records that a player sits the round out.
pub fn rest(tx: &Connection, round: i64, player: i64, rest: Rest) -> rusqlite::Result<()> {
    let kind = match rest {
        Rest::Bye => "bye",
        Rest::Absent => "absent",
    };
    tx.prepare_cached("INSERT INTO seat (round, player, kind) VALUES (?1, ?2, ?3)")?
        .execute(params![round, player, kind])?;
    Ok(())
}

/// Who sits the round out.
pub fn resting(tx: &Connection, round: i64) -> rusqlite::Result<Vec<(i64, Rest)>> {
    tx.prepare_cached(
        "SELECT player, kind FROM seat WHERE round = ?1 AND game IS NULL ORDER BY player",
    )?
    .query_map([round], |row| {
        let kind: String = row.get("kind")?;
        Ok((
            row.get("player")?,
            if kind == "bye" {
                Rest::Bye
            } else {
                Rest::Absent
            },
        ))
    })?
    .collect()
}

/// The round's games in table order.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Vec<Game>> {
    tx.prepare_cached(&format!("{SELECT} WHERE g.round = ?1 ORDER BY g.table_no"))?
        .query_map([round], read)?
        .collect()
}

/// The game of this id.
pub fn find(tx: &Connection, id: i64) -> rusqlite::Result<Option<Game>> {
    tx.prepare_cached(&format!("{SELECT} WHERE g.id = ?1"))?
        .query_row([id], read)
        .optional()
}

/// The game at this table of the round.
pub fn at_table(tx: &Connection, round: i64, table: u32) -> rusqlite::Result<Option<Game>> {
    tx.prepare_cached(&format!("{SELECT} WHERE g.round = ?1 AND g.table_no = ?2"))?
        .query_row(params![round, table], read)
        .optional()
}

/// The player's game in the round.
pub fn of_player(tx: &Connection, round: i64, player: i64) -> rusqlite::Result<Option<Game>> {
    tx.prepare_cached(&format!(
        "{SELECT} JOIN seat s ON s.game = g.id WHERE s.round = ?1 AND s.player = ?2"
    ))?
    .query_row([round, player], read)
    .optional()
}

/// Pending games of the stage whose objection window is over.
pub fn due(tx: &Connection, stage: i64, now: DateTime<Utc>) -> rusqlite::Result<Vec<Game>> {
    tx.prepare_cached(&format!(
        "{SELECT} JOIN round ON round.id = g.round
         WHERE g.settles_at IS NOT NULL AND g.settles_at <= ?1 AND round.stage = ?2
         ORDER BY g.settles_at, g.id"
    ))?
    .query_map(params![to_ms(now), stage], read)?
    .collect()
}

/// Nothing pending stands before `earliest`.
pub fn settle_not_before(tx: &Connection, earliest: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE game SET settles_at = ?1 WHERE settles_at < ?1")?
        .execute([to_ms(earliest)])?;
    Ok(())
}

/// When the outcome became final; `None`: it is not.
pub fn settled_at(tx: &Connection, id: i64) -> rusqlite::Result<Option<DateTime<Utc>>> {
    tx.prepare_cached("SELECT settled_at FROM game WHERE id = ?1")?
        .query_row([id], |row| row.get::<_, Option<i64>>(0))
        .map(|at| at.map(from_ms))
}

/// Moves the game to a status that is not final.
pub fn set_status(
    tx: &Connection,
    id: i64,
    status: Status,
    settles_at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE game SET status = ?2, settles_at = ?3, outcome = NULL, settled_at = NULL,
           version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![id, word::word(status)?, settles_at.map(to_ms)])?;
    Ok(())
}

/// Gives the game its final outcome.
pub fn settle(
    tx: &Connection,
    id: i64,
    outcome: Outcome,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE game SET status = 'final', outcome = ?2, settles_at = NULL, settled_at = ?3,
           version = version + 1
         WHERE id = ?1",
    )?
    .execute(params![id, word::word(outcome)?, to_ms(now)])?;
    Ok(())
}

/// The two at the table change sides; what was set by hand stays so. Said once more it is as before.
pub fn swap_sides(tx: &Connection, game: &Game) -> rusqlite::Result<()> {
    let by_hand: bool = tx
        .prepare_cached("SELECT max(by_hand) FROM seat WHERE game = ?1")?
        .query_row([game.id], |row| row.get(0))?;
    tx.prepare_cached("DELETE FROM seat WHERE game = ?1")?
        .execute([game.id])?;
    let mut sit = tx.prepare_cached(
        "INSERT INTO seat (round, player, kind, game, by_hand) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    sit.execute(params![game.round, game.black, "red", game.id, by_hand])?;
    sit.execute(params![game.round, game.red, "black", game.id, by_hand])?;
    let undone = tx
        .prepare_cached("DELETE FROM sides_corrected WHERE game = ?1")?
        .execute([game.id])?;
    if undone == 0 {
        tx.prepare_cached("INSERT INTO sides_corrected (game) VALUES (?1)")?
            .execute([game.id])?;
    }
    Ok(())
}

/// Whether the sides are not those of the pairing any more.
pub fn has_other_sides(tx: &Connection, id: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM sides_corrected WHERE game = ?1)")?
        .query_row([id], |row| row.get(0))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Game> {
    Ok(Game {
        id: row.get("id")?,
        round: row.get("round")?,
        table: row.get("table_no")?,
        red: row.get("red")?,
        black: row.get("black")?,
        status: word::read(row, "status")?,
        outcome: word::read_opt(row, "outcome")?,
        settles_at: row.get::<_, Option<i64>>("settles_at")?.map(from_ms),
        version: row.get("version")?,
    })
}
