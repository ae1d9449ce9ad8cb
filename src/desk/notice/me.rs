use serde::{Deserialize, Serialize};

use super::{FeeStanding, PlayerTag, Standing};
use crate::tournament::{Outcome, Side};

/// A person's own registrations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Me {
    List {
        mine: Vec<Mine>,
        /// An unfinished form waits.
        has_draft: bool,
        /// The competition it is for, where the event has several.
        #[serde(default)]
        draft_for: Option<String>,
    },
}

/// One registration, as its account sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mine {
    pub registration: i64,
    pub version: i64,
    pub name: String,
    /// Only where the event has several.
    #[serde(default)]
    pub competition: Option<String>,
    /// Only where the competition has several.
    pub section: Option<String>,
    pub standing: Standing,
    /// In review: the clauses whose papers an arbiter looks at.
    #[serde(default)]
    pub reviewing: Vec<String>,
    /// Where the event takes a fee and this registration owes or has settled one.
    #[serde(default)]
    pub fee: Option<FeeStanding>,
    pub start_no: Option<u32>,
    pub checked_in: bool,
    /// Game records that are due: game, round, table.
    #[serde(default)]
    pub records: Vec<(i64, u32, u32)>,
    /// The rounds so far, oldest first.
    pub games: Vec<MyGame>,
}

/// What a player did in a published round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MyGame {
    Table {
        number: u32,
        table: u32,
        side: Side,
        opponent: PlayerTag,
        outcome: Option<Outcome>,
    },
    Bye {
        number: u32,
    },
    Absent {
        number: u32,
    },
    /// A game of a match of the knockout.
    Match {
        round: String,
        table: u32,
        game: u32,
        side: Side,
        opponent: PlayerTag,
        outcome: Option<Outcome>,
    },
    /// A match of the knockout that was not played: a bye, or the opponent did not come.
    Through {
        /// The round's name.
        round: String,
        forfeited: bool,
    },
    /// Before a late entry: points stated by an arbiter.
    Granted {
        number: u32,
        points: u32,
    },
}
