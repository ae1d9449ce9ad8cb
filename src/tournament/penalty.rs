//! Penalties (处罚): what follows from them.

use serde::{Deserialize, Serialize};

use super::{Outcome, Round, Side, StartNumber};

/// What becomes of the games that a removed player has played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// They stay as they are.
    Keep,
    /// They count for nobody: neither for the removed nor for the opponents.
    Annul,
    /// Every opponent has won by forfeit.
    Forfeit,
}

impl Fate {
    pub const ALL: [Fate; 3] = [Fate::Keep, Fate::Annul, Fate::Forfeit];
}

/// Whether so many fouls in one game lose it; `limit` 0: never.
pub fn loses(fouls: u32, limit: u32) -> bool {
    limit > 0 && fouls >= limit
}

/// The outcome that gives the game to the opponent of `side`, as lost over the board.
pub fn lost_by(side: Side) -> Outcome {
    match side {
        Side::Red => Outcome::BlackWin,
        Side::Black => Outcome::RedWin,
    }
}

/// The outcome by which `side` forfeits the game.
pub fn forfeited_by(side: Side) -> Outcome {
    match side {
        Side::Red => Outcome::RedForfeit,
        Side::Black => Outcome::BlackForfeit,
    }
}

/// The rounds as they count once `no` is removed: with [`Fate::Annul`] and [`Fate::Forfeit`] nothing is left
/// of the player's own points. Games without an outcome stay open.
pub fn apply(round: &mut Round, no: StartNumber, fate: Fate) {
    if fate == Fate::Keep {
        return;
    }
    round.byes.remove(&no);
    round.granted.remove(&no);
    round.walkovers.remove(&no);
    let (mut annulled, mut games) = (Vec::new(), Vec::new());
    for mut game in std::mem::take(&mut round.games) {
        if let (Some(side), Some(outcome)) = (game.side_of(no), game.outcome) {
            if outcome.is_played() && fate == Fate::Annul {
                annulled.push(game);
                continue;
            }
            game.outcome = Some(against(side, outcome));
        }
        games.push(game);
    }
    round.games = games;
    round.annulled.append(&mut annulled);
}

/// The outcome once `side` is out: won by the opponent, unless that one had not come either.
fn against(side: Side, outcome: Outcome) -> Outcome {
    match (outcome.is_played(), outcome.winner()) {
        (false, winner) if winner != Some(side.other()) => Outcome::BothForfeit,
        _ => forfeited_by(side),
    }
}
