use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{GameTag, PlayerTag};
use crate::store::game_record::{Kind, State};
use crate::tournament::Outcome;

/// 录谱
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// To the player who owes it; `again`: a reminder.
    Asked {
        game: GameTag,
        player: PlayerTag,
        again: bool,
    },
    /// To both players: an arbiter wants the record of their game.
    Named { game: GameTag },
    /// To the one who hands it in: send it now.
    Send { game: GameTag },
    /// To one who owes several: which?
    Which { rows: Vec<RecordRow> },
    /// To the one who handed it in.
    Kept {
        game: GameTag,
        pages: u32,
        /// A foul has been given for it before.
        fouled: bool,
    },
    /// To the player: it is not needed.
    Waived { game: GameTag, player: PlayerTag },
    /// To the arbiters: handed in after the foul.
    Late { game: GameTag, player: PlayerTag },
    /// To the arbiters: the round is over, and these are missing.
    Missing {
        number: u32,
        given: usize,
        rows: Vec<RecordRow>,
        /// Of the knockout: what the round is called.
        #[serde(default)]
        name: Option<String>,
    },
    /// To an arbiter: one record.
    Card { row: RecordRow },
    /// To an arbiter: a page of all.
    List {
        /// From table 1 to this one they are due.
        tables: u32,
        rows: Vec<RecordRow>,
        /// From 0.
        page: usize,
        pages: usize,
    },
    /// To an arbiter: what was handed in.
    View {
        row: RecordRow,
        pages: Vec<RecordPage>,
    },
    /// To an arbiter: all of them as a file.
    File {
        rows: Vec<(RecordRow, Vec<RecordPage>)>,
        at: DateTime<Utc>,
    },
}

/// A record as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRow {
    pub game: GameTag,
    pub outcome: Option<Outcome>,
    /// Who owes it; `None`: the game is not over.
    pub player: Option<PlayerTag>,
    pub state: State,
    pub pages: u32,
}

/// A part of a record: Telegram's id of a file, or text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordPage {
    pub kind: Kind,
    pub content: String,
}
