use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::RankKey;

/// How the stage is ranked (名次规则), and its change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingRule {
    /// To whoever asks.
    Order {
        /// Compared in this order.
        keys: Vec<RankKey>,
        /// The asker can propose another.
        may_change: bool,
    },
    /// To the chief arbiter: another order, and what it would change.
    Preview {
        /// In force.
        old: Vec<RankKey>,
        /// Proposed.
        new: Vec<RankKey>,
        /// bot.toml has been changed; otherwise the chief arbiter wrote it.
        from_file: bool,
        /// The last round counted.
        after: u32,
        /// Who would stand elsewhere.
        moves: Vec<Move>,
        /// Of the proposal.
        version: i64,
        /// Tells the changes shown from others.
        #[serde(default)]
        shown: u32,
    },
    /// To the chief arbiter: it is changed.
    Changed {
        /// In force now.
        keys: Vec<RankKey>,
    },
    /// To the chief arbiter: nothing is changed.
    Kept {
        /// Still in force.
        keys: Vec<RankKey>,
    },
    /// To the group.
    ToldGroup {
        /// Until now.
        old: Vec<RankKey>,
        /// From now on.
        new: Vec<RankKey>,
    },
}

/// A player whose place another order would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub player: PlayerTag,
    /// In which section's table, where there are several.
    pub section: Option<String>,
    /// Place by the order in force.
    pub before: u32,
    /// Place by the other.
    pub after: u32,
}
