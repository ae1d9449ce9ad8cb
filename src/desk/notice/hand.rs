use serde::{Deserialize, Serialize};

use super::{PlayerTag, Warning};
use crate::desk::hand::{Change, Order, Pick};

/// The arbiter's hand on a proposal, and what holds beyond one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// What a change would do; nothing is done yet.
    Preview {
        round: i64,
        number: u32,
        change: Change,
        /// The boards that would differ.
        boards: Vec<Placing>,
        /// The new receiver of the bye.
        bye: Option<PlayerTag>,
        /// What it would break that is not broken now.
        warnings: Vec<Warning>,
        broken: u32,
    },
    /// Done: the proposal is a new one.
    Changed {
        round: i64,
        number: u32,
        boards: Vec<Placing>,
        bye: Option<PlayerTag>,
        /// All that the proposal breaks.
        warnings: Vec<Warning>,
        /// Tables set by hand.
        by_hand: Vec<u32>,
    },
    /// Nothing was changed.
    Kept,
    /// A page of boards, one of which is to be chosen; `page` from 0.
    Boards {
        round: i64,
        number: u32,
        page: u32,
        pages: u32,
        pick: Pick,
        rows: Vec<Placing>,
        bye: Option<PlayerTag>,
    },
    /// One board; `odd`: the field has a bye.
    Card {
        round: i64,
        number: u32,
        pick: Pick,
        board: Placing,
        odd: bool,
    },
    ByeCard {
        round: i64,
        number: u32,
        pick: Pick,
        player: PlayerTag,
        by_hand: bool,
    },
    /// An order to be confirmed.
    Asked {
        order: Order,
        players: Vec<PlayerTag>,
        /// The round in which two to be kept apart have met.
        met: Option<u32>,
        /// Of a leave.
        points: u32,
        /// The number of the proposal that was made without it.
        waiting: Option<u32>,
    },
    /// It holds from now on.
    Given {
        order: Order,
        players: Vec<PlayerTag>,
        points: u32,
        waiting: Option<u32>,
    },
    /// To the player: leave from a round for these points; `None`: taken back.
    Leave {
        player: PlayerTag,
        number: u32,
        points: Option<u32>,
    },
    /// All that is ordered; `number`: the coming round.
    Orders {
        number: Option<u32>,
        forbidden: Vec<(PlayerTag, PlayerTag)>,
        absent: Vec<(PlayerTag, u32)>,
        own_tables: Vec<(PlayerTag, u32)>,
    },
    /// A way out was taken: the proposal follows.
    Taken { number: u32 },
    /// Whether the stage is to end after this round.
    EndAsked { number: u32, of: u32 },
    /// It has ended.
    Ended { number: u32 },
}

/// A board of a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    pub table: u32,
    pub red: PlayerTag,
    pub black: PlayerTag,
    pub by_hand: bool,
}
