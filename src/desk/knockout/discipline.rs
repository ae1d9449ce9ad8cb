//! What discipline has to know of a game of a match.

use super::hours;
use super::load::Bracket;
use crate::desk::field::Field;
use crate::desk::{Halt, Turn};
use crate::store::game::Game;
use crate::store::round::{self, Round};

/// The name of the round and the number of the game; `None`: it is no game of a match.
pub(in crate::desk) fn named(
    turn: &Turn<'_>,
    round: &Round,
) -> Result<Option<(String, u32)>, Halt> {
    let (Some(part), Some(rules)) = (round.part, super::rules(turn)) else {
        return Ok(None);
    };
    let planned = hours::planned_number(turn, rules, round.stage, part.round)?;
    let of_file = rules.rounds.get(planned.saturating_sub(1) as usize);
    let name = of_file.map_or_else(String::new, |round| round.name.clone());
    Ok(Some((name, part.game)))
}

/// Whether the game belongs to the first leg of its match, which is played at the pace of the points stage;
/// the later legs are quicker than any limit for a draw.
pub(in crate::desk) fn is_of_first_leg(turn: &Turn<'_>, round: &Round) -> Result<bool, Halt> {
    let (Some(part), Some(rules)) = (round.part, super::rules(turn)) else {
        return Ok(false);
    };
    let planned = hours::planned_number(turn, rules, round.stage, part.round)?;
    let of_file = rules.rounds.get(planned.saturating_sub(1) as usize);
    Ok(of_file.is_some_and(|round| match round.legs.first() {
        Some(crate::config::Leg::Games { count, .. }) => part.game <= *count,
        Some(crate::config::Leg::Armageddon { .. }) | None => false,
    }))
}

/// The newest games of all matches that have begun, in the order of their tables, those not over first.
pub(in crate::desk) fn newest(turn: &Turn<'_>) -> Result<Vec<(Round, Game)>, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (no, game) in bracket.newest() {
        if no.round == bracket.store.begun
            && let Some(round) = round::find(turn.tx, game.round)?
        {
            found.push((round, game.clone()));
        }
    }
    Ok(found)
}

/// The player's newest game of a match.
pub(in crate::desk) fn newest_of(
    turn: &Turn<'_>,
    registration: i64,
) -> Result<Option<(Round, Game)>, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(None);
    };
    let mut games = bracket.newest().into_iter().rev();
    let found = games.find(|(_, game)| game.side_of(registration).is_some());
    match found {
        Some((_, game)) => {
            let round = round::find(turn.tx, game.round)?;
            Ok(round.map(|round| (round, game.clone())))
        }
        None => Ok(None),
    }
}

/// Whether something that was reported hangs on the game's result: a later game of the match, or one of
/// the rounds after it.
pub(in crate::desk) fn is_played_on(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
) -> Result<bool, Halt> {
    let Some(part) = round.part else {
        return Ok(false);
    };
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(false);
    };
    let mut counted = bracket.games.values().flatten();
    if counted.all(|one| one.id != game.id) {
        // Annulled: nothing is changed about it any more.
        return Ok(true);
    }
    for (no, games) in &bracket.games {
        for (at, other) in (1_u32..).zip(games) {
            let of_match = no.round == part.round && no.table == game.table;
            let is_later = if of_match {
                at > part.game
            } else {
                no.round > part.round
                    && [game.red, game.black]
                        .iter()
                        .any(|player| other.side_of(*player).is_some())
            };
            if is_later && Bracket::is_begun(turn, other)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
