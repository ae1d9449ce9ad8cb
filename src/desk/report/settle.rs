//! What makes an outcome final, and what the end of the objection window does.

use chrono::TimeDelta;

use super::{subject, tag};
use crate::desk::notice::{Report, Why};
use crate::desk::publish::tell_both;
use crate::desk::{Halt, Turn, early_draw, knockout, progress};
use crate::store::claim;
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::round::{self, Round};
use crate::tournament::Outcome;

/// Makes final what nobody objected to in time.
pub fn settle_due(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let mut due = game::due(turn.tx, turn.stage_id()?, turn.now)?;
    due.extend(knockout::report::due(turn)?);
    for game in due {
        let Some(round) = round::find(turn.tx, game.round)? else {
            continue;
        };
        let claims = claim::of_game(turn.tx, game.id)?;
        let [only] = claims.as_slice() else { continue };
        settle(turn, &round, &game, only.outcome, Why::Unopposed)?;
        early_draw::look(turn, &round, game.id)?;
    }
    Ok(())
}

/// After a start: an answer may wait that was given in time, while nobody listened. What is due, or
/// nearly, stands a little later.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    Ok(game::settle_not_before(
        turn.tx,
        turn.now + TimeDelta::minutes(1),
    )?)
}

/// Makes an outcome final, tells both players and moves the round on.
pub(in crate::desk) fn settle(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Outcome,
    why: Why,
) -> Result<(), Halt> {
    game::settle(turn.tx, game.id, outcome, turn.now)?;
    turn.journal(Entry {
        action: "game.settle".into(),
        subject: subject(round, game),
        before: game.outcome.map(|outcome| format!("{outcome:?}")),
        after: Some(format!("{outcome:?}")),
        reason: Some(format!("{why:?}")),
        ..Entry::default()
    })?;
    let settled = Report::Settled {
        game: tag(turn, round, game)?,
        outcome,
        why,
    };
    tell_both(turn, game, &settled)?;
    progress::after_result(turn, round.id)
}
