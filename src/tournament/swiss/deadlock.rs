//! No complete pairing exists: the proof, and the smallest ways out.

use std::collections::BTreeSet;

use super::dossier::Dossier;
use super::lexicographic::{self, Criteria};
use super::matching::{self, Deficit, Edge};
use super::pair::Task;
use super::pairing::{Deadlock, Pair, Relaxation, Seat};
use super::permission::Bar;
use crate::tournament::{Side, StartNumber};

/// What keeps a pair of vertices apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hindrance {
    Met,
    Teammates,
    Forbidden,
    SecondBye,
}

const KINDS: [Hindrance; 4] = [
    Hindrance::Met,
    Hindrance::Teammates,
    Hindrance::Forbidden,
    Hindrance::SecondBye,
];

/// Names the groups that cannot be paired out and looks for the least that helps.
pub(super) fn explain(task: &Task<'_>, deficit: &Deficit) -> Deadlock {
    let groups: Vec<Vec<StartNumber>> = deficit
        .groups
        .iter()
        .map(|group| numbers(task, group))
        .filter(|group| !group.is_empty())
        .collect();
    let search = Search::new(task, deficit);
    let by_kind = KINDS.map(|kind| search.of_kind(kind));
    let rematches = by_kind[0]
        .iter()
        .map(|way| way.iter().filter_map(rematch).collect())
        .collect();
    let mut ways: Vec<Vec<Relaxation>> = by_kind.into_iter().flatten().collect();
    ways.extend(search.byes());
    if ways.is_empty() {
        ways.extend(search.smallest(|_| true));
    }
    let mut deadlock = Deadlock {
        groups,
        outsiders: numbers(task, &deficit.outsiders),
        rematches,
        ways,
    };
    deadlock.groups.sort_unstable();
    deadlock.rematches.sort_unstable();
    deadlock
}

fn rematch(relaxation: &Relaxation) -> Option<Seat> {
    match relaxation {
        Relaxation::Rematch(seat) => Some(*seat),
        _ => None,
    }
}

fn numbers(task: &Task<'_>, vertices: &[usize]) -> Vec<StartNumber> {
    let mut numbers: Vec<StartNumber> = vertices
        .iter()
        .filter_map(|&vertex| task.field.players.get(vertex))
        .map(|player| player.no)
        .collect();
    numbers.sort_unstable();
    numbers
}

struct Search<'a> {
    task: &'a Task<'a>,
    allowed: Vec<(usize, usize)>,
    /// Pairs that are not allowed, and why.
    barred: Vec<((usize, usize), Vec<Hindrance>)>,
    /// Of each vertex: the group of the proof it is in.
    group: Vec<Option<usize>>,
    /// How many vertices a largest matching leaves over.
    left_over: usize,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, deficit: &Deficit) -> Search<'a> {
        let mut group = vec![None; task.vertices];
        for (index, vertices) in deficit.groups.iter().enumerate() {
            for &vertex in vertices {
                group[vertex] = Some(index);
            }
        }
        let barred = task
            .free_pairs()
            .filter(|&(u, v)| !task.allows(u, v))
            .map(|(u, v)| ((u, v), hindrances(task, u, v)))
            .collect();
        Search {
            task,
            allowed: task.allowed(),
            barred,
            group,
            left_over: deficit.groups.len() - deficit.outsiders.len(),
        }
    }

    /// All pairs barred for this reason alone of which one is enough, the best first; else the best
    /// smallest set of such pairs, if there is any.
    fn of_kind(&self, kind: Hindrance) -> Vec<Vec<Relaxation>> {
        let is_of_kind = |reasons: &[Hindrance]| reasons == [kind];
        let singles = self.singles(&is_of_kind);
        if singles.is_empty() {
            return self.smallest(is_of_kind).into_iter().collect();
        }
        singles
            .into_iter()
            .map(|pair| self.relaxations(pair))
            .collect()
    }

    /// One more pair helps only where two vertices are left over, and only between two groups of the
    /// proof: exactly if some largest matching leaves over these two, that is, if one without the first
    /// can leave over the second.
    fn singles(&self, is_of_kind: &dyn Fn(&[Hindrance]) -> bool) -> Vec<(usize, usize)> {
        if self.left_over != 2 {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut last = (usize::MAX, Vec::new());
        for &((u, v), ref reasons) in &self.barred {
            let (Some(one), Some(other)) = (self.group[u], self.group[v]) else {
                continue;
            };
            if one == other || !is_of_kind(reasons) {
                continue;
            }
            // Barred pairs come in the order of their first vertex.
            if last.0 != u {
                last = (u, self.left_over_without(u));
            }
            if last.1.get(v).copied().unwrap_or(false) {
                found.push((u, v));
            }
        }
        let field = &self.task.field;
        let values = |&(u, v): &(usize, usize)| -> Vec<u64> {
            (0..field.count())
                .map(|criterion| field.value(criterion, u, v))
                .collect()
        };
        found.sort_by_cached_key(values);
        found
    }

    /// Whether each vertex is left over by some largest matching of the others than `vertex`.
    fn left_over_without(&self, vertex: usize) -> Vec<bool> {
        let vertices = self.task.vertices;
        let mut edges: Vec<Edge<i64>> = self
            .allowed
            .iter()
            .map(|&(u, v)| Edge { u, v, cost: 0 })
            .collect();
        // A partner for it alone takes it out.
        edges.push(Edge {
            u: vertex,
            v: vertices,
            cost: 0,
        });
        let mut is_left = vec![false; vertices + 1];
        if let Err(deficit) = matching::cheapest(vertices + 1, &edges) {
            for group in deficit.groups {
                for left in group {
                    is_left[left] = true;
                }
            }
        }
        is_left
    }

    /// The fewest barred pairs of a kind that help, and of those the best; `None` if they do not help.
    fn smallest(&self, is_of_kind: impl Fn(&[Hindrance]) -> bool) -> Option<Vec<Relaxation>> {
        let extra: Vec<(usize, usize)> = self
            .barred
            .iter()
            .filter(|(_, reasons)| !reasons.is_empty() && is_of_kind(reasons))
            .map(|&(pair, _)| pair)
            .collect();
        if extra.is_empty() {
            return None;
        }
        let mut pairs = self.allowed.clone();
        pairs.extend(&extra);
        pairs.sort_unstable();
        let fewest = Fewest { task: self.task };
        let mate = lexicographic::best(self.task.vertices, pairs, &fewest).ok()?;
        let mut way: Vec<Relaxation> = (0..)
            .zip(mate)
            .filter(|&(u, v)| u < v && extra.binary_search(&(u, v)).is_ok())
            .flat_map(|pair| self.relaxations(pair))
            .collect();
        way.sort_unstable();
        Some(way)
    }

    /// The fewest players who sit out, beside the bye of an odd field, and of those sets the best; `None`
    /// where that leaves no game.
    fn byes(&self) -> Option<Vec<Relaxation>> {
        let task = self.task;
        let before = task.vertices;
        let vertices = before + self.left_over;
        let mut pairs = self.allowed.clone();
        let is_free: BTreeSet<usize> = task.free_pairs().flat_map(|(u, v)| [u, v]).collect();
        for bye in before..vertices {
            let players = is_free.iter().filter(|&&vertex| !task.field.is_bye(vertex));
            pairs.extend(players.map(|&vertex| (vertex, bye)));
        }
        pairs.sort_unstable();
        let mate = lexicographic::best(vertices, pairs, &task.field).ok()?;
        let is_game = |(u, &v): (usize, &usize)| !task.field.is_bye(u) && !task.field.is_bye(v);
        if !mate.iter().enumerate().any(is_game) {
            return None;
        }
        let mut way: Vec<Relaxation> = mate
            .get(before..)?
            .iter()
            .filter_map(|&vertex| task.field.players.get(vertex))
            .map(another_bye)
            .collect();
        way.sort_unstable();
        Some(way)
    }

    /// What has to be allowed for a barred pair.
    fn relaxations(&self, (u, v): (usize, usize)) -> Vec<Relaxation> {
        let players = &self.task.field.players;
        let Some(one) = players.get(u) else {
            return Vec::new();
        };
        let Some(other) = players.get(v) else {
            return vec![another_bye(one)];
        };
        hindrances(self.task, u, v)
            .into_iter()
            .filter_map(|hindrance| match hindrance {
                Hindrance::Met => swapped(one, other).map(Relaxation::Rematch),
                Hindrance::Teammates => Some(Relaxation::Teammates(Pair::new(one.no, other.no))),
                Hindrance::Forbidden => Some(Relaxation::Forbidden(Pair::new(one.no, other.no))),
                Hindrance::SecondBye => None,
            })
            .collect()
    }
}

fn another_bye(player: &Dossier) -> Relaxation {
    Relaxation::Bye {
        who: player.no,
        had: u32::try_from(player.byes).unwrap_or(u32::MAX),
    }
}

/// Empty for what no arbiter can allow.
fn hindrances(task: &Task<'_>, u: usize, v: usize) -> Vec<Hindrance> {
    let players = &task.field.players;
    let mut reasons: Vec<Hindrance> = match (players.get(u), players.get(v)) {
        (Some(one), Some(other)) => {
            let bars = task.permission.bars(one, other).into_iter();
            bars.map(|bar| match bar {
                Bar::Met => Hindrance::Met,
                Bar::Forbidden => Hindrance::Forbidden,
                Bar::Teammates => Hindrance::Teammates,
            })
            .collect()
        }
        (None, None) => Vec::new(),
        _ if task.allows(u, v) => Vec::new(),
        _ => vec![Hindrance::SecondBye],
    };
    reasons.sort_unstable();
    reasons
}

/// The sides of a second meeting: swapped.
fn swapped(one: &Dossier, other: &Dossier) -> Option<Seat> {
    let last = one
        .met
        .get(&other.no)
        .or_else(|| one.forfeited.get(&other.no))?;
    let (red, black) = match last {
        Side::Red => (other.no, one.no),
        Side::Black => (one.no, other.no),
    };
    Some(Seat { red, black })
}

/// The number of things to be allowed, then the criteria of the field.
struct Fewest<'a> {
    task: &'a Task<'a>,
}

impl Criteria for Fewest<'_> {
    fn count(&self) -> usize {
        self.task.field.count() + 1
    }

    fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
        match criterion.checked_sub(1) {
            None => hindrances(self.task, u.min(v), u.max(v)).len() as u64,
            Some(criterion) => self.task.field.value(criterion, u, v),
        }
    }
}
