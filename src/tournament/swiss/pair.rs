use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::criteria::Field;
use super::dossier::{Dossier, dossiers};
use super::fixed::Fixed;
use super::lexicographic::{self, Criteria};
use super::matching::{self, Deficit, Edge};
use super::pairing::{Concern, Deadlock, NoPairing, Pair, Pairing, Seat, Warning};
use super::permission::Permission;
use crate::config::{FirstRound, Swiss};
use crate::tournament::{History, Side, StartNumber};

/// Pairs the next round of a points stage.
///
/// The pairing is the best of all complete ones: nobody meets someone again, no forbidden pair and no
/// two of a team kept apart meet, and the [`Vector`](super::Vector) is the smallest there is; among
/// pairings with the same vector it is the one whose list of pairs, each smaller number first, sorted,
/// comes first. A game without an outcome counts as met and played, and for no points.
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
    if active.len() < 2 {
        return Err(NoPairing::TooFew(active.len()));
    }
    let players = dossiers(history, active, &rules.score).map_err(NoPairing::Unknown)?;
    let round = u32::try_from(history.rounds.len()).map_or(u32::MAX, |rounds| rounds + 1);
    let permission = Permission::new(rules, forbidden, round);
    let vertices = players.len().next_multiple_of(2);
    let field = Field::new(players, round, rules.first_round);
    let by_hand = fixed.pairs(&field, vertices)?;

    let pattern = (round == 1 && by_hand.is_empty())
        .then(|| first_round(field.players.len(), rules.first_round));
    let pairs = match pattern {
        Some(pairs)
            if pairs
                .iter()
                .all(|&(u, v)| allows(&permission, &field, u, v)) =>
        {
            pairs
        }
        _ => {
            let allowed = allowed(&field, vertices, &permission, &by_hand);
            match lexicographic::best(vertices, allowed, &field) {
                Ok(mate) => (0..).zip(mate).filter(|(u, v)| u < v).collect(),
                Err(deficit) => {
                    return Err(NoPairing::Impossible(explain(
                        &field,
                        vertices,
                        &permission,
                        &by_hand,
                        &deficit,
                    )));
                }
            }
        }
    };
    Ok(publish(&field, round, &pairs, fixed))
}

fn allows(permission: &Permission, field: &Field, u: usize, v: usize) -> bool {
    if field.is_bye(u) || field.is_bye(v) {
        return true;
    }
    permission
        .bar(&field.players[u], &field.players[v])
        .is_none()
}

/// The pairs that may be: those fixed, and all that are allowed between the others.
fn allowed(
    field: &Field,
    vertices: usize,
    permission: &Permission,
    fixed: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let mut is_fixed = vec![false; vertices];
    for &(u, v) in fixed {
        is_fixed[u] = true;
        is_fixed[v] = true;
    }
    let free: Vec<usize> = (0..vertices).filter(|&vertex| !is_fixed[vertex]).collect();
    let mut pairs = fixed.to_vec();
    for (index, &u) in free.iter().enumerate() {
        let others = free.iter().skip(index + 1).map(|&v| (u, v));
        pairs.extend(others.filter(|&(u, v)| allows(permission, field, u, v)));
    }
    pairs.sort_unstable();
    pairs
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

fn publish(field: &Field, round: u32, pairs: &[(usize, usize)], fixed: &Fixed) -> Pairing {
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
        let (red, black) = match round {
            // 1-2, 4-3, 5-6, 8-7: nobody has had a side yet, so they change from table to table.
            1 if table % 2 == 0 => (u.min(v), u.max(v)),
            1 => (u.max(v), u.min(v)),
            _ => field.seated(u, v),
        };
        let (mut red, mut black) = (&field.players[red], &field.players[black]);
        if fixed
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

/// Names the groups that cannot be paired out and looks for the fewest second meetings that help.
fn explain(
    field: &Field,
    vertices: usize,
    permission: &Permission,
    fixed: &[(usize, usize)],
    deficit: &Deficit,
) -> Deadlock {
    let numbers = |vertices: &[usize]| -> Vec<StartNumber> {
        let mut numbers: Vec<StartNumber> = vertices
            .iter()
            .filter_map(|&vertex| field.players.get(vertex))
            .map(|player| player.no)
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let mut groups: Vec<Vec<StartNumber>> = deficit
        .groups
        .iter()
        .map(|group| numbers(group))
        .filter(|group| !group.is_empty())
        .collect();
    groups.sort_unstable();
    Deadlock {
        groups,
        outsiders: numbers(&deficit.outsiders),
        rematches: rematches(field, vertices, permission, fixed, deficit),
    }
}

fn rematches(
    field: &Field,
    vertices: usize,
    permission: &Permission,
    fixed: &[(usize, usize)],
    deficit: &Deficit,
) -> Vec<Vec<Seat>> {
    let is_fixed = |vertex| fixed.iter().any(|&(u, v)| u == vertex || v == vertex);
    let again = |u: usize, v: usize| {
        let (Some(one), Some(other)) = (field.players.get(u), field.players.get(v)) else {
            return None;
        };
        let may_be = !is_fixed(u) && !is_fixed(v) && permission.is_only_rematch(one, other);
        may_be.then(|| swapped(one, other)).flatten()
    };
    let allowed = allowed(field, vertices, permission, fixed);

    // One more pair helps only between two of the groups.
    let mut singles = Vec::new();
    for (index, group) in deficit.groups.iter().enumerate() {
        for &u in group {
            for &v in deficit.groups.iter().skip(index + 1).flatten() {
                let Some(seat) = again(u, v) else { continue };
                let edges: Vec<Edge<i64>> = allowed
                    .iter()
                    .chain([&(u, v)])
                    .map(|&(u, v)| Edge { u, v, cost: 0 })
                    .collect();
                if matching::cheapest(vertices, &edges).is_ok() {
                    singles.push(vec![seat]);
                }
            }
        }
    }
    if !singles.is_empty() {
        singles.sort_unstable();
        return singles;
    }

    let mut pairs = allowed;
    pairs.extend(
        (0..vertices)
            .flat_map(|u| (u + 1..vertices).map(move |v| (u, v)))
            .filter(|&(u, v)| again(u, v).is_some()),
    );
    let fewest = FewestRematches { field, permission };
    let Ok(mate) = lexicographic::best(vertices, pairs, &fewest) else {
        return Vec::new();
    };
    let mut set: Vec<Seat> = (0..)
        .zip(mate)
        .filter(|(u, v)| u < v && !allows(permission, field, *u, *v))
        .filter_map(|(u, v)| again(u, v))
        .collect();
    set.sort_unstable();
    vec![set]
}

/// The sides of a second meeting: swapped.
fn swapped(one: &Dossier, other: &Dossier) -> Option<Seat> {
    let last = one
        .met
        .get(&other.no)
        .or_else(|| one.forfeited.get(&other.no))?;
    Some(match last {
        Side::Red => Seat {
            red: other.no,
            black: one.no,
        },
        Side::Black => Seat {
            red: one.no,
            black: other.no,
        },
    })
}

/// The number of second meetings, then the criteria of the field.
struct FewestRematches<'a> {
    field: &'a Field,
    permission: &'a Permission<'a>,
}

impl Criteria for FewestRematches<'_> {
    fn count(&self) -> usize {
        self.field.count() + 1
    }

    fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
        match criterion.checked_sub(1) {
            None => u64::from(!allows(self.permission, self.field, u, v)),
            Some(criterion) => self.field.value(criterion, u, v),
        }
    }
}
