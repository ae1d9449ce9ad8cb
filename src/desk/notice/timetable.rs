use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

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
    /// To the arbiter: what moving a round's start comes to.
    Asked {
        number: u32,
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
    pub at: DateTime<Utc>,
    /// Not as `bot.toml` says.
    pub is_moved: bool,
}

/// A round's start that was moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub number: u32,
    pub was: Option<DateTime<Utc>>,
    pub to: DateTime<Utc>,
}
