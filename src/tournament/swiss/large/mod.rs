//! The best complete pairing of a large field, whose pairs are too many to be written down.
//!
//! Few pairs are looked at, and the pairing is the best of all nevertheless: a matching among few pairs comes
//! with prices, and held against all pairs they prove it the best of all or show what is missing
//! ([`Search::solve`]).

mod complete;
mod cost;
mod graph;
mod scan;
mod search;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::dossier::Dossier;
use super::lexicographic;
use super::matching::Deficit;
use super::pair::Task;
pub(super) use complete::complete;
use cost::Criterion;
pub(super) use graph::Graph;
use search::Search;

/// The pairs of the best complete pairing, each smaller vertex first, sorted; among equals the first in
/// order, as [`lexicographic::best`] has it.
///
/// `avoided` are pairs that are left out, each smaller vertex first.
pub(super) fn best(
    task: &Task<'_>,
    avoided: &BTreeSet<(usize, usize)>,
) -> Result<Vec<(usize, usize)>, Deficit> {
    let players = &task.field.players;
    let may_have_bye = |player: &Dossier| task.may_have_bye(player);
    let graph = Graph::new(players, &task.permission, avoided, may_have_bye);
    if task.by_hand.is_empty() {
        // Where there is no pairing, that is found out sooner without the criteria.
        complete(&graph, task.vertices)?;
    }
    let mut search = Search::new(&task.field, graph, task.vertices);
    for &(u, v) in &task.by_hand {
        search.settle(u, v);
    }
    search.compare(Criterion::SideLimits)?;
    let bye = search.members.last().and_then(|byes| byes.first()).copied();
    if let Some(bye) = bye.map(|bye| bye as usize) {
        search.compare(Criterion::ByesBefore)?;
        search.compare(Criterion::ByeScore)?;
        search.compare(Criterion::ByeRank)?;
        search.solve()?;
        if let Some(receiver) = search.mate.as_ref().and_then(|mate| mate.get(bye)).copied() {
            search.settle(receiver, bye);
        }
    }
    for group in 0..task.field.scores().len() {
        search.compare(Criterion::Floaters(group))?;
        search.compare(Criterion::Distance(group))?;
    }
    for criterion in [
        Criterion::StrongDenied,
        Criterion::MildDenied,
        Criterion::RepeatedFloats,
        Criterion::Pattern,
    ] {
        search.compare(criterion)?;
    }
    search.solve()?;
    let pairs = search.pairs();
    let mut mate = search.mate.take().unwrap_or_default();
    if let Some(pairs) = pairs {
        let crossings = pairs.iter().map(|&(u, v)| search.crossings(u, v)).collect();
        mate = lexicographic::first(pairs, crossings, mate);
    }
    Ok((0..).zip(mate).filter(|(u, v)| u < v).collect())
}
