use super::super::criteria::Field;
use super::super::matching::{self, Deficit, Edge, Known, Matching};
use super::cost::{Cost, Criterion, most};
use super::graph::Graph;

/// A search for the best complete pairing, some criteria compared and others to come.
pub(super) struct Search<'a> {
    pub(super) field: &'a Field,
    pub(super) graph: Graph,
    pub(super) vertices: usize,
    /// Pairs that are settled: nothing else is looked at for these vertices.
    pub(super) settled: Vec<(usize, usize)>,
    pub(super) is_settled: Vec<bool>,
    /// The pairs in play, where they are few enough; those of settled vertices are among them.
    pub(super) rows: Option<Rows>,
    /// The vertices that are not, by score groups, ascending; the last has the bye.
    pub(super) members: Vec<Vec<u32>>,
    pub(super) layers: Vec<Layer<'a>>,
    /// Criteria to be compared at the next solution.
    waiting: Vec<Criterion>,
    /// The most they can cost.
    bound: u128,
    /// Pairs in play that are looked at.
    pub(super) candidates: Vec<(u32, u32)>,
    /// The last solution.
    pub(super) mate: Option<Vec<usize>>,
}

/// Of each vertex, the other ends of pairs; each pair once.
pub(super) type Rows = Vec<Vec<u32>>;

/// Some criteria, compared: a pair is in play while it has no slack in any layer.
pub(super) struct Layer<'a> {
    cost: Cost<'a>,
    /// For each blossom of the layer before that a pair crosses.
    toll: i128,
    matching: Matching<i128>,
    /// Of each group: the most that one of its vertices pays.
    highest: Vec<i128>,
}

/// A layer that may be overpaid.
pub(super) struct Proof<'a> {
    pub(super) cost: &'a Cost<'a>,
    pub(super) toll: i128,
    pub(super) matching: &'a Matching<i128>,
    pub(super) highest: &'a [i128],
}

impl Layer<'_> {
    pub(super) fn proof(&self) -> Proof<'_> {
        Proof {
            cost: &self.cost,
            toll: self.toll,
            matching: &self.matching,
            highest: &self.highest,
        }
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(field: &'a Field, graph: Graph, vertices: usize) -> Search<'a> {
        Search {
            field,
            graph,
            vertices,
            settled: Vec::new(),
            is_settled: vec![false; vertices],
            rows: None,
            members: members(field, vertices),
            layers: Vec::new(),
            waiting: Vec::new(),
            bound: 0,
            candidates: Vec::new(),
            mate: None,
        }
    }

    /// Leaves these two to each other.
    pub(super) fn settle(&mut self, u: usize, v: usize) {
        self.settled.push((u, v));
        self.is_settled[u] = true;
        self.is_settled[v] = true;
        for group in &mut self.members {
            group.retain(|&vertex| vertex as usize != u && vertex as usize != v);
        }
        let touches = |end: u32| end as usize == u || end as usize == v;
        self.candidates
            .retain(|&(one, other)| !touches(one) && !touches(other));
    }

    /// Collects a criterion; solves first where it does not fit in with the others.
    pub(super) fn compare(&mut self, criterion: Criterion) -> Result<(), Deficit> {
        let most = most(self.field, criterion);
        if most == 0 {
            return Ok(());
        }
        let together = |bound: u128| (bound + 1).checked_mul(most + 1).map(|all| all - 1);
        if !together(self.bound).is_some_and(|bound| self.fits(bound)) {
            self.solve()?;
        }
        self.bound = together(self.bound).unwrap_or(self.bound);
        self.waiting.push(criterion);
        Ok(())
    }

    /// Prices are sums of costs along a path, in their unit.
    fn fits(&self, bound: u128) -> bool {
        let deepest = self
            .layers
            .last()
            .map_or(0, |layer| layer.matching.nest.deepest());
        (bound + 1)
            .checked_mul(2 * deepest as u128 + 1)
            .and_then(|cost| cost.checked_mul(16 * (self.vertices as u128 + 1)))
            .is_some_and(|largest| largest <= i128::MAX as u128)
    }

    /// Compares what waits. The matching is sought among few pairs; its prices are then held against all
    /// that are in play. Where none is overpaid they prove it best among all, for the proof asks nothing
    /// but that no pair has a negative slack, that the matched ones have none, and that each blossom is
    /// left once; overpaid pairs join the few, and it is sought again.
    pub(super) fn solve(&mut self) -> Result<(), Deficit> {
        let cost = Cost::new(self.field, &std::mem::take(&mut self.waiting));
        self.bound = 0;
        let toll = cost.most as i128 + 1;
        self.add_near(&cost);
        let mut last = None;
        let (matching, highest, rows) = loop {
            let edges = self.edges(&cost, toll);
            let known = match (&last, &self.mate) {
                (Some(matching), _) => Known::Matching(matching),
                (None, Some(mate)) => Known::Pairs(mate),
                (None, None) => Known::Nothing,
            };
            let solved = matching::cheapest_from(self.vertices, &edges, known);
            let more = match solved {
                Ok(matching) => {
                    let highest = self.highest(&matching);
                    let proof = Proof {
                        cost: &cost,
                        toll,
                        matching: &matching,
                        highest: &highest,
                    };
                    let overpaid = self.overpaid(&proof);
                    match overpaid {
                        Ok(rows) => break (matching, highest, rows),
                        Err(more) => {
                            last = Some(matching);
                            more
                        }
                    }
                }
                Err(deficit) => {
                    let more = self.ways_out(&cost, &deficit);
                    if more.is_empty() {
                        return Err(deficit);
                    }
                    more
                }
            };
            self.join(more);
        };
        self.rows = rows;
        self.mate = Some(matching.mate.clone());
        self.layers.push(Layer {
            cost,
            toll,
            matching,
            highest,
        });
        let candidates = std::mem::take(&mut self.candidates);
        self.candidates = candidates
            .into_iter()
            .filter(|&(u, v)| self.is_in_play(u as usize, v as usize))
            .collect();
        Ok(())
    }

    fn edges(&self, cost: &Cost<'_>, toll: i128) -> Vec<Edge<i128>> {
        let settled = self.settled.iter().map(|&(u, v)| Edge { u, v, cost: 0 });
        let candidates = self.candidates.iter().map(|&(u, v)| {
            let (u, v) = (u as usize, v as usize);
            let tolls = self.crossings(u, v) as i128 * toll;
            Edge {
                u,
                v,
                cost: cost.of(u, v) + tolls,
            }
        });
        settled.chain(candidates).collect()
    }

    /// Blossoms of the last layer.
    pub(super) fn crossings(&self, u: usize, v: usize) -> usize {
        self.layers
            .last()
            .map_or(0, |layer| layer.matching.crossings(u, v))
    }

    fn highest(&self, matching: &Matching<i128>) -> Vec<i128> {
        let highest = |group: &Vec<u32>| {
            let paid = group.iter().map(|&vertex| matching.paid[vertex as usize]);
            paid.max().unwrap_or(i128::MIN / 4)
        };
        self.members.iter().map(highest).collect()
    }

    pub(super) fn join(&mut self, more: Vec<(u32, u32)>) {
        self.candidates.extend(more);
        self.candidates.sort_unstable();
        self.candidates.dedup();
    }

    /// Whether a best matching by the criteria so far may have a pair; for vertices that are not settled.
    pub(super) fn is_in_play(&self, u: usize, v: usize) -> bool {
        self.graph.allows(u, v)
            && (0..self.layers.len())
                .rev()
                .all(|layer| self.slack(layer, u, v) == 0)
    }

    fn slack(&self, layer: usize, u: usize, v: usize) -> i128 {
        let before = layer
            .checked_sub(1)
            .and_then(|before| self.layers.get(before));
        let layer = &self.layers[layer];
        let crossings = before.map_or(0, |before| before.matching.crossings(u, v));
        layer.matching.slack(&Edge {
            u,
            v,
            cost: layer.cost.of(u, v) + crossings as i128 * layer.toll,
        })
    }
}

fn members(field: &Field, vertices: usize) -> Vec<Vec<u32>> {
    let groups = field.scores().len();
    let mut members = vec![Vec::new(); groups + 1];
    for vertex in 0..vertices {
        let group = if field.is_bye(vertex) {
            groups
        } else {
            field.group(vertex)
        };
        members[group].push(vertex as u32);
    }
    members
}
