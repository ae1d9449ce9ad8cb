use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::TeamScoring;
use crate::tournament::StartNumber;

/// The table of the teams: 团体.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Teams {
    pub after: u32,
    pub of: u32,
    /// Games without a final result, which count nowhere.
    pub open: usize,
    pub is_final: bool,
    pub scoring: TeamScoring,
    pub rows: Vec<TeamRow>,
}

/// A line of the team table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRow {
    /// `None`: too few members to be ranked.
    pub rank: Option<u32>,
    pub shared: bool,
    pub team: String,
    pub points: u32,
    pub ranks: u32,
    /// Who counts, with individual rank and points, best first.
    pub members: Vec<(PlayerTag, u32, u32)>,
    /// Members who have a game without a final result, which counts nowhere.
    #[serde(default)]
    pub unfinished: Vec<StartNumber>,
    /// Members short of the team's size.
    pub missing: u32,
}
