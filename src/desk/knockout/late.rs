//! Who is late to a game of a match: the games to look at.

use super::load::Bracket;
use super::{KnockoutRefusal, hours};
use crate::desk::field::Field;
use crate::desk::late::{absentees, forfeit_from};
use crate::desk::notice::{Late, LateGame};
use crate::desk::{Halt, Refusal, Turn};
use crate::store::game::{self, Game, Status};
use crate::store::lateness;
use crate::store::round::{self, Round};
use crate::tournament::knockout::MatchNo;

/// The game at a table: the one that is not over, else the newest.
pub(in crate::desk) fn at_table(turn: &Turn<'_>, table: u32) -> Result<(Round, Game), Halt> {
    let bracket = load(turn)?;
    let game = bracket.at_table(None, table).cloned();
    let game = game.ok_or_else(|| {
        let round = bracket.store.begun;
        super::report::not_there(&bracket, MatchNo { round, table }, None, false)
    })?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    Ok((round, game))
}

/// The game of a match; `None`: it is none.
///
/// # Errors
/// [`Refusal::Stale`] for one that counts nowhere any more.
pub(in crate::desk) fn of_match(turn: &Turn<'_>, game: i64) -> Result<Option<(Round, Game)>, Halt> {
    let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    if round.part.is_none() {
        return Ok(None);
    }
    super::report::require_counted(turn, &game)?;
    Ok(Some((round, game)))
}

/// The games of matches that nobody has reported.
pub(in crate::desk) fn roll(turn: &Turn<'_>) -> Result<Late, Halt> {
    let bracket = load(turn)?;
    if bracket.store.begun == 0 {
        return Err(KnockoutRefusal::NothingBegun.into());
    }
    let (mut games, mut absent) = (Vec::new(), Vec::new());
    for (no, game) in bracket.newest() {
        let noted = lateness::of_game(turn.tx, game.id)?;
        let is_awaited = match game.status {
            Status::Open => true,
            Status::Pending => !noted.is_empty(),
            Status::Disputed | Status::Final => false,
        };
        if !is_awaited {
            continue;
        }
        let Some(round) = round::find(turn.tx, game.round)? else {
            continue;
        };
        let starts = hours::of_game(turn, &round)?;
        games.push(LateGame {
            game: game.id,
            table: no.table,
            number: round.part.map_or(1, |part| part.game),
            hours: starts.map(|starts| (starts, forfeit_from(turn, starts))),
            is_late: !noted.is_empty(),
        });
        absent.extend(absentees(turn, &round, &noted)?);
    }
    Ok(Late::Matches {
        name: bracket.round_name(bracket.store.begun),
        games,
        absent,
    })
}

/// Shows every arbiter the newest list, in one message a round.
pub(in crate::desk) fn show_roll(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    let number = round.part.map_or(0, |part| part.round);
    let roll = roll(turn)?;
    turn.show_arbiters(&format!("roll/{}/{number}", round.stage), roll)
}

fn load<'a>(turn: &Turn<'a>) -> Result<Bracket<'a>, Halt> {
    let field = Field::load(turn)?;
    Ok(Bracket::load(turn, &field)?.ok_or(KnockoutRefusal::NotSeeded)?)
}
