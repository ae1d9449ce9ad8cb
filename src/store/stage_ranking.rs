//! How a stage is ranked, from the moment it runs.

use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use crate::config::Rankings;

/// The order in force, and what was said about others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageRanking {
    /// What ranks the stage.
    pub in_force: Rankings,
    /// What bot.toml said when the chief arbiter last decided about a difference.
    pub decided: Option<Rankings>,
    /// What waits for an answer.
    pub proposed: Option<Rankings>,
    /// Counts the proposals.
    pub version: i64,
}

/// The stage's ranking; `None` before its first round.
pub fn find(tx: &Connection, stage: i64) -> Result<Option<StageRanking>, StoreError> {
    let row = tx
        .prepare_cached(
            "SELECT in_force, decided, proposed, version FROM stage_ranking WHERE stage = ?1",
        )?
        .query_row([stage], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Option<String>>(1)?,
                row.get::<_, Option<String>>(2)?,
                row.get(3)?,
            ))
        })
        .optional()?;
    let Some((in_force, decided, proposed, version)) = row else {
        return Ok(None);
    };
    let read = |text: Option<String>| text.map(|text| serde_json::from_str(&text)).transpose();
    Ok(Some(StageRanking {
        in_force: serde_json::from_str(&in_force)?,
        decided: read(decided)?,
        proposed: read(proposed)?,
        version,
    }))
}

/// Keeps it all.
pub fn set(tx: &Connection, stage: i64, kept: &StageRanking) -> Result<(), StoreError> {
    let write = |ranking: &Option<Rankings>| {
        let ranking = ranking.as_ref();
        ranking.map(serde_json::to_string).transpose()
    };
    tx.prepare_cached(
        "INSERT INTO stage_ranking (stage, in_force, decided, proposed, version)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (stage) DO UPDATE SET in_force = excluded.in_force,
           decided = excluded.decided, proposed = excluded.proposed, version = excluded.version",
    )?
    .execute(params![
        stage,
        serde_json::to_string(&kept.in_force)?,
        write(&kept.decided)?,
        write(&kept.proposed)?,
        kept.version,
    ])?;
    Ok(())
}
