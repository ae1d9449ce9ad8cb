//! Draws that were flagged as too early, and what the arbiters made of them.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::instant::to_ms;
use super::word;
use crate::tournament::Outcome;

/// A flagged game that nobody has decided about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    pub game: i64,
    pub round: u32,
    pub table: u32,
    /// The round of the knockout and the game of the match, where it is one.
    pub part: Option<(u32, u32)>,
    /// What the arbiters were shown, as JSON; `None`: flagged before this was kept.
    pub facts: Option<String>,
}

/// Flags the game for its outcome, once more if it was played anew.
pub fn flag(
    tx: &Connection,
    game: i64,
    outcome: Outcome,
    facts: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO early_draw (game, flagged_at, outcome, facts) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (game) DO UPDATE SET flagged_at = excluded.flagged_at,
           outcome = excluded.outcome, facts = excluded.facts, decision = NULL,
           decided_by = NULL, decided_at = NULL",
    )?
    .execute(params![game, to_ms(now), word::word(outcome)?, facts])?;
    Ok(())
}

/// Whether the game was ever flagged.
pub fn is_flagged(tx: &Connection, game: i64) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM early_draw WHERE game = ?1)")?
        .query_row([game], |row| row.get(0))
}

/// What the arbiters were shown of the game, as JSON, and whether they have decided.
pub fn standing(tx: &Connection, game: i64) -> rusqlite::Result<Option<(Option<String>, bool)>> {
    tx.prepare_cached("SELECT facts, decision IS NOT NULL FROM early_draw WHERE game = ?1")?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Keeps what the arbiters are shown now.
pub fn set_facts(tx: &Connection, game: i64, facts: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE early_draw SET facts = ?2 WHERE game = ?1")?
        .execute(params![game, facts])?;
    Ok(())
}

/// The competition's games that wait for a decision, in whatever stage, while they count and have the outcome
/// they were flagged for: those of the points stage first.
pub fn pending(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Pending>> {
    tx.prepare_cached(
        "SELECT e.game, e.facts, n.number, n.part_round, n.part_game, g.table_no FROM early_draw e
         JOIN game g ON g.id = e.game JOIN round n ON n.id = g.round JOIN stage s ON s.id = n.stage
         LEFT JOIN duel_game d ON d.game = g.id
         WHERE s.competition = ?1 AND e.decision IS NULL AND g.outcome = coalesce(e.outcome, 'draw')
           AND d.annulled_at IS NULL
         ORDER BY n.part_round, n.part_game, n.number, g.table_no",
    )?
    .query_map([competition], |row| {
        let part: Option<u32> = row.get("part_round")?;
        Ok(Pending {
            game: row.get("game")?,
            round: row.get("number")?,
            table: row.get("table_no")?,
            part: part.zip(row.get("part_game")?),
            facts: row.get("facts")?,
        })
    })?
    .collect()
}

/// What was decided, and by whom.
pub fn decision<T: DeserializeOwned>(
    tx: &Connection,
    game: i64,
) -> rusqlite::Result<Option<(T, i64)>> {
    tx.prepare_cached("SELECT * FROM early_draw WHERE game = ?1 AND decision IS NOT NULL")?
        .query_row([game], |row| {
            Ok((word::read(row, "decision")?, row.get("decided_by")?))
        })
        .optional()
}

/// Keeps the decision.
pub fn decide<T: Serialize>(
    tx: &Connection,
    game: i64,
    decision: T,
    by: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE early_draw SET decision = ?2, decided_by = ?3, decided_at = ?4 WHERE game = ?1",
    )?
    .execute(params![game, word::word(decision)?, by, to_ms(now)])?;
    Ok(())
}
