//! 取消资格, where the event's rule names it: one of the two, or who gave up, as any other removal.

use super::{flagged, reason, rule};
use crate::desk::{Halt, PlayRefusal, Refusal, Turn, penalty, recusal};
use crate::tournament::{Outcome, Side};

/// Begins the removal of the player on this side for the rule about early draws; what it would change is
/// shown first. The game's own result is decided on its card.
pub fn remove(turn: &mut Turn<'_>, game: i64, version: i64, side: Side) -> Result<(), Halt> {
    turn.require(crate::desk::Duty::Expel)?;
    turn.require_private()?;
    let (round, found) = flagged(turn, game, version)?;
    recusal::require(turn, &round, &found)?;
    if found.outcome.and_then(Outcome::winner) == Some(side) {
        let table = found.table;
        return Err(PlayRefusal::NotAtTable { table }.into());
    }
    let found_rule = rule(turn).ok_or(Refusal::Stale)?;
    let rules = &turn.config.event.discipline.rules;
    let place = rules.iter().position(|one| one == found_rule);
    turn.answer_apart();
    penalty::begin_removal(turn, found.player(side), reason(&found), place)
}
