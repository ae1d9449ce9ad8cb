use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{MatchPlace, PlayerTag};

/// The arbiter's panel: 裁判台.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel {
    /// The stage that is played, by name.
    #[serde(default)]
    pub stage: Option<String>,
    pub accepted: u32,
    pub in_review: u32,
    pub waiting: u32,
    pub next: Next,
    /// The event's other competitions, by key and name: the desk can go over to them.
    #[serde(default)]
    pub others: Vec<(String, String)>,
    /// What stands in the way of the next step.
    #[serde(default)]
    pub blocks: Vec<Block>,
    /// A member of the committee reads it, who takes none of the steps.
    #[serde(default)]
    pub looks_only: bool,
}

/// Something that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// There is no group for what is public.
    NoGroup,
    NoPlayers,
    /// Papers nobody has decided on.
    Reviews {
        count: u32,
    },
    /// Places offered and not answered for.
    Offers {
        count: u32,
        until: DateTime<Utc>,
    },
    /// Fewer than two players.
    TooFew {
        active: usize,
    },
    /// The field has changed since the proposal was made.
    Outdated,
    /// Level among the places that go on to the next stage: nothing orders them as seeds but a lot.
    SeedsLevel {
        players: Vec<PlayerTag>,
    },
    /// Tables whose players contradict each other.
    Disputed {
        tables: Vec<u32>,
    },
    /// Tables where a player has to choose red or black.
    Choosing {
        tables: Vec<u32>,
    },
    /// The public word of a round of the knockout is not typed; tables whose lot waits for it.
    LotWord {
        round: String,
        tables: Vec<u32>,
    },
    /// Tables whose report waits for the opponent.
    Pending {
        tables: Vec<u32>,
    },
    /// Tables of an earlier round without a result.
    RoundOpen {
        number: u32,
        tables: Vec<u32>,
    },
    /// Games agreed drawn or given up early that nobody has decided about: round and table.
    EarlyDraws {
        tables: Vec<(u32, u32)>,
        /// Of the knockout: the match and its game.
        #[serde(default)]
        matches: Vec<(MatchPlace, u32)>,
    },
    /// Appeals without a verdict.
    Appeals {
        count: usize,
    },
    /// Appeals that were upheld, and what is left to do about each.
    Upheld {
        appeals: Vec<Upheld>,
    },
    /// Game records that are due.
    Records {
        count: usize,
    },
}

/// What is left to do about an appeal that was upheld.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upheld {
    pub appeal: i64,
    /// To return, in yuan; 0: nothing.
    pub deposit: u32,
    /// The penalty it was about stands still.
    pub strike: bool,
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
        /// The round, where nobody has said when it starts and the arbiter may begin it.
        #[serde(default)]
        start: Option<i64>,
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
