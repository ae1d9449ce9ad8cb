use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::bracket;
use super::field::Field;
use crate::tournament::swiss::lexicographic::{Criteria, Stage};
use crate::tournament::swiss::matching::Deficit;

/// Pairs of players of the field, and who has the bye.
pub(super) struct Complete {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
}

/// Bracket after bracket from the top (3.1).
pub(super) fn pair(field: &Field) -> Result<Complete, Deficit> {
    let bye_score = bye_score(field)?;
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..field.cards.len() {
        let score = field.cards[player].score;
        match groups.last_mut() {
            Some(group) if field.cards[group[0]].score == score => group.push(player),
            _ => groups.push(vec![player]),
        }
    }
    let mut pairs = Vec::new();
    let mut moved_down = Vec::new();
    for index in 0..groups.len() {
        let paired = bracket::pair(field, &moved_down, &groups[index..], bye_score)?;
        pairs.extend(paired.pairs);
        moved_down = paired.downfloaters;
    }
    Ok(Complete {
        pairs,
        bye: moved_down.first().copied(),
    })
}

/// The lowest score somebody can have the bye with if all others are paired (C4, C5); `None` where the
/// field is even.
fn bye_score(field: &Field) -> Result<Option<u32>, Deficit> {
    let players = field.cards.len();
    let odd = players % 2 == 1;
    let pairs = (0..players)
        .flat_map(|u| (u + 1..players).map(move |v| (u, v)))
        .filter(|&(u, v)| field.allows(u, v));
    let byes = (0..players)
        .filter(|&player| odd && field.cards[player].may_have_bye)
        .map(|player| (player, players));
    let mut stage = Stage::new(players + usize::from(odd), pairs.chain(byes).collect());
    if !odd {
        stage.solve()?;
        return Ok(None);
    }
    let scores: BTreeSet<Reverse<u32>> =
        field.cards.iter().map(|card| Reverse(card.score)).collect();
    let mut scores: Vec<u32> = scores.into_iter().map(|Reverse(score)| score).collect();
    scores.reverse();
    stage.compare(&ByeScore {
        field,
        scores: &scores,
    })?;
    let mate = stage.solve()?;
    Ok(mate
        .last()
        .and_then(|&receiver| field.cards.get(receiver))
        .map(|card| card.score))
}

/// The place of the receiver's score among all, lowest first.
struct ByeScore<'a> {
    field: &'a Field,
    scores: &'a [u32],
}

impl Criteria for ByeScore<'_> {
    fn count(&self) -> usize {
        1
    }

    fn value(&self, _: usize, u: usize, v: usize) -> u64 {
        let score = self
            .field
            .cards
            .get(v)
            .is_none()
            .then(|| self.field.cards[u].score);
        score.map_or(0, |score| {
            self.scores.partition_point(|&lower| lower < score) as u64
        })
    }
}
