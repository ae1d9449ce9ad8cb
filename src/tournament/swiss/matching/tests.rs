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
    assert_eq!(crossings, matching.nest.sets());
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A solution for some of the edges, or for other costs, is a start for all.
    #[test]
    fn a_known_solution_leads_to_the_same(
        (vertices, edges) in graph(2..=40usize, 30),
        kept in proptest::collection::vec(0..10u8, 800),
        other_costs in any::<bool>(),
    ) {
        let few: Vec<Edge<i64>> = edges
            .iter()
            .zip(kept)
            .filter(|(_, lot)| other_costs || *lot > 2)
            .map(|(edge, lot)| Edge { cost: if other_costs { i64::from(lot) } else { edge.cost }, ..*edge })
            .collect();
        let Ok(before) = cheapest(vertices, &few) else { return Ok(()) };
        let expected = cheapest(vertices, &edges).unwrap();
        let known = if other_costs {
            Known::Pairs(&before.mate)
        } else {
            Known::Matching(&before)
        };
        let found = cheapest_from(vertices, &edges, known).unwrap();
        prop_assert_eq!(cost(&found.mate, &edges), cost(&expected.mate, &edges));
        check_proof(&found, &edges);
    }
}

#[test]
fn two_triangles_are_two_odd_groups() {
    let edges =
        [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)].map(|(u, v)| Edge { u, v, cost: 1i64 });
    let deficit = cheapest(6, &edges).unwrap_err();
    let mut groups = deficit.groups;
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable();
    assert_eq!(groups, [[0, 1, 2], [3, 4, 5]]);
    assert!(deficit.outsiders.is_empty());
}
