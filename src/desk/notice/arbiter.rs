use serde::{Deserialize, Serialize};

use crate::config::Role;

/// About arbiters and the codes that make them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arbiter {
    /// A one-time code, for whoever sends it.
    Code { code: String, role: Role },
    /// The sender of a code is an arbiter now.
    Appointed { role: Role },
    /// To the other arbiters.
    Joined { name: String, role: Role },
    /// How the command is used, by the role of the one who asks.
    Usage { role: Option<Role> },
}
