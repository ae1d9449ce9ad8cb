use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag};
use crate::desk::correct::Change;
use crate::tournament::Outcome;

/// Corrections: 更正.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correct {
    /// To the arbiter: what it would bring, with the buttons that make it.
    Asked(Box<Consequences>),
    /// To the arbiter: made.
    Done {
        corrected: Corrected,
        /// The proposed round that is gone.
        discarded: Option<u32>,
    },
    /// To the arbiter: nothing was corrected.
    Kept,
    /// To the two at the table.
    Told { corrected: Corrected },
    /// To the group: the change alone.
    Announced {
        corrected: Corrected,
        /// The two at the table.
        moves: Vec<PlaceMoved>,
    },
    /// To the other arbiters: the proposal was paired on what is corrected.
    ProposalGone { number: u32, corrected: Corrected },
}

/// A game before and after; the tag has its sides as they were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    pub game: GameTag,
    pub before: Option<Outcome>,
    pub after: Option<Outcome>,
    /// The sides are exchanged: `after` is told of the new sides.
    pub sides: bool,
}

/// What a correction brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequences {
    pub corrected: Corrected,
    pub later: Later,
    /// Whose points or place change, the two of the game first.
    pub moves: Vec<PlaceMoved>,
    /// So many more.
    pub others: usize,
    /// Removed for an absence, as the event says.
    pub removed: Vec<PlayerTag>,
    /// Taken in again.
    pub reinstated: Vec<PlayerTag>,
    /// A prize list was published.
    pub prizes: bool,
    pub change: Change,
    /// Tells this from anything else that may have to be shown.
    pub shown: u32,
}

/// The rounds after the corrected one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Later {
    /// The proposed round, which goes.
    pub discards: Option<u32>,
    /// The published rounds, from this to that, which stay as they are.
    pub keeps: Option<(u32, u32)>,
}

/// Points and place of a player, before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceMoved {
    pub player: PlayerTag,
    pub points: (u32, u32),
    pub rank: (u32, u32),
    /// Where sections are ranked apart.
    pub section: Option<String>,
}
