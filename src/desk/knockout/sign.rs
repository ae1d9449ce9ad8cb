//! The sheet on which both players of a match sign its games.

use super::load::{Bracket, of};
use crate::config::{FirstSide, Leg};
use crate::desk::field::Field;
use crate::desk::notice::{Knockout as Said, PlayerTag, SignRow};
use crate::desk::{Halt, Turn};
use crate::tournament::knockout::{Pair, Rival};

/// The sheet of the newest round: every game that its matches have come to, and of those that go on every game
/// that they may come to. `None`: no round of the knockout has begun.
pub(in crate::desk) fn to_sign(turn: &Turn<'_>) -> Result<Option<Said>, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(None);
    };
    let number = bracket.store.begun;
    if number == 0 {
        return Ok(None);
    }
    let pairs = bracket.course.pairs();
    let of_round = pairs.get(number as usize - 1).into_iter().flatten();
    Ok(Some(Said::ToSign {
        round: bracket.round_name(number),
        starts: bracket.starts(turn, number),
        rows: of_round.flat_map(|pair| rows(&bracket, pair)).collect(),
    }))
}

fn rows(bracket: &Bracket<'_>, pair: &Pair) -> Vec<SignRow> {
    let played = bracket.games.get(&pair.no).map_or(&[][..], Vec::as_slice);
    let mut rows = Vec::new();
    for at in 0.. {
        let Some(rung) = bracket.rung(pair.no, at) else {
            break;
        };
        let opened = played.get(at);
        if opened.is_none() && pair.state.is_over() {
            break;
        }
        let sides = match opened {
            Some(game) => {
                [game.red, game.black].map(|id| bracket.number(id).map(|no| bracket.tag(no)))
            }
            None => planned(bracket, pair, at),
        };
        let [red, black] = sides;
        rows.push(SignRow {
            table: pair.no.table,
            game: u32::try_from(at).unwrap_or(0) + 1,
            rung,
            red,
            black,
            outcome: opened.and_then(|game| game.outcome),
        });
    }
    rows
}

/// Who will have red and black in a game that is not opened, where no lot or choice decides it.
fn planned(bracket: &Bracket<'_>, pair: &Pair, at: usize) -> [Option<PlayerTag>; 2] {
    let ladder = bracket.course.ladder(pair.no.round);
    let (Some(players), Some(rung)) = (pair.players(), ladder.rung(at)) else {
        return [None, None];
    };
    let first = match ladder.legs.get(rung.leg) {
        Some(Leg::Games { first, .. }) => *first,
        Some(Leg::Armageddon { .. }) | None => return [None, None],
    };
    if first != FirstSide::BetterSeed {
        return [None, None];
    }
    let red = match rung.number % 2 {
        1 => Rival::Better,
        _ => Rival::Other,
    };
    [red, red.other()].map(|rival| Some(bracket.tag(of(rival, players))))
}
