use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::store::registration::State;

/// Why a review cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewRefusal {
    /// Someone was faster, or the player withdrew.
    AlreadyDecided {
        name: String,
        /// The arbiter's name, where one decided.
        by: Option<String>,
        #[serde(default)]
        at: Option<DateTime<Utc>>,
        state: State,
        /// In review: more papers are asked for.
        asked: bool,
    },
    /// The start numbers are drawn: nobody can be added by a review any more.
    AfterDraw { name: String },
    /// A reason of 1 to `longest` characters is wanted.
    ReasonWanted { longest: usize },
    /// No papers are asked for.
    NothingAsked,
    /// Nothing was sent yet.
    NoPapers,
    /// The limit of photos and files of one registration.
    TooManyPapers { most: u32 },
    /// No arbiter decided this registration: there is nothing to be reopened.
    NotDecided { name: String },
    /// The place that was free when the player was refused is taken.
    NoPlaceLeft { name: String, pool: String },
    /// Refused, the player registered once more: that registration counts.
    CameAgain { name: String },
    /// The event is over and what was handed in is purged.
    Purged { name: String },
    /// No section and no player of this name.
    NobodyFound { typed: String },
}
