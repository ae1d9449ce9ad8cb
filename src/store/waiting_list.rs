//! The waiting list (候补) of a pool, and the places offered to those at its head.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::to_ms;
use super::registration::{COLUMNS, Registration, State, end_of_line, read, state_word};

/// Those who wait, first in line first, over all pools.
pub fn all(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    list(tx, competition, State::Waiting)
}

/// Those to whom a place is offered, oldest offer first.
pub fn offered(tx: &Connection, competition: &str) -> rusqlite::Result<Vec<Registration>> {
    list(tx, competition, State::Offered)
}

fn list(tx: &Connection, competition: &str, state: State) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND state = ?2 ORDER BY line_no, id"
    ))?
    .query_map(params![competition, state_word(state)], read)?
    .collect()
}

/// Offers whose time is over, those made first at the head.
pub fn lapsed(
    tx: &Connection,
    competition: &str,
    now: DateTime<Utc>,
) -> rusqlite::Result<Vec<Registration>> {
    tx.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM registration
         WHERE competition = ?1 AND offered_until < ?2 ORDER BY offered_until, line_no, id"
    ))?
    .query_map(params![competition, to_ms(now)], read)?
    .collect()
}

/// The place in the pool's waiting list, from 1.
pub fn position(tx: &Connection, waiting: &Registration) -> rusqlite::Result<u32> {
    tx.prepare_cached(
        "SELECT count(*) FROM registration r
         JOIN registration mine ON mine.id = ?3
         WHERE r.competition = ?1 AND r.pool = ?2 AND r.state = 'waiting'
           AND (r.line_no, r.id) <= (mine.line_no, mine.id)",
    )?
    .query_row(
        params![waiting.competition, waiting.pool, waiting.id],
        |row| row.get(0),
    )
}

/// Holds the place for one who waits until the offer is answered.
pub fn offer(
    tx: &Connection,
    id: i64,
    (pool, place): (&str, u32),
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = 'offered', place = ?2, offered_at = ?3, offered_until = ?4,
           pool = ?5, version = version + 1
         WHERE id = ?1 AND state = 'waiting'",
    )?
    .execute(params![id, place, to_ms(now), to_ms(until), pool])?;
    Ok(())
}

/// Gives one who waits the place at once.
pub fn promote(
    tx: &Connection,
    id: i64,
    state: State,
    (pool, place): (&str, u32),
) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = ?2, place = ?3, pool = ?4, version = version + 1
         WHERE id = ?1 AND state = 'waiting'",
    )?
    .execute(params![id, state_word(state), place, pool])?;
    Ok(())
}

/// The offered place is taken: accepted, or in review.
pub fn confirm(tx: &Connection, id: i64, state: State) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE registration SET state = ?2, offered_until = NULL, version = version + 1
         WHERE id = ?1 AND state = 'offered'",
    )?
    .execute(params![id, state_word(state)])?;
    Ok(())
}

/// The offer passed without an answer: back to the end of the line, the place is free.
pub fn lapse(tx: &Connection, competition: &str, id: i64) -> rusqlite::Result<()> {
    let line_no = end_of_line(tx, competition)?;
    tx.prepare_cached(
        "UPDATE registration SET state = 'waiting', place = NULL, offered_until = NULL, line_no = ?2,
           lapses = lapses + 1, version = version + 1
         WHERE id = ?1 AND state = 'offered'",
    )?
    .execute(params![id, line_no])?;
    Ok(())
}

/// No offer lapses before `until`: while nobody listened, an answer may have been given.
pub fn lapse_not_before(tx: &Connection, until: DateTime<Utc>) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE registration SET offered_until = ?1 WHERE offered_until < ?1")?
        .execute([to_ms(until)])?;
    Ok(())
}
