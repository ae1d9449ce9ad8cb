use super::Cost;
use super::search::{Label, NONE, Node, Search, Vertex};

/// An odd cycle of nodes contracted to one. The first child holds the base: the only vertex of the
/// blossom that is not matched inside. Links with odd index are matched.
#[derive(Clone, Default)]
pub(super) struct Blossom {
    children: Vec<Node>,
    /// Link `i` joins child `i` to the next round the cycle: (vertex here, vertex there).
    links: Vec<(Vertex, Vertex)>,
}

impl<C: Cost> Search<C> {
    pub(super) fn base(&self, mut node: Node) -> Vertex {
        while node >= self.vertices {
            node = self.blossoms[node - self.vertices].children[0];
        }
        node
    }

    /// Contracts the cycle that the edge between two outer nodes of one tree closes.
    pub(super) fn contract(&mut self, u: Vertex, v: Vertex) {
        let ancestor = self.common_ancestor(self.top(u), self.top(v));
        let (mut children, mut links) = (Vec::new(), Vec::new());
        let mut node = self.top(u);
        while node != ancestor {
            let Some([(base, mate), (to, from)]) = self.step_up(node) else {
                break;
            };
            children.extend([node, self.top(mate)]);
            links.extend([(mate, base), (from, to)]);
            node = self.top(from);
        }
        children.push(ancestor);
        children.reverse();
        links.reverse();
        links.push((u, v));
        node = self.top(v);
        while node != ancestor {
            let Some([matched, (to, from)]) = self.step_up(node) else {
                break;
            };
            children.extend([node, self.top(matched.1)]);
            links.extend([matched, (to, from)]);
            node = self.top(from);
        }

        let blossom = self.unused.pop().unwrap_or(NONE);
        let mut turned = Vec::new();
        for &child in &children {
            if self.label[child] == Label::Inner {
                turned.extend_from_slice(&self.inside[child]);
                self.relabel(child, Label::Outer);
            }
            self.enclose(child, blossom);
        }
        self.gather(&children, blossom);
        self.open(blossom, self.tree[ancestor]);
        self.blossoms[blossom - self.vertices] = Blossom { children, links };
        for vertex in turned {
            self.watch(vertex);
        }
    }

    /// Hands the vertices of the children on to the blossom; those of the largest stay where they are.
    fn gather(&mut self, children: &[Node], blossom: Node) {
        let size = |child: &Node| self.inside[*child].len();
        let Some(largest) = children.iter().copied().max_by_key(size) else {
            return;
        };
        let mut vertices = std::mem::take(&mut self.inside[largest]);
        let slot = self.places[vertices[0]].slot;
        for &child in children.iter().filter(|&&child| child != largest) {
            let others = std::mem::take(&mut self.inside[child]);
            self.unused_slots.push(self.places[others[0]].slot);
            for &vertex in &others {
                self.places[vertex].slot = slot;
            }
            vertices.extend(others);
        }
        self.outermost[slot as usize] = blossom;
        self.inside[blossom] = vertices;
    }

    /// Hands the vertices of a blossom back to nodes in it, which become outermost.
    fn scatter(&mut self, blossom: Node, nodes: &[Node]) {
        let gone = std::mem::take(&mut self.inside[blossom]);
        self.unused_slots.push(self.places[gone[0]].slot);
        for &node in nodes {
            let slot = self.unused_slots.pop().unwrap_or(u32::MAX);
            self.parent[node] = NONE;
            let vertices = self.leaves(node);
            for &vertex in &vertices {
                self.places[vertex].slot = slot;
            }
            self.outermost[slot as usize] = node;
            self.inside[node] = vertices;
        }
    }

    fn leaves(&self, node: Node) -> Vec<Vertex> {
        let mut leaves = Vec::new();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            match node.checked_sub(self.vertices) {
                Some(blossom) => nodes.extend(&self.blossoms[blossom].children),
                None => leaves.push(node),
            }
        }
        leaves
    }

    /// Takes a free blossom apart as deep as prices are nothing; what is left of it.
    pub(super) fn unwrap(&mut self, node: Node) -> Vec<Node> {
        let mut nodes = vec![node];
        let mut left = Vec::new();
        while let Some(node) = nodes.pop() {
            match node.checked_sub(self.vertices) {
                Some(blossom) if self.price[blossom] == C::from(0) => {
                    nodes.extend(std::mem::take(&mut self.blossoms[blossom]).children);
                    self.parent[node] = NONE;
                    self.unused.push(node);
                }
                _ => left.push(node),
            }
        }
        if left != [node] {
            self.scatter(node, &left);
        }
        left
    }

    /// Shifts the matching inside a node so that `vertex` is its base.
    pub(super) fn rebase(&mut self, node: Node, vertex: Vertex) {
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
    pub(super) fn expand(&mut self, node: Node) {
        let (came_from, came_to) = self.entry[node];
        let start = self.child_around(node, came_to);
        let tree = self.tree[node];
        // What the label added stays with the vertices.
        self.relabel(node, Label::Free);
        let Blossom { children, links } = std::mem::take(&mut self.blossoms[node - self.vertices]);
        self.unused.push(node);
        self.scatter(node, &children);
        let count = children.len();
        // Matched links have odd index: they show which way round is the even one.
        let down = start.is_multiple_of(2);
        let mut at = start;
        let mut entry = (came_from, came_to);
        loop {
            let inner = children[at];
            self.join(inner, Label::Inner, tree);
            self.entry[inner] = entry;
            if at == 0 {
                break;
            }
            let outer = if down { at - 1 } else { at + 1 };
            self.join(children[outer], Label::Outer, tree);
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
}
