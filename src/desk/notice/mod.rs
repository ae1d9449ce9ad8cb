//! What the bot has to say, as data. A use case's notices stand in the file of its noun.

use serde::{Deserialize, Serialize};

use super::Refusal;

/// One thing to say, complete: phrasing it twice gives the same text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    Refused(Refusal),
    /// Something failed; the log has it under this id.
    Fault {
        id: String,
    },
}
