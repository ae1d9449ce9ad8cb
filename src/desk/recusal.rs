//! 裁判回避: who plays at a table, or answers for one of the two there, does not rule it.

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
    let Some(actor) = turn.actor() else {
        return Ok(());
    };
    let parties = parties(turn, game)?;
    if !parties.contains(&actor.account) {
        return Ok(());
    }
    Err(PlayRefusal::OwnTable {
        game: tag(turn, round, game)?,
        who: role::who_may(turn, Duty::Rule.least(), &parties)?,
    }
    .into())
}

/// The accounts that answer for one side of the game, and not for both.
pub(super) fn parties(turn: &Turn<'_>, game: &Game) -> Result<Vec<i64>, Halt> {
    let mut accounts = Vec::new();
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        accounts.push(player.and_then(|player| player.account));
    }
    if let [red, black] = accounts.as_slice()
        && red == black
    {
        return Ok(Vec::new());
    }
    Ok(accounts.into_iter().flatten().collect())
}
