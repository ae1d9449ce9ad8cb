use std::collections::BTreeSet;

use super::card::cards;
use super::field::Field;
use super::pair::terms;
use crate::config::{LastRound, Swiss};
use crate::tournament::swiss::matching::Deficit;
use crate::tournament::swiss::{
    Deadlock, Fixed, NoPairing, Pair, Relaxation, pair_without_second_bye,
};
use crate::tournament::{History, StartNumber};

/// A round without a legal pairing.
pub(super) struct Deadlocked<'a> {
    pub(super) history: &'a History,
    pub(super) active: &'a BTreeSet<StartNumber>,
    pub(super) rules: &'a Swiss,
    /// By an arbiter.
    pub(super) forbidden: &'a BTreeSet<Pair>,
    pub(super) fixed: &'a Fixed,
    pub(super) field: &'a Field,
}

impl Deadlocked<'_> {
    /// The proof, and the smallest ways out: second meetings, pairs that are kept apart, two who must
    /// both have one side (C3), a second bye (C2).
    ///
    /// The Dutch system knows no way out. Which pairs and byes are legal is all that counts for one, not
    /// how good they are: so the ways are those of the xiangqi rules where these allow the very same pairs.
    pub(super) fn explain(&self, deficit: &Deficit) -> Deadlock {
        let (by_sides, barred) = self.must_have_one_side();
        let rules = Swiss {
            // The Dutch system frees the last round of nothing.
            last_round: LastRound::default(),
            ..self.rules.clone()
        };
        let history = self.with_byes_that_count();
        let found = pair_without_second_bye(&history, self.active, &rules, &barred, self.fixed);
        let Err(NoPairing::Impossible(mut deadlock)) = found else {
            return self.proof(deficit);
        };
        for relaxation in deadlock.ways.iter_mut().flatten() {
            if let Relaxation::Forbidden(pair) = *relaxation
                && by_sides.contains(&pair)
            {
                *relaxation = Relaxation::Sides(pair);
            }
        }
        deadlock
    }

    /// Those pairs alone, and together with the pairs an arbiter keeps apart.
    fn must_have_one_side(&self) -> (BTreeSet<Pair>, BTreeSet<Pair>) {
        let none = BTreeSet::new();
        let terms = terms(self.history, self.rules, &none, None);
        let cards = cards(self.history, self.active, &self.rules.score).unwrap_or_default();
        let mut by_sides = BTreeSet::new();
        for (index, one) in cards.iter().enumerate() {
            for other in cards.get(index + 1..).unwrap_or_default() {
                if terms.side_of_both(one, other).is_some() && !one.met.contains(&other.no) {
                    by_sides.insert(Pair::new(one.no, other.no));
                }
            }
        }
        by_sides.retain(|pair| !self.forbidden.contains(pair));
        let barred = by_sides.union(self.forbidden).copied().collect();
        (by_sides, barred)
    }

    /// Points of a win without a game bar from the bye as a bye does (C2): here they are one.
    fn with_byes_that_count(&self) -> History {
        let mut history = self.history.clone();
        let win = self.rules.score.win;
        for round in &mut history.rounds {
            let walkovers = std::mem::take(&mut round.walkovers);
            if self.rules.score.forfeit_win >= win {
                round.byes.extend(walkovers);
            } else {
                round.walkovers = walkovers;
            }
            let stated = round.granted.iter().filter(|&(_, &points)| points >= win);
            let stated: Vec<StartNumber> = stated.map(|(&no, _)| no).collect();
            for no in stated {
                round.granted.remove(&no);
                round.byes.insert(no);
            }
            for game in &round.games {
                let Some(outcome) = game.outcome.filter(|outcome| !outcome.is_played()) else {
                    continue;
                };
                if let Some(winner) = outcome.winner()
                    && self.rules.score.forfeit_win >= win
                {
                    round.byes.insert(game.player(winner));
                }
            }
        }
        history
    }

    /// Names the groups that cannot be paired out.
    fn proof(&self, deficit: &Deficit) -> Deadlock {
        let numbers = |places: &[usize]| -> Vec<StartNumber> {
            let cards = places
                .iter()
                .filter_map(|&place| self.field.cards.get(place));
            let mut numbers: Vec<StartNumber> = cards.map(|card| card.no).collect();
            numbers.sort_unstable();
            numbers
        };
        let groups = deficit.groups.iter().map(|group| numbers(group));
        let mut groups: Vec<Vec<StartNumber>> = groups.filter(|group| !group.is_empty()).collect();
        groups.sort_unstable();
        Deadlock {
            groups,
            outsiders: numbers(&deficit.outsiders),
            rematches: Vec::new(),
            ways: Vec::new(),
        }
    }
}
