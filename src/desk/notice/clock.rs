use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{PlayerTag, Venue};
use crate::config::ForfeitBy;
use crate::tournament::Side;

/// A round's start, before and when it comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// To the group, some minutes before.
    Soon {
        number: u32,
        starts: DateTime<Utc>,
        #[serde(default)]
        venue: Venue,
        /// What the round is called, where that is not its number: of the knockout.
        #[serde(default)]
        name: Option<String>,
    },
    /// To a player, some minutes before.
    SoonAtTable {
        number: u32,
        starts: DateTime<Utc>,
        #[serde(default)]
        venue: Venue,
        table: u32,
        side: Side,
        player: PlayerTag,
        opponent: PlayerTag,
        /// What the round is called, where that is not its number: of the knockout.
        #[serde(default)]
        name: Option<String>,
    },
    /// To the group, at the start.
    Started {
        number: u32,
        starts: DateTime<Utc>,
        /// Minutes after which who is late forfeits; 0: at once.
        late_minutes: u32,
        from: DateTime<Utc>,
        /// What the round is called, where that is not its number: of the knockout.
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        declared_by: ForfeitBy,
    },
}
