use std::cmp::Ordering;

use super::dossier::{Claim, Dossier, Float, float, red_first};
use super::lexicographic::Criteria;
use super::pairing::{GroupCost, Vector};
use crate::config::{FirstRed, FirstRound, LastRound, Swiss};
use crate::tournament::Side;

/// The criteria of a xiangqi points stage as numbers for each pair. Every criterion of the vector is a
/// sum over pairs, because the two players and the round already determine who is red. In an odd field
/// one more vertex stands for the bye, after the players.
pub(super) struct Field {
    pub(super) players: Vec<Dossier>,
    pub(super) pattern: FirstRound,
    /// Two with the same sides so far: the smaller start number has red.
    pub(super) smaller_is_red: bool,
    /// What this round does without.
    freed: LastRound,
    /// Scores of the groups, descending.
    scores: Vec<u64>,
    /// For each player.
    places: Vec<Place>,
    /// For each player: what is asked of him for every pair.
    sides: Vec<Sides>,
}

/// What a player's games so far say of the next side.
#[derive(Clone, Copy)]
struct Sides {
    /// Who has the larger one takes red; equal ones have had the same sides.
    order: usize,
    claim: Claim,
    /// Whether red, and black, would break a limit.
    limits: [bool; 2],
}

/// Where a player stands in the score group.
#[derive(Clone, Copy)]
struct Place {
    /// From the top, counted from 0.
    group: usize,
    /// By start number, from 1.
    place: u64,
    /// Players in the group.
    size: u64,
}

/// What one pair adds to the vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Criterion {
    SideLimits,
    ByesBefore,
    ByeScore,
    ByeRank,
    Floaters(usize),
    Distance(usize),
    StrongDenied,
    MildDenied,
    RepeatedFloats,
    Pattern,
}

const BEFORE_GROUPS: usize = 4;
const AFTER_GROUPS: [Criterion; 4] = [
    Criterion::StrongDenied,
    Criterion::MildDenied,
    Criterion::RepeatedFloats,
    Criterion::Pattern,
];

impl Field {
    /// `players` in the order of start numbers, `round` the one to be paired.
    pub(super) fn new(players: Vec<Dossier>, round: u32, rules: &Swiss) -> Field {
        let mut scores: Vec<u64> = players.iter().map(|player| player.score).collect();
        scores.sort_unstable_by(|one, other| other.cmp(one));
        scores.dedup();
        let mut sizes = vec![0; scores.len()];
        let mut places: Vec<Place> = players
            .iter()
            .map(|player| {
                let group = scores.partition_point(|&score| score > player.score);
                sizes[group] += 1;
                Place {
                    group,
                    place: sizes[group],
                    size: 0,
                }
            })
            .collect();
        for place in &mut places {
            place.size = sizes[place.group];
        }
        Field {
            sides: sides(&players),
            players,
            pattern: rules.first_round,
            smaller_is_red: smaller_is_red(rules, round),
            freed: freed(rules, round),
            scores,
            places,
        }
    }

    /// Whether a vertex stands for the bye.
    pub(super) fn is_bye(&self, vertex: usize) -> bool {
        vertex >= self.players.len()
    }

    /// By the sides so far: of two players, who has the larger one takes red.
    pub(super) fn order(&self, player: usize) -> usize {
        self.sides[player].order
    }

    /// Red and black of a pair of players.
    pub(super) fn seated(&self, u: usize, v: usize) -> (usize, usize) {
        let is_red = match self.sides[u].order.cmp(&self.sides[v].order) {
            Ordering::Equal => (u < v) == self.smaller_is_red,
            order => order == Ordering::Greater,
        };
        if is_red { (u, v) } else { (v, u) }
    }

    /// The vector of a complete pairing.
    pub(super) fn vector(&self, pairs: &[(usize, usize)]) -> Vector {
        let sum = |criterion| pairs.iter().map(|&(u, v)| self.cost(criterion, u, v)).sum();
        Vector {
            side_limits: sum(Criterion::SideLimits),
            byes_before: sum(Criterion::ByesBefore),
            bye_score: sum(Criterion::ByeScore),
            bye_rank: sum(Criterion::ByeRank),
            groups: (0..self.scores.len())
                .map(|group| GroupCost {
                    floaters: sum(Criterion::Floaters(group)),
                    distance: sum(Criterion::Distance(group)),
                })
                .collect(),
            strong_denied: sum(Criterion::StrongDenied),
            mild_denied: sum(Criterion::MildDenied),
            repeated_floats: sum(Criterion::RepeatedFloats),
            pattern: sum(Criterion::Pattern),
        }
    }

    /// How far two players are apart, in points, then from the pattern; smaller looks better.
    pub(super) fn closeness(&self, u: usize, v: usize) -> (u64, u64) {
        let apart = self.players[u].score.abs_diff(self.players[v].score);
        (apart, self.off_pattern(u, v))
    }

    /// Of the score groups, descending.
    pub(super) fn scores(&self) -> &[u64] {
        &self.scores
    }

    /// The score group of a player, from the top, counted from 0.
    pub(super) fn group(&self, player: usize) -> usize {
        self.places[player].group
    }

    /// What a side breaks for a player: a limit, a strong claim, a mild one.
    pub(super) fn flaws(&self, player: usize, side: Side) -> [bool; 3] {
        let sides = &self.sides[player];
        let limit = match side {
            Side::Red => sides.limits[0],
            Side::Black => sides.limits[1],
        };
        [
            limit && !self.freed.frees_sides,
            sides.claim == Claim::Strong(side.other()),
            sides.claim == Claim::Mild(side.other()),
        ]
    }

    /// The float that a player would repeat.
    pub(super) fn last_float(&self, player: usize) -> Option<Float> {
        self.players[player]
            .last_float
            .filter(|_| !self.freed.frees_floats)
    }

    fn criterion(&self, index: usize) -> Criterion {
        let after = BEFORE_GROUPS + 2 * self.scores.len();
        match index {
            0 => Criterion::SideLimits,
            1 => Criterion::ByesBefore,
            2 => Criterion::ByeScore,
            3 => Criterion::ByeRank,
            _ if index >= after => AFTER_GROUPS[index - after],
            _ if index.is_multiple_of(2) => Criterion::Floaters((index - BEFORE_GROUPS) / 2),
            _ => Criterion::Distance((index - BEFORE_GROUPS) / 2),
        }
    }

    fn cost(&self, criterion: Criterion, u: usize, v: usize) -> u64 {
        let (u, v) = (u.min(v), u.max(v));
        if self.is_bye(v) {
            let receiver = &self.players[u];
            return match criterion {
                Criterion::ByesBefore => receiver.byes,
                Criterion::ByeScore => receiver.score,
                Criterion::ByeRank => (self.players.len() - 1 - u) as u64,
                _ => 0,
            };
        }
        match criterion {
            Criterion::ByesBefore | Criterion::ByeScore | Criterion::ByeRank => 0,
            Criterion::Floaters(group) => u64::from(self.drop_from(group, u, v) > 0),
            Criterion::Distance(group) => self.drop_from(group, u, v).pow(2),
            Criterion::SideLimits => self.flawed(0, u, v),
            Criterion::StrongDenied => self.flawed(1, u, v),
            Criterion::MildDenied => self.flawed(2, u, v),
            Criterion::RepeatedFloats => {
                let repeats = |me: usize, opponent: usize| {
                    let (own, other) = (self.players[me].score, self.players[opponent].score);
                    let now = float(own, other);
                    now.is_some() && now == self.last_float(me)
                };
                u64::from(repeats(u, v)) + u64::from(repeats(v, u))
            }
            Criterion::Pattern => self.off_pattern(u, v),
        }
    }

    fn flawed(&self, flaw: usize, u: usize, v: usize) -> u64 {
        let (red, black) = self.seated(u, v);
        u64::from(self.flaws(red, Side::Red)[flaw])
            + u64::from(self.flaws(black, Side::Black)[flaw])
    }

    /// How far the upper player of a pair drops, if a pair across groups starts in this one.
    fn drop_from(&self, group: usize, u: usize, v: usize) -> u64 {
        if self.places[u].group.min(self.places[v].group) == group {
            self.players[u].score.abs_diff(self.players[v].score)
        } else {
            0
        }
    }

    pub(super) fn off_pattern(&self, u: usize, v: usize) -> u64 {
        let (one, other) = (self.places[u], self.places[v]);
        if one.group == other.group {
            let apart = one.place.abs_diff(other.place);
            let off = match self.pattern {
                FirstRound::Adjacent => apart.abs_diff(1),
                FirstRound::Fold => apart.abs_diff(one.size / 2),
                FirstRound::FirstLast => (one.place + other.place).abs_diff(one.size + 1),
            };
            return off.pow(2);
        }
        let (upper, lower) = if one.group < other.group {
            (one, other)
        } else {
            (other, one)
        };
        (upper.size - upper.place).pow(2) + (lower.place - 1).pow(2)
    }
}

/// Whoever has had fewer games with black, and then whoever is first in turn to take black, comes first:
/// so that of two players the later one has red, as [`red_first`] has it.
fn sides(players: &[Dossier]) -> Vec<Sides> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&one, &other| red_first(&players[other], &players[one]));
    let mut sides: Vec<Sides> = players
        .iter()
        .map(|player| Sides {
            order: 0,
            claim: player.claim(),
            limits: [Side::Red, Side::Black]
                .map(|side| player.is_third_running(side) || player.is_surplus_of_three(side)),
        })
        .collect();
    let mut place = 0;
    for (before, now) in order.iter().zip(order.iter().skip(1)) {
        if red_first(&players[*before], &players[*now]) != Ordering::Equal {
            place += 1;
        }
        sides[*now].order = place;
    }
    sides
}

/// Whether the smaller start number has red in a round, counted from 1, when sides so far do not decide;
/// in round 1 that is so at the odd tables.
pub(super) fn smaller_is_red(rules: &Swiss, round: u32) -> bool {
    (round % 2 == 1) == (rules.first_red == FirstRed::Smaller)
}

/// What a round does without: something in the last alone.
pub(super) fn freed(rules: &Swiss, round: u32) -> LastRound {
    if round >= rules.rounds {
        rules.last_round
    } else {
        LastRound::default()
    }
}

impl Criteria for Field {
    fn count(&self) -> usize {
        BEFORE_GROUPS + 2 * self.scores.len() + AFTER_GROUPS.len()
    }

    fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
        self.cost(self.criterion(criterion), u, v)
    }
}
