//! The best complete pairing of a large field, whose pairs are too many to be written down.
//!
//! Two things make it fast, and neither makes it less than exact.
//!
//! **Few pairs are looked at.** A matching among few pairs comes with prices; held against all pairs, they
//! prove it the best of all or show what is missing ([`Search::solve`]).
//!
//! **Groups in the middle count together.** There a large score group can nearly always be paired out: it
//! has at most one floater, who meets the group below. Let the criteria of the groups above be compared,
//! and let their best values leave no doubt in which groups their floaters land: there is one from a
//! group, or each drops as little as anyone can. Then it is known for the first group of the middle how
//! many of its players meet someone above. If the number of the others is odd, one of them must float, and
//! costs at least the square of the way to the next group. If both are as little as that, again it is
//! known how many of the next group meet someone above; and so on. So let a pair across groups that starts
//! in the middle be only where a group must have a floater, to the next group, and count such pairs: the
//! sum is at least the number of groups that must have one. A complete pairing with that sum has the
//! smallest values of all criteria of the middle, and every complete pairing with the smallest values is
//! one of them. If there is none, or only at the price of a criterion compared before, each group is
//! compared by itself.

mod complete;
mod cost;
mod graph;
mod middle;
mod scan;
mod search;
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
use middle::Middle;
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
    search.solve_waiting()?;
    let before = search.layers.len();
    let middle = Middle::of(&search);
    let compared = middle.map(|middle| compare(&mut search, &middle));
    if !matches!(compared, Some(Ok(true))) {
        search.reopen(before);
        compare(&mut search, &Middle::NONE)?;
    }
    let pairs = search.pairs();
    let mut mate = search.mate.take().unwrap_or_default();
    if let Some(pairs) = pairs {
        let crossings = pairs.iter().map(|&(u, v)| search.crossings(u, v)).collect();
        mate = lexicographic::first(pairs, crossings, mate);
    }
    Ok((0..).zip(mate).filter(|(u, v)| u < v).collect())
}

/// Compares all criteria, those of the groups in the middle together; false if they can not be.
fn compare(search: &mut Search<'_>, middle: &Middle) -> Result<bool, Deficit> {
    let groups = search.field.scores().len();
    for group in 0..middle.first {
        search.compare(Criterion::Floaters(group))?;
        search.compare(Criterion::Distance(group))?;
    }
    if middle.first < middle.end {
        // What weighs more must be at its best before ways are closed.
        search.solve_waiting()?;
        let layers = search.layers.len();
        let tolls = layers.checked_sub(1).map(|last| search.tolls(last));
        let Some(least) = middle.close(search) else {
            return Ok(false);
        };
        search.compare(Criterion::Crossings(middle.first, middle.end))?;
        search.solve_waiting()?;
        // With ways closed, the criteria before may be at their best no more: then more tolls are paid.
        let tolls_now = layers.checked_sub(1).map(|last| search.tolls(last));
        if middle.floaters(search) != least || tolls_now != tolls {
            return Ok(false);
        }
    }
    for group in middle.end..groups {
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
    Ok(true)
}
