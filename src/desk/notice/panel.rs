use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The arbiter's panel: 裁判台.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel {
    pub accepted: u32,
    pub in_review: u32,
    pub waiting: u32,
    pub next: Next,
    /// The event's other competitions, by key and name: the desk can go over to them.
    #[serde(default)]
    pub others: Vec<(String, String)>,
}

/// The step that comes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    Close {
        closes: DateTime<Utc>,
    },
    Roster,
    Draw,
    Checkin {
        opened: bool,
        missing: usize,
    },
    Pair {
        number: u32,
    },
    Publish {
        number: u32,
        round: i64,
    },
    Results {
        number: u32,
        open: Vec<u32>,
        tables: usize,
    },
    /// All is played; a lot decides between so many who are level.
    PlacesLevel {
        players: usize,
    },
    Over {
        rounds: u32,
    },
    /// The points stage is over; the knockout is seeded next.
    Seed,
    /// A round of the knockout is announced next.
    BeginRound {
        number: u32,
        name: String,
    },
    /// Matches of the knockout are played.
    Matches {
        number: u32,
        name: String,
        open: Vec<u32>,
        tables: usize,
    },
    /// The final is played.
    Crowned,
}
