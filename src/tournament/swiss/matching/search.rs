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

/// Edges, those of a vertex together.
struct Near<C> {
    /// Of each vertex, and after the last: its first edge.
    first: Vec<usize>,
    /// The other end.
    end: Vec<u32>,
    /// In prices.
    cost: Vec<C>,
}

impl<C: Cost> Near<C> {
    fn new(vertices: usize, edges: &[Edge<C>]) -> Near<C> {
        let mut first = vec![0; vertices + 1];
        for edge in edges {
            first[edge.u + 1] += 1;
            first[edge.v + 1] += 1;
        }
        for vertex in 0..vertices {
            first[vertex + 1] += first[vertex];
        }
        let mut next = first.clone();
        let mut end = vec![0; 2 * edges.len()];
        let mut cost = vec![C::from(0); 2 * edges.len()];
        for edge in edges {
            for (here, there) in [(edge.u, edge.v), (edge.v, edge.u)] {
                end[next[here]] = there as u32;
                cost[next[here]] = C::from(UNIT) * edge.cost;
                next[here] += 1;
            }
        }
        Near { first, end, cost }
    }

    /// The edges of a vertex: other end, cost in prices.
    fn of(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, C)> {
        let edges = self.first[vertex]..self.first[vertex + 1];
        let ends = self.end[edges.clone()].iter();
        ends.zip(&self.cost[edges])
            .map(|(&end, &cost)| (end as usize, cost))
    }
}

/// What the search asks of a vertex for each edge it looks at.
#[derive(Clone, Copy)]
pub(super) struct Place<C> {
    /// The prices of all nodes around it, itself included, without what the label adds.
    paid: C,
    /// Where its outermost node stands in `outermost`.
    pub(super) slot: u32,
    /// That of the outermost node.
    label: Label,
}

/// What a tight edge is good for; the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// It joins two trees: less is left to do.
    Augment,
    /// A tree grows, or an odd cycle is closed.
    Extend,
}

/// An edge of use.
struct Tight<C> {
    /// When nothing is left unpaid.
    when: C,
    good_for: Use,
    /// The end that waited for it.
    vertex: Vertex,
    other: Vertex,
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
    near: Near<C>,
    /// Partner of each vertex, or `NONE`.
    pub(super) mate: Vec<Vertex>,
    pub(super) places: Vec<Place<C>>,
    pub(super) outermost: Vec<Node>,
    pub(super) unused_slots: Vec<u32>,
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
    waiting: BinaryHeap<Reverse<(C, Use, Vertex)>>,
    /// For what each vertex waits; whatever else the heap holds of it is out of date.
    due: Vec<Option<(C, Use)>>,
    /// Inner blossoms under the moment at which nothing is left of the price.
    emptied: BinaryHeap<Reverse<(C, Node)>>,
    pub(super) unmatched: usize,
    /// Marks of the search for a common ancestor.
    seen: Vec<usize>,
    searches: usize,
}

impl<C: Cost> Search<C> {
    pub(super) fn new(vertices: usize, edges: &[Edge<C>]) -> Search<C> {
        // Nested odd sets of three and more: fewer than half as many as vertices.
        let blossoms = vertices / 2 + 1;
        let nodes = vertices + blossoms;
        Search {
            vertices,
            near: Near::new(vertices, edges),
            mate: vec![NONE; vertices],
            places: (0..vertices)
                .map(|vertex| Place {
                    paid: C::from(0),
                    slot: vertex as u32,
                    label: Label::Free,
                })
                .collect(),
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
                (Some(tight), None) => self.use_edges(tight),
                (Some(tight), Some((limit, _))) if tight.when < limit => self.use_edges(tight),
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
            let cheapest = self.near.of(vertex).map(|(_, cost)| cost).min();
            // Rounded down to an even number.
            self.places[vertex].paid = cheapest.unwrap_or(C::from(0)) / C::from(4) * C::from(2);
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
            self.places[vertex].paid = (half - C::from(i32::from(is_below))) * two;
        }
        for vertex in 0..self.vertices {
            let least = self.slacks(vertex).map(|(slack, _)| slack).min();
            if let Some(least) = least.filter(|&least| least < nothing) {
                self.pay(vertex, least);
            }
        }
    }

    /// Of these pairs those that are tight.
    fn take_pairs(&mut self, known: &[Vertex]) {
        for (vertex, &mate) in known.iter().enumerate() {
            let is_tight = |(slack, other): (C, Vertex)| other == mate && slack == C::from(0);
            if vertex < mate && self.slacks(vertex).any(is_tight) {
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
            let slacks = self
                .slacks(vertex)
                .map(|(slack, other)| (slack, self.mate[other] != NONE, other));
            let Some((least, taken, other)) = slacks.min() else {
                continue;
            };
            self.pay(vertex, least);
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

    /// Of the edges of a vertex while nothing is in a tree or a blossom: what is unpaid, the other end.
    fn slacks(&self, vertex: Vertex) -> impl Iterator<Item = (C, Vertex)> {
        let paid = self.places[vertex].paid;
        let edges = self.near.of(vertex);
        edges.map(move |(other, cost)| (cost - paid - self.places[other].paid, other))
    }

    fn pay(&mut self, vertex: Vertex, more: C) {
        self.places[vertex].paid = self.places[vertex].paid + more;
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
        self.outermost[self.places[vertex].slot as usize]
    }

    /// Gives an outermost node another label; its prices stay.
    pub(super) fn relabel(&mut self, node: Node, label: Label) {
        if self.label[node] == label {
            return;
        }
        let by = self.added(self.label[node]) - self.added(label);
        self.label[node] = label;
        for &vertex in &self.inside[node] {
            let place = &mut self.places[vertex];
            place.paid = place.paid + by;
            place.label = label;
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

    /// The first edge of an outer or free vertex that is of use to become tight if labels stay as they are.
    fn soonest(&self, vertex: Vertex) -> Option<Tight<C>> {
        let here = self.places[vertex];
        match here.label {
            Label::Outer => self.soonest_of_outer(vertex, here),
            Label::Free => self.soonest_of_free(vertex, here),
            Label::Inner => None,
        }
    }

    fn soonest_of_outer(&self, vertex: Vertex, here: Place<C>) -> Option<Tight<C>> {
        let tree = self.tree[self.top(vertex)];
        // Of two outer vertices, each pays half of what is left: so all is counted twice.
        let (paid, outer) = (here.paid + self.now, here.paid + self.now + self.now);
        let mut best: Option<(C, Use, Vertex)> = None;
        for (other, cost) in self.near.of(vertex) {
            let there = self.places[other];
            let wait = match there.label {
                Label::Inner => continue,
                Label::Outer if there.slot == here.slot => continue,
                Label::Outer => cost - outer - there.paid,
                Label::Free => {
                    let wait = cost - paid - there.paid;
                    wait + wait
                }
            };
            let is_better = best.is_none_or(|(least, good_for, _)| {
                wait < least || wait == least && good_for > Use::Augment
            });
            if is_better {
                let joins = there.label == Label::Outer && self.tree[self.top(other)] != tree;
                let good_for = if joins { Use::Augment } else { Use::Extend };
                best = Some((wait, good_for, other));
            }
        }
        best.map(|(wait, good_for, other)| Tight {
            when: self.now + wait / C::from(2),
            good_for,
            vertex,
            other,
        })
    }

    fn soonest_of_free(&self, vertex: Vertex, here: Place<C>) -> Option<Tight<C>> {
        let paid = here.paid + self.now;
        let outer = |&(other, _): &(Vertex, C)| self.places[other].label == Label::Outer;
        let edges = self.near.of(vertex).filter(outer);
        let waits = edges.map(|(other, cost)| (cost - paid - self.places[other].paid, other));
        waits.min().map(|(wait, other)| Tight {
            when: self.now + wait,
            good_for: Use::Extend,
            vertex,
            other,
        })
    }

    /// Lets a vertex wait for its first tight edge.
    pub(super) fn watch(&mut self, vertex: Vertex) {
        let tight = self.soonest(vertex);
        self.due[vertex] = tight.map(|tight| (tight.when, tight.good_for));
        if let Some((when, good_for)) = self.due[vertex] {
            self.waiting.push(Reverse((when, good_for, vertex)));
        }
    }

    pub(super) fn watch_all(&mut self, node: Node) {
        for index in 0..self.inside[node].len() {
            self.watch(self.inside[node][index]);
        }
    }

    /// The next edge to become tight; the vertex that waits for it stays at the head of the heap.
    fn next_tight(&mut self) -> Option<Tight<C>> {
        while let Some(&Reverse((when, good_for, vertex))) = self.waiting.peek() {
            if self.due[vertex] == Some((when, good_for)) {
                match self.soonest(vertex) {
                    Some(tight) if (tight.when, tight.good_for) <= (when, good_for) => {
                        return Some(tight);
                    }
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

    /// Makes use of an edge, and of the others of its vertex that are tight at the same moment: there may be
    /// many where costs are level, and to look for each anew takes long.
    fn use_edges(&mut self, tight: Tight<C>) {
        let Tight { vertex, other, .. } = tight;
        self.waiting.pop();
        self.due[vertex] = None;
        self.now = tight.when;
        if tight.good_for == Use::Augment {
            return self.augment(vertex, other);
        }
        if self.places[vertex].label == Label::Free {
            return self.grow(other, vertex);
        }
        for edge in self.near.first[vertex]..self.near.first[vertex + 1] {
            let (other, cost) = (self.near.end[edge] as usize, self.near.cost[edge]);
            let (here, there) = (self.places[vertex], self.places[other]);
            let slack = cost - here.paid - self.now - there.paid;
            match there.label {
                Label::Free if slack == C::from(0) => self.grow(vertex, other),
                Label::Outer if slack == self.now && here.slot != there.slot => {
                    if self.tree[self.top(vertex)] != self.tree[self.top(other)] {
                        return self.augment(vertex, other);
                    }
                    self.contract(vertex, other);
                }
                _ => {}
            }
        }
        self.watch(vertex);
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
            paid: self.places.iter().map(|place| place.paid).collect(),
            nest,
        }
    }
}
