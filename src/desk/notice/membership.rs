use serde::{Deserialize, Serialize};

/// Who can be reached, and where the bot may write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Membership {
    /// To a group the bot was added to: how to bind it.
    Joined,
    /// To the arbiters: the bound group does not let the bot write, or put it out.
    GroupShut,
    /// To the arbiters: the bound group can be written to again.
    GroupOpen,
    /// To the arbiters: the topic the bot kept to is gone.
    TopicGone,
    /// To the arbiters: a message did not reach this person.
    Undelivered {
        account: i64,
        name: String,
        username: Option<String>,
        /// Whom this account registered.
        players: Vec<String>,
    },
}
