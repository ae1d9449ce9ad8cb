use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::tournament::dutch::why::{Bar, NoBye, Wish};

/// Why a round is paired as it is by the Dutch system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedDutch {
    pub number: u32,
    /// It is a proposal, seen by the arbiters alone.
    pub proposed: bool,
    pub tables: Vec<DutchTable>,
    pub bye: Option<DutchBye>,
}

/// Two who meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutchTable {
    pub table: u32,
    pub red: PlayerTag,
    pub black: PlayerTag,
    /// Points before the round.
    pub red_score: u32,
    pub black_score: u32,
    pub by_hand: bool,
    pub red_wish: Option<Wish>,
    pub black_wish: Option<Wish>,
    /// One of the two, a player of the same points, and why the two cannot meet.
    pub barred: Vec<(PlayerTag, PlayerTag, Bar)>,
}

/// Who has the bye.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutchBye {
    pub who: PlayerTag,
    pub by_hand: bool,
    pub score: u32,
    /// Rounds without a game.
    pub unplayed: u32,
    /// Players with fewer points, and why they have not.
    pub instead: Vec<(PlayerTag, NoBye)>,
}
