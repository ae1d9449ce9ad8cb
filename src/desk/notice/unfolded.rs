use serde::{Deserialize, Serialize};

use super::{PenaltyLine, PlayerTag};
use crate::config::RankKey;
use crate::tournament::standings::Reason;

/// One player's row of the table, every figure with its sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfolded {
    pub player: PlayerTag,
    /// The section ranked, where the competition has several.
    pub section: Option<String>,
    pub rank: u32,
    pub shared: bool,
    /// Removed: without a place.
    #[serde(default)]
    pub placeless: bool,
    /// Place by lot among those level in everything.
    #[serde(default)]
    pub lot: Option<u32>,
    /// A lot will decide.
    #[serde(default)]
    pub awaits_lot: bool,
    /// The last round counted.
    pub after: u32,
    /// The player's games without a final result: they count nowhere.
    pub open: u32,
    pub figures: Vec<Figure>,
    /// The player's fouls, each with its reason.
    #[serde(default)]
    pub fouls: Vec<PenaltyLine>,
    /// To an arbiter: the player's other penalties, with what was noted beside them.
    #[serde(default)]
    pub penalties: Vec<PenaltyLine>,
    /// Who stands next above, and below.
    pub above: Option<Neighbour>,
    pub below: Option<Neighbour>,
}

/// A figure and its summands, which add up to it; of a trimmed figure those of its first step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    pub key: RankKey,
    pub value: String,
    pub terms: Vec<Summand>,
}

/// One addend of a figure, with where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summand {
    pub round: Option<u32>,
    pub opponent: Option<PlayerTag>,
    pub amount: u32,
    pub why: Reason,
    /// The points of an opponent who has a game without a final result: they can still grow.
    #[serde(default)]
    pub is_open: bool,
}

/// The player next in the table, and what ranks the two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbour {
    pub registration: i64,
    pub player: PlayerTag,
    /// The keys in which both are level, before the one that decides.
    pub level: Vec<RankKey>,
    pub decides: Option<Deciding>,
    /// They share the place.
    pub shared: bool,
}

/// The first key that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deciding {
    pub key: RankKey,
    pub own: String,
    pub theirs: String,
}
