//! The lots for sides. Each is committed to when its round begins, long before it is needed. The salt is the
//! round's public word, which an arbiter types after that, and what was played in the match until then:
//! `天气晴 | 1-3 12:7=1-0 7:12=1/2`.

use super::load::Bracket;
use super::word;
use crate::config::{FirstSide, Leg};
use crate::desk::notice::{Commitment, Drawn, Knockout as Said};
use crate::desk::{Halt, Turn, lot};
use crate::store::duel::{self, Sides};
use crate::store::lot::Lot;
use crate::tournament::knockout::{MatchNo, Pair};
use crate::tournament::lot::{Purpose, side_salt, side_salt_parts};
use crate::tournament::{Outcome, StartNumber};

/// Commits to every lot that a match of the round may need, and opens the round for the word that draws them.
/// A lot drawn before from the same results is kept: where a round is announced again, it has no other.
pub fn commit(turn: &Turn<'_>, bracket: &Bracket<'_>, round: u32) -> Result<(), Halt> {
    let pairs = bracket.course.pairs();
    let of_round = pairs.get(round.saturating_sub(1) as usize);
    let mut lots = Vec::new();
    for pair in of_round.into_iter().flatten() {
        if pair.players().is_none() || pair.state.is_over() {
            continue;
        }
        for game in by_lot(bracket, round) {
            if !is_known(turn, bracket, pair, game)? {
                lots.push(promised(turn, pair.no, game)?);
            }
        }
    }
    if lots.is_empty() {
        return Ok(());
    }
    publish(turn, bracket, round, lots)?;
    word::open(turn, bracket, round)
}

/// Whether a match of the round has a lot that is committed to and not drawn.
pub fn are_committed(turn: &Turn<'_>, bracket: &Bracket<'_>, round: u32) -> Result<bool, Halt> {
    let pairs = bracket.course.pairs();
    let of_round = pairs.get(round.saturating_sub(1) as usize);
    for pair in of_round.into_iter().flatten() {
        for game in by_lot(bracket, round) {
            if latest(turn, pair.no, game)?.is_some_and(|lot| lot.salt.is_none()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Draws who is red in this game, and publishes what it takes to recompute it; false: it waits for the round's
/// word.
pub fn draw(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    pair: &Pair,
    game: usize,
) -> Result<bool, Halt> {
    let Some(ids) = bracket.ids(pair) else {
        return Ok(false);
    };
    let played = played(bracket, pair);
    let number = u32::try_from(game).unwrap_or(0) + 1;
    let decided = |order: &[i64]| Sides {
        no: pair.no,
        number,
        chooser: None,
        until: None,
        overdue: false,
        red: order.first().copied(),
    };
    if let Some((lot, order)) = drawn_before(turn, pair.no, game, &played, &ids)? {
        duel::put_sides(turn.tx, bracket.stage, &decided(&order))?;
        let red = order.first().and_then(|id| bracket.number(*id));
        turn.tell_group(Said::LotKept {
            place: bracket.place(pair.no),
            game: number,
            commitment: lot.commitment,
            red: bracket.tag(red.unwrap_or(StartNumber(0))),
        })?;
        return Ok(true);
    }
    let round = pair.no.round;
    if latest(turn, pair.no, game)?.is_none_or(|lot| lot.salt.is_some()) {
        // A match that nobody expected when the round began: its promise is public before it is drawn.
        let lots = vec![promised(turn, pair.no, game)?];
        publish(turn, bracket, round, lots)?;
    }
    let Some(word) = word::of(turn, bracket.stage, round)? else {
        word::due(turn, bracket, pair.no)?;
        return Ok(false);
    };
    let salt = side_salt(&word, &played);
    let (purpose, lot) = prepared(turn, pair.no, game)?;
    let drawn = lot::reveal(turn, &purpose, &lot, &salt, &ids)?;
    duel::put_sides(turn.tx, bracket.stage, &decided(&drawn.order))?;
    let rows = (1..)
        .map(StartNumber)
        .zip(&drawn.order)
        .map(|(no, id)| Drawn {
            no,
            id: *id,
            name: bracket
                .number(*id)
                .map_or_else(String::new, |no| bracket.tag(no).name),
        });
    turn.tell_group(Said::Lot {
        place: bracket.place(pair.no),
        game: number,
        commitment: drawn.commitment,
        secret: drawn.secret,
        salt: drawn.salt,
        rows: rows.collect(),
    })?;
    Ok(true)
}

/// Games from `first` on are taken back: a lot that was revealed already has its successor committed to now, in
/// public and before it can be drawn. The round's word stays.
pub fn renew(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    no: MatchNo,
    first: usize,
) -> Result<(), Halt> {
    let mut lots = Vec::new();
    for game in revealed(turn, bracket, no, first)? {
        lots.push(promised(turn, no, game)?);
    }
    if lots.is_empty() {
        return Ok(());
    }
    publish(turn, bracket, no.round, lots)
}

/// The commitments for the group.
fn publish(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    round: u32,
    lots: Vec<Commitment>,
) -> Result<(), Halt> {
    let word = word::of(turn, bracket.stage, round)?;
    let round = bracket.round_name(round);
    turn.tell_group(Said::Committed { round, lots, word })
}

/// The commitment of a game's lot, made now if there is none that stands.
fn promised(turn: &Turn<'_>, no: MatchNo, game: usize) -> Result<Commitment, Halt> {
    let (_, lot) = prepared(turn, no, game)?;
    Ok(Commitment {
        table: no.table,
        game: u32::try_from(game).unwrap_or(0) + 1,
        commitment: lot.commitment,
    })
}

/// The games from `first` on whose lot was revealed: those that [`renew`] commits to anew.
pub fn revealed(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    no: MatchNo,
    first: usize,
) -> Result<Vec<usize>, Halt> {
    let mut games = Vec::new();
    for game in by_lot(bracket, no.round) {
        let newest = latest(turn, no, game)?;
        if game >= first && newest.is_some_and(|lot| lot.salt.is_some()) {
            games.push(game);
        }
    }
    Ok(games)
}

/// Whether the lot of this game was drawn before from the same results.
pub fn is_known(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    pair: &Pair,
    game: usize,
) -> Result<bool, Halt> {
    let Some(ids) = bracket.ids(pair) else {
        return Ok(false);
    };
    Ok(drawn_before(turn, pair.no, game, &played(bracket, pair), &ids)?.is_some())
}

/// The games of a match of this round, from 0, whose sides a lot may decide.
fn by_lot(bracket: &Bracket<'_>, round: u32) -> Vec<usize> {
    let mut games = Vec::new();
    let mut begin = 0;
    for leg in bracket.course.ladder(round).legs {
        let (first, count) = match leg {
            Leg::Games { first, count, .. } => (first, *count as usize),
            Leg::Armageddon { first, .. } => (first, 1),
        };
        // Where no game comes before, nobody had black in it.
        let nobody_chooses = *first == FirstSide::LastBlackChooses && begin == 0;
        if *first == FirstSide::Lot || nobody_chooses {
            games.push(begin);
        }
        begin += count;
    }
    games
}

/// The lot of a game that is not revealed yet, committed to now if there is none. A match played anew has a
/// new one.
fn prepared(turn: &Turn<'_>, no: MatchNo, game: usize) -> Result<(Purpose, Lot), Halt> {
    let mut attempt = 1_u32;
    loop {
        let purpose = purpose(no, game, attempt);
        match lot::find(turn, &purpose)? {
            Some(lot) if lot.salt.is_some() => attempt += 1,
            Some(lot) => return Ok((purpose, lot)),
            None => drop(lot::commit(turn, &purpose)?),
        }
    }
}

fn purpose(no: MatchNo, game: usize, attempt: u32) -> Purpose {
    let games = format!("knockout/{}/{}/{}/{attempt}", no.round, no.table, game + 1);
    Purpose::Sides { games }
}

/// The newest lot of a game.
fn latest(turn: &Turn<'_>, no: MatchNo, game: usize) -> Result<Option<Lot>, Halt> {
    let mut newest = None;
    for attempt in 1_u32.. {
        match lot::find(turn, &purpose(no, game, attempt))? {
            Some(lot) => newest = Some(lot),
            None => break,
        }
    }
    Ok(newest)
}

/// The lot of this game that was drawn from the same results between the same two, with its order: it is not
/// drawn a second time.
fn drawn_before(
    turn: &Turn<'_>,
    no: MatchNo,
    game: usize,
    played: &str,
    ids: &[i64; 2],
) -> Result<Option<(Lot, Vec<i64>)>, Halt> {
    for attempt in 1_u32.. {
        let purpose = purpose(no, game, attempt);
        let Some(lot) = lot::find(turn, &purpose)? else {
            break;
        };
        let results = lot.salt.as_deref().map(|salt| side_salt_parts(salt).1);
        if results != Some(played) {
            continue;
        }
        let order = lot::order(turn, &purpose)?;
        if order.len() == ids.len() && ids.iter().all(|id| order.contains(id)) {
            return Ok(Some((lot, order)));
        }
    }
    Ok(None)
}

/// What was played in the match so far: `1-3 12:7=1-0 7:12=1/2`, red first.
fn played(bracket: &Bracket<'_>, pair: &Pair) -> String {
    let mut words = vec![format!("{}-{}", pair.no.round, pair.no.table)];
    let duel = bracket.course.duels.get(&pair.no);
    for game in duel.into_iter().flat_map(|duel| &duel.games) {
        let result = match game.outcome {
            Some(Outcome::RedWin) => "1-0",
            Some(Outcome::BlackWin) => "0-1",
            Some(Outcome::Draw) => "1/2",
            Some(Outcome::BlackForfeit) => "+/-",
            Some(Outcome::RedForfeit) => "-/+",
            Some(_) => "-/-",
            None => "*",
        };
        words.push(format!("{}:{}={result}", game.red, game.black));
    }
    words.join(" ")
}
