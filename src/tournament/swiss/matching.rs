//! Minimum-cost perfect matching in a general graph, by Edmonds' blossom method.
//!
//! Primal-dual: every vertex and every blossom (a contracted odd cycle) carries a price; an edge is
//! tight when the prices around its two ends, as far as they do not lie around both, add up to its
//! cost. Trees of alternating tight edges grow from the unmatched vertices until two of them touch; the
//! path between their roots is then flipped. The prices of outer nodes rise and those of inner nodes
//! fall by the same amount until another edge becomes tight. Prices never exceed a cost, so a perfect
//! matching of tight edges is a cheapest one.
//!
//! Two choices to know of. A flip dissolves the two trees it joined and leaves all others as they are.
//! Vertices wait in a heap under the moment at which the first of their edges becomes tight. Whoever
//! becomes outer or free looks that moment up and waits, so each edge has an end that does not wait too
//! long; when the moment comes it is looked up again, for it may have moved to later.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::{Add, Div, Mul, Sub};

/// A number to count costs in.
pub(in crate::tournament) trait Cost:
    Copy
    + Ord
    + From<i32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
}

impl Cost for i64 {}
impl Cost for i128 {}

/// An undirected edge between two different vertices. At most one joins the same two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tournament) struct Edge<C> {
    pub(in crate::tournament) u: usize,
    pub(in crate::tournament) v: usize,
    /// Not negative. The number of vertices times the largest cost times 8 must not overflow.
    pub(in crate::tournament) cost: C,
}

/// A cheapest perfect matching with the prices that prove it.
#[derive(Debug, Clone)]
pub(in crate::tournament) struct Matching<C> {
    /// The partner of each vertex.
    pub(in crate::tournament) mate: Vec<usize>,
    /// For each vertex, the prices of all nodes around it, itself included, in half units of cost.
    paid: Vec<C>,
    /// For each vertex: the blossoms around it that have a positive price, the outermost first, each
    /// with the sum of the prices so far, in half units. Blossoms are nested, so two vertices have the
    /// first few in common and no others.
    around: Vec<Vec<(usize, C)>>,
}

/// Why no perfect matching exists: no edge leads out of any of the `groups` but to `outsiders`; every
/// group is odd, and there are more of them than outsiders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tournament) struct Deficit {
    pub(in crate::tournament) groups: Vec<Vec<usize>>,
    pub(in crate::tournament) outsiders: Vec<usize>,
}

/// Finds a cheapest perfect matching of `vertices` vertices, numbered from 0.
pub(in crate::tournament) fn cheapest<C: Cost>(
    vertices: usize,
    edges: &[Edge<C>],
) -> Result<Matching<C>, Deficit> {
    Search::new(vertices, edges).run()
}

impl<C: Cost> Matching<C> {
    /// What the prices leave unpaid of an edge, in half units: not negative. A perfect matching is a
    /// cheapest one exactly if its edges have no slack and each blossom is left by one of them alone.
    pub(in crate::tournament) fn slack(&self, edge: &Edge<C>) -> C {
        let paid_twice = match self.common(edge.u, edge.v).checked_sub(1) {
            Some(last) => self.around[edge.u][last].1,
            None => C::from(0),
        };
        C::from(2) * (edge.cost + paid_twice) - self.paid[edge.u] - self.paid[edge.v]
    }

    /// How many of the blossoms with a positive price have one of the two vertices inside.
    pub(in crate::tournament) fn crossings(&self, u: usize, v: usize) -> usize {
        self.around[u].len() + self.around[v].len() - 2 * self.common(u, v)
    }

    /// How many of them are around both.
    fn common(&self, u: usize, v: usize) -> usize {
        let pairs = self.around[u].iter().zip(&self.around[v]);
        pairs.take_while(|(one, other)| one.0 == other.0).count()
    }
}

/// A vertex, or a blossom: those are numbered after the vertices.
type Node = usize;
type Vertex = usize;

const NONE: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// At an even distance from a root; its price rises.
    Outer,
    /// At an odd distance; its price falls.
    Inner,
}

/// An odd cycle of nodes contracted to one. The first child holds the base: the only vertex of the
/// blossom that is not matched inside. Links with odd index are matched.
#[derive(Clone, Default)]
struct Blossom {
    children: Vec<Node>,
    /// Link `i` joins child `i` to the next round the cycle: (vertex here, vertex there).
    links: Vec<(Vertex, Vertex)>,
    vertices: Vec<Vertex>,
}

struct Search<C> {
    vertices: usize,
    /// Edges at each vertex: (other end, doubled cost).
    near: Vec<Vec<(Vertex, C)>>,
    /// Partner of each vertex, or `NONE`.
    mate: Vec<Vertex>,
    /// For each vertex, the prices of all nodes around it, itself included; costs count double.
    paid: Vec<C>,
    /// The outermost node around each vertex.
    top: Vec<Node>,
    /// Of nodes: the blossom directly around, or `NONE`.
    parent: Vec<Node>,
    /// Of blossoms, by node number less the number of vertices: never negative.
    price: Vec<C>,
    blossoms: Vec<Blossom>,
    unused: Vec<Node>,
    /// Of outermost nodes.
    label: Vec<Label>,
    /// Of inner nodes: the edge by which the tree reached it, from an outer vertex to its own.
    entry: Vec<(Vertex, Vertex)>,
    /// Of labelled nodes: the root of the tree.
    tree: Vec<Vertex>,
    /// How far the price of a root has risen since the start.
    now: C,
    waiting: BinaryHeap<Reverse<(C, Vertex)>>,
    /// Under what moment each vertex waits; whatever else the heap holds of it is out of date.
    due: Vec<Option<C>>,
    unmatched: usize,
    /// Marks of the search for a common ancestor.
    seen: Vec<usize>,
    searches: usize,
}

impl<C: Cost> Search<C> {
    fn new(vertices: usize, edges: &[Edge<C>]) -> Search<C> {
        let mut near = vec![Vec::new(); vertices];
        for edge in edges {
            let doubled = C::from(2) * edge.cost;
            near[edge.u].push((edge.v, doubled));
            near[edge.v].push((edge.u, doubled));
        }
        // Nested odd sets of three and more: fewer than half as many as vertices.
        let blossoms = vertices / 2 + 1;
        let nodes = vertices + blossoms;
        Search {
            vertices,
            near,
            mate: vec![NONE; vertices],
            paid: vec![C::from(0); vertices],
            top: (0..vertices).collect(),
            parent: vec![NONE; nodes],
            price: vec![C::from(0); blossoms],
            blossoms: vec![Blossom::default(); blossoms],
            unused: (vertices..nodes).rev().collect(),
            label: vec![Label::Free; nodes],
            entry: vec![(NONE, NONE); nodes],
            tree: vec![NONE; nodes],
            now: C::from(0),
            waiting: BinaryHeap::new(),
            due: vec![None; vertices],
            unmatched: vertices,
            seen: vec![0; nodes],
            searches: 0,
        }
    }

    fn run(mut self) -> Result<Matching<C>, Deficit> {
        self.start();
        while self.unmatched > 0 {
            let tight = self.next_tight();
            let emptied = self.next_emptied();
            match (tight, emptied) {
                (Some((when, u, v)), None) => self.use_edge(when, u, v),
                (Some((when, u, v)), Some((limit, _))) if when < limit => {
                    self.use_edge(when, u, v);
                }
                (_, Some((limit, blossom))) => {
                    self.advance(limit);
                    self.expand(blossom);
                }
                (None, None) => return Err(self.deficit()),
            }
        }
        Ok(self.finish())
    }

    /// Prices as high as the edges allow one vertex after the other, edges that are tight then matched
    /// at once, and a tree on every vertex left over. Prices are even here and costs count double: so
    /// the vertices of trees keep one parity, and half the slack between two of them is whole.
    fn start(&mut self) {
        for vertex in 0..self.vertices {
            // Half of the cheapest cost, rounded down to an even number.
            let cheapest = self.near[vertex].iter().map(|&(_, cost)| cost).min();
            self.paid[vertex] = cheapest.unwrap_or(C::from(0)) / C::from(4) * C::from(2);
        }
        for vertex in 0..self.vertices {
            if self.mate[vertex] != NONE {
                continue;
            }
            let slacks = self.near[vertex].iter().map(|&(other, cost)| {
                let slack = cost - self.paid[vertex] - self.paid[other];
                (slack, self.mate[other] != NONE, other)
            });
            let Some((least, taken, other)) = slacks.min() else {
                continue;
            };
            self.paid[vertex] = self.paid[vertex] + least;
            if !taken {
                self.mate[vertex] = other;
                self.mate[other] = vertex;
                self.unmatched -= 2;
            }
        }
        let roots: Vec<Vertex> = (0..self.vertices)
            .filter(|&vertex| self.mate[vertex] == NONE)
            .collect();
        for &root in &roots {
            self.label[root] = Label::Outer;
            self.tree[root] = root;
        }
        for &root in &roots {
            self.watch(root);
        }
    }

    /// When the first edge of an outer or free vertex that is of use becomes tight if labels stay as they
    /// are, and its other end.
    fn soonest(&self, vertex: Vertex) -> Option<(C, Vertex)> {
        let top = self.top[vertex];
        let label = self.label[top];
        let paid = self.paid[vertex];
        self.near[vertex]
            .iter()
            .filter_map(|&(other, cost)| {
                let there = self.top[other];
                let slack = cost - paid - self.paid[other];
                match (label, self.label[there]) {
                    (Label::Outer, Label::Outer) if there != top => {
                        Some((slack / C::from(2), other))
                    }
                    (Label::Outer, Label::Free) | (Label::Free, Label::Outer) => {
                        Some((slack, other))
                    }
                    _ => None,
                }
            })
            .min()
            .map(|(wait, other)| (self.now + wait, other))
    }

    /// Lets a vertex wait for its first tight edge.
    fn watch(&mut self, vertex: Vertex) {
        self.due[vertex] = self.soonest(vertex).map(|(moment, _)| moment);
        if let Some(moment) = self.due[vertex] {
            self.waiting.push(Reverse((moment, vertex)));
        }
    }

    /// The next edge to become tight; the vertex that waits for it stays at the head of the heap.
    fn next_tight(&mut self) -> Option<(C, Vertex, Vertex)> {
        while let Some(&Reverse((when, vertex))) = self.waiting.peek() {
            if self.due[vertex] == Some(when) {
                match self.soonest(vertex) {
                    Some((moment, other)) if moment <= when => return Some((when, vertex, other)),
                    _ => self.watch(vertex),
                }
            }
            // What was put in since is later, so this is still the head.
            self.waiting.pop();
        }
        None
    }

    /// The inner blossom whose price is the first to fall to nothing.
    fn next_emptied(&self) -> Option<(C, Node)> {
        self.price
            .iter()
            .zip(self.vertices..)
            .filter(|&(_, node)| self.parent[node] == NONE && self.label[node] == Label::Inner)
            .map(|(&price, node)| (self.now + price, node))
            .min()
    }

    fn advance(&mut self, to: C) {
        let by = to - self.now;
        if by == C::from(0) {
            return;
        }
        self.now = to;
        for (paid, &top) in self.paid.iter_mut().zip(&self.top) {
            match self.label[top] {
                Label::Outer => *paid = *paid + by,
                Label::Inner => *paid = *paid - by,
                Label::Free => {}
            }
        }
        for (price, node) in self.price.iter_mut().zip(self.vertices..) {
            if self.parent[node] == NONE {
                match self.label[node] {
                    Label::Outer => *price = *price + by,
                    Label::Inner => *price = *price - by,
                    Label::Free => {}
                }
            }
        }
    }

    fn use_edge(&mut self, when: C, u: Vertex, v: Vertex) {
        self.waiting.pop();
        self.advance(when);
        let (one, other) = (self.top[u], self.top[v]);
        if self.label[other] == Label::Free {
            self.grow(u, v);
        } else if self.label[one] == Label::Free {
            self.grow(v, u);
        } else if self.tree[one] == self.tree[other] {
            self.contract(u, v);
        } else {
            self.augment(u, v);
        }
        self.watch(u);
    }

    /// Takes the free node at `v` and the node it is matched to into the tree of `u`.
    fn grow(&mut self, u: Vertex, v: Vertex) {
        let inner = self.top[v];
        let tree = self.tree[self.top[u]];
        self.label[inner] = Label::Inner;
        self.entry[inner] = (u, v);
        self.tree[inner] = tree;
        let outer = self.top[self.mate[self.base(inner)]];
        self.make_outer(outer, tree);
        self.watch_all(outer);
    }

    fn make_outer(&mut self, node: Node, tree: Vertex) {
        self.label[node] = Label::Outer;
        self.tree[node] = tree;
    }

    fn watch_all(&mut self, node: Node) {
        for vertex in self.vertices_of(node) {
            self.watch(vertex);
        }
    }

    fn vertices_of(&self, node: Node) -> Vec<Vertex> {
        if node < self.vertices {
            vec![node]
        } else {
            self.blossoms[node - self.vertices].vertices.clone()
        }
    }

    fn base(&self, mut node: Node) -> Vertex {
        while node >= self.vertices {
            node = self.blossoms[node - self.vertices].children[0];
        }
        node
    }

    /// The step from an outer node towards its root: the edge to the inner node above, and the edge from
    /// there to the next outer node.
    fn step_up(&self, outer: Node) -> Option<[(Vertex, Vertex); 2]> {
        let base = self.base(outer);
        let mate = self.mate[base];
        if mate == NONE {
            return None;
        }
        let (from, to) = self.entry[self.top[mate]];
        Some([(base, mate), (to, from)])
    }

    fn common_ancestor(&mut self, one: Node, other: Node) -> Node {
        self.searches += 1;
        let (mut node, mut next) = (Some(one), Some(other));
        while let Some(outer) = node {
            if self.seen[outer] == self.searches {
                return outer;
            }
            self.seen[outer] = self.searches;
            let above = self.step_up(outer).map(|[_, (_, from)]| self.top[from]);
            (node, next) = if next.is_some() {
                (next, above)
            } else {
                (above, None)
            };
        }
        // Both are in one tree: the paths meet at its root at the latest.
        one
    }

    /// Contracts the cycle that the edge between two outer nodes of one tree closes.
    fn contract(&mut self, u: Vertex, v: Vertex) {
        let ancestor = self.common_ancestor(self.top[u], self.top[v]);
        let (mut children, mut links) = (Vec::new(), Vec::new());
        let mut node = self.top[u];
        while node != ancestor {
            let Some([(base, mate), (to, from)]) = self.step_up(node) else {
                break;
            };
            children.extend([node, self.top[mate]]);
            links.extend([(mate, base), (from, to)]);
            node = self.top[from];
        }
        children.push(ancestor);
        children.reverse();
        links.reverse();
        links.push((u, v));
        node = self.top[v];
        while node != ancestor {
            let Some([matched, (to, from)]) = self.step_up(node) else {
                break;
            };
            children.extend([node, self.top[matched.1]]);
            links.extend([matched, (to, from)]);
            node = self.top[from];
        }

        let blossom = self.unused.pop().unwrap_or(NONE);
        let mut vertices = Vec::new();
        let mut turned = Vec::new();
        for &child in &children {
            let inside = self.vertices_of(child);
            if self.label[child] == Label::Inner {
                turned.extend_from_slice(&inside);
            }
            vertices.extend(inside);
            self.parent[child] = blossom;
        }
        for &vertex in &vertices {
            self.top[vertex] = blossom;
        }
        let tree = self.tree[ancestor];
        self.make_outer(blossom, tree);
        self.parent[blossom] = NONE;
        self.price[blossom - self.vertices] = C::from(0);
        self.blossoms[blossom - self.vertices] = Blossom {
            children,
            links,
            vertices,
        };
        for vertex in turned {
            self.watch(vertex);
        }
    }

    /// Flips the path between the roots of two trees that the edge joins.
    fn augment(&mut self, u: Vertex, v: Vertex) {
        let roots = [self.tree[self.top[u]], self.tree[self.top[v]]];
        self.flip(u, v);
        self.flip(v, u);
        self.unmatched -= 2;

        let dissolved: Vec<Vertex> = (0..self.vertices)
            .filter(|&vertex| {
                let top = self.top[vertex];
                self.label[top] != Label::Free && roots.contains(&self.tree[top])
            })
            .collect();
        for &vertex in &dissolved {
            self.label[self.top[vertex]] = Label::Free;
        }
        for vertex in dissolved {
            self.watch(vertex);
        }
    }

    /// Matches the outer vertex `from` to `to` and shifts the matching on its way up to the root.
    fn flip(&mut self, mut from: Vertex, mut to: Vertex) {
        loop {
            let outer = self.top[from];
            let up = self.step_up(outer);
            self.rebase(outer, from);
            self.mate[from] = to;
            let Some([(_, mate), (entered, above)]) = up else {
                return;
            };
            self.rebase(self.top[mate], entered);
            self.mate[entered] = above;
            (from, to) = (above, entered);
        }
    }

    /// Shifts the matching inside a node so that `vertex` is its base.
    fn rebase(&mut self, node: Node, vertex: Vertex) {
        if node < self.vertices {
            return;
        }
        let place = self.child_around(node, vertex);
        let blossom = &mut self.blossoms[node - self.vertices];
        blossom.children.rotate_left(place);
        blossom.links.rotate_left(place);
        let first = blossom.children[0];
        if place > 0 {
            for odd in (1..self.blossoms[node - self.vertices].links.len()).step_by(2) {
                let blossom = &self.blossoms[node - self.vertices];
                let (here, there) = blossom.links[odd];
                let (child, next) = (blossom.children[odd], blossom.children[odd + 1]);
                self.rebase(child, here);
                self.rebase(next, there);
                self.mate[here] = there;
                self.mate[there] = here;
            }
        }
        self.rebase(first, vertex);
    }

    /// Which child of a blossom a vertex of it lies in.
    fn child_around(&self, blossom: Node, vertex: Vertex) -> usize {
        let mut child = vertex;
        while self.parent[child] != blossom {
            child = self.parent[child];
        }
        let children = &self.blossoms[blossom - self.vertices].children;
        children
            .iter()
            .position(|&one| one == child)
            .unwrap_or_default()
    }

    /// Takes an inner blossom with price nothing apart. The even way round its cycle, from where the
    /// tree came in to the base, stays in the tree; the other children are free.
    fn expand(&mut self, node: Node) {
        let (came_from, came_to) = self.entry[node];
        let start = self.child_around(node, came_to);
        let tree = self.tree[node];
        let Blossom {
            children, links, ..
        } = std::mem::take(&mut self.blossoms[node - self.vertices]);
        self.unused.push(node);
        self.label[node] = Label::Free;

        for &child in &children {
            self.parent[child] = NONE;
            self.label[child] = Label::Free;
            for vertex in self.vertices_of(child) {
                self.top[vertex] = child;
            }
        }
        let count = children.len();
        // Matched links have odd index: they show which way round is the even one.
        let down = start.is_multiple_of(2);
        let mut at = start;
        let mut entry = (came_from, came_to);
        loop {
            let inner = children[at];
            self.label[inner] = Label::Inner;
            self.tree[inner] = tree;
            self.entry[inner] = entry;
            if at == 0 {
                break;
            }
            let outer = if down { at - 1 } else { at + 1 };
            self.make_outer(children[outer], tree);
            (at, entry) = if down {
                let (below, above) = links[outer - 1];
                (outer - 1, (above, below))
            } else {
                ((outer + 1) % count, links[outer])
            };
        }
        for child in children {
            if self.label[child] != Label::Inner {
                self.watch_all(child);
            }
        }
    }

    /// No edge is left that could become tight: outer nodes touch inner ones alone, and no inner node
    /// is a blossom.
    fn deficit(&self) -> Deficit {
        let mut groups = Vec::new();
        let mut outsiders = Vec::new();
        for node in 0..self.label.len() {
            if self.parent[node] != NONE || self.unused.contains(&node) {
                continue;
            }
            match self.label[node] {
                Label::Outer => groups.push(self.vertices_of(node)),
                Label::Inner => outsiders.push(node),
                Label::Free => {}
            }
        }
        Deficit { groups, outsiders }
    }

    fn finish(self) -> Matching<C> {
        let around = (0..self.vertices)
            .map(|vertex| {
                let mut around = Vec::new();
                let mut node = self.parent[vertex];
                while node != NONE {
                    let price = self.price[node - self.vertices];
                    if price > C::from(0) {
                        around.push((node, price));
                    }
                    node = self.parent[node];
                }
                around.reverse();
                let mut sum = C::from(0);
                for (_, price) in &mut around {
                    sum = sum + *price;
                    *price = sum;
                }
                around
            })
            .collect();
        Matching {
            mate: self.mate,
            paid: self.paid,
            around,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use rustworkx_core::max_weight_matching::max_weight_matching;
    use rustworkx_core::petgraph::graph::UnGraph;

    use super::*;

    /// A graph with a given share of its edges, in percent.
    fn graph(
        vertices: impl Strategy<Value = usize>,
        largest: i64,
    ) -> impl Strategy<Value = (usize, Vec<Edge<i64>>)> {
        (vertices, 10..=100u8, 0..=largest).prop_flat_map(|(vertices, density, largest)| {
            let pairs: Vec<(usize, usize)> = (0..vertices)
                .flat_map(|u| (u + 1..vertices).map(move |v| (u, v)))
                .collect();
            let edge = (0..100u8, 0..=largest);
            proptest::collection::vec(edge, pairs.len()).prop_map(move |drawn| {
                let edges = pairs
                    .iter()
                    .zip(drawn)
                    .filter(|&(_, (lot, _))| lot < density)
                    .map(|(&(u, v), (_, cost))| Edge { u, v, cost })
                    .collect();
                (vertices, edges)
            })
        })
    }

    /// The least cost of a perfect matching of the vertices in a bit set, by trying all.
    fn least(vertices: usize, edges: &[Edge<i64>]) -> Option<i64> {
        let mut best = vec![None; 1 << vertices];
        best[0] = Some(0);
        for set in 1usize..1 << vertices {
            let lowest = set.trailing_zeros() as usize;
            best[set] = edges
                .iter()
                .filter(|edge| edge.u.min(edge.v) == lowest)
                .filter(|edge| set >> edge.u & set >> edge.v & 1 == 1)
                .filter_map(|edge| Some(best[set ^ 1 << edge.u ^ 1 << edge.v]? + edge.cost))
                .min();
        }
        best[(1 << vertices) - 1]
    }

    /// The cost of what is said to be a perfect matching.
    fn cost(mate: &[usize], edges: &[Edge<i64>]) -> i64 {
        let partners: BTreeSet<usize> = mate.iter().copied().collect();
        assert_eq!(partners.len(), mate.len());
        let used: Vec<&Edge<i64>> = edges.iter().filter(|edge| mate[edge.u] == edge.v).collect();
        assert_eq!(
            used.len() * 2,
            mate.len(),
            "only edges of the graph are used"
        );
        assert!(used.iter().all(|edge| mate[edge.v] == edge.u));
        used.iter().map(|edge| edge.cost).sum()
    }

    /// Weak duality: with no negative slack and no negative price, a matching of tight edges that leaves
    /// each priced blossom once costs least.
    fn check_proof(matching: &Matching<i64>, edges: &[Edge<i64>]) {
        let crossings: usize = edges
            .iter()
            .filter(|edge| matching.mate[edge.u] == edge.v)
            .map(|edge| matching.crossings(edge.u, edge.v))
            .sum();
        let blossoms: BTreeSet<usize> = matching
            .around
            .iter()
            .flatten()
            .map(|&(blossom, _)| blossom)
            .collect();
        assert_eq!(crossings, blossoms.len());
        for edge in edges {
            let slack = matching.slack(edge);
            assert!(slack >= 0);
            assert!(slack == 0 || matching.mate[edge.u] != edge.v);
        }
    }

    /// Takes the outsiders away and looks at what is left.
    fn check_deficit(vertices: usize, edges: &[Edge<i64>], deficit: &Deficit) {
        assert!(deficit.groups.len() > deficit.outsiders.len());
        let mut group_of = vec![None; vertices];
        for (index, group) in deficit.groups.iter().enumerate() {
            assert_eq!(group.len() % 2, 1);
            for &vertex in group {
                assert_eq!(group_of[vertex].replace(index), None);
            }
        }
        for edge in edges {
            for (here, there) in [(edge.u, edge.v), (edge.v, edge.u)] {
                assert!(
                    group_of[here].is_none()
                        || group_of[here] == group_of[there]
                        || deficit.outsiders.contains(&there)
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn agrees_with_trying_all((vertices, edges) in graph(2..=10usize, 12)) {
            match (cheapest(vertices, &edges), least(vertices, &edges)) {
                (Ok(matching), Some(least)) => {
                    prop_assert_eq!(cost(&matching.mate, &edges), least);
                    check_proof(&matching, &edges);
                }
                (Err(deficit), None) => check_deficit(vertices, &edges, &deficit),
                (found, least) => prop_assert!(false, "{found:?} where the least is {least:?}"),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn agrees_with_another_implementation((vertices, edges) in graph(11..=70usize, 40)) {
            let mut graph = UnGraph::<(), i128>::default();
            let nodes: Vec<_> = (0..vertices).map(|_| graph.add_node(())).collect();
            for edge in &edges {
                graph.add_edge(nodes[edge.u], nodes[edge.v], 1000 - i128::from(edge.cost));
            }
            let theirs = max_weight_matching::<_, _, ()>(&graph, true, |edge| Ok(*edge.weight()), false)
                .unwrap();
            match cheapest(vertices, &edges) {
                Ok(matching) => {
                    let mut mate = vec![0; vertices];
                    for (u, v) in theirs {
                        (mate[u], mate[v]) = (v, u);
                    }
                    prop_assert_eq!(cost(&matching.mate, &edges), cost(&mate, &edges));
                    check_proof(&matching, &edges);
                }
                Err(deficit) => {
                    prop_assert!(theirs.len() * 2 < vertices);
                    check_deficit(vertices, &edges, &deficit);
                }
            }
        }
    }

    #[test]
    fn two_triangles_are_two_odd_groups() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)].map(|(u, v)| Edge {
            u,
            v,
            cost: 1i64,
        });
        let deficit = cheapest(6, &edges).unwrap_err();
        let mut groups = deficit.groups;
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_unstable();
        assert_eq!(groups, [[0, 1, 2], [3, 4, 5]]);
        assert!(deficit.outsiders.is_empty());
    }
}
