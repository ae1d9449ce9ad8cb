//! The desk's one message of each arbiter.

use rusqlite::{Connection, OptionalExtension, Row, params};

/// Whose desk shows what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    pub account: i64,
    pub competition: String,
    /// The slot of the message that is kept up to date.
    pub slot: String,
    /// Tells what it shows from what it would show now.
    pub shown: i64,
}

/// The account's desk.
pub fn find(tx: &Connection, account: i64) -> rusqlite::Result<Option<Panel>> {
    tx.prepare_cached("SELECT * FROM panel WHERE account = ?1")?
        .query_row([account], read)
        .optional()
}

/// The desks that show this competition.
pub fn of_competition(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Panel>> {
    tx.prepare_cached("SELECT * FROM panel WHERE competition = ?1 ORDER BY account")?
        .query_map([competition], read)?
        .collect()
}

/// Keeps what the account's desk shows, in the place of what it showed.
pub fn keep(tx: &Connection, panel: &Panel) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO panel (account, competition, slot, shown) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (account) DO UPDATE SET competition = excluded.competition,
           slot = excluded.slot, shown = excluded.shown",
    )?
    .execute(params![
        panel.account,
        panel.competition,
        panel.slot,
        panel.shown
    ])?;
    Ok(())
}

/// The competitions of the journal's lines after this one.
pub fn touched(tx: &Connection, since: i64) -> rusqlite::Result<Vec<String>> {
    tx.prepare_cached(
        "SELECT DISTINCT competition FROM journal WHERE id > ?1 AND competition IS NOT NULL",
    )?
    .query_map([since], |row| row.get(0))?
    .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Panel> {
    Ok(Panel {
        account: row.get("account")?,
        competition: row.get("competition")?,
        slot: row.get("slot")?,
        shown: row.get("shown")?,
    })
}
