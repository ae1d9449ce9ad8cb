//! The final table of a stage, kept place by place from the moment the next stage is seeded from it.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::config::{Rankings, Score};
use crate::tournament::{History, StartNumber};

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// In the table's order, from 1: no two have the same.
    pub place: u32,
    /// Registration id.
    pub player: i64,
    /// As people saw it: the same for those who shared it.
    pub rank: u32,
    /// One for each key of the ranking.
    pub figures: Vec<String>,
    pub points: u32,
}

/// What the table was made of: the tables of sections and teams, and every sum, come from it as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The field and its rounds.
    pub history: History,
    /// What a result counted.
    pub score: Score,
    /// What was compared.
    pub rankings: Rankings,
    /// The section each player was in, by key.
    pub sections: BTreeMap<StartNumber, String>,
    /// Those removed by then, who have no place.
    #[serde(default)]
    pub removed: BTreeSet<StartNumber>,
}

/// Keeps what the table was made of.
pub fn keep_basis(tx: &Connection, stage: i64, basis: &Basis) -> Result<(), StoreError> {
    let basis = serde_json::to_string(basis)?;
    tx.prepare_cached("INSERT INTO frozen_basis (stage, basis) VALUES (?1, ?2)")?
        .execute(params![stage, basis])?;
    Ok(())
}

/// What the table was made of; `None` while it is not frozen, or where an earlier program froze it.
pub fn basis(tx: &Connection, stage: i64) -> Result<Option<Basis>, StoreError> {
    let basis: Option<String> = tx
        .prepare_cached("SELECT basis FROM frozen_basis WHERE stage = ?1")?
        .query_row([stage], |row| row.get(0))
        .optional()?;
    Ok(basis
        .map(|basis| serde_json::from_str(&basis))
        .transpose()?)
}

/// Keeps the table.
pub fn freeze(tx: &Connection, stage: i64, table: &[Place]) -> Result<(), StoreError> {
    let mut add = tx.prepare_cached(
        "INSERT INTO frozen_place (stage, place, player, rank, figures, points)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for row in table {
        let figures = serde_json::to_string(&row.figures)?;
        add.execute(params![
            stage, row.place, row.player, row.rank, figures, row.points
        ])?;
    }
    Ok(())
}

/// Lets results of the stage be corrected again.
pub fn thaw(tx: &Connection, stage: i64) -> rusqlite::Result<()> {
    for table in ["frozen_place", "frozen_basis"] {
        tx.prepare_cached(&format!("DELETE FROM {table} WHERE stage = ?1"))?
            .execute([stage])?;
    }
    Ok(())
}

/// Whether the table is frozen.
pub fn is_frozen(tx: &Connection, stage: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM frozen_place WHERE stage = ?1)")?
        .query_row([stage], |row| row.get(0))
}

/// The table, best first; empty while it is not frozen.
pub fn table(tx: &Connection, stage: i64) -> Result<Vec<Place>, StoreError> {
    let rows = tx
        .prepare_cached(
            "SELECT place, player, rank, figures, points FROM frozen_place
             WHERE stage = ?1 ORDER BY place",
        )?
        .query_map([stage], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get::<_, String>(3)?,
                row.get(4)?,
            ))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    rows.into_iter()
        .map(|(place, player, rank, figures, points)| {
            Ok(Place {
                place,
                player,
                rank,
                figures: serde_json::from_str(&figures)?,
                points,
            })
        })
        .collect()
}
