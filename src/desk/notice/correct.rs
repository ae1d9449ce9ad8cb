use serde::{Deserialize, Serialize};

use super::{GameTag, MatchPlace, MatchRow, PlayerTag};
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
    Told {
        corrected: Corrected,
        /// The match as it stands then.
        #[serde(default)]
        stands: Option<Box<MatchRow>>,
    },
    /// To the group: the change alone.
    Announced {
        corrected: Corrected,
        /// The two at the table.
        moves: Vec<PlaceMoved>,
        /// Of a game of a match.
        #[serde(default)]
        bracket: Option<Box<BracketMoved>>,
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
    /// Of a game of a match: what becomes of it and of the bracket.
    #[serde(default)]
    pub bracket: Option<Box<BracketMoved>>,
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

/// What the correction of a game of a match makes of the bracket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BracketMoved {
    /// The name of the round.
    pub round: String,
    /// The match before and after.
    pub rows: [MatchRow; 2],
    /// Games that nobody has reported and that are not to be played any more.
    pub dropped: Vec<GameTag>,
    /// Later matches that other players come to.
    pub slots: Vec<SlotMoved>,
    /// Sides that somebody else is to choose, or nobody any more.
    pub choices: Vec<ChoiceMoved>,
    pub lots: Vec<LotMoved>,
    /// Places that were announced and are another's, or nobody's yet.
    pub places: Vec<PlaceTold>,
    /// So many more.
    pub others: usize,
}

/// A match whose players change: before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotMoved {
    pub place: MatchPlace,
    pub rows: [MatchRow; 2],
    /// Its players were told to play it.
    pub announced: bool,
}

/// Who chooses the sides of a game: before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceMoved {
    pub place: MatchPlace,
    /// The game of the match, from 1.
    pub game: u32,
    pub by: [Option<PlayerTag>; 2],
}

/// What becomes of the lot for the sides of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LotMoved {
    pub place: MatchPlace,
    /// The game of the match, from 1.
    pub game: u32,
    pub fate: LotFate,
}

/// What becomes of a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotFate {
    /// What was drawn is void; the next one is committed to at once.
    Renewed,
    /// Drawn now.
    Drawn,
    /// Drawn once the round's public word is typed.
    Awaited,
    /// What was drawn from the same results holds.
    Kept,
}

/// Who has an announced place, before and after; nobody after: it is open again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceTold {
    pub place: u32,
    pub players: [Vec<PlayerTag>; 2],
}
