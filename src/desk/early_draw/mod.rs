//! Draws agreed, and games given up, too early: flagged to the arbiters, who let them stand or not.
//! Chengdu-Chongqing regulation, clause 10: no draw and no resignation within 20 moves or 15 minutes of the
//! start. Moves are asked for after draws alone.

mod decide;
mod list;
mod look;
mod remove;

use serde::{Deserialize, Serialize};

pub use decide::decide;
pub(super) use list::{Waiting, show_pending, waiting};
pub use look::say;
pub(super) use look::{first_said, look, ruled};
pub use remove::remove;

use super::notice::{DrawDecision, GameTag};
use super::{Halt, Refusal, Turn};
use crate::config::{ConductRule, RuleAbout};
use crate::store::early_draw;
use crate::store::game::{self, Game};
use crate::store::round::{self, Round};
use crate::tournament::Outcome;

/// Why nothing is decided about a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyDrawRefusal {
    /// Somebody was faster.
    Already {
        decision: DrawDecision,
        by: String,
        is_draw: bool,
    },
    /// What came after it hangs on the result.
    PlayedOn { game: Box<GameTag> },
}

/// What it is called where bot.toml has no rule about it.
const EARLY: &str = "未按规定对局即议和";
const GIVEN_UP: &str = "未按规定对局即认输";

/// The win, where it was none of a draw.
fn won(outcome: Outcome) -> Option<Outcome> {
    (outcome != Outcome::Draw).then_some(outcome)
}

/// The rule about early draws and resignations.
fn rule<'a>(turn: &Turn<'a>) -> Option<&'a ConductRule> {
    let discipline = &turn.config.event.discipline;
    discipline.rule_about(RuleAbout::EarlyDraw)
}

/// What was done against it.
fn reason(game: &Game) -> &'static str {
    match game.outcome.and_then(Outcome::winner) {
        None => EARLY,
        Some(_) => GIVEN_UP,
    }
}

/// The game while it has the outcome it was flagged, or its players were asked, for.
fn flagged(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(Round, Game), Halt> {
    turn.enter_game(game)?;
    let is_flagged = early_draw::is_flagged(turn.tx, game)?;
    let found = game::find(turn.tx, game)?.filter(|game| game.version == version);
    let is_meant = |outcome: Outcome| match outcome.winner() {
        None => outcome == Outcome::Draw,
        Some(_) => outcome.is_played() && is_flagged,
    };
    let found = found.filter(|game| game.outcome.is_some_and(is_meant));
    let found = found.ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, found.round)?.ok_or(Refusal::Stale)?;
    Ok((round, found))
}
