use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Block, PlayerTag};

/// The prize list: 奖励.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prize {
    /// To whoever asks, or to the group.
    List {
        lists: Vec<PrizeList>,
        /// The best places are still played for: those from 1 to this one.
        undecided: Option<u32>,
        /// To an arbiter who may publish it: what it says, in short, so that a list that has changed
        /// since is not published unseen.
        publish: Option<u32>,
        /// To that arbiter: what is left undecided.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<Block>,
        /// The list that was published at this time says otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outdated: Option<DateTime<Utc>>,
    },
    /// To the group: the list published at this time holds no more.
    Outdated { at: DateTime<Utc> },
    /// To the group: it holds again.
    HoldsAgain { at: DateTime<Utc> },
    /// To the arbiters: the published list holds no more.
    PublishAnew,
    /// To the group: the prizes of some places are given now.
    Ceremony {
        /// In the timetable's words.
        what: String,
        place: Option<String>,
        lists: Vec<PrizeList>,
    },
    /// To the arbiters: it is time for that, and the places are not final yet; first and last.
    CeremonyWaits { what: String, places: (u32, u32) },
    /// To the arbiter.
    Published,
    /// To the arbiter who gave a prize by choice.
    Chosen { name: String, player: PlayerTag },
}

/// Prizes of one table: all players, a section, the teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeList {
    pub of: PrizesOf,
    pub rows: Vec<PrizeRow>,
    /// Fen.
    pub total: u64,
    /// Fen of places nobody took, or that cannot be divided.
    pub left: u64,
    /// Of a section: its places from 1 to this one are still played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecided: Option<u32>,
}

/// Whose prizes a list holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrizesOf {
    Everyone,
    Section(String),
    Teams,
    /// Prizes that do not go by the place.
    Special,
}

/// A place of a prize list with its winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeRow {
    pub rank: u32,
    /// Names a prize that does not go by the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// How many share the money of these places; 1: nobody else.
    pub sharing: usize,
    pub who: Winner,
    /// Fen, before tax.
    pub fen: u64,
    pub awards: Vec<String>,
    /// The winner has withdrawn from the event.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

/// Who wins a prize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    Player(PlayerTag),
    Team(String),
    /// Nobody yet.
    NotYet,
}
