use serde::{Deserialize, Serialize};

/// About the group the event runs in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bind {
    Bound {
        /// The bot keeps to this topic of a forum.
        in_topic: bool,
    },
    /// This group was the bound one already.
    Already { in_topic: bool },
    /// Another group is bound; saying it once more here moves the event.
    Elsewhere,
    /// To the group that was bound until now.
    Left,
}
