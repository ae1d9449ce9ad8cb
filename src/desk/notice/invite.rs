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
    /// Several pools take codes: which? Key, name, and how many can still be made.
    Which {
        wanted: u32,
        pools: Vec<(String, String, u32)>,
    },
    /// A page of the codes made so far.
    List {
        unused: usize,
        used: usize,
        rows: Vec<Code>,
        /// From 0.
        page: usize,
        pages: usize,
    },
}

/// A code and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    pub code: String,
    /// The pool's key.
    pub pool: String,
    /// The name of who used it up.
    pub used_by: Option<String>,
    pub revoked: bool,
}
