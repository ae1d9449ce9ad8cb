use super::record::{Entry, Field};
use super::{Reason, Term, Value};
use crate::config::{ByeInOpponents, RankKey, Ranking};
use crate::tournament::{Player, Side};

/// The figure of one player under a key, except [`RankKey::Direct`] and [`RankKey::Lot`], which depend on
/// who is tied.
pub(super) fn figure(
    field: &Field,
    ranking: &Ranking,
    player: usize,
    about: &Player,
    key: RankKey,
) -> Value {
    let row = field.row(player);
    match key {
        RankKey::ReverseTrim => Value::Trim(
            (0..row.len())
                .rev()
                .map(|kept| points(row.get(..kept).unwrap_or_default()))
                .collect(),
        ),
        RankKey::ForwardTrim => Value::Trim(
            (1..=row.len())
                .map(|dropped| points(row.get(dropped..).unwrap_or_default()))
                .collect(),
        ),
        // They depend on who is level.
        RankKey::Direct | RankKey::Lot => Value::Nothing,
        RankKey::Rating => about.rating.map_or(Value::Nothing, Value::Number),
        RankKey::Fouls => Value::Number(about.fouls),
        RankKey::StartNumber => Value::Number(about.no.0),
        RankKey::Median => Value::Number(median(&opponents(field, ranking, row))),
        RankKey::Points => Value::Number(points(row)),
        RankKey::Opponents => Value::Number(
            row.iter()
                .filter_map(|entry| opponent_score(field, ranking, entry))
                .sum(),
        ),
        RankKey::Progressive => {
            let (mut running, mut sum) = (0, 0);
            for entry in row {
                sum += progress(ranking, entry, &mut running);
            }
            Value::Number(sum)
        }
        RankKey::Wins => count(row, |entry| is_win(ranking, entry)),
        RankKey::BlackGames => count(row, |entry| is_black(ranking, entry)),
        RankKey::BlackWins => count(row, |entry| is_black_win(ranking, entry)),
    }
}

/// The summands of a player's figure under a key, again without those two.
pub(super) fn terms(
    field: &Field,
    ranking: &Ranking,
    player: usize,
    about: &Player,
    key: RankKey,
) -> Vec<Term> {
    let row = field.row(player);
    let each = |amount: &mut dyn FnMut(&Entry) -> Option<u32>| -> Vec<Term> {
        (1..)
            .zip(row)
            .filter_map(|(round, entry)| Some(term(round, entry, amount(entry)?)))
            .collect()
    };
    let one_if = |yes: bool| yes.then_some(1);
    match key {
        RankKey::Points => each(&mut |entry| Some(entry.points)),
        RankKey::Opponents => each(&mut |entry| opponent_score(field, ranking, entry)),
        RankKey::Median => {
            let mut terms = each(&mut |entry| opponent_score(field, ranking, entry));
            leave_out_extremes(&mut terms);
            terms
        }
        RankKey::Progressive => {
            let mut running = 0;
            each(&mut |entry| Some(progress(ranking, entry, &mut running)))
        }
        RankKey::Wins => each(&mut |entry| one_if(is_win(ranking, entry))),
        RankKey::BlackGames => each(&mut |entry| one_if(is_black(ranking, entry))),
        RankKey::BlackWins => each(&mut |entry| one_if(is_black_win(ranking, entry))),
        RankKey::ReverseTrim => {
            let mut terms = each(&mut |entry| Some(entry.points));
            drop_round(terms.last_mut());
            terms
        }
        RankKey::ForwardTrim => {
            let mut terms = each(&mut |entry| Some(entry.points));
            drop_round(terms.first_mut());
            terms
        }
        RankKey::Fouls | RankKey::Rating | RankKey::StartNumber => {
            figure(field, ranking, player, about, key)
                .number()
                .map(|amount| Term {
                    round: None,
                    opponent: None,
                    amount,
                    why: Reason::Entered,
                    is_open: false,
                })
                .into_iter()
                .collect()
        }
        RankKey::Direct | RankKey::Lot => Vec::new(),
    }
}

pub(super) fn term(round: u32, entry: &Entry, amount: u32) -> Term {
    Term {
        round: Some(round),
        opponent: entry.opponent,
        amount,
        why: entry.reason,
        is_open: false,
    }
}

fn points(row: &[Entry]) -> u32 {
    row.iter().map(|entry| entry.points).sum()
}

fn count(row: &[Entry], counts: impl Fn(&Entry) -> bool) -> Value {
    let number: u32 = row.iter().map(|entry| u32::from(counts(entry))).sum();
    Value::Number(number)
}

fn is_win(ranking: &Ranking, entry: &Entry) -> bool {
    match entry.reason {
        Reason::Win => true,
        Reason::ForfeitWin => ranking.forfeit_is_win,
        Reason::Bye => ranking.bye_is_win,
        _ => false,
    }
}

/// Forfeits carry no side: only a game over the board is one with black, and a bye where the event gives it
/// the side that was due.
fn is_black(ranking: &Ranking, entry: &Entry) -> bool {
    let counts = entry.is_played() || ranking.bye_has_side && entry.reason == Reason::Bye;
    counts && entry.side == Some(Side::Black)
}

fn is_black_win(ranking: &Ranking, entry: &Entry) -> bool {
    is_black(ranking, entry) && entry.reason != Reason::ForfeitWin && is_win(ranking, entry)
}

/// What a round adds to the opponents' score; `None` where it has no part in it.
fn opponent_score(field: &Field, ranking: &Ranking, entry: &Entry) -> Option<u32> {
    let met = entry.is_played() || entry.is_forfeit() && ranking.forfeit_in_opponents;
    if met && entry.opponent.is_some() {
        return Some(field.points_of_opponent(entry));
    }
    let bye = match ranking.bye_in_opponents {
        ByeInOpponents::Zero => 0,
        ByeInOpponents::Lowest => field.lowest,
    };
    (entry.reason == Reason::Bye).then_some(bye)
}

fn opponents(field: &Field, ranking: &Ranking, row: &[Entry]) -> Vec<u32> {
    row.iter()
        .filter_map(|entry| opponent_score(field, ranking, entry))
        .collect()
}

/// The sum without one best and one worst; nothing is left of fewer than three.
fn median(scores: &[u32]) -> u32 {
    match (scores.iter().min(), scores.iter().max()) {
        (Some(worst), Some(best)) if scores.len() > 2 => scores.iter().sum::<u32>() - worst - best,
        _ => 0,
    }
}

fn leave_out_extremes(terms: &mut [Term]) {
    let best = (0..terms.len()).max_by_key(|&index| terms.get(index).map(|term| term.amount));
    let worst = (0..terms.len())
        .filter(|&index| Some(index) != best)
        .min_by_key(|&index| terms.get(index).map(|term| term.amount));
    for index in [best, worst].into_iter().flatten() {
        if let Some(term) = terms.get_mut(index) {
            (term.amount, term.why) = (0, Reason::LeftOut);
        }
    }
}

/// What a round adds to the progressive score: the running total after it. A game without an outcome
/// adds nothing yet.
fn progress(ranking: &Ranking, entry: &Entry, running: &mut u32) -> u32 {
    match entry.reason {
        Reason::Open => return 0,
        Reason::Bye if !ranking.bye_in_progressive => {}
        _ => *running += entry.points,
    }
    *running
}

fn drop_round(term: Option<&mut Term>) {
    if let Some(term) = term {
        (term.amount, term.why) = (0, Reason::Dropped);
    }
}
