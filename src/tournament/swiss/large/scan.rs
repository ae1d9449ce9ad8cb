//! All pairs of a large field, looked through without being written down.

use super::super::matching::{self, Deficit};
use super::cost::Cost;
use super::search::{Proof, Rows, Search};
use super::sheet::Sheet;

const UNIT: i128 = matching::UNIT as i128;
/// Of a vertex, in its own group.
const NEAR: usize = 16;
/// Of a vertex, in its own group by the pattern alone.
const NEAR_BY_PATTERN: usize = 3;
/// Of a vertex, in each of the next groups.
const NEAR_ACROSS: usize = 3;
/// Groups above and below.
const ACROSS: usize = 1;
/// Pairs of a vertex that join at once.
const JOIN: usize = 16;
/// Pairs in play that are written down, at four bytes each.
const WRITTEN: usize = 30_000_000;
/// Pairs of a vertex that are enough to begin with.
const ENOUGH: usize = 5;

/// The first few by a key.
struct Few<K> {
    most: usize,
    found: Vec<(K, u32)>,
}

impl<K: Ord + Copy> Few<K> {
    fn new(most: usize) -> Few<K> {
        Few {
            most,
            found: Vec::with_capacity(most + 1),
        }
    }

    fn takes(&self, key: K, vertex: u32) -> bool {
        self.found.len() < self.most || self.found.last().is_some_and(|&last| (key, vertex) < last)
    }

    fn take(&mut self, key: K, vertex: u32) {
        let place = self.found.partition_point(|&one| one < (key, vertex));
        self.found.insert(place, (key, vertex));
        self.found.truncate(self.most);
    }
}

impl Search<'_> {
    /// Lets the pairs that look best for each vertex join, and those of the last solution.
    pub(super) fn add_near(&mut self, cost: &Cost<'_>) {
        let by_pair = Cost::of_pairs(self.field);
        let by_pair = Sheet::new(self.field, &by_pair, |_| 0);
        let mut more: Vec<(u32, u32)> = Vec::new();
        let mut looked_at = vec![0; self.vertices];
        for &(u, v) in &self.candidates {
            looked_at[u as usize] += 1;
            looked_at[v as usize] += 1;
        }
        for (group, members) in self.members.iter().enumerate() {
            for &u in members.iter().filter(|&&u| looked_at[u as usize] < ENOUGH) {
                self.near(u, group, cost, &by_pair, &mut more);
            }
        }
        if let Some(mate) = &self.mate {
            let free = self.members.iter().flatten();
            let pairs = free.map(|&u| (u, mate[u as usize] as u32));
            more.extend(pairs.filter(|&(u, v)| u < v));
        }
        self.join(more);
    }

    fn near(
        &self,
        u: u32,
        group: usize,
        cost: &Cost<'_>,
        by_pair: &Sheet<'_>,
        more: &mut Vec<(u32, u32)>,
    ) {
        let bye = self.members.len() - 1;
        let line = (group < bye).then(|| by_pair.line(u as usize));
        let is_there = |&other: &usize| !self.members[other].is_empty();
        let above = (0..group).rev().filter(is_there).take(ACROSS);
        let below = (group + 1..bye).filter(is_there).take(ACROSS);
        let groups = std::iter::once(group)
            .chain(above.filter(|_| group < bye))
            .chain(below);
        for other in groups.chain((group < bye).then_some(bye)) {
            let own = other == group;
            let mut best = Few::new(if own { NEAR } else { NEAR_ACROSS });
            let mut by_pattern = Few::new(if own { NEAR_BY_PATTERN } else { 0 });
            for &v in &self.members[other] {
                if u == v {
                    continue;
                }
                let (one, two) = (u as usize, v as usize);
                let key = match &line {
                    Some(line) if other < bye => line.left(two),
                    _ => cost.of(one, two),
                };
                let pattern = if own {
                    self.field.off_pattern(one, two)
                } else {
                    0
                };
                let takes = [best.takes(key, v), own && by_pattern.takes(pattern, v)];
                if takes == [false; 2] || !self.is_in_play(one, two) {
                    continue;
                }
                if takes[0] {
                    best.take(key, v);
                }
                if takes[1] {
                    by_pattern.take(pattern, v);
                }
            }
            let found = best.found.iter().map(|&(_, v)| v);
            let found = found.chain(by_pattern.found.iter().map(|&(_, v)| v));
            more.extend(found.map(|v| (u.min(v), u.max(v))));
        }
    }

    /// The worst of the pairs in play whose ends pay more than they cost. If there are none: the pairs that
    /// stay in play, unless they are too many to be written down.
    pub(super) fn overpaid(&self, proof: &Proof<'_>) -> Result<Option<Rows>, Vec<(u32, u32)>> {
        let mut worst: Vec<Few<i128>> = Vec::new();
        let mut rows = Some(vec![Vec::new(); self.vertices]);
        let mut count = 0;
        self.scan(proof, |u, v, slack| {
            if slack == 0 {
                count += 1;
                match &mut rows {
                    Some(found) if count <= WRITTEN => found[u as usize].push(v),
                    _ => rows = None,
                }
                return rows.is_some();
            }
            if worst.is_empty() {
                rows = None;
                worst.extend((0..self.vertices).map(|_| Few::new(JOIN)));
            }
            for (here, there) in [(u, v), (v, u)] {
                let worst = &mut worst[here as usize];
                if worst.takes(slack, there) {
                    worst.take(slack, there);
                }
            }
            false
        });
        if worst.is_empty() {
            return Ok(rows);
        }
        let mut more = Vec::new();
        for (u, worst) in (0..).zip(worst) {
            more.extend(worst.found.iter().map(|&(_, v)| (v.min(u), v.max(u))));
        }
        Err(more)
    }

    /// All pairs in play after the last layer, the settled ones too, sorted, each smaller vertex first.
    /// `None`: they are too many to be written down.
    pub(super) fn pairs(&self) -> Option<Vec<(usize, usize)>> {
        let mut pairs = self.settled.clone();
        for (u, row) in self.rows.as_ref()?.iter().enumerate() {
            let pair = |&v: &u32| (u.min(v as usize), u.max(v as usize));
            pairs.extend(row.iter().map(pair));
        }
        pairs.sort_unstable();
        Some(pairs)
    }

    /// Shows the pairs in play that have a negative slack by a new layer, and those that have none as long
    /// as they are asked for.
    fn scan(&self, proof: &Proof<'_>, mut show: impl FnMut(u32, u32, i128) -> bool) {
        let tolled = self.layers.last().map(|layer| layer.proof().matching);
        let tolled = tolled.map(|matching| &matching.nest);
        let (cost, nest, paid) = (proof.cost, &proof.matching.nest, &proof.matching.paid);
        let sheet = Sheet::new(self.field, cost, |player| paid[player]);
        let (mut paid_twice, mut tolls) = (Vec::new(), Vec::new());
        let bye = self.members.len() - 1;
        let mut most = 0;
        for (group, members) in self.members[..bye].iter().enumerate() {
            for &u in members {
                let one = u as usize;
                let line = sheet.line(one);
                let mut is_ready = false;
                let mut look = |v: u32, is_known: bool| {
                    let two = v as usize;
                    let mut slack = if self.field.is_bye(two) {
                        UNIT * cost.of(one, two) - paid[one] - paid[two]
                    } else {
                        line.without_pattern(two)
                    };
                    if slack > most {
                        return;
                    }
                    if !self.field.is_bye(two) {
                        slack += line.pattern(two);
                        if slack > most {
                            return;
                        }
                    }
                    if !is_ready {
                        is_ready = true;
                        nest.row(one, &mut paid_twice);
                        if let Some(nest) = tolled {
                            nest.row(one, &mut tolls);
                        }
                    }
                    slack += 2 * nest.common_in(&paid_twice, two).1;
                    if let Some(nest) = tolled {
                        let common = nest.common_in(&tolls, two).0;
                        let crossings = nest.depth(one) + nest.depth(two) - 2 * common;
                        slack += UNIT * proof.toll * crossings as i128;
                    }
                    if slack <= most
                        && (is_known || self.is_in_play(one, two))
                        && !show(u, v, slack)
                    {
                        most = -1;
                    }
                };
                if let Some(rows) = &self.rows {
                    for &v in &rows[one] {
                        if !self.is_settled[v as usize] {
                            look(v, true);
                        }
                    }
                    continue;
                }
                for (other, others) in self.members.iter().enumerate().skip(group) {
                    if self.is_out(proof, one, group, other) {
                        continue;
                    }
                    let first = if other == group {
                        others.partition_point(|&v| v <= u)
                    } else {
                        0
                    };
                    for &v in &others[first..] {
                        look(v, false);
                    }
                }
            }
        }
    }

    /// Whether no pair of a player of one group and somebody of the other can be shown.
    fn is_out(&self, proof: &Proof<'_>, u: usize, group: usize, other: usize) -> bool {
        let is_positive = |proof: &Proof<'_>| {
            let paid = proof.matching.paid[u] + proof.highest[other];
            UNIT * proof.cost.least(group, other) > paid
        };
        is_positive(proof) || self.layers.iter().any(|layer| is_positive(&layer.proof()))
    }

    /// Some of the pairs in play that lead out of a group of a proof and not to an outsider, the cheapest
    /// of each vertex.
    pub(super) fn ways_out(&self, cost: &Cost<'_>, deficit: &Deficit) -> Vec<(u32, u32)> {
        let mut group = vec![None; self.vertices];
        for (index, members) in deficit.groups.iter().enumerate() {
            for &member in members {
                group[member] = Some(index);
            }
        }
        let mut is_outsider = vec![false; self.vertices];
        for &outsider in &deficit.outsiders {
            is_outsider[outsider] = true;
        }
        let mut more = Vec::new();
        for &u in self.members.iter().flatten() {
            let one = u as usize;
            if group[one].is_none() {
                continue;
            }
            let mut best = Few::new(JOIN);
            for &v in self.members.iter().flatten() {
                let two = v as usize;
                if u == v || group[two] == group[one] || is_outsider[two] {
                    continue;
                }
                let key = cost.of(one, two);
                if best.takes(key, v) && self.is_in_play(one, two) {
                    best.take(key, v);
                }
            }
            more.extend(best.found.iter().map(|&(_, v)| (u.min(v), u.max(v))));
        }
        more
    }
}
