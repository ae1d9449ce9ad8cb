use super::super::matching::{self, Deficit, Edge};
use super::graph::Graph;

/// Pairs of each vertex that are looked at first.
const FEW: usize = 8;

/// Whether all of an even number of vertices can be paired, or the proof that they can not. The pairing is
/// sought among few pairs; a proof that there is none is then held against all.
pub(in crate::tournament::swiss) fn complete(
    graph: &Graph,
    vertices: usize,
) -> Result<(), Deficit> {
    if graph.is_surely_complete(vertices) {
        return Ok(());
    }
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for u in 0..vertices {
        // From the other half on, so that everyone gets a share of the looks.
        let others = (0..vertices).map(|step| (u + vertices / 2 + step) % vertices);
        let allowed = others.filter(|&v| u != v && graph.allows(u, v));
        pairs.extend(allowed.take(FEW).map(|v| sorted(u, v)));
    }
    loop {
        pairs.sort_unstable();
        pairs.dedup();
        let edges: Vec<Edge<i64>> = pairs
            .iter()
            .map(|&(u, v)| Edge {
                u: u as usize,
                v: v as usize,
                cost: 0,
            })
            .collect();
        let Err(deficit) = matching::cheapest(vertices, &edges) else {
            return Ok(());
        };
        let before = pairs.len();
        pairs.extend(ways_out(graph, vertices, &deficit));
        if pairs.len() == before {
            return Err(deficit);
        }
    }
}

/// Some of the pairs that lead out of a group of a proof and not to an outsider.
fn ways_out(graph: &Graph, vertices: usize, deficit: &Deficit) -> Vec<(u32, u32)> {
    let mut group = vec![None; vertices];
    for (index, members) in deficit.groups.iter().enumerate() {
        for &member in members {
            group[member] = Some(index);
        }
    }
    let mut is_outsider = vec![false; vertices];
    for &outsider in &deficit.outsiders {
        is_outsider[outsider] = true;
    }
    let mut found = Vec::new();
    for &u in deficit.groups.iter().flatten() {
        let others = (0..vertices).map(|step| (u + step) % vertices);
        let out = others.filter(|&v| group[u] != group[v] && !is_outsider[v] && graph.allows(u, v));
        found.extend(out.take(FEW).map(|v| sorted(u, v)));
    }
    found
}

fn sorted(u: usize, v: usize) -> (u32, u32) {
    (u.min(v) as u32, u.max(v) as u32)
}
