use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::tournament::StartNumber;

/// Start numbers by lot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// To the group: the commitment, before anybody can know the salt.
    Committed { commitment: String },
    /// To the arbiter: what to type next.
    SaltWanted,
    /// To the group: everything it takes to recompute the draw.
    Drawn {
        commitment: String,
        secret: String,
        salt: String,
        rows: Vec<Drawn>,
    },
    /// To the group, where numbers follow the order of registration.
    Numbered { rows: Vec<Drawn> },
    /// To the group, where numbers follow the rating; `ratings` has a place for each row.
    Rated {
        rows: Vec<Drawn>,
        ratings: Vec<Option<u32>>,
    },
    /// To the player.
    Yours { player: PlayerTag },
    /// To the arbiter.
    Done { players: usize },
}

/// One line of the published draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    pub no: StartNumber,
    /// The registration id that was drawn.
    pub id: i64,
    pub name: String,
}
