use serde::{Deserialize, Serialize};

use crate::desk::notice::GameTag;

/// Why a result or the sides of a game are not corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrectRefusal {
    /// Nothing is open again once a later round is published.
    LaterPublished { game: GameTag, later: u32 },
    /// Sides are corrected once the game is over: it has no result yet.
    NoResult { game: GameTag },
    /// Its sides were corrected: the players' buttons name the wrong side, it is not opened again.
    OtherSides { game: GameTag },
    /// The next stage was made from this one's table.
    Frozen { stage: String },
    /// Something has changed since the consequences were shown.
    Changed,
    /// Who plays whom is not corrected after publication.
    People,
    /// The words after /sides were not understood.
    SidesWords { typed: String },
}
