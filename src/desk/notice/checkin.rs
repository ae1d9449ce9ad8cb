use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{PlayerTag, Venue};

/// Check-in: 报到.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkin {
    /// To the group.
    Opened { place: Option<String> },
    /// To a player, with the button.
    Call {
        registration: i64,
        player: PlayerTag,
        again: bool,
        #[serde(default)]
        venue: Venue,
    },
    /// To the player.
    Here { player: PlayerTag },
    /// To the arbiter.
    Panel {
        here: usize,
        missing: Vec<PlayerTag>,
        closed: bool,
    },
    /// To the arbiter: what closing would do, with the number of those here now.
    Preview {
        here: usize,
        missing: Vec<PlayerTag>,
        /// Stands for those missing, carried by the button.
        #[serde(default)]
        digest: u32,
        /// Absentees cannot be removed before.
        #[serde(default)]
        earliest: Option<DateTime<Utc>>,
        /// It is planned to last until then.
        #[serde(default)]
        planned: Option<DateTime<Utc>>,
        /// Teams that are not alike in number among those here, where all members count.
        #[serde(default)]
        teams: Vec<(String, u32)>,
    },
    /// To an arbiter: those missing, or those removed, to be ticked one by one.
    Missing {
        rows: Vec<Absentee>,
        total: usize,
        /// From 0.
        page: usize,
        pages: usize,
        closed: bool,
    },
    /// To the group: who is called, and when it ends.
    Calling {
        missing: Vec<PlayerTag>,
        ends: DateTime<Utc>,
    },
    /// To the arbiters: the planned time is over; nothing happens by itself.
    TimeUp { here: usize, missing: usize },
    /// To the arbiters: its time has come, and there are no start numbers yet.
    Undrawn,
    /// To the arbiters: its time passed without it.
    Missed { ended: DateTime<Utc> },
    /// To the player and the group: came late and is in again.
    TakenIn { player: PlayerTag },
    /// To the group.
    Closed {
        here: usize,
        removed: Vec<PlayerTag>,
    },
    /// To the player who did not come.
    Removed { player: PlayerTag },
    /// To the arbiter: how many were called again.
    Called { players: usize },
}

/// One who has not come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absentee {
    pub registration: i64,
    pub player: PlayerTag,
    pub has_account: bool,
    #[serde(default)]
    pub owes_fee: bool,
}
