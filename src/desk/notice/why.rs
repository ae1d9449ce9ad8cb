use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::tournament::swiss::SideRule;
use crate::tournament::swiss::why::{FloatReason, Obstacle};

/// Why a round is paired as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    pub number: u32,
    /// It is a proposal, seen by the arbiters alone.
    pub proposed: bool,
    /// One table or the bye, compared exactly; otherwise the whole round in brief.
    pub exact: bool,
    pub tables: Vec<ExplainedTable>,
    pub bye: Option<ExplainedBye>,
}

/// A table with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedTable {
    pub table: u32,
    pub red: PlayerTag,
    pub black: PlayerTag,
    /// Points before the round.
    pub red_score: u64,
    pub black_score: u64,
    pub by_hand: bool,
    pub float: Option<Down>,
    pub side: SideRule,
    pub instead: Vec<Instead>,
}

/// Who meets fewer points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Down {
    pub who: PlayerTag,
    pub from: u64,
    pub to: u64,
    pub why: FloatReason,
}

/// The bye of a round with the reasons for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedBye {
    pub who: PlayerTag,
    pub byes: u64,
    pub score: u64,
    pub by_hand: bool,
    pub instead: Vec<Instead>,
}

/// What looked better and may not be, or costs more; no opponent: the bye.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instead {
    pub who: PlayerTag,
    pub opponent: Option<PlayerTag>,
    pub obstacle: Obstacle,
}
