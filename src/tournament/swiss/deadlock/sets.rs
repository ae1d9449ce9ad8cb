//! Smallest sets of things to be allowed, put together one by one.

use super::super::matching::{self, Edge};
use super::MOST_WAYS;
use super::seen::Two;

/// What the largest matchings leave over.
pub(super) struct Left {
    /// How many vertices each of them leaves over.
    pub(super) count: usize,
    /// Of each vertex: whether one of them leaves it over.
    pub(super) is_left: Vec<bool>,
    /// Of each vertex that is: its group of the proof.
    group: Vec<Option<usize>>,
}

impl Left {
    /// Only between two groups can one more pair help.
    pub(super) fn may_join(&self, (u, v): Two) -> bool {
        self.group[u].is_some() && self.group[v].is_some() && self.group[u] != self.group[v]
    }
}

/// Of a graph to which pairs are added and from which vertices are taken.
pub(super) fn left(vertices: usize, pairs: &[Two], more: &[Two], gone: &[usize]) -> Left {
    let mut edges: Vec<Edge<i64>> = pairs
        .iter()
        .chain(more)
        .map(|&(u, v)| Edge { u, v, cost: 0 })
        .collect();
    // A partner for it alone takes a vertex out.
    edges.extend((vertices..).zip(gone).map(|(v, &u)| Edge { u, v, cost: 0 }));
    let all = vertices + gone.len();
    let mut left = Left {
        count: 0,
        is_left: vec![false; all],
        group: vec![None; all],
    };
    if let Err(deficit) = matching::cheapest(all, &edges) {
        left.count = deficit.groups.len() - deficit.outsiders.len();
        for (index, group) in deficit.groups.into_iter().enumerate() {
            for vertex in group {
                left.is_left[vertex] = true;
                left.group[vertex] = Some(index);
            }
        }
    }
    left
}

/// Looks at the graph before a search for sets is given up.
const LOOKS: usize = 500;

/// Sets of `size` of the numbers below `count`, each ascending, in order, at most [`MOST_WAYS`].
///
/// `next` says what can go with the numbers chosen so far, and `None` where they do not go together.
pub(super) fn all(
    count: usize,
    size: usize,
    next: impl Fn(&[usize]) -> Option<Vec<usize>>,
) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = Vec::new();
    // Of each number chosen, and of the one to be: what has not been tried.
    let mut open: Vec<Vec<usize>> = vec![(0..count).rev().collect()];
    let mut looks = 0;
    loop {
        let Some(untried) = open.last_mut() else {
            return found;
        };
        let Some(number) = untried.pop() else {
            open.pop();
            chosen.pop();
            continue;
        };
        if found.len() == MOST_WAYS || looks == LOOKS {
            return found;
        }
        chosen.push(number);
        looks += 1;
        match next(&chosen) {
            Some(_) if chosen.len() == size => {
                found.push(chosen.clone());
                chosen.pop();
            }
            Some(next) => {
                let larger = next.into_iter().filter(|&other| other > number);
                let mut larger: Vec<usize> = larger.collect();
                larger.sort_unstable_by(|one, other| other.cmp(one));
                open.push(larger);
            }
            None => {
                chosen.pop();
            }
        }
    }
}
