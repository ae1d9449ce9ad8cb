//! The pairs that are looked at for a way out.

use std::collections::BTreeSet;

use super::super::large::Graph;
use super::super::matching::{self, Deficit, Edge};
use super::super::pair::Task;
use super::{BYE_PAIRS, Hindrance, hindrances};

/// Two vertices, the smaller first.
pub(super) type Two = (usize, usize);

/// Vertices of a field of which all pairs are looked at.
const ALL: usize = 300;
/// Pairs of each vertex, allowed or barred, that are looked at in a larger field.
const FEW: usize = 8;

/// Sorted.
pub(super) struct Seen {
    /// Whether these are all the pairs there are. If not, a way out that is found is one, and the largest
    /// matchings are as large as those of all pairs; but there may be others, and better ones.
    pub(super) is_all: bool,
    pub(super) allowed: Vec<Two>,
    /// Pairs that are not allowed, and why.
    pub(super) barred: Vec<(Two, Vec<Hindrance>)>,
}

impl Seen {
    /// `group` is that of the proof each vertex is in, `left_over` how many a largest matching leaves over.
    pub(super) fn new(task: &Task<'_>, group: &[Option<usize>], left_over: usize) -> Seen {
        if task.vertices > ALL {
            return Seen::few(task, group, left_over);
        }
        let barred = task.free_pairs().filter(|&(u, v)| !task.allows(u, v));
        Seen {
            is_all: true,
            allowed: task.allowed(),
            barred: barred
                .map(|(u, v)| ((u, v), hindrances(task, u, v)))
                .collect(),
        }
    }

    /// Of each vertex the nearest, in points and then by the pattern. Allowed pairs join until as few are
    /// left over as by all: so the proof holds for the few as well.
    fn few(task: &Task<'_>, group: &[Option<usize>], left_over: usize) -> Seen {
        let players = &task.field.players;
        let may_have_bye = |player: &_| task.may_have_bye(player);
        let graph = Graph::new(players, &task.permission, &BTreeSet::new(), may_have_bye);
        let by_hand = task.by_hand.iter().flat_map(|&(u, v)| [u, v]);
        let by_hand: BTreeSet<usize> = by_hand.collect();
        let free: Vec<usize> = (0..task.vertices)
            .filter(|one| !by_hand.contains(one))
            .collect();
        let (mut allowed, mut barred) = (BTreeSet::new(), BTreeSet::new());
        for &u in &free {
            let others = free.iter().copied().filter(|&v| u != v);
            let (near, far): (Vec<usize>, Vec<usize>) = others.partition(|&v| graph.allows(u, v));
            allowed.extend(nearest(task, u, near));
            if group[u].is_none() {
                continue;
            }
            let joined = |v: &usize| group[*v].is_some() && group[*v] != group[u];
            let mut kinds: Vec<(Vec<Hindrance>, Vec<usize>)> = Vec::new();
            for v in far.into_iter().filter(joined) {
                let reasons = hindrances(task, u, v);
                match kinds.iter_mut().find(|(kind, _)| *kind == reasons) {
                    Some((_, vertices)) => vertices.push(v),
                    None => kinds.push((reasons, vec![v])),
                }
            }
            for (_, vertices) in kinds {
                barred.extend(nearest(task, u, vertices));
            }
        }
        while let Some(deficit) = deficit(task, &allowed).filter(|one| left(one) > left_over) {
            let before = allowed.len();
            allowed.extend(ways_out(task, &graph, &free, &deficit));
            if allowed.len() == before {
                break;
            }
        }
        let mut allowed: Vec<Two> = allowed.into_iter().chain(task.by_hand.clone()).collect();
        allowed.sort_unstable();
        // The nearest may never be left over together; those that one matching leaves over are.
        let loose = loose(task.vertices, &allowed, group, left_over);
        for (index, &u) in loose.iter().enumerate() {
            let others = loose.iter().skip(index + 1);
            barred.extend(others.map(|&v| (u.min(v), u.max(v))));
        }
        Seen {
            is_all: false,
            allowed,
            barred: barred
                .into_iter()
                .map(|(u, v)| ((u, v), hindrances(task, u, v)))
                .collect(),
        }
    }
}

/// The vertices that a largest matching leaves over; none where the search would be too long.
fn loose(
    vertices: usize,
    allowed: &[Two],
    group: &[Option<usize>],
    left_over: usize,
) -> Vec<usize> {
    let in_groups = (0..vertices).filter(|&vertex| group[vertex].is_some());
    let in_groups: Vec<usize> = in_groups.collect();
    if in_groups.len() * left_over > BYE_PAIRS {
        return Vec::new();
    }
    // Whoever is left over has a partner outside the field.
    let outside = vertices..vertices + left_over;
    let outside = outside.flat_map(|v| in_groups.iter().map(move |&u| (u, v)));
    let pairs = allowed.iter().copied().chain(outside);
    let edges: Vec<Edge<i64>> = pairs.map(|(u, v)| Edge { u, v, cost: 0 }).collect();
    let matching = matching::cheapest(vertices + left_over, &edges);
    matching.map_or_else(
        |_| Vec::new(),
        |matching| matching.mate[vertices..].to_vec(),
    )
}

fn left(deficit: &Deficit) -> usize {
    deficit.groups.len() - deficit.outsiders.len()
}

fn deficit(task: &Task<'_>, allowed: &BTreeSet<Two>) -> Option<Deficit> {
    let pairs = allowed.iter().chain(&task.by_hand);
    let edges: Vec<Edge<i64>> = pairs.map(|&(u, v)| Edge { u, v, cost: 0 }).collect();
    matching::cheapest(task.vertices, &edges).err()
}

/// The nearest few of some vertices.
fn nearest(task: &Task<'_>, u: usize, mut others: Vec<usize>) -> Vec<Two> {
    let field = &task.field;
    let apart = |&v: &usize| match field.is_bye(u.max(v)) {
        true => (0, 0, v),
        false => {
            let (points, pattern) = field.closeness(u, v);
            (points, pattern, v)
        }
    };
    if others.len() > FEW {
        others.select_nth_unstable_by_key(FEW, apart);
        others.truncate(FEW);
    }
    others.into_iter().map(|v| (u.min(v), u.max(v))).collect()
}

/// Allowed pairs that lead out of a group of a proof and not to an outsider, a few of each vertex: any that
/// do, from its place in the field on, so that everyone gets a share.
fn ways_out(task: &Task<'_>, graph: &Graph, free: &[usize], deficit: &Deficit) -> Vec<Two> {
    let mut group = vec![None; task.vertices];
    for (index, members) in deficit.groups.iter().enumerate() {
        for &member in members {
            group[member] = Some(index);
        }
    }
    let mut is_outsider = vec![false; task.vertices];
    for &outsider in &deficit.outsiders {
        is_outsider[outsider] = true;
    }
    let mut found = Vec::new();
    for (place, &u) in free.iter().enumerate() {
        if group[u].is_none() {
            continue;
        }
        let others = free[place..].iter().chain(&free[..place]).copied();
        let out = others.filter(|&v| group[u] != group[v] && !is_outsider[v] && graph.allows(u, v));
        found.extend(out.take(FEW).map(|v| (u.min(v), u.max(v))));
    }
    found
}
