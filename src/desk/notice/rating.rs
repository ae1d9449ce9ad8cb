use serde::{Deserialize, Serialize};

use crate::tournament::StartNumber;

/// Ratings (等级分).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// To an arbiter.
    List {
        /// Highest first, those without one last.
        rows: Vec<Rated>,
    },
    /// To the arbiter who entered it.
    Entered {
        /// As it is now.
        player: Rated,
        /// As it was.
        before: Option<u32>,
    },
}

/// A player and the rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// The registration's number.
    pub registration: i64,
    /// Once drawn.
    pub no: Option<StartNumber>,
    /// The player's name.
    pub name: String,
    /// `None`: has none.
    pub rating: Option<u32>,
}
