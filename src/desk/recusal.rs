//! 裁判回避: who plays at a table, or answers for one of the two there, does not rule it.

use super::knockout::KnockoutRefusal;
use super::notice::MatchPlace;
use super::report::tag;
use super::role::{self, Duty};
use super::{Halt, PlayRefusal, Turn};
use crate::store::game::Game;
use crate::store::registration;
use crate::store::round::Round;
use crate::tournament::Side;

/// Refuses an arbiter who answers for one side of the game. Who answers for both sides, a coach say, is
/// on nobody's side.
pub(super) fn require(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    let parties = parties(turn, game)?;
    if !acts(turn, &parties) {
        return Ok(());
    }
    Err(PlayRefusal::OwnTable {
        game: tag(turn, round, game)?,
        who: role::who_may(turn, Duty::Rule.least(), &parties)?,
    }
    .into())
}

/// Refuses an arbiter who answers for one of the two registrations of a match, of which no game need be open.
/// Who has the duty may in their place.
pub(super) fn require_match(
    turn: &Turn<'_>,
    players: [i64; 2],
    place: MatchPlace,
    duty: Duty,
) -> Result<(), Halt> {
    let parties = answering(turn, players)?;
    if !acts(turn, &parties) {
        return Ok(());
    }
    let who = role::who_may(turn, duty.least(), &parties)?;
    Err(KnockoutRefusal::OwnMatch { place, who }.into())
}

/// The accounts that answer for one side of the game, and not for both.
pub(super) fn parties(turn: &Turn<'_>, game: &Game) -> Result<Vec<i64>, Halt> {
    answering(turn, [Side::Red, Side::Black].map(|side| game.player(side)))
}

/// The accounts that answer for one of the two registrations, and not for both.
fn answering(turn: &Turn<'_>, players: [i64; 2]) -> Result<Vec<i64>, Halt> {
    let mut accounts = Vec::new();
    for player in players {
        let player = registration::find(turn.tx, player)?;
        accounts.push(player.and_then(|player| player.account));
    }
    if let [red, black] = accounts.as_slice()
        && red == black
    {
        return Ok(Vec::new());
    }
    Ok(accounts.into_iter().flatten().collect())
}

/// Whether one of these accounts is the one that acts.
fn acts(turn: &Turn<'_>, accounts: &[i64]) -> bool {
    let actor = turn.actor();
    actor.is_some_and(|actor| accounts.contains(&actor.account))
}
