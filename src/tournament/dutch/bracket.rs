use super::card::Card;
use super::criteria::{self, List, criterion};
use super::field::Field;
use super::order;
use crate::tournament::Side;
use crate::tournament::swiss::lexicographic::Stage;
use crate::tournament::swiss::matching::Deficit;

/// A bracket about to be paired. Everyone has a place: first the players moved down, then the
/// residents, each best first, then what is below.
pub(super) struct Bracket<'a> {
    field: &'a Field,
    /// Numbers in the field by place.
    players: Vec<usize>,
    /// Places of players moved down: from 0 to here.
    pub(super) moved_down: usize,
    /// End of the bracket's places.
    pub(super) end: usize,
    below: Below,
}

/// Where downfloaters go.
enum Below {
    /// To places for so many, which all are alike.
    Anywhere(usize),
    /// To all who are still to be paired: the places of the next bracket's residents end at `next_end`,
    /// then come all others, last the bye where the field is odd, for a player of at most this score.
    Rest {
        next_end: usize,
        bye_score: Option<u32>,
    },
}

/// What became of a bracket, in numbers of the field.
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) downfloaters: Vec<usize>,
}

/// Pairs the first of the score groups with the players moved down to it: the candidate that is best by
/// the criteria, of several the one that comes first in the order of generation.
///
/// It is sought first in the bracket alone, as if its downfloaters were nobody's concern. What is found
/// there is no worse by C6, C7 and C9 to C21 than any candidate; so it is the best if all others can be
/// paired after it (C4) with as little loss in the next bracket as there can be at all (C8). Only if they
/// cannot, all others take part in the search.
pub(super) fn pair(
    field: &Field,
    moved_down: &[usize],
    groups: &[Vec<usize>],
    bye_score: Option<u32>,
) -> Result<Paired, Deficit> {
    let bye_may_come_from_here = bye_score.is_some_and(|bye| {
        groups
            .first()
            .and_then(|group| group.first())
            .is_none_or(|&player| field.cards[player].score <= bye)
    });
    if groups.len() > 1 && !bye_may_come_from_here {
        let alone = Bracket::alone(field, moved_down, &groups[0]).pair()?;
        if rest_is_unharmed(field, &alone.downfloaters, &groups[1..], bye_score) {
            return Ok(alone);
        }
    }
    Bracket::with_rest(field, moved_down, groups, bye_score).pair()
}

/// All others can be paired, in the next bracket all but one resident where its number is odd.
fn rest_is_unharmed(
    field: &Field,
    downfloaters: &[usize],
    groups: &[Vec<usize>],
    bye_score: Option<u32>,
) -> bool {
    let next = Bracket::with_rest(field, downfloaters, groups, bye_score);
    let mut stage = Stage::new(next.places(), next.allowed());
    let loss = |u: usize, v: usize| match next.floats(u, v) {
        true if u < next.moved_down => 2,
        floats => u64::from(floats),
    };
    let solved = stage
        .compare(&List(vec![criterion(loss)]))
        .and_then(|()| stage.solve());
    solved.is_ok_and(|mate| {
        let lost: u64 = (0..next.end).map(|place| loss(place, mate[place])).sum();
        lost == next.end as u64 % 2
    })
}

impl<'a> Bracket<'a> {
    fn alone(field: &'a Field, moved_down: &[usize], group: &[usize]) -> Bracket<'a> {
        let mut bracket = Bracket {
            field,
            players: moved_down.iter().chain(group).copied().collect(),
            moved_down: moved_down.len(),
            end: moved_down.len() + group.len(),
            below: Below::Anywhere(0),
        };
        let left = Stage::new(bracket.end, bracket.allowed())
            .solve()
            .err()
            .map_or(0, |deficit| deficit.groups.len() - deficit.outsiders.len());
        bracket.below = Below::Anywhere(left);
        bracket
    }

    fn with_rest(
        field: &'a Field,
        moved_down: &[usize],
        groups: &[Vec<usize>],
        bye_score: Option<u32>,
    ) -> Bracket<'a> {
        let size = |index: usize| groups.get(index).map_or(0, Vec::len);
        let end = moved_down.len() + size(0);
        Bracket {
            field,
            players: moved_down
                .iter()
                .chain(groups.iter().flatten())
                .copied()
                .collect(),
            moved_down: moved_down.len(),
            end,
            below: Below::Rest {
                next_end: end + size(1),
                bye_score,
            },
        }
    }

    fn pair(&self) -> Result<Paired, Deficit> {
        let mut stage = Stage::new(self.places(), self.allowed());
        stage.compare(&criteria::downfloats(self))?;
        if self.bye_comes_from_here(&stage.solve()?) {
            stage.compare(&criteria::unplayed_of_bye(self))?;
        }
        stage.compare(&criteria::quality(self))?;
        let mate = order::first(self, &mut stage)?;

        let mut paired = Paired {
            pairs: Vec::new(),
            downfloaters: Vec::new(),
        };
        for (place, &partner) in mate.iter().enumerate().take(self.end) {
            if partner >= self.end {
                paired.downfloaters.push(self.players[place]);
            } else if place < partner {
                let pair = (self.players[place], self.players[partner]);
                paired.pairs.push(pair);
            }
        }
        Ok(paired)
    }

    fn places(&self) -> usize {
        self.players.len()
            + match self.below {
                Below::Anywhere(places) => places,
                Below::Rest { bye_score, .. } => usize::from(bye_score.is_some()),
            }
    }

    /// Pairs of places that may be, the smaller first.
    fn allowed(&self) -> Vec<(usize, usize)> {
        let may_be = |u: usize, v: usize| match (self.players.get(v), &self.below) {
            (Some(&other), _) => v >= self.moved_down && self.field.allows(self.players[u], other),
            (None, Below::Rest { bye_score, .. }) => {
                // C2 and C5.
                let card = &self.field.cards[self.players[u]];
                card.may_have_bye && bye_score.is_some_and(|bye| card.score <= bye)
            }
            (None, Below::Anywhere(_)) => u < self.players.len(),
        };
        (0..self.places())
            .flat_map(|u| (u + 1..self.places()).map(move |v| (u, v)))
            .filter(|&(u, v)| may_be(u, v))
            .collect()
    }

    fn bye_comes_from_here(&self, mate: &[usize]) -> bool {
        let Below::Rest {
            bye_score: Some(bye),
            ..
        } = self.below
        else {
            return false;
        };
        let downfloaters = (0..self.end).filter(|&place| mate[place] >= self.end);
        self.card(self.moved_down).score <= bye && downfloaters.count() == 1
    }

    pub(super) fn card(&self, place: usize) -> &Card {
        &self.field.cards[self.players[place]]
    }

    pub(super) fn is_bye(&self, place: usize) -> bool {
        matches!(self.below, Below::Rest { .. }) && place == self.players.len()
    }

    /// The side of the first of two players.
    pub(super) fn side(&self, u: usize, v: usize) -> Side {
        self.field.side(self.players[u], self.players[v])
    }

    /// The end of the next bracket's residents, where they have places.
    pub(super) fn next_end(&self) -> Option<usize> {
        match self.below {
            Below::Anywhere(_) => None,
            Below::Rest { next_end, .. } => Some(next_end),
        }
    }

    /// Whether the larger place of a pair lies in the bracket.
    pub(super) fn is_pair(&self, v: usize) -> bool {
        v < self.end
    }

    /// Whether the smaller place of a pair is a downfloater's.
    pub(super) fn floats(&self, u: usize, v: usize) -> bool {
        u < self.end && v >= self.end
    }
}
