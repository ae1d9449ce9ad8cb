//! Results from the two at the table: report, confirm, object, and what the window's end makes final.

mod answer;
mod ask;
mod claim;
mod settle;
mod whose;
mod words;

pub use answer::{answer_in_words, by_button, confirm, object};
pub use ask::{ask, by_card, page};
pub(super) use claim::{Answer, claim, hold, open_window};
pub(super) use settle::settle;
pub use settle::{resume, settle_due};
pub(super) use whose::Seat;
pub use whose::has_own_table;
pub use words::{Which, by_words};

use chrono::{DateTime, Utc};

use super::knockout::{self, KnockoutRefusal};
use super::notice::{GameTag, PlayerTag};
use super::{Halt, PlayRefusal, Refusal, Turn};
use crate::store::game::{self, Game};
use crate::store::registration;
use crate::store::round::{self, Round};
use crate::tournament::{Outcome, Side, StartNumber};

/// What the reporter said, from where they sit or as the table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    IWon,
    ILost,
    Draw,
    /// The outcome itself, e.g. 红胜.
    Outcome(Outcome),
}

impl Said {
    /// The outcome that this is from the side's seat.
    pub fn outcome_for(self, side: Side) -> Outcome {
        let won = |side| match side {
            Side::Red => Outcome::RedWin,
            Side::Black => Outcome::BlackWin,
        };
        match self {
            Said::IWon => won(side),
            Said::ILost => won(side.other()),
            Said::Draw => Outcome::Draw,
            Said::Outcome(outcome) => outcome,
        }
    }
}

/// What a result in words names besides the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Named {
    pub round: Option<u32>,
    /// The game of a match.
    pub game: Option<u32>,
    /// The words may be the score of a match as well as the result of a game: 2-0, 1-1.
    pub is_score: bool,
}

/// Refuses a game other than the first: a table of the points stage has one.
pub(super) fn require_one_game(named: Named) -> Result<(), Halt> {
    match named.game {
        Some(game) if game != 1 => Err(PlayRefusal::OneGame { game }.into()),
        _ => Ok(()),
    }
}

/// The newest published round of the competition.
pub(super) fn current(turn: &Turn<'_>) -> Result<Round, Halt> {
    Ok(newest(turn)?.ok_or(PlayRefusal::NoRound)?)
}

fn newest(turn: &Turn<'_>) -> Result<Option<Round>, Halt> {
    Ok(round::newest_published(turn.tx, turn.stage_id()?)?)
}

/// The game that a button names, if it is one of the newest round, or of a match of the knockout.
///
/// # Errors
/// [`KnockoutRefusal::Frozen`] where the knockout was seeded from the game's stage.
pub(super) fn playing(turn: &Turn<'_>, game: i64) -> Result<(Round, Game), Halt> {
    let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let of_game = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    if of_game.part.is_some() {
        knockout::report::require_counted(turn, &game)?;
        return Ok((of_game, game));
    }
    if knockout::is_seeded(turn)? {
        return Err(KnockoutRefusal::Frozen.into());
    }
    let round = current(turn)?;
    if game.round != round.id {
        return Err(Refusal::Stale.into());
    }
    Ok((round, game))
}

/// The game as people know it.
pub(super) fn tag(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<GameTag, Halt> {
    Ok(GameTag {
        game: game.id,
        version: game.version,
        number: round.part.map_or(round.number, |part| part.round),
        table: game.table,
        part: round.part.map(|part| part.game),
        round_name: match round.part {
            Some(part) => knockout::round_name(turn, part.round)?,
            None => None,
        },
        red: player_tag(turn, game.red)?,
        black: player_tag(turn, game.black)?,
    })
}

/// How the player of a registration is named.
pub(super) fn player_tag(turn: &Turn<'_>, id: i64) -> Result<PlayerTag, Halt> {
    let player = registration::find(turn.tx, id)?;
    Ok(player.map_or_else(
        || PlayerTag::unknown(StartNumber(0)),
        |player| PlayerTag::of(&player),
    ))
}

/// The game's name in the journal.
pub(super) fn subject(round: &Round, game: &Game) -> String {
    if let Some(part) = round.part {
        return format!("match {}-{} game {}", part.round, game.table, part.game);
    }
    format!("round {} table {}", round.number, game.table)
}

/// Words from before the round was published are not about it.
pub(super) fn require_in_time(round: &Round, written: DateTime<Utc>) -> Result<(), Halt> {
    match round.published_at {
        Some(published) if written < truncated(published) => Err(PlayRefusal::TooLate {
            number: round.part.map_or(round.number, |part| part.round),
            part: round.part.map(|part| part.game),
        }
        .into()),
        _ => Ok(()),
    }
}

/// Words that name a round are about no other one.
pub(super) fn require_round(round: &Round, named: Option<u32>) -> Result<(), Halt> {
    match named {
        Some(named) if named > round.number => {
            Err(PlayRefusal::NoSuchRound { number: named }.into())
        }
        Some(named) if named < round.number => Err(PlayRefusal::RoundPast {
            number: named,
            current: round.number,
        }
        .into()),
        _ => Ok(()),
    }
}

/// Telegram dates messages in whole seconds.
fn truncated(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(at.timestamp(), 0).unwrap_or(at)
}
