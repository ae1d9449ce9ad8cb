//! The final table of a stage, kept place by place from the moment the next stage is seeded from it.

use rusqlite::{Connection, params};

use super::StoreError;

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
    tx.prepare_cached("DELETE FROM frozen_place WHERE stage = ?1")?
        .execute([stage])?;
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
