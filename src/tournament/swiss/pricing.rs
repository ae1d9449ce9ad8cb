//! A cheapest perfect matching of a dense graph, from few of its edges.
//!
//! The matching is sought among the cheapest edges of each vertex. Its prices are then held against all
//! edges: where none is overpaid, the prices prove the matching cheapest in the whole graph, for a proof
//! asks nothing but that no edge has a negative slack and that the matched ones have none. Overpaid
//! edges join those looked at, and it is sought again. Where the few edges have no perfect matching, the
//! groups that prove it are held against all edges in the same way: either no edge leads out of a group
//! but to an outsider, and there is none in the whole graph, or such edges join.

use super::matching::{self, Cost, Deficit, Edge, Matching};

/// Edges of each vertex that are looked at first.
const FEW: usize = 12;
/// How often edges are added before all are looked at.
const PATIENCE: usize = 24;

/// The same as [`matching::cheapest`], with the prices of another proof maybe. `known` is a perfect
/// matching, where one is at hand.
pub(super) fn cheapest<C: Cost>(
    vertices: usize,
    edges: &[Edge<C>],
    known: Option<&[usize]>,
) -> Result<Matching<C>, Deficit> {
    if edges.len() <= 3 * FEW * vertices {
        return matching::cheapest(vertices, edges);
    }
    let mut chosen = few(vertices, edges);
    if let Some(mate) = known {
        for (edge, chosen) in edges.iter().zip(&mut chosen) {
            *chosen |= mate.get(edge.u) == Some(&edge.v);
        }
    }
    for _ in 0..PATIENCE {
        let looked_at: Vec<Edge<C>> = edges
            .iter()
            .zip(&chosen)
            .filter(|&(_, &chosen)| chosen)
            .map(|(edge, _)| *edge)
            .collect();
        let more = match matching::cheapest(vertices, &looked_at) {
            Ok(matching) => {
                let more = overpaid(vertices, edges, &matching);
                if more.is_empty() {
                    return Ok(matching);
                }
                more
            }
            Err(deficit) => {
                let more = ways_out(vertices, edges, &deficit);
                if more.is_empty() {
                    return Err(deficit);
                }
                more
            }
        };
        for place in more {
            chosen[place] = true;
        }
    }
    matching::cheapest(vertices, edges)
}

/// The cheapest edges of each vertex; among equals those to near numbers, so that all get their share.
fn few<C: Cost>(vertices: usize, edges: &[Edge<C>]) -> Vec<bool> {
    let mut first = vec![0; vertices + 1];
    for edge in edges {
        first[edge.u + 1] += 1;
        first[edge.v + 1] += 1;
    }
    for vertex in 0..vertices {
        first[vertex + 1] += first[vertex];
    }
    let mut next = first.clone();
    let mut near = vec![0; 2 * edges.len()];
    for (place, edge) in edges.iter().enumerate() {
        for end in [edge.u, edge.v] {
            near[next[end]] = place;
            next[end] += 1;
        }
    }
    let mut chosen = vec![false; edges.len()];
    for vertex in 0..vertices {
        let near = &mut near[first[vertex]..first[vertex + 1]];
        let take = near.len().min(FEW);
        if take < near.len() {
            near.select_nth_unstable_by_key(take, |&place| {
                let edge = &edges[place];
                (edge.cost, edge.u.abs_diff(edge.v))
            });
        }
        for &place in &near[..take] {
            chosen[place] = true;
        }
    }
    chosen
}

/// The worst of the edges whose ends pay more than they cost.
fn overpaid<C: Cost>(vertices: usize, edges: &[Edge<C>], matching: &Matching<C>) -> Vec<usize> {
    let nothing = C::from(0);
    let mut found: Vec<(C, usize)> = edges
        .iter()
        .enumerate()
        .map(|(place, edge)| (matching.slack(edge), place))
        .filter(|&(slack, _)| slack < nothing)
        .collect();
    let most = 8 * vertices;
    if found.len() > most {
        found.select_nth_unstable(most);
        found.truncate(most);
    }
    found.into_iter().map(|(_, place)| place).collect()
}

/// Some of the edges that lead out of a group of a proof and not to an outsider, the cheapest of them.
fn ways_out<C: Cost>(vertices: usize, edges: &[Edge<C>], deficit: &Deficit) -> Vec<usize> {
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
    let mut found: Vec<(C, usize)> = edges
        .iter()
        .enumerate()
        .filter(|(_, edge)| {
            group[edge.u] != group[edge.v] && !is_outsider[edge.u] && !is_outsider[edge.v]
        })
        .map(|(place, edge)| (edge.cost, place))
        .collect();
    let most = 8 * vertices;
    if found.len() > most {
        found.select_nth_unstable(most);
        found.truncate(most);
    }
    found.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Dense graphs with many equal costs.
    fn graph() -> impl Strategy<Value = (usize, Vec<Edge<i64>>)> {
        (80..=130usize, 0..=40i64, 0..=30u8).prop_flat_map(|(vertices, largest, missing)| {
            let pairs: Vec<(usize, usize)> = (0..vertices)
                .flat_map(|u| (u + 1..vertices).map(move |v| (u, v)))
                .collect();
            proptest::collection::vec((0..100u8, 0..=largest), pairs.len()).prop_map(move |drawn| {
                let edges = pairs.iter().zip(drawn);
                let edges = edges
                    .filter(|&(_, (lot, _))| lot >= missing)
                    .map(|(&(u, v), (_, cost))| Edge { u, v, cost })
                    .collect();
                (vertices, edges)
            })
        })
    }

    fn cost(matching: &Matching<i64>, edges: &[Edge<i64>]) -> i64 {
        let matched = edges.iter().filter(|edge| matching.mate[edge.u] == edge.v);
        matched.map(|edge| edge.cost).sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn few_edges_prove_the_same_as_all((vertices, edges) in graph()) {
            match (cheapest(vertices, &edges, None), matching::cheapest(vertices, &edges)) {
                (Ok(few), Ok(all)) => {
                    prop_assert_eq!(cost(&few, &edges), cost(&all, &edges));
                    prop_assert!(edges.iter().all(|edge| few.slack(edge) >= 0));
                }
                (Err(few), Err(all)) => prop_assert_eq!(
                    few.groups.len() - few.outsiders.len(),
                    all.groups.len() - all.outsiders.len()
                ),
                (few, all) => prop_assert!(false, "{few:?} where {all:?}"),
            }
        }

        /// A club with most of the field: no edge between its members.
        #[test]
        fn a_large_club_is_no_perfect_matching(club in 66..100usize) {
            let edges: Vec<Edge<i64>> = (0..130usize)
                .flat_map(|u| (u + 1..130).map(move |v| (u, v)))
                .filter(|&(_, v)| v >= club)
                .map(|(u, v)| Edge { u, v, cost: (v - u) as i64 })
                .collect();
            let deficit = cheapest(130, &edges, None).unwrap_err();
            prop_assert_eq!(deficit.groups.len() - deficit.outsiders.len(), 2 * club - 130);
        }
    }
}
