use serde::{Deserialize, Serialize};

use super::Standing;

/// A person's own registrations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Me {
    List {
        mine: Vec<Mine>,
        /// An unfinished form waits.
        has_draft: bool,
    },
}

/// One registration, as its account sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mine {
    pub registration: i64,
    pub version: i64,
    pub name: String,
    /// Only where the competition has several.
    pub section: Option<String>,
    pub standing: Standing,
    pub start_no: Option<u32>,
    pub checked_in: bool,
}
