//! The order in which candidates are generated (3.2 to 3.8, article 4), as criteria: of the candidates
//! that are best by C6 to C21 the one that comes first is taken.

use super::bracket::Bracket;
use super::criteria::{Criterion, List, criterion};
use crate::tournament::swiss::lexicographic::Stage;
use crate::tournament::swiss::matching::Deficit;

/// The partners in the first of the candidates still in play.
pub(super) fn first(bracket: &Bracket, stage: &mut Stage) -> Result<Vec<usize>, Deficit> {
    stage.solve()?;
    // Which players moved down are paired (4.3), and with whom (4.2).
    compare(
        stage,
        (0..bracket.moved_down)
            .map(|place| criterion(move |u, v| (u == place && bracket.floats(u, v)).into())),
    )?;
    compare(
        stage,
        (0..bracket.moved_down).map(|place| criterion(move |u, v| partner(bracket, place, u, v))),
    )?;
    let mate = stage.solve()?;

    // The remainder: its first half would be S1 if nobody were exchanged.
    let remainder: Vec<usize> = (bracket.moved_down..bracket.end)
        .filter(|&place| mate[place] >= bracket.moved_down)
        .collect();
    let pairs = remainder
        .iter()
        .filter(|&&place| mate[place] < place)
        .count();
    let (upper, lower) = remainder.split_at(pairs);
    let is_lower = |place: usize| lower.binary_search(&place).is_ok();
    let unchanged = stage.narrow(|u, v| {
        u < bracket.moved_down || !bracket.is_pair(v) || !is_lower(u) && is_lower(v)
    });
    if !unchanged {
        exchange(bracket, stage, upper, lower)?;
    }
    let mate = stage.solve()?;
    let s1: Vec<usize> = remainder
        .iter()
        .copied()
        .filter(|&place| mate[place] > place && bracket.is_pair(mate[place]))
        .collect();
    transpose(bracket, stage, &s1)?;
    stage.solve()
}

/// Exchanges between the halves of the remainder (4.3). In a pair of the remainder the higher player
/// counts as the one of S1.
fn exchange(
    bracket: &Bracket,
    stage: &mut Stage,
    upper: &[usize],
    lower: &[usize],
) -> Result<(), Deficit> {
    let is_s1 = |u: usize, v: usize| u >= bracket.moved_down && bracket.is_pair(v);
    let number = |place: usize| {
        let number = match upper.binary_search(&place) {
            Ok(index) => index,
            Err(_) => upper.len() + lower.partition_point(|&before| before < place),
        };
        number as u64
    };
    // As few as possible, then with the least difference between the sums of their numbers.
    compare(
        stage,
        [
            criterion(|u, v| (is_s1(u, v) && lower.binary_search(&u).is_ok()).into()),
            criterion(|u, v| if is_s1(u, v) { number(u) } else { 0 }),
        ],
    )?;
    stage.solve()?;
    // The lowest of the upper half go first, for the highest of the lower half.
    compare(
        stage,
        upper
            .iter()
            .rev()
            .map(|&place| criterion(move |u, v| (u == place && bracket.is_pair(v)).into())),
    )?;
    compare(
        stage,
        lower.iter().map(|&place| {
            criterion(move |u, v| (v == place || u == place && !bracket.is_pair(v)).into())
        }),
    )
}

/// Gives the players of S1, one after the other, the highest partner of S2 each can still have (4.2).
fn transpose(bracket: &Bracket, stage: &mut Stage, mut s1: &[usize]) -> Result<(), Deficit> {
    let mut stretch = s1.len();
    while !s1.is_empty() {
        // If many in a row can have the highest that is free, one solution shows it for all of them.
        let free = highest_free(bracket, stage, &s1[..stretch.min(s1.len())]);
        let mut fixed = free.len();
        while fixed > 0 && !fix(stage, &free[..fixed]) {
            fixed /= 4;
        }
        stretch = (fixed * 2).max(BLOCK);
        s1 = &s1[fixed..];
        let (block, rest) = s1.split_at(BLOCK.min(s1.len()));
        compare(
            stage,
            block
                .iter()
                .map(|&place| criterion(move |u, v| partner(bracket, place, u, v))),
        )?;
        stage.solve()?;
        s1 = rest;
    }
    Ok(())
}

/// About as many players as one solution can take.
const BLOCK: usize = 6;

/// Pairs, until one of the players finds nobody free.
fn highest_free(bracket: &Bracket, stage: &Stage, players: &[usize]) -> Vec<(usize, usize)> {
    let mut partners = vec![Vec::new(); bracket.end];
    for &(u, v) in stage.pairs() {
        if bracket.is_pair(v) {
            partners[u].push(v);
        }
    }
    let mut taken = vec![false; bracket.end];
    players
        .iter()
        .map_while(|&player| {
            let free = partners[player]
                .iter()
                .copied()
                .filter(|&partner| !taken[partner]);
            let partner = free.min()?;
            taken[partner] = true;
            Some((player, partner))
        })
        .collect()
}

/// Fixes pairs if a best matching has them all.
fn fix(stage: &mut Stage, pairs: &[(usize, usize)]) -> bool {
    let mut mate = vec![None; pairs.iter().map(|&(_, v)| v + 1).max().unwrap_or(0)];
    for &(u, v) in pairs {
        mate[u] = Some(v);
        mate[v] = Some(u);
    }
    let mate = |place: usize| mate.get(place).copied().flatten();
    stage.narrow(|u, v| match (mate(u), mate(v)) {
        (None, None) => true,
        (one, other) => one == Some(v) && other == Some(u),
    })
}

fn compare<'a>(
    stage: &mut Stage,
    criteria: impl IntoIterator<Item = Criterion<'a>>,
) -> Result<(), Deficit> {
    stage.compare(&List(criteria.into_iter().collect()))
}

/// The place of the partner a player has in the bracket.
fn partner(bracket: &Bracket, place: usize, u: usize, v: usize) -> u64 {
    if u == place && bracket.is_pair(v) {
        v as u64
    } else {
        0
    }
}
