//! A perfect matching that is best under a list of criteria compared one after the other.
//!
//! Each criterion gives every edge a whole number, and a matching their sum. One weight that holds all
//! criteria would need hundreds of bits, so they are taken in stages, as many at a time as fit. A stage
//! leaves two things for the next: edges with slack are gone for good, and a blossom with a positive
//! price must be left by one edge alone. Every edge that crosses such a blossom therefore pays a toll
//! above all that the next stage can save: each perfect matching pays it once for every blossom, and
//! only one that is not optimal so far pays more.

use super::matching::{Cost, Deficit, Edge};
use super::pricing;

/// What is compared, first to last.
pub(in crate::tournament) trait Criteria {
    fn count(&self) -> usize;
    /// The value of an edge under a criterion; smaller is better.
    fn value(&self, criterion: usize, u: usize, v: usize) -> u64;
}

/// The partner of each of `vertices` vertices in the best perfect matching of the pairs. Among equals
/// it is the one in which vertex 0 has the smallest partner, then vertex 1, and so on.
pub(super) fn best(
    vertices: usize,
    pairs: Vec<(usize, usize)>,
    criteria: &impl Criteria,
) -> Result<Vec<usize>, Deficit> {
    let mut stage = Stage::new(vertices, pairs);
    stage.compare(criteria)?;
    let mate = stage.solve()?;
    if stage.is_decided() {
        return Ok(mate);
    }
    Ok(first(stage.pairs, stage.crossings, mate))
}

/// The first in order of the perfect matchings of some pairs that cross as few blossoms as `mate`, which
/// is one of them. Of each pair it is given how many blossoms it crosses.
///
/// A vertex with one pair has no choice, and vertices that no pair joins, not even by way of others, choose
/// apart: a matching of all is a matching of each part, and crosses as few blossoms as can be if each part
/// does. A part of more than [`LONG`] vertices, which takes a field of thousands, is left as it is.
pub(super) fn first(
    pairs: Vec<(usize, usize)>,
    crossings: Vec<usize>,
    mut mate: Vec<usize>,
) -> Vec<usize> {
    let parts = parts(&pairs, &crossings, &mate);
    for part in parts.into_iter().filter(|part| part.vertices.len() <= LONG) {
        let place = |vertex: usize| part.vertices.binary_search(&vertex).unwrap_or_default();
        let known = part.vertices.iter().map(|&vertex| place(mate[vertex]));
        let mut stage = Stage {
            mate: Some(known.collect()),
            crossings: part.crossings.clone(),
            ..Stage::new(
                part.vertices.len(),
                part.pairs
                    .iter()
                    .map(|&(u, v)| (place(u), place(v)))
                    .collect(),
            )
        };
        let order = PartnerOrder::new(stage.vertices, &stage.pairs);
        let solved = stage.compare(&order).and_then(|()| stage.solve());
        for (&vertex, partner) in part.vertices.iter().zip(solved.unwrap_or_default()) {
            mate[vertex] = part.vertices[partner];
        }
    }
    mate
}

/// Vertices of a part whose matchings are no longer put in order.
const LONG: usize = 1000;

/// Vertices that choose together.
struct Part {
    /// Ascending.
    vertices: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    crossings: Vec<usize>,
}

fn parts(pairs: &[(usize, usize)], crossings: &[usize], mate: &[usize]) -> Vec<Part> {
    let vertices = mate.len();
    let mut near = vec![Vec::new(); vertices];
    for &(u, v) in pairs {
        near[u].push(v);
        near[v].push(u);
    }
    // Whoever has no choice takes the only partner away from the others.
    let mut choices: Vec<usize> = near.iter().map(Vec::len).collect();
    let mut is_settled = vec![false; vertices];
    let mut settled: Vec<usize> = (0..vertices).filter(|&one| choices[one] == 1).collect();
    while let Some(one) = settled.pop() {
        for gone in [one, mate[one]] {
            if std::mem::replace(&mut is_settled[gone], true) {
                continue;
            }
            for &other in &near[gone] {
                choices[other] -= 1;
                if choices[other] == 1 && !is_settled[other] {
                    settled.push(other);
                }
            }
        }
    }
    let is_open = |&(&(u, v), _): &(&(usize, usize), &usize)| !is_settled[u] && !is_settled[v];
    let open = || pairs.iter().zip(crossings).filter(is_open);
    let mut part: Vec<usize> = (0..vertices).collect();
    for (&(u, v), _) in open() {
        let (one, other) = (root(&mut part, u), root(&mut part, v));
        part[one.max(other)] = one.min(other);
    }
    let mut number = vec![None; vertices];
    let mut parts: Vec<Part> = Vec::new();
    for vertex in (0..vertices).filter(|&vertex| !is_settled[vertex]) {
        let number = *number[root(&mut part, vertex)].get_or_insert_with(|| {
            parts.push(Part {
                vertices: Vec::new(),
                pairs: Vec::new(),
                crossings: Vec::new(),
            });
            parts.len() - 1
        });
        parts[number].vertices.push(vertex);
    }
    for (&(u, v), &crossings) in open() {
        if let Some(number) = number[root(&mut part, u)] {
            parts[number].pairs.push((u, v));
            parts[number].crossings.push(crossings);
        }
    }
    parts
}

/// Pairs for each vertex that are many.
const MANY: usize = 60;

pub(in crate::tournament) struct Stage {
    vertices: usize,
    /// The pairs still in play.
    pairs: Vec<(usize, usize)>,
    /// Blossoms with a toll that each pair crosses.
    crossings: Vec<usize>,
    /// Of each pair: the criteria collected since the last solution, the later in the lower digits.
    collected: Vec<u128>,
    /// The largest sum of them a perfect matching can have.
    bound: u128,
    /// The last solution.
    mate: Option<Vec<usize>>,
    /// Tolls that a matching pays that is best by the criteria solved so far.
    tolls: usize,
}

impl Stage {
    pub(in crate::tournament) fn new(vertices: usize, pairs: Vec<(usize, usize)>) -> Stage {
        Stage {
            vertices,
            crossings: vec![0; pairs.len()],
            collected: vec![0; pairs.len()],
            pairs,
            bound: 0,
            mate: None,
            tolls: 0,
        }
    }

    /// Collects the criteria and solves whenever no more fit.
    pub(in crate::tournament) fn compare(
        &mut self,
        criteria: &impl Criteria,
    ) -> Result<(), Deficit> {
        for criterion in 0..criteria.count() {
            let values = self.values(criteria, criterion);
            let Some(values) = values else { continue };
            let most = self.most(&values);
            if self.room(most) {
                self.collect(&values, most);
                continue;
            }
            self.solve()?;
            if let Some(values) = self.values(criteria, criterion) {
                let most = self.most(&values);
                self.collect(&values, most);
            }
        }
        Ok(())
    }

    /// `None` where a criterion tells no pairs apart.
    fn values(&self, criteria: &impl Criteria, criterion: usize) -> Option<Vec<u64>> {
        let values: Vec<u64> = self
            .pairs
            .iter()
            .map(|&(u, v)| criteria.value(criterion, u, v))
            .collect();
        let first = values.first().copied();
        values
            .iter()
            .any(|&value| Some(value) != first)
            .then_some(values)
    }

    /// At least the largest sum of values in a matching: every pair counts half at both ends, or once at
    /// its smaller vertex.
    fn most(&self, values: &[u64]) -> u128 {
        let mut largest = vec![0; self.vertices];
        let mut largest_above = vec![0; self.vertices];
        for (&(u, v), &value) in self.pairs.iter().zip(values) {
            for end in [u, v] {
                largest[end] = value.max(largest[end]);
            }
            let smaller = u.min(v);
            largest_above[smaller] = value.max(largest_above[smaller]);
        }
        let sum = |values: Vec<u64>| values.into_iter().map(u128::from).sum::<u128>();
        sum(largest).div_ceil(2).min(sum(largest_above))
    }

    fn room(&self, most: u128) -> bool {
        let bound = (self.bound + 1)
            .checked_mul(most + 1)
            .map(|states| states - 1);
        // To look at many pairs costs more than to count in long numbers.
        let limit = if self.pairs.len() > MANY * self.vertices {
            i128::MAX as u128
        } else {
            i64::MAX as u128
        };
        bound.is_some_and(|bound| self.fits(bound, limit))
    }

    /// Whether costs with this bound can be counted up to a limit: a bound of the prices, which are
    /// sums of costs along a path, in their unit.
    fn fits(&self, bound: u128, limit: u128) -> bool {
        let tolls = self.crossings.iter().max().copied().unwrap_or(0) as u128 + 1;
        (bound + 1)
            .checked_mul(tolls)
            .and_then(|cost| cost.checked_mul(16 * (self.vertices as u128 + 1)))
            .is_some_and(|largest| largest <= limit)
    }

    fn collect(&mut self, values: &[u64], most: u128) {
        for (collected, &value) in self.collected.iter_mut().zip(values) {
            *collected = *collected * (most + 1) + u128::from(value);
        }
        self.bound = (self.bound + 1) * (most + 1) - 1;
    }

    /// The pairs that some matching, the best by all criteria solved so far, may have.
    pub(in crate::tournament) fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The partner of each vertex in a matching that is best by the criteria so far.
    pub(in crate::tournament) fn solve(&mut self) -> Result<Vec<usize>, Deficit> {
        if self.fits(self.bound, i64::MAX as u128) {
            self.solve_in(|cost| cost as i64)
        } else {
            self.solve_in(|cost| cost as i128)
        }
    }

    /// Solves the stage and keeps what may be part of a solution.
    fn solve_in<C: Cost>(&mut self, cost: impl Fn(u128) -> C) -> Result<Vec<usize>, Deficit> {
        let toll = self.bound + 1;
        let edges: Vec<Edge<C>> = self
            .pairs
            .iter()
            .zip(self.crossings.iter().zip(&self.collected))
            .map(|(&(u, v), (&crossings, &collected))| Edge {
                u,
                v,
                cost: cost(crossings as u128 * toll + collected),
            })
            .collect();
        let matching = pricing::cheapest(self.vertices, &edges, self.mate.as_deref())?;
        self.pairs = edges
            .iter()
            .filter(|edge| matching.slack(edge) == C::from(0))
            .map(|edge| (edge.u, edge.v))
            .collect();
        self.crossings = self
            .pairs
            .iter()
            .map(|&(u, v)| matching.crossings(u, v))
            .collect();
        self.collected = vec![0; self.pairs.len()];
        self.bound = 0;
        self.mate = Some(matching.mate.clone());
        self.tolls = (0..)
            .zip(&matching.mate)
            .filter(|&(u, &v)| u < v)
            .map(|(u, &v)| matching.crossings(u, v))
            .sum();
        Ok(matching.mate)
    }

    /// Keeps some of the pairs alone, if one of the matchings that are best so far has no others; else
    /// keeps all. Criteria must not wait for a solution.
    pub(in crate::tournament) fn narrow(&mut self, keep: impl Fn(usize, usize) -> bool) -> bool {
        let kept = |&index: &usize| {
            let (u, v) = self.pairs[index];
            keep(u, v)
        };
        let kept: Vec<usize> = (0..self.pairs.len()).filter(kept).collect();
        let edges: Vec<Edge<i64>> = kept
            .iter()
            .map(|&index| Edge {
                u: self.pairs[index].0,
                v: self.pairs[index].1,
                cost: self.crossings[index] as i64,
            })
            .collect();
        let known = self.mate.as_deref();
        let Ok(matching) = pricing::cheapest(self.vertices, &edges, known) else {
            return false;
        };
        let tolls: i64 = edges
            .iter()
            .filter(|edge| matching.mate[edge.u] == edge.v)
            .map(|edge| edge.cost)
            .sum();
        let is_best = tolls == self.tolls as i64;
        if is_best {
            self.pairs = kept.iter().map(|&index| self.pairs[index]).collect();
            self.crossings = kept.iter().map(|&index| self.crossings[index]).collect();
            self.collected = vec![0; kept.len()];
            self.mate = Some(matching.mate);
        }
        is_best
    }

    /// One solution is left.
    fn is_decided(&self) -> bool {
        self.pairs.len() * 2 == self.vertices
    }
}

/// The sorted list of pairs as criteria: for each vertex the place of its partner among those it can
/// still have, if it is the smaller of the two.
struct PartnerOrder {
    /// Larger partners of each vertex, ascending.
    partners: Vec<Vec<usize>>,
    /// Vertices with such partners, ascending.
    choosers: Vec<usize>,
}

impl PartnerOrder {
    fn new(vertices: usize, pairs: &[(usize, usize)]) -> PartnerOrder {
        let mut partners = vec![Vec::new(); vertices];
        for &(u, v) in pairs {
            partners[u.min(v)].push(u.max(v));
        }
        for list in &mut partners {
            list.sort_unstable();
        }
        let choosers = (0..vertices).filter(|&vertex| !partners[vertex].is_empty());
        PartnerOrder {
            choosers: choosers.collect(),
            partners,
        }
    }
}

/// The smallest vertex of a part.
fn root(part: &mut [usize], mut vertex: usize) -> usize {
    while part[vertex] != vertex {
        part[vertex] = part[part[vertex]];
        vertex = part[vertex];
    }
    vertex
}

impl Criteria for PartnerOrder {
    fn count(&self) -> usize {
        self.choosers.len()
    }

    fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
        let chooser = u.min(v);
        if self.choosers.get(criterion) != Some(&chooser) {
            return 0;
        }
        // From 1: a pair of the chooser must differ from one that leaves it to a smaller vertex.
        self.partners[chooser]
            .binary_search(&u.max(v))
            .map_or(0, |place| place as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values by criterion, then by pair.
    #[derive(Debug, Clone)]
    struct Values {
        vertices: usize,
        values: Vec<Vec<u64>>,
    }

    impl Criteria for Values {
        fn count(&self) -> usize {
            self.values.len()
        }

        fn value(&self, criterion: usize, u: usize, v: usize) -> u64 {
            self.values[criterion][u.min(v) * self.vertices + u.max(v)]
        }
    }

    /// Every perfect matching as a sorted list of pairs.
    fn all(rest: &[usize], pairs: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
        let Some((&first, others)) = rest.split_first() else {
            return vec![Vec::new()];
        };
        let mut found = Vec::new();
        for &other in others {
            if pairs.contains(&(first, other)) {
                let left: Vec<usize> = others.iter().copied().filter(|&x| x != other).collect();
                for mut matching in all(&left, pairs) {
                    matching.insert(0, (first, other));
                    found.push(matching);
                }
            }
        }
        found
    }

    /// Graphs and values that are multiples of a unit.
    fn problems(largest: u64, unit: u64) -> impl Strategy<Value = (Vec<(usize, usize)>, Values)> {
        (1..=4usize, 0..=12usize).prop_flat_map(move |(half, criteria)| {
            let vertices = 2 * half;
            let pairs: Vec<(usize, usize)> = (0..vertices)
                .flat_map(|u| (u + 1..vertices).map(move |v| (u, v)))
                .collect();
            let value = (0..=largest).prop_map(move |value| value * unit);
            let row = proptest::collection::vec(value, vertices * vertices);
            (
                proptest::sample::subsequence(pairs.clone(), 0..=pairs.len()),
                proptest::collection::vec(row, criteria),
            )
                .prop_map(move |(pairs, values)| (pairs, Values { vertices, values }))
        })
    }

    fn check(pairs: Vec<(usize, usize)>, values: &Values) -> Result<(), TestCaseError> {
        let everyone: Vec<usize> = (0..values.vertices).collect();
        let expected = all(&everyone, &pairs).into_iter().min_by_key(|matching| {
            let sums: Vec<u128> = (0..values.count())
                .map(|criterion| {
                    let value = |&(u, v): &(usize, usize)| values.value(criterion, u, v);
                    matching.iter().map(value).map(u128::from).sum()
                })
                .collect();
            (sums, matching.clone())
        });
        let found = best(values.vertices, pairs, values)
            .ok()
            .map(|mate| (0..).zip(mate).filter(|(u, v)| u < v).collect::<Vec<_>>());
        prop_assert_eq!(found, expected);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn small_values_tie_often((pairs, values) in problems(2, 1)) {
            check(pairs, &values)?;
        }

        /// Every criterion is a stage of its own, and ties go on from stage to stage.
        #[test]
        fn large_values_need_many_stages((pairs, values) in problems(2, 1 << 61)) {
            check(pairs, &values)?;
        }

        #[test]
        fn values_of_all_sizes((pairs, values) in problems(u64::MAX / 2, 1)) {
            check(pairs, &values)?;
        }
    }
}
