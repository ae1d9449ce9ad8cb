//! The criteria C6 to C21 as values of pairs, smaller being better. What is said of a bracket's
//! downfloaters is counted in the pairs that lead out of it.

use std::cmp::Reverse;

use super::bracket::Bracket;
use super::card::{Card, Float, Strength};
use crate::tournament::Side;
use crate::tournament::swiss::lexicographic::Criteria;

/// The value of a pair of places, the smaller first.
pub(super) type Criterion<'a> = Box<dyn Fn(usize, usize) -> u64 + 'a>;

pub(super) struct List<'a>(pub(super) Vec<Criterion<'a>>);

impl Criteria for List<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
        self.0[criterion](u, v)
    }
}

pub(super) fn criterion<'a>(value: impl Fn(usize, usize) -> u64 + 'a) -> Criterion<'a> {
    Box::new(value)
}

/// One fault for each pair of which something holds.
fn fault<'a>(is_fault: impl Fn(usize, usize) -> bool + 'a) -> Criterion<'a> {
    Box::new(move |u, v| is_fault(u, v).into())
}

/// C6 to C8: few downfloaters with low scores, and few with low scores of the next bracket then.
pub(super) fn downfloats<'a>(bracket: &'a Bracket) -> List<'a> {
    let score = |place: usize| bracket.card(place).score;
    let mut list = vec![fault(|u, v| bracket.floats(u, v))];
    for high in scores(bracket, bracket.moved_down) {
        list.push(fault(move |u, v| bracket.floats(u, v) && score(u) == high));
    }
    if let Some(next_end) = bracket.next_end() {
        let floats_on = move |u: usize, v: usize| u < next_end && v >= next_end;
        list.push(fault(floats_on));
        for high in scores(bracket, bracket.end) {
            list.push(fault(move |u, v| floats_on(u, v) && score(u) == high));
        }
    }
    List(list)
}

/// C9.
pub(super) fn unplayed_of_bye<'a>(bracket: &'a Bracket) -> List<'a> {
    List(vec![criterion(|u, v| {
        if bracket.is_bye(v) {
            bracket.card(u).unplayed.into()
        } else {
            0
        }
    })])
}

/// C10 to C21.
pub(super) fn quality<'a>(bracket: &'a Bracket) -> List<'a> {
    let complaints: [Complaint; 4] = [out_of_balance, third_running, denied, strongly_denied];
    let mut list: Vec<Criterion> = complaints
        .into_iter()
        .map(|complaint| {
            criterion(move |u, v| {
                if bracket.is_pair(v) {
                    complaints_of(bracket, u, v, complaint)
                } else {
                    0
                }
            })
        })
        .collect();
    let floats_down_again = |rounds_ago: usize, u: usize, v: usize| {
        bracket.floats(u, v) && bracket.card(u).floated(rounds_ago, Float::Down)
    };
    let floats_up_again = |rounds_ago: usize, u: usize, v: usize| {
        u < bracket.moved_down
            && bracket.is_pair(v)
            && bracket.card(v).floated(rounds_ago, Float::Up)
    };
    for ago in 0..2 {
        list.push(fault(move |u, v| {
            u >= bracket.moved_down && floats_down_again(ago, u, v)
        }));
        list.push(fault(move |u, v| floats_up_again(ago, u, v)));
    }
    // Differences of scores: the same for all whom a player moved down can meet, greatest if he meets
    // nobody, and the wider the higher his score.
    let score = |place: usize| bracket.card(place).score;
    for ago in 0..2 {
        for high in scores(bracket, bracket.moved_down) {
            list.push(fault(move |u, v| {
                score(u) == high && floats_down_again(ago, u, v)
            }));
        }
        for high in scores(bracket, bracket.moved_down) {
            list.push(fault(move |u, v| {
                score(u) == high && floats_up_again(ago, u, v)
            }));
        }
    }
    List(list)
}

/// The different scores of the places before one, highest first.
fn scores(bracket: &Bracket, end: usize) -> Vec<u32> {
    let mut scores: Vec<u32> = (0..end).map(|place| bracket.card(place).score).collect();
    scores.sort_unstable_by_key(|&score| Reverse(score));
    scores.dedup();
    scores
}

/// What a player may hold against a side.
type Complaint = fn(&Card, Side) -> bool;

/// How many of two players have a complaint.
fn complaints_of(bracket: &Bracket, u: usize, v: usize, complaint: Complaint) -> u64 {
    let side = bracket.side(u, v);
    u64::from(complaint(bracket.card(u), side))
        + u64::from(complaint(bracket.card(v), side.other()))
}

/// C10.
fn out_of_balance(card: &Card, side: Side) -> bool {
    card.is_out_of_balance(side)
}

/// C11.
fn third_running(card: &Card, side: Side) -> bool {
    card.is_third_running(side)
}

/// C12.
fn denied(card: &Card, side: Side) -> bool {
    card.preference.is_some_and(|wish| wish.side != side)
}

/// C13.
fn strongly_denied(card: &Card, side: Side) -> bool {
    card.preference
        .is_some_and(|wish| wish.side != side && wish.strength == Strength::Strong)
}
