//! Looking ahead: a pairing that leaves the next round without any.

use std::collections::{BTreeSet, BinaryHeap};

use super::dossier::Dossier;
use super::fixed::Fixed;
use super::large::{Graph, complete};
use super::matching::Deficit;
use super::pair::Task;
use super::pairing::{NoPairing, Pair, Pairing, Vector};
use super::permission::Permission;
use crate::config::{PairingSystem, Swiss};
use crate::tournament::{History, StartNumber};

/// After a pairing the same players can not all be paired in the next round, whatever the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadEnd {
    /// As in [`super::Deadlock`], for the next round.
    pub groups: Vec<Vec<StartNumber>>,
    pub outsiders: Vec<StartNumber>,
    pub instead: Instead,
}

/// What there is instead of a pairing that leads into a dead end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// The best of the complete pairings that leave the next round one.
    Pairing(Box<Pairing>),
    /// Every complete pairing leads into a dead end.
    Nothing,
    /// None was found among the best ones, and looking on takes too long.
    NotFound,
    /// The rules are others than these, which only say whether a round can be paired at all: nothing was
    /// looked for.
    NotSought,
}

/// How many pairings are tried before the search for a better one ends.
const TRIES: usize = 300;

/// Whether the proposed pairing of the next round leaves the round after it without any legal pairing
/// whatever the results, all the same players being there but those who are known to be `away`; a second
/// bye is legal. `None`: it does not, or it is the last round. For the Dutch system, which allows no more than
/// these rules, a dead end is one as well, but no other pairing is looked for.
///
/// # Errors
/// As for [`super::pair_around`].
pub fn look_ahead(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    fixed: &Fixed,
    away: &BTreeSet<StartNumber>,
    proposed: &Pairing,
) -> Result<Option<DeadEnd>, NoPairing> {
    let task = Task::new(history, active, rules, forbidden, fixed)?;
    if task.round >= rules.rounds {
        return Ok(None);
    }
    let after = Permission::new(rules, forbidden, task.round + 1);
    let players = task.field.players.iter().enumerate();
    let there = players.filter(|(_, player)| !away.contains(&player.no));
    let there: Vec<usize> = there.map(|(vertex, _)| vertex).collect();
    let view = View { task, after, there };
    let vertex = |no: StartNumber| {
        let players = &view.task.field.players;
        players.binary_search_by_key(&no, |player| player.no)
    };
    let mut pairs = Vec::with_capacity(proposed.games.len() + 1);
    for seat in &proposed.games {
        let red = vertex(seat.red).map_err(|_| NoPairing::Unknown(seat.red))?;
        let black = vertex(seat.black).map_err(|_| NoPairing::Unknown(seat.black))?;
        pairs.push((red.min(black), red.max(black)));
    }
    if let Some(no) = proposed.bye {
        let receiver = vertex(no).map_err(|_| NoPairing::Unknown(no))?;
        pairs.push((receiver, view.task.field.players.len()));
    }
    let Err(deficit) = view.next_round(&pairs) else {
        return Ok(None);
    };
    let numbers = |vertices: &[usize]| -> Vec<StartNumber> {
        let players = &view.task.field.players;
        let players = vertices.iter().filter_map(|&vertex| players.get(vertex));
        let mut numbers: Vec<StartNumber> = players.map(|player| player.no).collect();
        numbers.sort_unstable();
        numbers
    };
    let groups = deficit.groups.iter().map(|group| numbers(group));
    let mut groups: Vec<Vec<StartNumber>> = groups.filter(|group| !group.is_empty()).collect();
    groups.sort_unstable();
    Ok(Some(DeadEnd {
        groups,
        outsiders: numbers(&deficit.outsiders),
        instead: match rules.system {
            PairingSystem::Xiangqi => view.instead(),
            PairingSystem::FideDutch => Instead::NotSought,
        },
    }))
}

struct View<'a> {
    task: Task<'a>,
    /// Of the round after the one that is paired.
    after: Permission<'a>,
    /// Vertices of those who will be there then, ascending.
    there: Vec<usize>,
}

/// A best pairing without some pairs. The heap gives the smallest vector first; among equals the pairing
/// whose pairs come first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    vector: std::cmp::Reverse<Vector>,
    pairs: std::cmp::Reverse<Vec<(usize, usize)>>,
    avoided: BTreeSet<(usize, usize)>,
}

impl View<'_> {
    /// Whether the round after can be paired, or the proof that it cannot.
    fn next_round(&self, pairs: &[(usize, usize)]) -> Result<(), Deficit> {
        let players = self.there.iter();
        let players = players.filter_map(|&vertex| self.task.field.players.get(vertex));
        let players: Vec<Dossier> = players.cloned().collect();
        let place = |vertex: usize| self.there.binary_search(&vertex).ok();
        let games = pairs
            .iter()
            .filter_map(|&(u, v)| Some((place(u)?, place(v)?)));
        // A second bye is legal.
        let graph = Graph::new(&players, &self.after, &games.collect(), |_| true);
        complete(&graph, players.len().next_multiple_of(2)).map_err(|deficit| {
            let vertices = |places: Vec<usize>| -> Vec<usize> {
                let known = places.into_iter();
                known.filter_map(|at| self.there.get(at).copied()).collect()
            };
            Deficit {
                groups: deficit.groups.into_iter().map(vertices).collect(),
                outsiders: vertices(deficit.outsiders),
            }
        })
    }

    /// Best first: a pairing that leads into a dead end meets the proof of it only by pairs between two
    /// groups of the proof, or between a group and someone in none; one that does not lead there leaves
    /// one of these pairs out. So each of them is left out in turn.
    fn instead(&self) -> Instead {
        let mut waiting = BinaryHeap::new();
        let mut seen = BTreeSet::new();
        let candidate = |avoided: BTreeSet<(usize, usize)>| {
            let pairs = self.task.best(&avoided).ok()?;
            Some(Candidate {
                vector: std::cmp::Reverse(self.task.field.vector(&pairs)),
                pairs: std::cmp::Reverse(pairs),
                avoided,
            })
        };
        waiting.extend(candidate(BTreeSet::new()));
        let mut tries = 0;
        while let Some(best) = waiting.pop() {
            let pairs = best.pairs.0;
            let Err(deficit) = self.next_round(&pairs) else {
                return Instead::Pairing(Box::new(self.task.publish(&pairs)));
            };
            let mut group = vec![None; self.task.vertices];
            for (index, vertices) in deficit.groups.iter().enumerate() {
                for &vertex in vertices {
                    group[vertex] = Some(index);
                }
            }
            let outsiders: BTreeSet<usize> = deficit.outsiders.iter().copied().collect();
            for (u, v) in pairs {
                let leaves =
                    group[u] != group[v] && !outsiders.contains(&u) && !outsiders.contains(&v);
                let mut avoided = best.avoided.clone();
                let is_fixed = self.task.by_hand.contains(&(u, v));
                if is_fixed || !leaves || !avoided.insert((u, v)) || !seen.insert(avoided.clone()) {
                    continue;
                }
                if tries == TRIES {
                    return Instead::NotFound;
                }
                tries += 1;
                waiting.extend(candidate(avoided));
            }
        }
        Instead::Nothing
    }
}
