//! Game records (录谱): who owes one, and what was handed in.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::StoreError;
use super::instant::{from_ms, to_ms};
use super::word;

/// The record of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    pub game: i64,
    /// The registration that hands it in; `None`: the game is not over.
    pub player: Option<i64>,
    /// An arbiter wants it, whatever the table.
    pub named_by: Option<i64>,
    pub state: State,
    pub asked_at: Option<DateTime<Utc>>,
    pub reminded_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Wanted once the game is over.
    Named,
    Due,
    Given,
    /// An arbiter does without it.
    Waived,
    /// Missing, and a foul for it.
    Fouled,
}

/// A part of what was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub game: i64,
    pub kind: Kind,
    /// Telegram's id of the file, or the record as text.
    pub content: String,
    pub at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Photo,
    Document,
    Text,
}

pub fn find(tx: &Connection, game: i64) -> rusqlite::Result<Option<GameRecord>> {
    tx.prepare_cached("SELECT * FROM game_record WHERE game = ?1")?
        .query_row([game], read)
        .optional()
}

/// Those of a round, in table order.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Vec<GameRecord>> {
    tx.prepare_cached(
        "SELECT r.* FROM game_record r JOIN game g ON g.id = r.game WHERE g.round = ?1 ORDER BY g.table_no",
    )?
    .query_map([round], read)?
    .collect()
}

/// Those of a stage, in the order of rounds and tables.
pub fn of_stage(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<GameRecord>> {
    tx.prepare_cached(
        "SELECT r.* FROM game_record r JOIN game g ON g.id = r.game JOIN round n ON n.id = g.round
         WHERE n.stage = ?1 ORDER BY n.number, g.table_no",
    )?
    .query_map([stage], read)?
    .collect()
}

/// The games whose records the account's players owe, oldest first.
pub fn owed_by(tx: &Connection, account: i64) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached(
        "SELECT r.game FROM game_record r JOIN registration p ON p.id = r.player
         WHERE r.state = 'due' AND p.account = ?1 ORDER BY r.game",
    )?
    .query_map([account], |row| row.get(0))?
    .collect()
}

/// The games whose records this registration owes, oldest first.
pub fn owed_of(tx: &Connection, registration: i64) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached(
        "SELECT game FROM game_record WHERE state = 'due' AND player = ?1 ORDER BY game",
    )?
    .query_map([registration], |row| row.get(0))?
    .collect()
}

/// The record is due from this player.
pub fn set_due(
    tx: &Connection,
    game: i64,
    player: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO game_record (game, player, state, asked_at) VALUES (?1, ?2, 'due', ?3)
         ON CONFLICT (game) DO UPDATE SET player = excluded.player, state = 'due',
           asked_at = excluded.asked_at, reminded_at = NULL",
    )?
    .execute(params![game, player, to_ms(now)])?;
    Ok(())
}

/// An arbiter wants the record of a game that is not over.
pub fn name(tx: &Connection, game: i64, by: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO game_record (game, named_by, state) VALUES (?1, ?2, 'named')
         ON CONFLICT (game) DO UPDATE SET named_by = excluded.named_by",
    )?
    .execute(params![game, by])?;
    Ok(())
}

/// The game is open again: nothing is due yet.
pub fn set_named(tx: &Connection, game: i64) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE game_record SET state = 'named', player = NULL, asked_at = NULL WHERE game = ?1",
    )?
    .execute([game])?;
    Ok(())
}

pub fn remove(tx: &Connection, game: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM game_record WHERE game = ?1")?
        .execute([game])?;
    Ok(())
}

/// What became of it; `by`: the arbiter who decided.
pub fn set_state(
    tx: &Connection,
    game: i64,
    state: State,
    by: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE game_record SET state = ?2, decided_by = ?3, decided_at = ?4 WHERE game = ?1",
    )?
    .execute(params![
        game,
        word::word(state)?,
        by,
        by.map(|_| to_ms(now))
    ])?;
    Ok(())
}

/// Records of the stage that were asked for before this and not reminded of.
pub fn forgotten(
    tx: &Connection,
    stage: i64,
    before: DateTime<Utc>,
) -> rusqlite::Result<Vec<GameRecord>> {
    tx.prepare_cached(
        "SELECT r.* FROM game_record r JOIN game g ON g.id = r.game JOIN round n ON n.id = g.round
         WHERE n.stage = ?1 AND r.state = 'due' AND r.reminded_at IS NULL AND r.asked_at <= ?2
         ORDER BY r.game",
    )?
    .query_map(params![stage, to_ms(before)], read)?
    .collect()
}

pub fn set_reminded(tx: &Connection, game: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE game_record SET reminded_at = ?2 WHERE game = ?1")?
        .execute(params![game, to_ms(now)])?;
    Ok(())
}

/// Keeps a part of the record; returns how many there are.
pub fn add_page(
    tx: &Connection,
    page: &Page,
    player: i64,
    given_by: i64,
) -> Result<u32, StoreError> {
    tx.prepare_cached(
        "INSERT INTO game_record_page (game, player, kind, content, given_by, given_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        page.game,
        player,
        word::word(page.kind)?,
        page.content,
        given_by,
        to_ms(page.at)
    ])?;
    Ok(count_pages(tx, page.game)?)
}

pub fn count_pages(tx: &Connection, game: i64) -> rusqlite::Result<u32> {
    tx.prepare_cached("SELECT count(*) FROM game_record_page WHERE game = ?1")?
        .query_row([game], |row| row.get(0))
}

/// The parts of a record, in the order in which they came.
pub fn pages(tx: &Connection, game: i64) -> rusqlite::Result<Vec<Page>> {
    tx.prepare_cached("SELECT * FROM game_record_page WHERE game = ?1 ORDER BY id")?
        .query_map([game], |row| {
            Ok(Page {
                game: row.get("game")?,
                kind: word::read(row, "kind")?,
                content: row.get("content")?,
                at: from_ms(row.get("given_at")?),
            })
        })?
        .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<GameRecord> {
    Ok(GameRecord {
        game: row.get("game")?,
        player: row.get("player")?,
        named_by: row.get("named_by")?,
        state: word::read(row, "state")?,
        asked_at: row.get::<_, Option<i64>>("asked_at")?.map(from_ms),
        reminded_at: row.get::<_, Option<i64>>("reminded_at")?.map(from_ms),
    })
}
