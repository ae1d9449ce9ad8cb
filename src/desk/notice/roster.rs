use serde::{Deserialize, Serialize};

/// 报名成功名单
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roster {
    /// To an arbiter: what publishing would show.
    Preview {
        accepted: u32,
        in_review: u32,
        waiting: u32,
        /// It was published before.
        again: bool,
        /// Accepted, and the fee is owed.
        #[serde(default)]
        owing: u32,
        /// Places offered to the waiting list and not answered for.
        #[serde(default)]
        offered: u32,
        /// Teams that are not alike in number, where all members count.
        #[serde(default)]
        teams: Vec<(String, u32)>,
    },
    /// The list, accepted players only.
    List {
        groups: Vec<Group>,
        /// The waiting lists, a pool each, while they last.
        #[serde(default)]
        waiting: Vec<Group>,
        /// In the book of results: those who had a start number and have left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<Entry>,
        /// A newer list than the first.
        again: bool,
    },
    /// To the arbiter: published.
    Published { accepted: u32 },
}

/// The players of one section and pool, in order of registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Only where there are several.
    pub section: Option<String>,
    /// Only where there are several.
    pub pool: Option<String>,
    pub players: Vec<Entry>,
}

/// A line of the roster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub name: String,
    pub team: Option<String>,
}
