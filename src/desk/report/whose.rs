//! Which games the acting account answers for: as player, guardian or coach.

use super::newest;
use crate::desk::{Halt, PlayRefusal, Refusal, Turn, competition, knockout};
use crate::store::claim;
use crate::store::game::{self, Game};
use crate::store::registration;
use crate::store::round::Round;
use crate::tournament::{Outcome, Side};

/// A seat that the acting account answers for.
#[derive(Debug, Clone)]
pub struct Seat {
    pub round: Round,
    pub game: Game,
    pub side: Side,
}

/// Every seat that the acting account answers for now: of the newest round, or of the matches of the
/// knockout under way.
pub fn seats_now(turn: &Turn<'_>) -> Result<Vec<Seat>, Halt> {
    if knockout::is_seeded(turn)? {
        return knockout::report::my_seats(turn);
    }
    match newest(turn)? {
        Some(round) => my_seats(turn, &round),
        None => Ok(Vec::new()),
    }
}

/// Every seat of the round that the acting account answers for, by table.
pub fn my_seats(turn: &Turn<'_>, round: &Round) -> Result<Vec<Seat>, Halt> {
    let mut seats = Vec::new();
    for player in registration::of_account(turn.tx, turn.account()?)? {
        if player.competition != turn.competition().key || player.start_no.is_none() {
            continue;
        }
        if let Some(game) = game::of_player(turn.tx, round.id, player.id)?
            && let Some(side) = game.side_of(player.id)
        {
            let round = round.clone();
            seats.push(Seat { round, game, side });
        }
    }
    seats.sort_by_key(|seat| (seat.game.table, seat.side == Side::Black));
    Ok(seats)
}

/// Whether the account answers for a player at this table, in whatever competition: what it says of that
/// table is a player's report, although an arbiter says it.
pub fn has_own_table(turn: &mut Turn<'_>, table: u32) -> Result<bool, Halt> {
    let here = turn.competition().key.clone();
    let mut found = false;
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        let seats = seats_now(turn)?;
        found |= seats.iter().any(|seat| seat.game.table == table);
    }
    turn.enter(&here)?;
    Ok(found)
}

/// The sides of the game that the acting account answers for: both, where one account registered both.
pub fn my_sides(turn: &Turn<'_>, game: &Game) -> Result<Vec<Side>, Halt> {
    let account = turn.account()?;
    let mut sides = Vec::new();
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        if player.is_some_and(|player| player.account == Some(account)) {
            sides.push(side);
        }
    }
    if sides.is_empty() {
        return Err(PlayRefusal::NotAtTable { table: game.table }.into());
    }
    Ok(sides)
}

/// The acting account's side, and what the other side reported to it.
pub fn reported_to_me(turn: &Turn<'_>, game: &Game) -> Result<(Side, Outcome), Halt> {
    let mine = my_sides(turn, game)?;
    let reported = claim::of_game(turn.tx, game.id)?
        .into_iter()
        .find(|claim| mine.contains(&claim.side.other()))
        .ok_or(Refusal::Stale)?;
    Ok((reported.side.other(), reported.outcome))
}
