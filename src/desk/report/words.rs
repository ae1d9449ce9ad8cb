//! A report in words, in private or in the group.

use chrono::{DateTime, Utc};

use super::ask::{ask_here, card};
use super::claim::{Answer, claim};
use super::whose::{Seat, my_seats, seats_now};
use super::{Named, Said, current, require_in_time, require_one_game, require_round};
use crate::desk::{Actor, Halt, PlayRefusal, Turn, competition, knockout};
use crate::store::game::{self, Game};
use crate::tournament::Side;

/// Which game: the reporter's own, or the one at this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Mine,
    Table(u32),
}

impl Which {
    fn is(self, game: &Game) -> bool {
        match self {
            Which::Mine => game.outcome.is_none(),
            Which::Table(table) => game.table == table,
        }
    }
}

/// Reports in words. `named` is what they name besides the table; `written` is when they were written: words
/// from before the round was published never land on it.
pub fn by_words(
    turn: &mut Turn<'_>,
    which: Which,
    named: Named,
    said: Said,
    written: DateTime<Utc>,
) -> Result<(), Halt> {
    if turn.is_one_of_several() && !enter_mine(turn, which, written)? {
        return Ok(());
    }
    if knockout::is_seeded(turn)? {
        return knockout::report::by_words(turn, which, named, said, written);
    }
    let round = current(turn)?;
    require_in_time(&round, written)?;
    require_round(&round, named.round)?;
    require_one_game(named)?;
    let seats = my_seats(turn, &round)?;
    let meant: Vec<&Seat> = seats.iter().filter(|seat| which.is(&seat.game)).collect();
    match (meant.as_slice(), which) {
        ([seat], _) => claim(turn, &round, &seat.game, &[seat.side], said, Answer::Chat),
        // One account for both sides of the table: they agree.
        ([seat, other], _) if seat.game.id == other.game.id => match said {
            Said::Outcome(_) | Said::Draw => {
                let both = [Side::Red, Side::Black];
                claim(turn, &round, &seat.game, &both, said, Answer::Chat)
            }
            Said::IWon | Said::ILost => card(turn, 0),
        },
        ([], Which::Mine) => {
            let same = seats
                .iter()
                .find(|seat| seat.game.outcome == Some(said.outcome_for(seat.side)));
            let private = turn.actor().is_none_or(Actor::is_private);
            match same.or(seats.first()) {
                // Joy in the group about a game that is over.
                Some(_) if same.is_some() && !private => Ok(()),
                Some(seat) => claim(turn, &round, &seat.game, &[seat.side], said, Answer::Chat),
                None => Err(PlayRefusal::NoOpenGame {
                    number: Some(round.number),
                }
                .into()),
            }
        }
        ([], Which::Table(table)) => {
            game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
                number: round.number,
                table,
            })?;
            Err(PlayRefusal::NotAtTable { table }.into())
        }
        (_, _) => card(turn, 0),
    }
}

/// Goes over to the competition that the words are about: the one where the account has such a game, else
/// any where it has one. False: several have one, and which is meant was asked with buttons.
fn enter_mine(turn: &mut Turn<'_>, which: Which, written: DateTime<Utc>) -> Result<bool, Halt> {
    let mut meant = Vec::new();
    let mut seated = None;
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        let seats = seats_now(turn)?;
        if seats.is_empty() {
            continue;
        }
        seated = seated.or(Some(one));
        let is_meant =
            |seat: &Seat| which.is(&seat.game) && require_in_time(&seat.round, written).is_ok();
        if seats.iter().any(is_meant) {
            meant.push(one);
        }
    }
    if meant.len() > 1 {
        ask_here(turn)?;
        return Ok(false);
    }
    if let Some(one) = meant.pop().or(seated) {
        turn.enter(&one.key)?;
    }
    Ok(true)
}
