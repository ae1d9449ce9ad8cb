use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::criteria::Field;
use super::deadlock;
use super::dossier::{Dossier, dossiers};
use super::fixed::Fixed;
use super::large;
use super::lexicographic;
use super::matching::Deficit;
use super::pairing::{Concern, NoPairing, Pair, Pairing, Seat, Warning};
use super::permission::Permission;
use crate::config::{FirstRound, Swiss};
use crate::tournament::{History, Side, StartNumber};

/// Pairs the next round of a points stage.
///
/// The pairing is the best of all complete ones: nobody meets someone again, no forbidden pair and no
/// two of a team kept apart meet, and the [`Vector`](super::Vector) is the smallest there is; among
/// pairings with the same vector it is the one whose list of pairs, each smaller number first, sorted,
/// comes first. (Where more than 1,000 players hang together by choices of the same worth, as in a field of
/// thousands, it is one of the equals, and always the same.) A game without an outcome counts as met and
/// played, and for no points.
///
/// A second bye is no fault of a pairing but weighs in its vector after the side limits; such a pairing
/// [needs approval](Pairing::needs_approval), and [`pair_without_second_bye`] says what there is
/// instead.
///
/// `active` are the players of the next round, `forbidden` the pairs an arbiter keeps apart.
pub fn pair(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
) -> Result<Pairing, NoPairing> {
    pair_around(history, active, rules, forbidden, &Fixed::default())
}

/// The same with boards set by hand: the best of all complete pairings that contain them. A fixed board
/// is judged in the vector by the sides the rules would give.
pub fn pair_around(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    fixed: &Fixed,
) -> Result<Pairing, NoPairing> {
    let task = Task::new(history, active, rules, forbidden, fixed)?;
    task.pair().map(|pairs| task.publish(&pairs))
}

/// The same among the pairings that give nobody a second bye. Where there is none, the ways out name
/// whoever a second bye would help.
pub fn pair_without_second_bye(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    fixed: &Fixed,
) -> Result<Pairing, NoPairing> {
    let mut task = Task::new(history, active, rules, forbidden, fixed)?;
    task.second_bye = false;
    task.pair().map(|pairs| task.publish(&pairs))
}

/// Vertices of a field whose pairs are not written down.
const LARGE: usize = 120;

/// A round to be paired, in vertices: the players in the order of start numbers, and the bye where they
/// are odd.
pub(super) struct Task<'a> {
    pub(super) field: Field,
    pub(super) permission: Permission<'a>,
    /// From 1.
    pub(super) round: u32,
    pub(super) vertices: usize,
    fixed: &'a Fixed,
    pub(super) by_hand: Vec<(usize, usize)>,
    /// Whether who has had a bye may have another.
    second_bye: bool,
}

impl<'a> Task<'a> {
    pub(super) fn new(
        history: &History,
        active: &BTreeSet<StartNumber>,
        rules: &'a Swiss,
        forbidden: &'a BTreeSet<Pair>,
        fixed: &'a Fixed,
    ) -> Result<Task<'a>, NoPairing> {
        if active.len() < 2 {
            return Err(NoPairing::TooFew(active.len()));
        }
        let players = dossiers(history, active, &rules.score).map_err(NoPairing::Unknown)?;
        let round = u32::try_from(history.rounds.len()).map_or(u32::MAX, |rounds| rounds + 1);
        let vertices = players.len().next_multiple_of(2);
        let field = Field::new(players, round, rules);
        Ok(Task {
            by_hand: fixed.pairs(&field, vertices)?,
            field,
            permission: Permission::new(rules, forbidden, round),
            round,
            vertices,
            fixed,
            second_bye: true,
        })
    }

    /// The pairs of the best complete pairing, each smaller vertex first.
    pub(super) fn pair(&self) -> Result<Vec<(usize, usize)>, NoPairing> {
        if self.round == 1 && self.by_hand.is_empty() {
            let pairs = first_round(self.field.players.len(), self.field.pattern);
            if pairs.iter().all(|&(u, v)| self.allows(u, v)) {
                return Ok(pairs);
            }
        }
        self.best(&BTreeSet::new())
            .map_err(|deficit| NoPairing::Impossible(deadlock::explain(self, &deficit)))
    }

    /// The best complete pairing without some pairs, each smaller vertex first.
    pub(super) fn best(
        &self,
        avoided: &BTreeSet<(usize, usize)>,
    ) -> Result<Vec<(usize, usize)>, Deficit> {
        if self.vertices >= LARGE {
            return large::best(self, avoided);
        }
        let mut pairs = self.allowed();
        pairs.retain(|pair| !avoided.contains(pair));
        self.best_of(pairs)
    }

    /// The best complete pairing that consists of some of these pairs.
    pub(super) fn best_of(
        &self,
        pairs: Vec<(usize, usize)>,
    ) -> Result<Vec<(usize, usize)>, Deficit> {
        let mate = lexicographic::best(self.vertices, pairs, &self.field)?;
        Ok((0..).zip(mate).filter(|(u, v)| u < v).collect())
    }

    pub(super) fn may_have_bye(&self, receiver: &Dossier) -> bool {
        self.second_bye || receiver.byes == 0
    }

    pub(super) fn allows(&self, u: usize, v: usize) -> bool {
        let players = &self.field.players;
        match (players.get(u), players.get(v)) {
            (Some(one), Some(other)) => self.permission.bar(one, other).is_none(),
            (Some(receiver), None) | (None, Some(receiver)) => self.may_have_bye(receiver),
            (None, None) => false,
        }
    }

    /// The pairs that may be: those fixed, and all that are allowed between the others.
    pub(super) fn allowed(&self) -> Vec<(usize, usize)> {
        let mut pairs = self.by_hand.clone();
        for (u, v) in self.free_pairs() {
            if self.allows(u, v) {
                pairs.push((u, v));
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// All pairs of vertices that are not fixed, allowed or not.
    pub(super) fn free_pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut is_fixed = vec![false; self.vertices];
        for &(u, v) in &self.by_hand {
            is_fixed[u] = true;
            is_fixed[v] = true;
        }
        let free: Vec<usize> = (0..self.vertices)
            .filter(|&vertex| !is_fixed[vertex])
            .collect();
        let count = free.len();
        (0..count)
            .flat_map(move |index| (index + 1..count).map(move |other| (index, other)))
            .map(move |(index, other)| (free[index], free[other]))
    }

    pub(super) fn publish(&self, pairs: &[(usize, usize)]) -> Pairing {
        let field = &self.field;
        let bye = pairs
            .iter()
            .find(|&&(u, v)| field.is_bye(u.max(v)))
            .map(|&(u, v)| &field.players[u.min(v)]);
        let mut tables: Vec<(usize, usize)> = pairs
            .iter()
            .copied()
            .filter(|&(u, v)| !field.is_bye(u.max(v)))
            .collect();
        tables.sort_by_key(|&(u, v)| {
            let (one, other) = (&field.players[u], &field.players[v]);
            (
                Reverse(one.score.max(other.score)),
                Reverse(one.score.min(other.score)),
                one.no.min(other.no),
            )
        });

        let mut games = Vec::with_capacity(tables.len());
        let mut warnings = Vec::new();
        for (table, &(u, v)) in tables.iter().enumerate() {
            let (red, black) = match self.round {
                // 1-2, 4-3, 5-6, 8-7: nobody has had a side yet, so they change from table to table.
                1 if table.is_multiple_of(2) == field.smaller_is_red => (u.min(v), u.max(v)),
                1 => (u.max(v), u.min(v)),
                _ => field.seated(u, v),
            };
            let (mut red, mut black) = (&field.players[red], &field.players[black]);
            if self
                .fixed
                .seat(red.no, black.no)
                .is_some_and(|seat| seat.red == black.no)
            {
                std::mem::swap(&mut red, &mut black);
            }
            games.push(Seat {
                red: red.no,
                black: black.no,
            });
            for (player, side) in [(red, Side::Red), (black, Side::Black)] {
                let concerns = [
                    player
                        .is_third_running(side)
                        .then_some(Concern::ThirdRunning(side)),
                    player
                        .is_surplus_of_three(side)
                        .then_some(Concern::SurplusOfThree(side)),
                ];
                warnings.extend(concerns.into_iter().flatten().map(|why| Warning {
                    who: player.no,
                    why,
                }));
            }
        }
        if let Some(receiver) = bye.filter(|receiver| receiver.byes > 0) {
            warnings.push(Warning {
                who: receiver.no,
                why: Concern::AnotherBye(u32::try_from(receiver.byes).unwrap_or(u32::MAX)),
            });
        }
        warnings.sort_unstable();
        Pairing {
            games,
            bye: bye.map(|receiver| receiver.no),
            warnings,
            vector: field.vector(pairs),
        }
    }
}

/// The pattern applied to the whole field, the last player with the bye where it is odd. It has the
/// smallest vector of round 1, when all are level.
fn first_round(players: usize, pattern: FirstRound) -> Vec<(usize, usize)> {
    let half = players / 2;
    let mut pairs: Vec<(usize, usize)> = (0..half)
        .map(|table| match pattern {
            FirstRound::Adjacent => (2 * table, 2 * table + 1),
            FirstRound::Fold => (table, table + half),
            FirstRound::FirstLast => (table, 2 * half - 1 - table),
        })
        .collect();
    if players % 2 == 1 {
        pairs.push((players - 1, players));
    }
    pairs
}
