use serde::{Deserialize, Serialize};

/// 公告.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    /// To the arbiter: what the group would read.
    Preview {
        text: String,
        number: u32,
    },
    /// To the group.
    Text {
        text: String,
        pin: bool,
    },
    Sent {
        pin: bool,
    },
    Dropped,
    /// To the arbiters: the group has it, and it could not be pinned.
    NotPinned,
}
