//! Penalties (处罚): warnings, fouls, lost games, removal. Each names the rule and the arbiter, and can be
//! taken back.

mod ask;
mod card;
mod give;
mod list;
mod removal;
mod strike;

use serde::{Deserialize, Serialize};

pub use ask::{Who, begin, choose, drop, kind, pick, place, reason, seat};
pub(super) use ask::{begin_removal, reason_given};
pub(super) use card::{line, part_of};
pub(super) use give::{Given, enter};
pub use give::{Kind, give};

pub use list::{export, list};
pub use removal::{ban, remove};
pub use strike::{ask_strike, strike};

use super::conversation::Conversation;
use super::field::Field;
use super::notice::PlayerTag;
use super::{Duty, Halt, Refusal, Turn, knockout};
use crate::config::PenaltyKind;
use crate::store::game::{self, Game};
use crate::store::round::{Round, State};
use crate::tournament::penalty::Fate;

/// Why a penalty is not given, or not taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyRefusal {
    /// The event's ladder has no such penalty.
    NotOnLadder { kind: PenaltyKind },
    /// Nobody of the field has this number or name.
    Nobody { typed: String },
    /// The newest round has no such table.
    NoTable { number: u32, table: u32 },
    /// Only a game can be lost, and the player has none in the newest round.
    NoGame { player: PlayerTag },
    /// A reason of 1 to this many characters is wanted.
    ReasonWanted { longest: usize },
    /// The player is out already by a removal.
    AlreadyRemoved { player: PlayerTag },
    /// Somebody was faster.
    AlreadyStruck { by: String },
    /// Who was given it, or played in its game, does not take it back; some of those who may.
    Own { who: Vec<String> },
}

/// In characters.
const LONGEST_REASON: usize = 200;

/// A penalty on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Draft {
    /// Which card it is: a button of an older one is refused.
    pub token: i64,
    pub kind: PenaltyKind,
    /// `None`: not chosen yet.
    pub registration: Option<i64>,
    pub reason: Option<String>,
    /// The player's game of the newest round, and whether it happened there.
    pub game: Option<i64>,
    pub in_game: bool,
    pub ban: Option<String>,
    /// Of a removal: the rule by its place, and what was shown.
    pub rule: Option<usize>,
    pub shown: Option<u64>,
}

/// Refuses who may not give a penalty of this kind, and a kind that the event does not have.
fn require(turn: &Turn<'_>, kind: PenaltyKind) -> Result<(), Halt> {
    require_role(turn, kind)?;
    let ladder = &turn.config.event.discipline.ladder;
    if ladder.contains(&kind) {
        Ok(())
    } else {
        Err(PenaltyRefusal::NotOnLadder { kind }.into())
    }
}

/// Who may give a penalty of this kind and take it back: removal is the chief arbiter's.
fn require_role(turn: &Turn<'_>, kind: PenaltyKind) -> Result<(), Halt> {
    let duty = match kind {
        PenaltyKind::Warning | PenaltyKind::Foul | PenaltyKind::Loss => Duty::Penalize,
        PenaltyKind::Removal => Duty::Expel,
    };
    turn.require(duty)?;
    turn.require_private()
}

/// The draft of this token, in its competition.
fn draft(turn: &mut Turn<'_>, token: i64) -> Result<Draft, Halt> {
    turn.require_private()?;
    let draft = Conversation::load(turn)?.penalty;
    let draft = draft.filter(|draft| draft.token == token);
    let draft = draft.ok_or(Refusal::Stale)?;
    require(turn, draft.kind)?;
    if let Some(registration) = draft.registration {
        turn.enter_registration(registration)?;
    }
    Ok(draft)
}

/// Keeps the draft, or, with `None`, forgets it.
fn keep(turn: &Turn<'_>, draft: Option<Draft>) -> Result<(), Halt> {
    let mut conversation = Conversation::load(turn)?;
    conversation.penalty = draft;
    conversation.awaited = None;
    conversation.save(turn)
}

/// The newest round that was published, and the player's game in it.
fn newest_game(
    turn: &Turn<'_>,
    field: &Field,
    registration: i64,
) -> Result<Option<(Round, Game)>, Halt> {
    let Some(round) = field.rounds.last() else {
        return Ok(None);
    };
    let game = game::of_player(turn.tx, round.id, registration)?;
    Ok(game.map(|game| (round.clone(), game)))
}

/// The game that a penalty given now may have happened in: of the newest round, or, once the knockout is
/// seeded, of the player's newest match.
fn game_now(
    turn: &Turn<'_>,
    field: &Field,
    registration: i64,
) -> Result<Option<(Round, Game)>, Halt> {
    match knockout::discipline::newest_of(turn, registration)? {
        Some(found) => Ok(Some(found)),
        None => newest_game(turn, field, registration),
    }
}

/// Round and table of a game, as people number them.
pub(in crate::desk) fn place_in(round: &Round, game: &Game) -> (u32, u32) {
    (
        round.part.map_or(round.number, |part| part.round),
        game.table,
    )
}

/// Whether what happens now happens in a game of this round.
fn is_on(round: &Round) -> bool {
    round.state == State::Published
}

/// The word of the journal for what becomes of the games.
fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Keep => "games stay",
        Fate::Annul => "games annulled",
        Fate::Forfeit => "games forfeited",
    }
}

/// The word of the journal for a penalty.
fn kind_word(kind: PenaltyKind) -> &'static str {
    match kind {
        PenaltyKind::Warning => "warning",
        PenaltyKind::Foul => "foul",
        PenaltyKind::Loss => "loss",
        PenaltyKind::Removal => "removal",
    }
}
