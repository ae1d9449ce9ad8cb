//! A seeded knockout: who has which seed, how far it is announced, who gave up.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::{from_ms, to_ms};

/// How far a knockout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    /// Rounds whose matches are announced.
    pub begun: u32,
    /// The places still played for that were announced last: those from 1 to this one.
    pub undecided: Option<u32>,
    /// The last round of which the arbiters know that it is over.
    pub complete: u32,
}

pub fn find(tx: &Connection, stage: i64) -> rusqlite::Result<Option<Bracket>> {
    tx.prepare_cached("SELECT begun, undecided, complete FROM bracket WHERE stage = ?1")?
        .query_row([stage], |row| {
            Ok(Bracket {
                begun: row.get(0)?,
                undecided: row.get(1)?,
                complete: row.get(2)?,
            })
        })
        .optional()
}

/// Seeds the stage from the table of the stage before it.
pub fn seed(
    tx: &Connection,
    stage: i64,
    after: i64,
    seeds: &[Option<i64>],
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached("INSERT INTO bracket (stage, after, seeded_at) VALUES (?1, ?2, ?3)")?
        .execute(params![stage, after, to_ms(now)])?;
    let mut add =
        tx.prepare_cached("INSERT INTO seed (stage, seed, player) VALUES (?1, ?2, ?3)")?;
    for (seed, player) in (1_u32..).zip(seeds) {
        add.execute(params![stage, seed, player])?;
    }
    Ok(())
}

/// Takes the seeding back.
pub fn unseed(tx: &Connection, stage: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM bracket WHERE stage = ?1")?
        .execute([stage])?;
    Ok(())
}

/// Who has seed 1, 2 …, by registration id.
pub fn seeds(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<Option<i64>>> {
    tx.prepare_cached("SELECT player FROM seed WHERE stage = ?1 ORDER BY seed")?
        .query_map([stage], |row| row.get(0))?
        .collect()
}

/// Another player takes over the seed.
pub fn replace(tx: &Connection, stage: i64, old: i64, new: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE seed SET player = ?3 WHERE stage = ?1 AND player = ?2")?
        .execute([stage, old, new])?;
    Ok(())
}

pub fn set_begun(tx: &Connection, stage: i64, begun: u32) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE bracket SET begun = ?2 WHERE stage = ?1")?
        .execute(params![stage, begun])?;
    Ok(())
}

pub fn set_undecided(tx: &Connection, stage: i64, undecided: u32) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE bracket SET undecided = ?2 WHERE stage = ?1")?
        .execute(params![stage, undecided])?;
    Ok(())
}

pub fn set_complete(tx: &Connection, stage: i64, complete: u32) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE bracket SET complete = ?2 WHERE stage = ?1")?
        .execute(params![stage, complete])?;
    Ok(())
}

/// Records that a player gave up.
pub fn quit(tx: &Connection, stage: i64, player: i64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO quitter (stage, player, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )?
    .execute(params![stage, player, to_ms(now)])?;
    Ok(())
}

/// Plays on after all.
pub fn stay(tx: &Connection, stage: i64, player: i64) -> rusqlite::Result<()> {
    tx.prepare_cached("DELETE FROM quitter WHERE stage = ?1 AND player = ?2")?
        .execute([stage, player])?;
    Ok(())
}

/// When the player gave up.
pub fn quit_at(
    tx: &Connection,
    stage: i64,
    player: i64,
) -> rusqlite::Result<Option<DateTime<Utc>>> {
    tx.prepare_cached("SELECT at FROM quitter WHERE stage = ?1 AND player = ?2")?
        .query_row([stage, player], |row| Ok(from_ms(row.get(0)?)))
        .optional()
}

/// Who gave up, by registration id.
pub fn quitters(tx: &Connection, stage: i64) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached("SELECT player FROM quitter WHERE stage = ?1 ORDER BY at, player")?
        .query_map([stage], |row| row.get(0))?
        .collect()
}
