use serde::{Deserialize, Serialize};

/// A knockout stage: 单败淘汰, seeded from the frozen table of the stage before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knockout {
    pub key: String,
    pub name: String,
    /// Players in the bracket, 2 to 64; byes go to the top seeds.
    pub size: u32,
    /// From the first round to the final.
    pub rounds: Vec<KnockoutRound>,
    pub vacancy: Vacancy,
    /// Play all games of a match even when it is decided.
    pub play_all: bool,
    /// Minutes in which the player who chooses a side does so; after that the arbiters decide.
    pub choice_minutes: u32,
}

/// A round of the knockout: every match in it has the same legs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnockoutRound {
    pub name: String,
    /// Tried in order until the match is decided. Not empty.
    pub legs: Vec<Leg>,
}

/// Wuhan regulation, clauses 7.6 and 7.7.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// `count` games, sides alternate, more points win.
    Games {
        count: u32,
        first: FirstSide,
        time_control: String,
    },
    /// 附加赛: one game, a draw is black's.
    Armageddon {
        first: FirstSide,
        time_control: String,
    },
}

/// Who is red in the first game of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstSide {
    BetterSeed,
    Lot,
    /// The black player of the game before chooses.
    LastBlackChooses,
}

/// A qualifier withdraws before the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vacancy {
    NextInRank,
    Walkover,
}
