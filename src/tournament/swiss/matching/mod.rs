//! Minimum-cost perfect matching in a general graph, by Edmonds' blossom method.
//!
//! Primal-dual: every vertex and every blossom (a contracted odd cycle) carries a price; an edge is
//! tight when the prices around its two ends, as far as they do not lie around both, add up to its
//! cost. Trees of alternating tight edges grow from the unmatched vertices until two of them touch; the
//! path between their roots is then flipped. The prices of outer nodes rise and those of inner nodes
//! fall by the same amount until another edge becomes tight. Prices never exceed a cost, so a perfect
//! matching of tight edges is a cheapest one.

mod blossom;
mod nest;
mod search;
#[cfg(test)]
mod tests;

use std::ops::{Add, Div, Mul, Sub};

use nest::Nest;
use search::Search;

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
    /// Not negative. The number of vertices times the largest cost times 16 must not overflow.
    pub(in crate::tournament) cost: C,
}

/// A cheapest perfect matching with the prices that prove it.
#[derive(Debug, Clone)]
pub(in crate::tournament) struct Matching<C> {
    /// The partner of each vertex.
    pub(in crate::tournament) mate: Vec<usize>,
    /// For each vertex, the prices of all nodes around it, itself included; a [`UNIT`] for a cost of 1.
    pub(in crate::tournament) paid: Vec<C>,
    /// The blossoms with a positive price.
    pub(in crate::tournament) nest: Nest<C>,
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
    cheapest_from(vertices, edges, Known::Nothing)
}

/// Where a search starts.
pub(in crate::tournament) enum Known<'a, C> {
    Nothing,
    /// A complete matching that may be good: the partner of each vertex.
    Pairs(&'a [usize]),
    /// The cheapest of almost the same edges.
    Matching(&'a Matching<C>),
}

/// The same as [`cheapest`], and faster.
pub(in crate::tournament) fn cheapest_from<C: Cost>(
    vertices: usize,
    edges: &[Edge<C>],
    known: Known<'_, C>,
) -> Result<Matching<C>, Deficit> {
    Search::new(vertices, edges).run(known)
}

/// Prices count a cost of 1 as so many, that they be whole, and even where they are to be halved.
pub(in crate::tournament) const UNIT: i32 = 4;

impl<C: Cost> Matching<C> {
    /// What the prices leave unpaid of an edge: not negative. A perfect matching is a
    /// cheapest one exactly if its edges have no slack and each blossom is left by one of them alone.
    pub(in crate::tournament) fn slack(&self, edge: &Edge<C>) -> C {
        let paid_twice = C::from(2) * self.nest.common(edge.u, edge.v).1;
        C::from(UNIT) * edge.cost + paid_twice - self.paid[edge.u] - self.paid[edge.v]
    }

    /// How many of the blossoms with a positive price have one of the two vertices inside.
    pub(in crate::tournament) fn crossings(&self, u: usize, v: usize) -> usize {
        self.nest.depth(u) + self.nest.depth(v) - 2 * self.nest.common(u, v).0
    }
}
