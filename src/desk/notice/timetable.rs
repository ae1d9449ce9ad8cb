use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::desk::Turn;

/// The timetable: 日程.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timetable {
    /// To whoever asks.
    Shown {
        slots: Vec<Slot>,
        /// Rounds that stand in no slot.
        others: Vec<RoundStart>,
    },
    /// To the group: what the timetable has now, besides rounds and check-in.
    Called {
        what: String,
        place: Option<String>,
        ends: Option<DateTime<Utc>>,
    },
    /// To the arbiter: what moving a round's start comes to.
    Asked {
        number: u32,
        /// What the round is called, where that is not its number: of the knockout.
        #[serde(default)]
        name: Option<String>,
        was: Option<DateTime<Utc>>,
        to: DateTime<Utc>,
        /// The later rounds of the session, moved by as much.
        following: Vec<Moved>,
        /// This round would not start after it: it cannot be moved alone.
        runs_into: Option<u32>,
    },
    /// To the arbiter: moved.
    Done { changes: Vec<Moved> },
    /// To the group and the players.
    Moved { changes: Vec<Moved> },
    /// To the arbiter: a round without a planned start is under way.
    Started { number: u32, at: DateTime<Utc> },
}

/// A line of the timetable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    pub starts: DateTime<Utc>,
    pub ends: Option<DateTime<Utc>>,
    /// It has days and no hours.
    #[serde(default)]
    pub is_by_day: bool,
    pub what: String,
    pub place: Option<String>,
    pub rounds: Vec<RoundStart>,
}

/// A round's start as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundStart {
    /// Its name, where the event has several.
    pub competition: Option<String>,
    /// The stage's key and name.
    pub stage: String,
    pub stage_name: String,
    pub number: u32,
    /// The name of the round, in a knockout.
    #[serde(default)]
    pub name: Option<String>,
    /// In a knockout, the game of its matches; 0 is the first.
    #[serde(default)]
    pub game: u32,
    pub at: DateTime<Utc>,
    /// Not as `bot.toml` says.
    pub is_moved: bool,
}

/// A round's start that was moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub number: u32,
    /// What the round is called, where that is not its number: of the knockout.
    #[serde(default)]
    pub name: Option<String>,
    pub was: Option<DateTime<Utc>>,
    pub to: DateTime<Utc>,
}

/// Where a game is played, beside its start.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Venue {
    pub place: Option<String>,
    /// It starts on another day than the one on which this is said.
    #[serde(default)]
    pub is_another_day: bool,
}

impl Venue {
    /// Of a round of a stage and, in a knockout, a game of its matches, as the timetable has it.
    pub fn of(
        turn: &Turn<'_>,
        stage: &str,
        (round, game): (u32, u32),
        starts: Option<DateTime<Utc>>,
    ) -> Venue {
        let event = &turn.config.event;
        let day = |at: DateTime<Utc>| at.with_timezone(&event.zone).date_naive();
        let slot = event.slot_of(stage, round, game);
        Venue {
            place: slot.and_then(|slot| slot.place.clone()),
            is_another_day: starts.is_some_and(|at| day(at) != day(turn.now)),
        }
    }
}
