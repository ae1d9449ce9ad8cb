use serde::{Deserialize, Serialize};

use super::Standing;

/// A player takes over an entry that somebody else made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handover {
    /// The code of one entry, and the link that carries it.
    Code {
        name: String,
        code: String,
        /// The bot's username without `@`.
        bot: String,
    },
    /// The codes of everyone without an account.
    Codes { list: Vec<Unclaimed> },
    /// Which of an account's players: registration and name.
    Which {
        players: Vec<(i64, String)>,
        /// From 0.
        page: u32,
    },
    /// The entry is the sender's now, and this stands there; document and telephone masked.
    Claimed {
        name: String,
        document: String,
        phone: String,
        standing: Standing,
        /// The pool's key.
        pool: String,
        start_no: Option<u32>,
    },
    /// To who made the entry or its code.
    Taken {
        name: String,
        /// Name of the account that took it.
        by: String,
    },
    /// There is no such code; so many tries are left.
    Unknown { left: u32 },
    /// The code was used before.
    Used {
        /// By this account: the player's name.
        mine: Option<String>,
    },
    /// The entry is this account's anyway.
    Yours { name: String },
}

/// An entry that nobody has claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unclaimed {
    pub name: String,
    pub start_no: Option<u32>,
    pub code: String,
}
