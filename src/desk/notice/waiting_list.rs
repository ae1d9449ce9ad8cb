use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// 候补
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitingList {
    /// To the player, with buttons: a place is held for you.
    Offered(OfferedPlace),
    /// To the arbiters, with the same buttons: the player cannot answer.
    Ask {
        offer: OfferedPlace,
        /// The message did not arrive; otherwise the player has no account.
        has_account: bool,
    },
    Confirmed {
        name: String,
        in_review: bool,
    },
    Declined {
        name: String,
    },
    /// To the player: the time was over. `None`: out of the line.
    Lapsed {
        name: String,
        position: Option<u32>,
    },
    /// To the arbiters: an offer was declined, or lapsed.
    Passed {
        name: String,
        lapsed: bool,
    },
    /// To who still waits: nobody moves up any more.
    Ended {
        name: String,
    },
    /// To the arbiters.
    EndedFyi {
        waiting: usize,
    },
    /// To an arbiter: what ending the line now would mean.
    EndPreview {
        offers: usize,
        waits: usize,
    },
    /// A page of the arbiters' list.
    List {
        offers: usize,
        waits: usize,
        rows: Vec<Queue>,
        /// From 0.
        page: usize,
        pages: usize,
        ended: bool,
    },
}

/// A place held until it is answered for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedPlace {
    pub registration: i64,
    pub version: i64,
    pub name: String,
    pub until: DateTime<Utc>,
    /// An earlier offer passed without an answer: this is the last one.
    #[serde(default)]
    pub again: bool,
}

/// One in line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    pub name: String,
    /// The pool's key.
    pub pool: String,
    /// In the pool's line, from 1.
    pub position: u32,
    /// A place is offered; then there is no position.
    pub offer: Option<OfferedPlace>,
}
