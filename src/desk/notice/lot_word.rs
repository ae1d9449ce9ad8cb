use serde::{Deserialize, Serialize};

use crate::config::Role;

/// The public word (公开词) of a knockout's round, with which its lots are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotWord {
    /// To the arbiters, after the commitments were published; and to the one who asks.
    Wanted {
        /// The round's name.
        round: String,
    },
    /// To the arbiters: matches wait for their lot.
    Due { round: String, tables: Vec<u32> },
    /// To the group.
    Published {
        round: String,
        word: String,
        /// Who typed it; empty: an account without a name.
        by: String,
        role: Role,
    },
    /// To the arbiter who typed it.
    Kept { round: String, word: String },
}
