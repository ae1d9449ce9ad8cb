use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::tournament::{Outcome, Side};

/// Results coming in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// To a player who asks to report: the game with buttons.
    Ask { game: GameTag, side: Side },
    /// To an account with several games: a page of all of them, with buttons.
    Card {
        games: Vec<OwnGame>,
        total: usize,
        /// From 0.
        page: usize,
        pages: usize,
    },
    /// To the reporter: kept, waits for the opponent.
    Received {
        game: GameTag,
        outcome: Outcome,
        until: Option<DateTime<Utc>>,
        /// The opponent has left, or has no account: is not asked.
        #[serde(default)]
        alone: bool,
        /// Why a win does not stand when the window ends.
        #[serde(default)]
        held: Option<Held>,
    },
    /// To the opponent, with buttons.
    Prompt {
        game: GameTag,
        outcome: Outcome,
        by: Side,
        until: Option<DateTime<Utc>>,
    },
    /// To both players: it stands.
    Settled {
        game: GameTag,
        outcome: Outcome,
        why: Why,
    },
    /// To the reporter whose report says what is settled already.
    Already { game: GameTag, outcome: Outcome },
    /// To both players.
    Disputed { game: GameTag },
    /// To the arbiters, with buttons to rule.
    DisputeToRule {
        game: GameTag,
        said: Vec<(Side, Outcome)>,
    },
    /// To an arbiter who looks at an open table, with every decision as a button.
    ToRule {
        game: GameTag,
        said: Vec<(Side, Outcome)>,
    },
    /// To the arbiter who ruled.
    Ruled {
        game: GameTag,
        before: Option<Outcome>,
        outcome: Option<Outcome>,
    },
    /// To the arbiter who ruled a table whose result is final: whether it is meant.
    OverruleAsked {
        game: GameTag,
        before: Outcome,
        /// `None`: 未定.
        after: Option<Outcome>,
        /// In the event again, whom the forfeit had removed.
        #[serde(default)]
        reinstated: Vec<PlayerTag>,
    },
    /// To an arbiter: the forfeit would remove somebody for an absence, or they are kept; or it is early.
    AbsenceAsked {
        /// The time for those who are late is not over.
        #[serde(default)]
        early: Option<TooEarly>,
        game: GameTag,
        before: Option<Outcome>,
        forfeit: Outcome,
        removed: Vec<PlayerTag>,
        /// The absence that removed them is no more.
        reinstated: Vec<PlayerTag>,
    },
    /// To both players: the arbiter opened the game again.
    Reopened { game: GameTag },
    /// To the player removed for an unexcused absence, and to the arbiters.
    Removed { player: PlayerTag, number: u32 },
    /// To the same, and to the group: the absence was a mistake, corrected by an arbiter.
    Reinstated { player: PlayerTag, number: u32 },
    /// To the arbiters: the same, but somebody else has the place by now.
    NotReinstated { player: PlayerTag, number: u32 },
}

/// A forfeit before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TooEarly {
    /// When its time is; `None`: nobody has said when the round starts.
    pub from: Option<DateTime<Utc>>,
}

/// A game as people know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTag {
    pub game: i64,
    pub version: i64,
    pub number: u32,
    pub table: u32,
    pub red: PlayerTag,
    pub black: PlayerTag,
    /// In the knockout: the game of the match, from 1; `number` is the knockout's round.
    #[serde(default)]
    pub part: Option<u32>,
    /// In the knockout: the name of that round.
    #[serde(default)]
    pub round_name: Option<String>,
}

/// A game that an account answers for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnGame {
    /// Its name, where the event has several.
    pub competition: Option<String>,
    pub game: GameTag,
    /// The side of the account's player; `None`: both.
    pub side: Option<Side>,
    pub reported: Reported,
}

/// How far the result of a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reported {
    /// Nobody has reported.
    Open,
    /// One side's report waits for the other side.
    Waits {
        by: Side,
        outcome: Outcome,
        until: Option<DateTime<Utc>>,
    },
    Disputed,
    Final(Outcome),
}

impl Reported {
    /// It has no final outcome.
    pub fn is_open(self) -> bool {
        !matches!(self, Reported::Final(_))
    }
}

/// What made an outcome final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Both sides said so.
    Agreed,
    /// The loser said so.
    Conceded,
    /// Nobody objected in time.
    Unopposed,
    /// The event trusts winners.
    Trusted,
    /// An arbiter ruled.
    Ruled,
    /// A penalty lost it.
    Penalty,
    /// One of the two was removed.
    Removal,
    /// One of the two has withdrawn.
    Withdrawal,
    /// The penalty that lost it was taken back.
    Struck,
}

/// Why a reported win waits for the opponent or an arbiter, however long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// The opponent is noted as not there: the forfeit is the arbiters' to declare.
    Absent,
    /// The game is to start only then.
    BeforeStart { starts: DateTime<Utc> },
}
