use serde::{Deserialize, Serialize};

use super::{Consequences, JournalLine, PlayerTag};
use crate::desk::undo::Inverse;

/// Taking the last step back: 撤销.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    /// To the arbiter: the last step, and what taking it back would bring.
    Asked {
        step: i64,
        line: JournalLine,
        inverse: Inverse,
        /// Of a result or sides that stand.
        consequences: Option<Box<Consequences>>,
        /// Tells these consequences from others.
        shown: u32,
        /// Without consequences: who is out of the event then, and who is in again.
        #[serde(default)]
        removed: Vec<PlayerTag>,
        #[serde(default)]
        reinstated: Vec<PlayerTag>,
    },
    /// To the arbiter.
    Done {
        line: JournalLine,
    },
    Kept,
    /// To who registered a player that is in again.
    Reinstated {
        player: PlayerTag,
    },
    /// To the group: the stage was ended too early.
    StageGoesOn,
    /// To the group: check-in is open again.
    CheckinGoesOn {
        back: Vec<PlayerTag>,
    },
}
