use serde::{Deserialize, Serialize};

use super::{MatchPlace, PlayerTag, PrizeRow, PrizesOf};

/// What the leaving of a player changes in the knockout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The match lost by default.
    pub lost: Option<LostMatch>,
    /// Who moves in, and at which seed.
    pub reserve: Option<(PlayerTag, u32)>,
    /// Places that were told and are others then.
    pub places: Vec<PlaceChange>,
    /// Prizes with another winner, or that were nobody's before.
    pub prizes: Vec<(PrizesOf, PrizeRow)>,
}

/// A match that is lost because a player is out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostMatch {
    pub place: MatchPlace,
    /// The game of it that is being played.
    pub game: Option<u32>,
    /// `None`: the opponent is not known yet.
    pub winner: Option<PlayerTag>,
    /// Where the winner plays next; `None`: it was the last.
    pub next: Option<MatchPlace>,
}

/// A place in the final table, before and after; `None`: none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceChange {
    pub player: PlayerTag,
    pub was: Option<u32>,
    pub is: Option<u32>,
}
