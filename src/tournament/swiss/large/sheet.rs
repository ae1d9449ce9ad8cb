use std::cmp::Ordering;

use super::super::criteria::Field;
use super::super::matching;
use super::cost::Cost;

const UNIT: i128 = matching::UNIT as i128;

/// What pairs cost, less what their ends pay, blossoms left aside. In prices, for many pairs at a time.
pub(super) struct Sheet<'a> {
    field: &'a Field,
    cost: &'a Cost<'a>,
    cards: Vec<Card>,
}

/// Of a player, in prices.
#[derive(Clone, Copy)]
struct Card {
    /// Who has the larger one takes red.
    order: u32,
    group: u32,
    /// With red, with black, less what he pays.
    sides: [i128; 2],
    /// As the upper one of a pair across groups, as the lower one.
    floats: [i128; 2],
}

/// A player whose pairs are asked for.
pub(super) struct Line<'a> {
    sheet: &'a Sheet<'a>,
    player: usize,
    card: Card,
}

impl<'a> Sheet<'a> {
    /// `paid` is what each vertex pays.
    pub(super) fn new(field: &'a Field, cost: &'a Cost<'a>, paid: impl Fn(usize) -> i128) -> Self {
        let card = |player: usize| {
            let [red, black] = cost.sides(player).map(|side| UNIT * side - paid(player));
            Card {
                order: field.order(player) as u32,
                group: field.group(player) as u32,
                sides: [red, black],
                floats: cost.floats(player).map(|float| UNIT * float),
            }
        };
        Sheet {
            field,
            cost,
            cards: (0..field.players.len()).map(card).collect(),
        }
    }

    pub(super) fn line(&self, player: usize) -> Line<'_> {
        Line {
            sheet: self,
            player,
            card: self.cards[player],
        }
    }
}

impl Line<'_> {
    /// For two players, but for the pattern: at most what it is with it.
    pub(super) fn without_pattern(&self, other: usize) -> i128 {
        let (one, two) = (&self.card, &self.sheet.cards[other]);
        let is_red = match one.order.cmp(&two.order) {
            Ordering::Equal => (self.player < other) == self.sheet.field.smaller_is_red,
            order => order == Ordering::Greater,
        };
        let mut left = if is_red {
            one.sides[0] + two.sides[1]
        } else {
            one.sides[1] + two.sides[0]
        };
        if one.group != two.group {
            let (upper, lower) = if one.group < two.group {
                (one, two)
            } else {
                (two, one)
            };
            let step = self
                .sheet
                .cost
                .least(upper.group as usize, lower.group as usize);
            left += UNIT * step + upper.floats[0] + lower.floats[1];
        }
        left
    }

    pub(super) fn pattern(&self, other: usize) -> i128 {
        let sheet = self.sheet;
        if sheet.cost.pattern == 0 {
            return 0;
        }
        let off = sheet.field.off_pattern(self.player, other);
        UNIT * sheet.cost.pattern * i128::from(off)
    }

    /// For two players.
    pub(super) fn left(&self, other: usize) -> i128 {
        self.without_pattern(other) + self.pattern(other)
    }
}
