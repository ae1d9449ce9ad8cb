use serde::{Deserialize, Serialize};

/// One-time codes for places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invite {
    Codes {
        pool: String,
        codes: Vec<String>,
        /// How many more can be made.
        left: u32,
    },
}
