use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::{RankKey, Ranking};

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
        /// The same with its settings.
        #[serde(default)]
        ranking: Option<Ranking>,
        /// Sections ranked otherwise.
        #[serde(default)]
        sections: Vec<SectionOrder>,
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
        /// Who would stand elsewhere, in the order of the new tables.
        moves: Vec<Move>,
        /// How many would not.
        #[serde(default)]
        stay: usize,
        /// Teams that would.
        #[serde(default)]
        teams: Vec<TeamMove>,
        /// What is compared otherwise, with the settings.
        #[serde(default)]
        changes: Vec<OrderChange>,
        /// A prize list was published.
        #[serde(default)]
        prizes: bool,
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
        /// The same with its settings.
        #[serde(default)]
        ranking: Option<Ranking>,
        /// Sections ranked otherwise.
        #[serde(default)]
        sections: Vec<SectionOrder>,
    },
    /// To the chief arbiter: nothing is changed.
    Kept {
        /// Still in force.
        keys: Vec<RankKey>,
        /// The same with its settings.
        #[serde(default)]
        ranking: Option<Ranking>,
        /// Sections ranked otherwise.
        #[serde(default)]
        sections: Vec<SectionOrder>,
    },
    /// To the group.
    ToldGroup {
        /// Until now.
        old: Vec<RankKey>,
        /// From now on.
        new: Vec<RankKey>,
        /// What is compared otherwise, with the settings.
        #[serde(default)]
        changes: Vec<OrderChange>,
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
    /// What the other compares.
    #[serde(default)]
    pub figures: Vec<(RankKey, String)>,
}

/// A team whose place another order would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMove {
    /// Which.
    pub team: String,
    /// Place by the order in force.
    pub before: u32,
    /// Place by the other.
    pub after: u32,
}

/// How a section is ranked that has an order of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionOrder {
    /// Which.
    pub section: String,
    /// In full.
    pub ranking: Ranking,
}

/// An order and the one that takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderChange {
    /// `None`: that of the stage.
    pub section: Option<String>,
    /// Until then.
    pub old: Ranking,
    /// From then on.
    pub new: Ranking,
}
