use serde::{Deserialize, Serialize};

use super::PlayerTag;

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
    },
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
