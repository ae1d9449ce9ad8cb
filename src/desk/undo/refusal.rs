use serde::{Deserialize, Serialize};

use super::Never;
use crate::desk::notice::{JournalLine, PlayerTag};

/// Why nothing is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoRefusal {
    /// No arbiter has done anything yet that could be.
    Nothing,
    /// The last step stays.
    Never { line: JournalLine, why: Never },
    /// Somebody has done something since it was shown.
    Newer { line: JournalLine },
    /// What the step had made is not there any more.
    ChangedSince { line: JournalLine },
    /// Somebody else has the place.
    PlaceGone { player: PlayerTag },
    /// The code was used.
    CodeUsed,
    /// Check-in is over once a round is paired.
    RoundPaired { number: u32 },
    /// The next stage was made from this one's table.
    NextStage,
}
