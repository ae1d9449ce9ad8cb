use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag};
use crate::tournament::Outcome;

/// A draw that may have been agreed, or a game given up, too early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyDraw {
    /// To the arbiters, with buttons: by the clock, or by what a player said.
    Flagged(Box<FlaggedGame>),
    /// To both players: did they make so many moves?
    AskMoves { game: GameTag, moves: u32 },
    /// To the player who answered.
    Thanks,
    /// To the arbiter who decided.
    Decided {
        game: GameTag,
        decision: DrawDecision,
        #[serde(default)]
        won: Option<Outcome>,
        /// The proposal of this round was paired on the result, and is gone.
        #[serde(default)]
        discarded: Option<u32>,
    },
    /// To the other arbiters: the proposal of this round is gone.
    ProposalGone { number: u32, game: GameTag },
    /// To both players: the draw, or the win, stands.
    Stands {
        game: GameTag,
        #[serde(default)]
        won: Option<Outcome>,
    },
}

/// A game that is flagged, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlaggedGame {
    pub game: GameTag,
    pub minutes: Option<i64>,
    /// Nobody has said when the round began: the minutes are those since it was published.
    #[serde(default)]
    pub unannounced: bool,
    pub said: Option<(PlayerTag, DrawSaid)>,
    /// The win, where it is none of a draw.
    #[serde(default)]
    pub won: Option<Outcome>,
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
    /// It stands, with a foul for each; of a win, for the loser.
    Fouls,
}
