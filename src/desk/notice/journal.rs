use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::Role;
use crate::desk::journal::Filter;
use crate::tournament::Side;

/// The journal: 记录.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Journal {
    /// A page of it, newest first; `page` from 0.
    Page {
        filter: Filter,
        /// The player it is about, where it is about one.
        player: Option<PlayerTag>,
        lines: Vec<JournalLine>,
        page: usize,
        pages: usize,
    },
}

/// Who did what to what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalLine {
    pub at: DateTime<Utc>,
    /// `None`: the program itself.
    pub who: Option<String>,
    /// `None`: a player, or the program.
    pub role: Option<Role>,
    /// As it is written, e.g. `round.publish`.
    pub action: String,
    pub subject: Subject,
    pub before: Option<String>,
    /// Whom `after` is about, where that is not the subject.
    #[serde(default)]
    pub of: Option<PlayerTag>,
    pub after: Option<String>,
    pub reason: Option<String>,
    /// It was taken back.
    pub undone: bool,
}

/// What a line is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Round(u32),
    Table {
        number: u32,
        table: u32,
    },
    Player(PlayerTag),
    /// Two players, to be kept apart or no longer.
    Players(Vec<PlayerTag>),
    /// A player in a round.
    PlayerInRound {
        player: PlayerTag,
        number: u32,
    },
    Appeal {
        appeal: i64,
        player: Option<PlayerTag>,
    },
    /// A role that a code gives.
    Role(Role),
    /// A round of the knockout by its name.
    KnockoutRound(String),
    /// A match of the knockout.
    Match {
        /// The round's name.
        round: String,
        table: u32,
        /// The game of the match, from 1.
        game: Option<u32>,
        /// The two at the table; of a game red first. Nobody while they are not known.
        players: Vec<PlayerTag>,
        /// Who won the match, or chose a side.
        who: Option<PlayerTag>,
        /// The side chosen.
        side: Option<Side>,
    },
    /// Something that is said with the action, or not at all.
    Other,
}
