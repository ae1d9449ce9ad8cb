use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag};
use crate::config::ForfeitBy;
use crate::tournament::{Outcome, Side};

/// Who is late: 迟到.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Late {
    /// To the arbiters: the tables to look at, a button each.
    Roll {
        number: u32,
        starts: DateTime<Utc>,
        /// From when forfeits may be declared.
        from: DateTime<Utc>,
        /// Tables on this page that nobody has reported: game, table, whether somebody is noted there.
        tables: Vec<(i64, u32, bool)>,
        /// All of them.
        total: usize,
        absent: Vec<Absent>,
        /// From 0.
        page: usize,
        pages: usize,
    },
    /// To an arbiter who may begin the round: nobody has said when it starts.
    NoStart { number: u32, round: i64 },
    /// To the arbiters: the games of matches to look at, a button each.
    Matches {
        /// Of the round under way.
        name: String,
        games: Vec<LateGame>,
        absent: Vec<Absent>,
    },
    /// To an arbiter: one table, with buttons.
    Card(LateTable),
    /// To the group and the player: come to the table. `from`: forfeits from then on; `None`: now.
    Call {
        number: u32,
        table: u32,
        player: PlayerTag,
        from: Option<DateTime<Utc>>,
        /// Of a match: its round's name, and the game.
        #[serde(default)]
        part: Option<(String, u32)>,
        #[serde(default)]
        declared_by: ForfeitBy,
    },
    /// To the arbiters: the time of those noted is over.
    Due {
        number: u32,
        minutes: u32,
        absent: Vec<Absent>,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        declared_by: ForfeitBy,
    },
}

/// A game of a match that nobody has reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateGame {
    pub game: i64,
    pub table: u32,
    /// From 1.
    pub number: u32,
    /// When it starts, and from when a forfeit may be declared; `None`: nobody has said.
    pub hours: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Somebody is noted there.
    pub is_late: bool,
}

/// A player who is not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    pub game: GameTag,
    pub side: Side,
    pub noted_at: DateTime<Utc>,
}

/// One table and who is not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateTable {
    pub game: GameTag,
    pub absent: Vec<Side>,
    /// The forfeit that may be declared from `from` on.
    pub forfeit: Option<Outcome>,
    pub from: DateTime<Utc>,
    /// That time has come.
    pub is_over: bool,
    /// An unexcused absence removes the player, unless the arbiter keeps them.
    pub removes: bool,
}
