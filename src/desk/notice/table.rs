use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::RankKey;

/// Standings: 积分榜.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standings {
    /// The section ranked, where the competition has several.
    #[serde(default)]
    pub section: Option<String>,
    /// The number of the last round counted; 0 before the first.
    pub after: u32,
    /// Rounds of the stage.
    pub of: u32,
    /// Games of published rounds that have no final result and count nowhere.
    pub open: usize,
    pub keys: Vec<RankKey>,
    pub rows: Vec<Row>,
    /// How many go on to the next stage, once the stage is over.
    pub advance: Option<u32>,
    /// Every round is played.
    pub is_final: bool,
}

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub rank: u32,
    /// Others have the same rank.
    pub shared: bool,
    /// Place by lot among those level in everything.
    #[serde(default)]
    pub lot: Option<u32>,
    /// A lot will decide.
    #[serde(default)]
    pub awaits_lot: bool,
    /// Goes on to the next stage, which is certain.
    #[serde(default)]
    pub goes_on: bool,
    /// The same, but only because a better one has left.
    #[serde(default)]
    pub moved_up: bool,
    pub player: PlayerTag,
    /// Games without a final result: they count nowhere.
    #[serde(default)]
    pub open: u32,
    /// Withdrawn or removed; the results stay.
    pub out: bool,
    /// Removed, by a penalty or for an absence.
    #[serde(default)]
    pub removed: bool,
    /// Removed before the table was final: without a place.
    #[serde(default)]
    pub placeless: bool,
    /// One for each key.
    pub values: Vec<String>,
}
