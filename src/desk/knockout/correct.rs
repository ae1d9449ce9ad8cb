//! A game of a match that is over is corrected after a look at who would go on then.

use super::KnockoutRefusal;
use super::load::Bracket;
use crate::desk::field::Field;
use crate::desk::notice::{Knockout as Said, PlayerTag};
use crate::desk::report::tag;
use crate::desk::{Halt, Refusal, Turn};
use crate::store::account;
use crate::store::game::Game;
use crate::store::round::Round;
use crate::tournament::Outcome;
use crate::tournament::knockout::{MatchNo, State};

/// Asks before a final game of a match is changed. False: there is nothing to ask.
///
/// # Errors
/// [`KnockoutRefusal::LaterBegun`] where a game that was reported already would have no place any more.
pub(in crate::desk) fn ask(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
) -> Result<bool, Halt> {
    let (Some(part), Some(before)) = (round.part, game.outcome) else {
        return Ok(false);
    };
    if outcome == Some(before) {
        return Ok(false);
    }
    super::report::require_sound(turn, round, outcome)?;
    let field = Field::load(turn)?;
    let mut bracket = Bracket::load(turn, &field)?.ok_or(Refusal::Stale)?;
    let no = MatchNo {
        round: part.round,
        table: game.table,
    };
    let was = winner(&bracket, no);
    let duel = bracket.course.duels.get_mut(&no).ok_or(Refusal::Stale)?;
    let at = part.game.saturating_sub(1) as usize;
    let corrected = duel.games.get_mut(at).ok_or(Refusal::Stale)?;
    corrected.outcome = outcome;
    let is = winner(&bracket, no);
    require_unplayed(turn, &bracket)?;
    let asked = Said::CorrectAsked {
        game: tag(turn, round, game)?,
        before,
        after: outcome,
        winners: [was, is],
    };
    match turn.actor() {
        // Said in the group: the buttons are for the arbiter alone.
        Some(actor) if !actor.is_private() => {
            let known = account::find(turn.tx, actor.account)?;
            if !known.is_some_and(|known| known.reachable) {
                turn.require_private()?;
            }
            turn.tell_now(actor.account, asked)?;
        }
        _ => turn.rewrite(asked)?,
    }
    Ok(true)
}

fn winner(bracket: &Bracket<'_>, no: MatchNo) -> Option<PlayerTag> {
    match bracket.course.find(no)?.state {
        State::Won { winner, .. } => Some(bracket.tag(winner)),
        _ => None,
    }
}

/// Refuses what would take the place of a game that was reported.
fn require_unplayed(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<(), Halt> {
    for (no, first) in bracket.course.misplaced() {
        for game in bracket.games.get(&no).into_iter().flatten().skip(first) {
            if Bracket::is_begun(turn, game)? {
                let round = crate::store::round::find(turn.tx, game.round)?;
                let game = tag(turn, &round.ok_or(Refusal::Stale)?, game)?;
                return Err(KnockoutRefusal::LaterBegun { game }.into());
            }
        }
    }
    Ok(())
}
