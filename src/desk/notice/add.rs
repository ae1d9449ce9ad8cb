use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag, Standing};

/// An arbiter registers a player without an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Add {
    /// Registration is over: is it meant all the same?
    Late {
        drawn: bool,
        /// Rounds published so far.
        missed: u32,
    },
    /// The form was left; the answers stay.
    Left { version: i64 },
    Done {
        registration: i64,
        name: String,
        standing: Standing,
        /// The pool's key.
        pool: String,
        /// Into an event whose lots are drawn.
        entered: Option<Entrance>,
        /// The one-time code with which the player can claim the entry.
        code: Option<String>,
        /// The form had been submitted before this tap.
        again: bool,
    },
    /// To the group: a player enters after the draw.
    Entered {
        player: PlayerTag,
        from: u32,
        /// Rounds missed and the points stated for them.
        granted: Vec<(u32, u32)>,
    },
    /// To the arbiters: a draw was reported against a player who has no account to confirm it.
    DrawToConfirm {
        game: GameTag,
        /// The other side has left; else it has no account.
        #[serde(default)]
        has_left: bool,
    },
    /// To the arbiters, once a player: these have no account, so that no private message reaches them.
    NoAccount { players: Vec<PlayerTag> },
}

/// How a player came in after the draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entrance {
    pub start_no: u32,
    /// The first round the player can be in.
    pub from: u32,
    /// The number of a proposal that is out of date now.
    pub outdated: Option<u32>,
}
