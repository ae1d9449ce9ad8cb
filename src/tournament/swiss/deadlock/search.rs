use super::super::lexicographic::{self, Criteria};
use super::super::matching::Deficit;
use super::super::pair::Task;
use super::super::pairing::{Pair, Relaxation};
use super::seen::{Seen, Two};
use super::sets::{self, Left};
use super::{BYE_PAIRS, Hindrance, MOST_WAYS, another_bye, hindrances, swapped};

/// What is allowed one by one: the sums of the criteria of the bye, smaller is better.
type ByeCost = [u64; 3];

/// A search for what can be allowed.
pub(super) struct Search<'a> {
    task: &'a Task<'a>,
    seen: Seen,
    /// Of each vertex: the group of the proof it is in.
    group: Vec<Option<usize>>,
    /// How many vertices a largest matching leaves over.
    left_over: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &'a Task<'a>, deficit: &Deficit) -> Search<'a> {
        let left_over = deficit.groups.len() - deficit.outsiders.len();
        let mut group = vec![None; task.vertices];
        for (index, vertices) in deficit.groups.iter().enumerate() {
            for &vertex in vertices {
                group[vertex] = Some(index);
            }
        }
        Search {
            seen: Seen::new(task, &group, left_over),
            task,
            group,
            left_over,
        }
    }

    /// All pairs barred for this reason alone of which one is enough, the best first; else the smallest
    /// sets of such pairs, if there are any, the best first.
    pub(super) fn of_kind(&self, kind: Hindrance) -> Vec<Vec<Relaxation>> {
        let is_of_kind = |reasons: &[Hindrance]| reasons == [kind];
        let singles = self.singles(&is_of_kind);
        if !singles.is_empty() {
            let singles = singles.into_iter();
            return singles.map(|pair| self.relaxations(pair)).collect();
        }
        let Some(best) = self.smallest(is_of_kind) else {
            return Vec::new();
        };
        let mut ways = vec![best];
        if 2 * ways[0].len() == self.left_over && self.seen.is_all {
            for way in self.sets_of_kind(&is_of_kind) {
                if !ways.contains(&way) && ways.len() < MOST_WAYS {
                    ways.push(way);
                }
            }
        }
        ways
    }

    /// One more pair helps only where two vertices are left over, and only between two groups of the
    /// proof: exactly if some largest matching leaves over these two, that is, if one without the first
    /// can leave over the second.
    fn singles(&self, is_of_kind: &dyn Fn(&[Hindrance]) -> bool) -> Vec<Two> {
        if self.left_over != 2 || !self.seen.is_all {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut last = (usize::MAX, Vec::new());
        for &((u, v), ref reasons) in &self.seen.barred {
            let (Some(one), Some(other)) = (self.group[u], self.group[v]) else {
                continue;
            };
            if one == other || !is_of_kind(reasons) {
                continue;
            }
            // Barred pairs come in the order of their first vertex.
            if last.0 != u {
                last = (u, self.left(&[], &[u]).is_left);
            }
            if last.1.get(v).copied().unwrap_or(false) {
                found.push((u, v));
            }
        }
        found.sort_by_cached_key(|&pair| self.values(pair));
        found
    }

    fn values(&self, (u, v): Two) -> Vec<u64> {
        let field = &self.task.field;
        (0..field.count())
            .map(|criterion| field.value(criterion, u, v))
            .collect()
    }

    /// What a largest matching leaves over if more pairs are allowed and some vertices are taken out.
    fn left(&self, more: &[Two], gone: &[usize]) -> Left {
        sets::left(self.task.vertices, &self.seen.allowed, more, gone)
    }

    /// Sets of pairs of a kind, each of which leads two more vertices together.
    ///
    /// Of a smallest set with half as many pairs as vertices are left over, each part leaves over two fewer
    /// for every pair in it: without one of its pairs a complete matching leaves two over. So a set can be
    /// put together pair by pair.
    fn sets_of_kind(&self, is_of_kind: &dyn Fn(&[Hindrance]) -> bool) -> Vec<Vec<Relaxation>> {
        let barred = self.seen.barred.iter();
        let mut pairs: Vec<Two> = barred
            .filter(|(_, reasons)| is_of_kind(reasons))
            .map(|&(pair, _)| pair)
            .collect();
        pairs.sort_by_cached_key(|&pair| self.values(pair));
        let found = sets::all(pairs.len(), self.left_over / 2, |chosen| {
            let more: Vec<Two> = chosen.iter().map(|&index| pairs[index]).collect();
            let left = self.left(&more, &[]);
            let next = |index: usize| left.may_join(pairs[index]);
            (left.count + 2 * chosen.len() == self.left_over).then(|| {
                let next = (0..pairs.len()).filter(|&index| next(index));
                next.collect()
            })
        });
        let way = |set: Vec<usize>| {
            let pairs = set.into_iter().map(|index| pairs[index]);
            let mut way: Vec<Relaxation> = pairs.flat_map(|pair| self.relaxations(pair)).collect();
            way.sort_unstable();
            way
        };
        found.into_iter().map(way).collect()
    }

    /// The fewest barred pairs of a kind that help, and of those the best; `None` if they do not help.
    pub(super) fn smallest(
        &self,
        is_of_kind: impl Fn(&[Hindrance]) -> bool,
    ) -> Option<Vec<Relaxation>> {
        let barred = self.seen.barred.iter();
        let extra: Vec<Two> = barred
            .filter(|(_, reasons)| !reasons.is_empty() && is_of_kind(reasons))
            .map(|&(pair, _)| pair)
            .collect();
        if extra.is_empty() {
            return None;
        }
        let mut pairs = self.seen.allowed.clone();
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

    /// Sets of the fewest players who sit out, beside the bye of an odd field: the best first, by the whole
    /// vector, the others by their byes, their scores and their numbers. None where that leaves no game.
    pub(super) fn byes(&self) -> Vec<Vec<Relaxation>> {
        let Some(best) = self.best_byes() else {
            return Vec::new();
        };
        let mut sets = vec![best];
        if self.seen.is_all {
            for set in self.other_byes() {
                if !sets.contains(&set) && sets.len() < MOST_WAYS {
                    sets.push(set);
                }
            }
        }
        let players = &self.task.field.players;
        let way = |set: Vec<usize>| {
            let who = set.into_iter().filter_map(|player| players.get(player));
            let mut way: Vec<Relaxation> = who.map(another_bye).collect();
            way.sort_unstable();
            way
        };
        sets.into_iter().map(way).collect()
    }

    /// Players ascending.
    fn best_byes(&self) -> Option<Vec<usize>> {
        let task = self.task;
        let before = task.vertices;
        let vertices = before + self.left_over;
        let players = self.may_sit_out();
        if self.left_over * players.len() > BYE_PAIRS {
            return None;
        }
        let mut pairs = self.seen.allowed.clone();
        for bye in before..vertices {
            pairs.extend(players.iter().map(|&vertex| (vertex, bye)));
        }
        pairs.sort_unstable();
        let mate = lexicographic::best(vertices, pairs, &task.field).ok()?;
        let is_game = |(u, &v): (usize, &usize)| !task.field.is_bye(u) && !task.field.is_bye(v);
        if !mate.iter().enumerate().any(is_game) {
            return None;
        }
        let mut set = mate.get(before..)?.to_vec();
        set.sort_unstable();
        Some(set)
    }

    /// Whoever sits out beside others in a smallest set is left over by some largest matching, so is in a
    /// group of the proof.
    fn may_sit_out(&self) -> Vec<usize> {
        let players = 0..self.task.field.players.len();
        players.filter(|&one| self.group[one].is_some()).collect()
    }

    fn other_byes(&self) -> Vec<Vec<usize>> {
        let field = &self.task.field;
        let cost = |player: usize| -> ByeCost {
            let dossier = &field.players[player];
            let number = field.players.len() - 1 - player;
            [dossier.byes, dossier.score, number as u64]
        };
        let mut players = self.may_sit_out();
        players.sort_by_key(|&player| cost(player));
        let found = sets::all(players.len(), self.left_over, |chosen| {
            let gone: Vec<usize> = chosen.iter().map(|&index| players[index]).collect();
            let left = self.left(&[], &gone);
            (left.count + chosen.len() == self.left_over).then(|| {
                let next = (0..players.len()).filter(|&index| left.is_left[players[index]]);
                next.collect()
            })
        });
        let set = |set: Vec<usize>| {
            let mut set: Vec<usize> = set.into_iter().map(|index| players[index]).collect();
            set.sort_unstable();
            set
        };
        let mut sets: Vec<Vec<usize>> = found.into_iter().map(set).collect();
        sets.sort_by_cached_key(|set| {
            let mut sum: ByeCost = [0; 3];
            for cost in set.iter().map(|&player| cost(player)) {
                sum.iter_mut()
                    .zip(cost)
                    .for_each(|(sum, cost)| *sum += cost);
            }
            sum
        });
        sets
    }

    /// What has to be allowed for a barred pair.
    fn relaxations(&self, (u, v): Two) -> Vec<Relaxation> {
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
