use serde::{Deserialize, Serialize};

use crate::store::purge::Count;

/// The personal data goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purge {
    /// What would go, and what to type for it.
    Preview { count: Gone, type_this: String },
    /// It is gone from the tables; the disk is cleaned next.
    Done { count: Gone },
    /// There is nothing personal left.
    Nothing,
    /// The disk is clean too.
    Scrubbed,
}

/// How much goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    pub people: u32,
    pub papers: u32,
    pub drafts: u32,
    pub messages: u32,
    pub accounts: u32,
}

impl From<Count> for Gone {
    fn from(count: Count) -> Gone {
        let Count {
            people,
            papers,
            drafts,
            messages,
            accounts,
        } = count;
        Gone {
            people,
            papers,
            drafts,
            messages,
            accounts,
        }
    }
}
