use serde::{Deserialize, Serialize};

/// Copies of papers, to the arbiters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paper {
    /// Of this player's paper no copy can be made.
    NotKept { name: String, why: String },
    /// No copies can be made for now; it is tried on.
    Trouble { why: String },
    /// It works again; so many papers still wait.
    KeptAgain { waiting: u32 },
}
