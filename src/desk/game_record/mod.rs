//! Game records (录谱): due from the winner, or from red of a draw, at the tables the event names and at
//! those an arbiter names. Chengdu-Chongqing regulation, supplement, clause 3.1.4.

mod due;
mod give;
mod list;
mod rule;

use serde::{Deserialize, Serialize};

pub use due::remind;
pub(super) use due::{closed, closed_matches, update};
pub use give::{begin, offered, own};
pub(super) use give::{heard, owes};
pub use list::{export, list, view};
pub use rule::{foul, name, waive};

use super::notice::RecordRow;
use super::penalty::place_in;
use super::report::{player_tag, tag};
use super::{Halt, Refusal, Turn};
use crate::store::game::{self, Game};
use crate::store::game_record::{self, GameRecord, State};
use crate::store::round::{self, Round};

/// Why a record is not taken, or nothing is decided about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordRefusal {
    /// The record of this game is somebody else's business.
    NotYours { number: u32, table: u32 },
    /// Nothing is due from this account.
    NothingOwed,
    /// The event asks for none, or this one has been dealt with already.
    NotDue {
        number: u32,
        table: u32,
        state: Option<State>,
    },
    /// The game was not played: it has no record.
    NotPlayed { number: u32, table: u32 },
    /// At most so many parts of one record are kept.
    TooManyPages { most: u32 },
    /// Neither a photo nor a file nor words of at most so many characters.
    Unreadable { longest: usize },
}

/// The records that a player owes: game, round, table.
pub(super) fn owed(turn: &Turn<'_>, registration: i64) -> Result<Vec<(i64, u32, u32)>, Halt> {
    let mut owed = Vec::new();
    for game in game_record::owed_of(turn.tx, registration)? {
        let (round, played) = game_of(turn, game)?;
        let (number, table) = place_in(&round, &played);
        owed.push((game, number, table));
    }
    Ok(owed)
}

/// A game and its round.
fn game_of(turn: &Turn<'_>, game: i64) -> Result<(Round, Game), Halt> {
    let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    Ok((round, game))
}

/// A record as a list shows it.
fn row(turn: &Turn<'_>, record: &GameRecord) -> Result<RecordRow, Halt> {
    let (round, game) = game_of(turn, record.game)?;
    Ok(RecordRow {
        game: tag(turn, &round, &game)?,
        outcome: game.outcome,
        player: record.player.map(|id| player_tag(turn, id)).transpose()?,
        state: record.state,
        pages: game_record::count_pages(turn.tx, record.game)?,
    })
}
