use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Block, Choice, MatchGame, PlayerTag, Venue};
use crate::desk::hand::Way;
use crate::tournament::{Outcome, Side};

/// Pairing and the course of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// To the arbiter: seen by nobody else before it is published.
    Proposed {
        round: i64,
        tables: Tables,
        warnings: Vec<Warning>,
        /// Tables set by hand.
        #[serde(default)]
        by_hand: Vec<u32>,
        #[serde(default)]
        bye_by_hand: bool,
        /// An arbiter approved a way out: no complete pairing existed.
        #[serde(default)]
        approved: bool,
        #[serde(default)]
        ahead: Option<Ahead>,
        /// Somebody gets a second bye, and there is a pairing without one.
        #[serde(default)]
        bye_can_be_spared: bool,
        /// What is left undecided of the rounds before.
        #[serde(default)]
        undecided: Vec<Block>,
    },
    /// To the arbiter: no complete pairing exists; who is left over, and the ways out with their players.
    Stuck {
        number: u32,
        stuck: Vec<Vec<PlayerTag>>,
        ways: Vec<(Way, Vec<PlayerTag>)>,
        /// Ways beside these.
        #[serde(default)]
        left_out: usize,
    },
    /// To the arbiter: fewer than two players are left for the next round, `active` of them.
    TooFew { number: u32, active: usize },
    /// To the arbiter: the round breaks this; it is published when that is said.
    PublishAnyway {
        round: i64,
        number: u32,
        warnings: Vec<Warning>,
        #[serde(default)]
        ahead: Option<Ahead>,
    },
    /// To the arbiter: whether to take the published round back.
    UnpublishAsked { round: i64, number: u32 },
    /// To the arbiter: it is a proposal again.
    Unpublished { number: u32 },
    /// To the group and the players of the round: it does not stand.
    TakenBack { number: u32 },
    /// To the group: the stage ends before its last round.
    EndedEarly { number: u32 },
    /// To a player with leave.
    Absent {
        number: u32,
        player: PlayerTag,
        points: u32,
    },
    /// To the arbiter: the proposal is gone.
    Discarded { number: u32 },
    /// To the group.
    Published { tables: Tables },
    /// To the arbiter.
    PublishedToArbiter {
        number: u32,
        tables: usize,
        #[serde(default)]
        starts: Option<DateTime<Utc>>,
        /// The round's id, where no start is planned: an arbiter says when it begins.
        #[serde(default)]
        start: Option<i64>,
    },
    /// To a player.
    Seat {
        number: u32,
        table: u32,
        side: Side,
        player: PlayerTag,
        opponent: PlayerTag,
        starts: Option<DateTime<Utc>>,
        #[serde(default)]
        venue: Venue,
        game: i64,
        /// In the knockout.
        #[serde(default)]
        part: Option<Box<MatchGame>>,
    },
    /// To a player.
    Bye {
        number: u32,
        player: PlayerTag,
        points: u32,
    },
    /// To the group: a seat that did not reach the player's private chat.
    Mentioned { account: i64, seat: Box<Round> },
    /// To an arbiter: the tables with room for both players to sign.
    ToSign { tables: Tables },
    /// A round as it stands, for whoever asks; `mine` are the tables of their players.
    Shown { tables: Tables, mine: Vec<u32> },
    /// The group's one message of the round, edited as results come in.
    Progress {
        number: u32,
        tables: usize,
        /// Tables nobody has reported.
        open: Vec<u32>,
        /// Tables whose report waits for the opponent or for an arbiter.
        waiting: Vec<u32>,
    },
    /// To the arbiters: every game has its outcome.
    Complete { number: u32, last: bool },
    /// To an arbiter: tables without a final result.
    Open {
        number: u32,
        /// Of the knockout, in it.
        #[serde(default)]
        name: Option<String>,
        games: Vec<OpenTable>,
        /// The next round was to be paired: each needs a decision first.
        #[serde(default)]
        before_pairing: bool,
        /// Matches of a knockout whose next game waits for the choice of sides.
        #[serde(default)]
        choosing: Vec<Choice>,
        /// The round's name and those whose lot waits for its public word.
        #[serde(default)]
        word: Option<(String, Vec<u32>)>,
    },
    /// To a player whose game has no result.
    Reminder {
        number: u32,
        table: u32,
        /// In the knockout: the round's name, and the game of the match.
        #[serde(default)]
        part: Option<(String, u32)>,
        opponent: PlayerTag,
    },
    /// To the arbiter: how many players were reminded.
    Reminded { players: usize },
}

/// The next round cannot be paired, whatever the results of this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ahead {
    /// Who is left over then.
    pub stuck: Vec<Vec<PlayerTag>>,
    pub alternative: Alternative,
}

/// What there is instead of a pairing that leaves the next round without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alternative {
    /// Another pairing of this round leaves the next one possible.
    Better,
    Nothing,
    /// None was found in the time there is.
    NotFound,
    /// The event is paired by rules that look for none.
    NotSought,
}

/// A round's tables, complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    pub number: u32,
    /// Rounds of the stage.
    pub of: u32,
    pub starts: Option<DateTime<Utc>>,
    #[serde(default)]
    pub venue: Venue,
    pub rows: Vec<Table>,
    pub byes: Vec<PlayerTag>,
    /// With leave.
    #[serde(default)]
    pub absent: Vec<PlayerTag>,
}

/// A table of a round with its two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub table: u32,
    pub red: PlayerTag,
    pub black: PlayerTag,
    pub outcome: Option<Outcome>,
}

/// A table without a final result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTable {
    /// 0: the list was made before a table had its button.
    #[serde(default)]
    pub game: i64,
    pub table: u32,
    /// In the knockout: the round's name, and the game of the match.
    #[serde(default)]
    pub part: Option<(String, u32)>,
    pub red: PlayerTag,
    pub black: PlayerTag,
    pub state: OpenState,
}

/// How far an open game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenState {
    /// Nobody has reported.
    Silent,
    /// One side has reported this.
    Reported(Outcome),
    Disputed,
}

/// Something to know before publishing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    ThirdRunning {
        player: PlayerTag,
        side: Side,
        /// The two rounds before.
        #[serde(default)]
        rounds: Vec<u32>,
    },
    SurplusOfThree {
        player: PlayerTag,
        side: Side,
        /// With this side so far.
        #[serde(default)]
        rounds: Vec<u32>,
    },
    AnotherBye {
        player: PlayerTag,
        had: u32,
        /// Of the byes so far.
        #[serde(default)]
        rounds: Vec<u32>,
    },
    /// The two have met in this round.
    Rematch {
        red: PlayerTag,
        black: PlayerTag,
        round: u32,
        swapped: bool,
    },
    Forbidden {
        red: PlayerTag,
        black: PlayerTag,
    },
    Teammates {
        red: PlayerTag,
        black: PlayerTag,
        team: String,
    },
}
