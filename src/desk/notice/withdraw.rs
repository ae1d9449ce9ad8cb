use serde::{Deserialize, Serialize};

use super::{Exit, PlayerTag};

/// A player leaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdraw {
    /// Which of several.
    Which {
        players: Vec<Leaving>,
        /// May withdraw others too.
        #[serde(default)]
        is_arbiter: bool,
    },
    /// To an arbiter: the players without an account.
    List {
        players: Vec<Leaving>,
        /// From 0.
        page: u32,
    },
    /// To an arbiter: the players whose names contain what was typed.
    Found {
        players: Vec<Leaving>,
    },
    /// To the player's account: an arbiter withdrew the player.
    ByArbiter {
        name: String,
    },
    /// Are you sure.
    Confirm {
        player: Leaving,
        /// Play has begun: there is no way back.
        in_play: bool,
        /// The table of the game not yet over.
        open_table: Option<u32>,
        /// Once the knockout is seeded: what changes in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exit: Option<Box<Exit>>,
    },
    Kept,
    Done {
        name: String,
        open_table: Option<u32>,
    },
    /// To who sits opposite in the game that is not over.
    OpponentLeft {
        number: u32,
        table: u32,
        player: PlayerTag,
    },
    /// To the arbiters.
    Told {
        name: String,
        start_no: Option<u32>,
        open_table: Option<u32>,
    },
}

/// One who is about to leave, as shown before it is confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaving {
    pub registration: i64,
    pub version: i64,
    pub name: String,
    #[serde(default)]
    pub start_no: Option<u32>,
    /// The competition left, where the event has several.
    #[serde(default)]
    pub competition: Option<String>,
}
