use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::card::{Card, Strength};
use super::sides::side_of_higher;
use crate::tournament::Side;
use crate::tournament::swiss::Pair;

/// The players of the next round, best first: by score, then by rank (1.2).
pub(super) struct Field {
    pub(super) cards: Vec<Card>,
    /// Who may meet whom, row by row.
    allowed: Vec<bool>,
    initial: Side,
}

/// What the cards do not tell.
pub(super) struct Terms<'a> {
    pub(super) initial: Side,
    /// Players with more are topscorers (1.8); `None` before the last round.
    pub(super) topscorers_above: Option<u32>,
    pub(super) forbidden: &'a BTreeSet<Pair>,
}

impl Field {
    pub(super) fn new(mut cards: Vec<Card>, terms: &Terms) -> Field {
        cards.sort_by_key(|card| (Reverse(card.score), card.rank));
        let mut allowed = vec![false; cards.len() * cards.len()];
        for (u, one) in cards.iter().enumerate() {
            for (v, other) in cards.iter().enumerate() {
                allowed[u * cards.len() + v] = u != v && terms.allow(one, other);
            }
        }
        Field {
            cards,
            allowed,
            initial: terms.initial,
        }
    }

    /// The absolute criteria C1 and C3.
    pub(super) fn allows(&self, u: usize, v: usize) -> bool {
        self.allowed[u * self.cards.len() + v]
    }

    /// The side of the first of two players who meet.
    pub(super) fn side(&self, u: usize, v: usize) -> Side {
        if u < v {
            side_of_higher(&self.cards[u], &self.cards[v], self.initial)
        } else {
            side_of_higher(&self.cards[v], &self.cards[u], self.initial).other()
        }
    }
}

impl Terms<'_> {
    fn allow(&self, one: &Card, other: &Card) -> bool {
        !one.met.contains(&other.no)
            && !self.forbidden.contains(&Pair::new(one.no, other.no))
            && self.side_of_both(one, other).is_none()
    }

    /// The side that both must have, so that they cannot meet (C3).
    pub(super) fn side_of_both(&self, one: &Card, other: &Card) -> Option<Side> {
        let must_have = |card: &Card| {
            let wish = card.preference?;
            (wish.strength == Strength::Absolute).then_some(wish.side)
        };
        let is_topscorer =
            |card: &Card| self.topscorers_above.is_some_and(|half| card.score > half);
        let side = must_have(one).filter(|side| must_have(other) == Some(*side));
        side.filter(|_| !is_topscorer(one) && !is_topscorer(other))
    }
}
