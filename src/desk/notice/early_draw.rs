use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag};

/// A draw that may have been agreed too early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyDraw {
    /// To the arbiters, with buttons: by the clock, or by what a player said.
    Flagged {
        game: GameTag,
        minutes: Option<i64>,
        said: Option<(PlayerTag, DrawSaid)>,
    },
    /// To both players: did they make so many moves?
    AskMoves { game: GameTag, moves: u32 },
    /// To the player who answered.
    Thanks,
    /// To the arbiter who decided.
    Decided {
        game: GameTag,
        decision: DrawDecision,
    },
    /// To both players: the draw stands.
    Stands { game: GameTag },
}

/// How long a player says the game was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawSaid {
    Enough,
    TooFew,
    /// They did not play at all.
    NotPlayed,
}

/// What the arbiters make of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawDecision {
    Stands,
    /// 双负: nothing for either.
    Lost,
    /// It stands, with a foul for each.
    Fouls,
}
