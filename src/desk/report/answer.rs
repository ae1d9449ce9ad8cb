//! A report by a button, and the opponent's answer to one.

use super::claim::{Answer, claim, dispute};
use super::whose::{my_sides, reported_to_me, seats_now};
use super::{Said, playing, subject};
use crate::desk::{Halt, Refusal, Turn, competition};
use crate::store::claim as claims;
use crate::store::game::{Game, Status};
use crate::store::journal::Entry;
use crate::store::round::{Round, State};
use crate::tournament::Outcome;

/// Reports by a button, which carries the game and what it says of it: pressed while the opponent's
/// report came in, it says the same as before.
pub fn by_button(turn: &mut Turn<'_>, game: i64, outcome: Outcome) -> Result<(), Halt> {
    press(turn, game, outcome, Answer::Chat)
}

pub(super) fn press(
    turn: &Turn<'_>,
    game: i64,
    outcome: Outcome,
    answer: Answer,
) -> Result<(), Halt> {
    let (round, game) = playing(turn, game)?;
    let sides = my_sides(turn, &game)?;
    claim(turn, &round, &game, &sides, Said::Outcome(outcome), answer)
}

/// The opponent agrees with the report that waits.
pub fn confirm(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(), Halt> {
    let (round, game) = fresh(turn, game, version)?;
    let (side, outcome) = reported_to_me(turn, &game)?;
    let said = Said::Outcome(outcome);
    claim(turn, &round, &game, &[side], said, Answer::Chat)
}

/// The opponent objects: an arbiter has to rule.
pub fn object(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(), Halt> {
    let (round, game) = fresh(turn, game, version)?;
    let (side, _) = reported_to_me(turn, &game)?;
    if game.status != Status::Pending {
        return Err(Refusal::Stale.into());
    }
    turn.journal(Entry {
        action: "report.object".into(),
        subject: subject(&round, &game),
        reason: Some(format!("{side:?}")),
        ..Entry::default()
    })?;
    dispute(turn, &round, &game)
}

/// The opponent's answer in words, to the one report that waits for the account; false: none waits, or
/// several do.
pub fn answer_in_words(turn: &mut Turn<'_>, agrees: bool) -> Result<bool, Halt> {
    let here = turn.competition().key.clone();
    let mut waiting = Vec::new();
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        for seat in seats_now(turn)? {
            let claims = claims::of_game(turn.tx, seat.game.id)?;
            let is_asked = claims.iter().any(|claim| claim.side != seat.side);
            if seat.game.status == Status::Pending && is_asked {
                waiting.push((one, seat.game));
            }
        }
    }
    let [(one, game)] = waiting.as_slice() else {
        turn.enter(&here)?;
        return Ok(false);
    };
    turn.enter(&one.key)?;
    if agrees {
        confirm(turn, game.id, game.version)?;
    } else {
        object(turn, game.id, game.version)?;
    }
    Ok(true)
}

/// The game a button names, unless anything about it has changed since the button was shown.
fn fresh(turn: &Turn<'_>, game: i64, version: i64) -> Result<(Round, Game), Halt> {
    let (round, game) = playing(turn, game)?;
    if game.version != version {
        return Err(Refusal::Stale.into());
    }
    if game.outcome.is_some() || round.state != State::Published {
        return Err(Refusal::Stale.into());
    }
    Ok((round, game))
}
