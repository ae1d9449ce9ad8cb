use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::blossom::Blossom;
use super::nest::Nest;
use super::{Cost, Deficit, Edge, Known, Matching, UNIT};

/// A vertex, or a blossom: those are numbered after the vertices.
pub(super) type Node = usize;
pub(super) type Vertex = usize;

pub(super) const NONE: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// At an even distance from a root; its price rises.
    Outer,
    /// At an odd distance; its price falls.
    Inner,
}

/// A search under way.
///
/// A flip dissolves the two trees it joined and leaves all others as they are. Vertices wait in a heap
/// under the moment at which the first of their edges becomes tight. Whoever becomes outer or free looks
/// that moment up and waits, so each edge has an end that does not wait too long; when the moment comes
/// it is looked up again, for it may have moved to later.
///
/// All trees grow at one pace, so prices are written down as they were at the start: a label tells what
/// has become of them since, and only a change of label touches them.
pub(super) struct Search<C> {
    pub(super) vertices: usize,
    /// Edges at each vertex: (other end, cost in prices).
    near: Vec<Vec<(Vertex, C)>>,
    /// Partner of each vertex, or `NONE`.
    pub(super) mate: Vec<Vertex>,
    /// For each vertex, the prices of all nodes around it, itself included, without what the label of the
    /// outermost adds.
    paid: Vec<C>,
    /// Of each vertex: where its outermost node stands in `outermost`.
    pub(super) slot: Vec<usize>,
    pub(super) outermost: Vec<Node>,
    pub(super) unused_slots: Vec<usize>,
    /// Of outermost nodes: the vertices in it.
    pub(super) inside: Vec<Vec<Vertex>>,
    /// Of nodes: the blossom directly around, or `NONE`.
    pub(super) parent: Vec<Node>,
    /// Of blossoms, by node number less the number of vertices: likewise without what the label adds.
    pub(super) price: Vec<C>,
    pub(super) blossoms: Vec<Blossom>,
    pub(super) unused: Vec<Node>,
    /// Of outermost nodes; all others are free.
    pub(super) label: Vec<Label>,
    /// Of inner nodes: the edge by which the tree reached it, from an outer vertex to its own.
    pub(super) entry: Vec<(Vertex, Vertex)>,
    /// Of labelled nodes: the root of the tree.
    pub(super) tree: Vec<Vertex>,
    /// Of roots: all that has joined the tree, gone blossoms too.
    members: Vec<Vec<Node>>,
    /// How far the price of a root has risen since the start.
    now: C,
    waiting: BinaryHeap<Reverse<(C, Vertex)>>,
    /// Under what moment each vertex waits; whatever else the heap holds of it is out of date.
    due: Vec<Option<C>>,
    /// Inner blossoms under the moment at which nothing is left of the price.
    emptied: BinaryHeap<Reverse<(C, Node)>>,
    pub(super) unmatched: usize,
    /// Marks of the search for a common ancestor.
    seen: Vec<usize>,
    searches: usize,
}

impl<C: Cost> Search<C> {
    pub(super) fn new(vertices: usize, edges: &[Edge<C>]) -> Search<C> {
        let mut near = vec![Vec::new(); vertices];
        for edge in edges {
            let cost = C::from(UNIT) * edge.cost;
            near[edge.u].push((edge.v, cost));
            near[edge.v].push((edge.u, cost));
        }
        // Nested odd sets of three and more: fewer than half as many as vertices.
        let blossoms = vertices / 2 + 1;
        let nodes = vertices + blossoms;
        Search {
            vertices,
            near,
            mate: vec![NONE; vertices],
            paid: vec![C::from(0); vertices],
            slot: (0..vertices).collect(),
            outermost: (0..vertices).collect(),
            unused_slots: Vec::new(),
            inside: (0..nodes)
                .map(|node| {
                    if node < vertices {
                        vec![node]
                    } else {
                        Vec::new()
                    }
                })
                .collect(),
            parent: vec![NONE; nodes],
            price: vec![C::from(0); blossoms],
            blossoms: vec![Blossom::default(); blossoms],
            unused: (vertices..nodes).rev().collect(),
            label: vec![Label::Free; nodes],
            entry: vec![(NONE, NONE); nodes],
            tree: vec![NONE; nodes],
            members: vec![Vec::new(); vertices],
            now: C::from(0),
            waiting: BinaryHeap::new(),
            due: vec![None; vertices],
            emptied: BinaryHeap::new(),
            unmatched: vertices,
            seen: vec![0; nodes],
            searches: 0,
        }
    }

    pub(super) fn run(mut self, known: Known<'_, C>) -> Result<Matching<C>, Deficit> {
        match known {
            Known::Nothing => self.set_prices(),
            Known::Pairs(mate) => {
                self.set_prices();
                self.take_pairs(mate);
            }
            Known::Matching(known) => {
                self.take_prices(known);
                self.take_pairs(&known.mate);
            }
        }
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
                    self.now = limit;
                    self.expand(blossom);
                }
                (None, None) => return Err(self.deficit()),
            }
        }
        Ok(self.finish())
    }

    /// Half of the cheapest cost for each vertex.
    fn set_prices(&mut self) {
        for vertex in 0..self.vertices {
            let cheapest = self.near[vertex].iter().map(|&(_, cost)| cost).min();
            // Rounded down to an even number.
            self.paid[vertex] = cheapest.unwrap_or(C::from(0)) / C::from(4) * C::from(2);
        }
    }

    /// Prices of vertices from another solution, lowered where an edge does not bear them.
    fn take_prices(&mut self, known: &Matching<C>) {
        let nothing = C::from(0);
        let two = C::from(2);
        for vertex in 0..self.vertices {
            let paid = known.paid[vertex] - known.nest.sum(vertex);
            let half = paid / two;
            // Rounded down to an even number.
            let is_below = half * two > paid;
            self.paid[vertex] = (half - C::from(i32::from(is_below))) * two;
        }
        for vertex in 0..self.vertices {
            let slacks = self.near[vertex]
                .iter()
                .map(|&(other, cost)| cost - self.paid[vertex] - self.paid[other]);
            let least = slacks.min().unwrap_or(nothing);
            if least < nothing {
                self.paid[vertex] = self.paid[vertex] + least;
            }
        }
    }

    /// Of these pairs those that are tight.
    fn take_pairs(&mut self, known: &[Vertex]) {
        for (vertex, &mate) in known.iter().enumerate() {
            let is_tight = |&(other, cost): &(Vertex, C)| {
                other == mate && cost == self.paid[vertex] + self.paid[mate]
            };
            if vertex < mate && self.near[vertex].iter().any(is_tight) {
                self.mate[vertex] = mate;
                self.mate[mate] = vertex;
                self.unmatched -= 2;
            }
        }
    }

    /// Prices as high as the edges allow one vertex after the other, edges that are tight then matched
    /// at once, and a tree on every vertex left over. Prices are even here, and so are costs: so
    /// the vertices of trees keep one parity, and half the slack between two of them is whole.
    fn start(&mut self) {
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
            self.join(root, Label::Outer, root);
        }
        for &root in &roots {
            self.watch(root);
        }
    }

    /// What a label has added to the prices since the start.
    fn added(&self, label: Label) -> C {
        match label {
            Label::Free => C::from(0),
            Label::Outer => self.now,
            Label::Inner => C::from(0) - self.now,
        }
    }

    /// The outermost node around a vertex.
    pub(super) fn top(&self, vertex: Vertex) -> Node {
        self.outermost[self.slot[vertex]]
    }

    fn paid(&self, vertex: Vertex) -> C {
        self.paid[vertex] + self.added(self.label[self.top(vertex)])
    }

    /// Gives an outermost node another label; its prices stay.
    pub(super) fn relabel(&mut self, node: Node, label: Label) {
        if self.label[node] == label {
            return;
        }
        let by = self.added(self.label[node]) - self.added(label);
        self.label[node] = label;
        for &vertex in &self.inside[node] {
            self.paid[vertex] = self.paid[vertex] + by;
        }
        let Some(blossom) = node.checked_sub(self.vertices) else {
            return;
        };
        self.price[blossom] = self.price[blossom] + by;
        if label == Label::Inner {
            self.emptied.push(Reverse((self.price[blossom], node)));
        }
    }

    /// Takes an outermost node into a tree.
    pub(super) fn join(&mut self, node: Node, label: Label, tree: Vertex) {
        self.relabel(node, label);
        self.tree[node] = tree;
        self.members[tree].push(node);
    }

    /// A new blossom, in a tree at once; its children are those [enclosed](Search::enclose).
    pub(super) fn open(&mut self, blossom: Node, tree: Vertex) {
        self.parent[blossom] = NONE;
        self.label[blossom] = Label::Outer;
        self.price[blossom - self.vertices] = C::from(0) - self.now;
        self.tree[blossom] = tree;
        self.members[tree].push(blossom);
    }

    /// An outer node becomes a child: its own price no longer rises, what its vertices pay does.
    pub(super) fn enclose(&mut self, child: Node, blossom: Node) {
        if let Some(own) = child.checked_sub(self.vertices) {
            self.price[own] = self.price[own] + self.now;
        }
        self.label[child] = Label::Free;
        self.parent[child] = blossom;
    }

    /// When the first edge of an outer or free vertex that is of use becomes tight if labels stay as they
    /// are, and its other end.
    fn soonest(&self, vertex: Vertex) -> Option<(C, Vertex)> {
        let top = self.top(vertex);
        let label = self.label[top];
        let paid = self.paid(vertex);
        let outer = self.added(Label::Outer);
        self.near[vertex]
            .iter()
            .filter_map(|&(other, cost)| {
                let there = self.top(other);
                let slack = || cost - paid - self.paid[other];
                match (label, self.label[there]) {
                    (Label::Outer, Label::Outer) if there != top => {
                        Some(((slack() - outer) / C::from(2), other))
                    }
                    (Label::Outer, Label::Free) => Some((slack(), other)),
                    (Label::Free, Label::Outer) => Some((slack() - outer, other)),
                    _ => None,
                }
            })
            .min()
            .map(|(wait, other)| (self.now + wait, other))
    }

    /// Lets a vertex wait for its first tight edge.
    pub(super) fn watch(&mut self, vertex: Vertex) {
        self.due[vertex] = self.soonest(vertex).map(|(moment, _)| moment);
        if let Some(moment) = self.due[vertex] {
            self.waiting.push(Reverse((moment, vertex)));
        }
    }

    pub(super) fn watch_all(&mut self, node: Node) {
        for index in 0..self.inside[node].len() {
            self.watch(self.inside[node][index]);
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
    fn next_emptied(&mut self) -> Option<(C, Node)> {
        while let Some(&Reverse((when, node))) = self.emptied.peek() {
            let is_inner = self.parent[node] == NONE && self.label[node] == Label::Inner;
            if is_inner && self.price[node - self.vertices] == when {
                return Some((when, node));
            }
            self.emptied.pop();
        }
        None
    }

    fn use_edge(&mut self, when: C, u: Vertex, v: Vertex) {
        self.waiting.pop();
        self.now = when;
        let (one, other) = (self.top(u), self.top(v));
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
        let inner = self.top(v);
        let tree = self.tree[self.top(u)];
        self.join(inner, Label::Inner, tree);
        self.entry[inner] = (u, v);
        let outer = self.top(self.mate[self.base(inner)]);
        self.join(outer, Label::Outer, tree);
        self.watch_all(outer);
    }

    /// The step from an outer node towards its root: the edge to the inner node above, and the edge from
    /// there to the next outer node.
    pub(super) fn step_up(&self, outer: Node) -> Option<[(Vertex, Vertex); 2]> {
        let base = self.base(outer);
        let mate = self.mate[base];
        if mate == NONE {
            return None;
        }
        let (from, to) = self.entry[self.top(mate)];
        Some([(base, mate), (to, from)])
    }

    pub(super) fn common_ancestor(&mut self, one: Node, other: Node) -> Node {
        self.searches += 1;
        let (mut node, mut next) = (Some(one), Some(other));
        while let Some(outer) = node {
            if self.seen[outer] == self.searches {
                return outer;
            }
            self.seen[outer] = self.searches;
            let above = self.step_up(outer).map(|[_, (_, from)]| self.top(from));
            (node, next) = if next.is_some() {
                (next, above)
            } else {
                (above, None)
            };
        }
        // Both are in one tree: the paths meet at its root at the latest.
        one
    }

    /// Flips the path between the roots of two trees that the edge joins.
    fn augment(&mut self, u: Vertex, v: Vertex) {
        let roots = [self.tree[self.top(u)], self.tree[self.top(v)]];
        self.flip(u, v);
        self.flip(v, u);
        self.unmatched -= 2;

        let mut dissolved = Vec::new();
        for root in roots {
            for node in std::mem::take(&mut self.members[root]) {
                let is_member = self.parent[node] == NONE && self.tree[node] == root;
                if is_member && self.label[node] != Label::Free {
                    self.relabel(node, Label::Free);
                    dissolved.extend(self.unwrap(node));
                }
            }
        }
        for node in dissolved {
            self.watch_all(node);
        }
    }

    /// Matches the outer vertex `from` to `to` and shifts the matching on its way up to the root.
    fn flip(&mut self, mut from: Vertex, mut to: Vertex) {
        loop {
            let outer = self.top(from);
            let up = self.step_up(outer);
            self.rebase(outer, from);
            self.mate[from] = to;
            let Some([(_, mate), (entered, above)]) = up else {
                return;
            };
            self.rebase(self.top(mate), entered);
            self.mate[entered] = above;
            (from, to) = (above, entered);
        }
    }

    /// No edge is left that could become tight: outer nodes touch inner ones alone, and no inner node
    /// is a blossom.
    fn deficit(&self) -> Deficit {
        let mut groups = Vec::new();
        let mut outsiders = Vec::new();
        for node in 0..self.label.len() {
            if self.parent[node] != NONE {
                continue;
            }
            match self.label[node] {
                Label::Outer => groups.push(self.inside[node].clone()),
                Label::Inner => outsiders.push(node),
                Label::Free => {}
            }
        }
        Deficit { groups, outsiders }
    }

    /// Everyone has a partner, so no tree is left.
    fn finish(self) -> Matching<C> {
        let nest = Nest::new(self.vertices, self.price.len(), |vertex| {
            let mut chain = Vec::new();
            let mut node = self.parent[vertex];
            while node != NONE {
                let blossom = node - self.vertices;
                let price = self.price[blossom];
                if price > C::from(0) {
                    chain.push((blossom, price));
                }
                node = self.parent[node];
            }
            chain
        });
        Matching {
            mate: self.mate,
            paid: self.paid,
            nest,
        }
    }
}
