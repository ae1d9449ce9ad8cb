//! The competitions of the event, and how far each is.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::instant::{from_ms, to_ms};

/// Where a competition stands before its first round; each instant is when that step was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    pub registration_closed_at: Option<DateTime<Utc>>,
    pub roster_at: Option<DateTime<Utc>>,
    pub drawn_at: Option<DateTime<Utc>>,
    pub checkin_opened_at: Option<DateTime<Utc>>,
    pub checkin_closed_at: Option<DateTime<Utc>>,
    /// Nobody moves up from the waiting list any more.
    pub line_closed_at: Option<DateTime<Utc>>,
}

/// A step of [`Progress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    RegistrationClosed,
    Roster,
    Drawn,
    CheckinOpened,
    CheckinClosed,
    LineClosed,
}

impl Step {
    fn column(self) -> &'static str {
        match self {
            Step::RegistrationClosed => "registration_closed_at",
            Step::Roster => "roster_at",
            Step::Drawn => "drawn_at",
            Step::CheckinOpened => "checkin_opened_at",
            Step::CheckinClosed => "checkin_closed_at",
            Step::LineClosed => "line_closed_at",
        }
    }
}

/// Makes the competition known, and its pools' places up to `seats` each. Places already there stay.
pub fn ensure(tx: &Connection, key: &str, pools: &[(&str, u32)]) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO competition (key) VALUES (?1) ON CONFLICT DO NOTHING",
        [key],
    )?;
    for (pool, seats) in pools {
        let mut statement = tx.prepare_cached(
            "INSERT INTO place (competition, pool, no) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        )?;
        for no in 1..=*seats {
            statement.execute(params![key, pool, no])?;
        }
        tx.execute(
            "DELETE FROM place WHERE competition = ?1 AND pool = ?2 AND no > ?3
             AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.competition = place.competition
                             AND r.pool = place.pool AND r.place = place.no)",
            params![key, pool, seats],
        )?;
    }
    Ok(())
}

/// How far the competition is.
pub fn progress(tx: &Connection, key: &str) -> rusqlite::Result<Progress> {
    tx.prepare_cached(
        "SELECT registration_closed_at, roster_at, drawn_at, checkin_opened_at, checkin_closed_at,
           line_closed_at
         FROM competition WHERE key = ?1",
    )?
    .query_row([key], |row| {
        let at =
            |index: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(index)?.map(from_ms));
        Ok(Progress {
            registration_closed_at: at(0)?,
            roster_at: at(1)?,
            drawn_at: at(2)?,
            checkin_opened_at: at(3)?,
            checkin_closed_at: at(4)?,
            line_closed_at: at(5)?,
        })
    })
}

/// The competition a round belongs to.
pub fn of_round(tx: &Connection, round: i64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT s.competition FROM round r JOIN stage s ON s.id = r.stage WHERE r.id = ?1";
    tx.prepare_cached(sql)?
        .query_row([round], |row| row.get(0))
        .optional()
}

/// The competition a game belongs to.
pub fn of_game(tx: &Connection, game: i64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT s.competition FROM game g JOIN round r ON r.id = g.round
               JOIN stage s ON s.id = r.stage WHERE g.id = ?1";
    tx.prepare_cached(sql)?
        .query_row([game], |row| row.get(0))
        .optional()
}

/// The competition a registration is for.
pub fn of_registration(tx: &Connection, registration: i64) -> rusqlite::Result<Option<String>> {
    tx.prepare_cached("SELECT competition FROM registration WHERE id = ?1")?
        .query_row([registration], |row| row.get(0))
        .optional()
}

/// Records that the step was taken (`Some`) or taken back (`None`).
pub fn set(
    tx: &Connection,
    key: &str,
    step: Step,
    at: Option<DateTime<Utc>>,
) -> rusqlite::Result<()> {
    let sql = format!(
        "UPDATE competition SET {} = ?2 WHERE key = ?1",
        step.column()
    );
    tx.prepare_cached(&sql)?
        .execute(params![key, at.map(to_ms)])?;
    Ok(())
}
