//! Why two meet in a match, and why one of them had red: for whoever asks.

use super::KnockoutRefusal;
use super::load::Bracket;
use crate::config::{FirstSide, Leg};
use crate::desk::field::Field;
use crate::desk::notice::{Knockout as Said, Origin, RedBy, WhyMatch, WhySide};
use crate::desk::{Halt, Turn};
use crate::store::registration;
use crate::tournament::StartNumber;
use crate::tournament::knockout::{MatchNo, Pair, Slot, State};

/// Explains a match: the one named, that of this table in the newest round, or without a table one's own and
/// else the whole round.
pub(in crate::desk) fn show(
    turn: &Turn<'_>,
    named: Option<u32>,
    table: Option<u32>,
) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let bracket = Bracket::load(turn, &field)?.ok_or(KnockoutRefusal::NotSeeded)?;
    let number = named.unwrap_or(bracket.store.begun.max(1));
    let pairs = bracket.course.pairs();
    let of_round: Vec<&Pair> = number
        .checked_sub(1)
        .and_then(|at| pairs.get(at as usize))
        .into_iter()
        .flatten()
        .collect();
    let wanted: Vec<&Pair> = match table {
        Some(table) => {
            let here = of_round.into_iter().filter(|pair| pair.no.table == table);
            let here: Vec<&Pair> = here.collect();
            if here.is_empty() {
                let by_player = turn.role()?.is_none();
                return Err(KnockoutRefusal::NoSuchTable { table, by_player }.into());
            }
            here
        }
        None => {
            let own: Vec<Slot> = registration::of_account(turn.tx, turn.account()?)?
                .into_iter()
                .filter_map(|player| bracket.number(player.id).map(Slot::Player))
                .collect();
            let is_mine = |pair: &&&Pair| pair.slots.iter().any(|slot| own.contains(slot));
            let mine: Vec<&Pair> = of_round.iter().filter(is_mine).copied().collect();
            if mine.is_empty() { of_round } else { mine }
        }
    };
    turn.reply(Said::Why {
        round: bracket.round_name(number),
        rows: wanted
            .into_iter()
            .map(|pair| explained(&bracket, &pairs, pair))
            .collect(),
    })
}

fn explained(bracket: &Bracket<'_>, pairs: &[Vec<Pair>], pair: &Pair) -> WhyMatch {
    let row = bracket.row(pair);
    let from = [0, 1].map(|at| origin(bracket, pairs, pair, at));
    let games = bracket.games.get(&pair.no);
    let sides = games.into_iter().flatten().enumerate();
    let sides = sides.filter_map(|(at, game)| {
        Some(WhySide {
            game: u32::try_from(at).unwrap_or(0) + 1,
            red: bracket.tag(bracket.number(game.red)?),
            by: red_by(bracket, pair.no, at)?,
        })
    });
    WhyMatch {
        row,
        from,
        sides: sides.collect(),
        size: u32::try_from(bracket.course.seeds.len()).unwrap_or(0),
    }
}

/// Where the player of this slot comes from.
fn origin(bracket: &Bracket<'_>, pairs: &[Vec<Pair>], pair: &Pair, at: usize) -> Origin {
    let Slot::Player(no) = pair.slots[at] else {
        return Origin::Nobody;
    };
    let before = pair.no.round.checked_sub(2);
    let before = before.and_then(|before| pairs.get(before as usize));
    let came = before.into_iter().flatten().find(|fed| {
        fed.no.table.div_ceil(2) == pair.no.table && fed.state.slot() == Slot::Player(no)
    });
    match came {
        Some(fed) if !matches!(fed.state, State::Free(_)) => Origin::WinnerOf(fed.no.table),
        _ => seeded(bracket, no),
    }
}

fn seeded(bracket: &Bracket<'_>, no: StartNumber) -> Origin {
    let mut seeds = bracket.course.seeds.iter();
    let seed = seeds.position(|seed| *seed == Some(no)).unwrap_or(0);
    let id = bracket.id(no);
    let row = bracket.table.iter().find(|row| Some(row.player) == id);
    Origin::Seed {
        seed: u32::try_from(seed).unwrap_or(0) + 1,
        rank: row.map_or(0, |row| row.rank),
    }
}

/// What gave the red side in this game, from 0.
fn red_by(bracket: &Bracket<'_>, no: MatchNo, game: usize) -> Option<RedBy> {
    let ladder = bracket.course.ladder(no.round);
    let rung = ladder.rung(game)?;
    let (Leg::Games { first, .. } | Leg::Armageddon { first, .. }) = ladder.legs.get(rung.leg)?;
    if rung.number > 1 {
        return Some(RedBy::Turn);
    }
    let number = u32::try_from(game).unwrap_or(0) + 1;
    let mut sides = bracket.sides.iter();
    let chooser = sides
        .find(|one| one.no == no && one.number == number)
        .and_then(|one| one.chooser);
    Some(match (first, chooser) {
        (FirstSide::BetterSeed, _) => RedBy::Better,
        (FirstSide::LastBlackChooses, Some(by)) => RedBy::Choice(bracket.tag(bracket.number(by)?)),
        (FirstSide::Lot | FirstSide::LastBlackChooses, _) => RedBy::Lot,
    })
}
