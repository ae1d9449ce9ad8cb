use super::card::{Card, Strength};
use crate::tournament::Side;

/// The side of the higher of two players who meet, by 5.2; the higher is the one with the better score,
/// or the better rank. `initial` is the side drawn for the first player in round 1.
pub(super) fn side_of_higher(higher: &Card, lower: &Card, initial: Side) -> Side {
    let (wish, other_wish) = match (higher.preference, lower.preference) {
        (Some(wish), Some(other_wish)) => (wish, other_wish),
        (Some(wish), None) => return wish.side,
        (None, Some(other_wish)) => return other_wish.side.other(),
        (None, None) => {
            return if higher.rank % 2 == 1 {
                initial
            } else {
                initial.other()
            };
        }
    };
    if wish.side != other_wish.side {
        return wish.side;
    }
    // Of two absolute preferences the one with the wider difference is the stronger.
    let weight = |strength, difference| {
        let wide = if strength == Strength::Absolute {
            difference
        } else {
            0
        };
        (strength, wide)
    };
    let here = weight(wish.strength, wish.difference);
    let there = weight(other_wish.strength, other_wish.difference);
    if here != there {
        return if here > there {
            wish.side
        } else {
            wish.side.other()
        };
    }
    // The last time that one had red and the other black, both now change.
    let mut past = higher.sides.iter().rev().zip(lower.sides.iter().rev());
    match past.find(|(one, other)| one != other) {
        Some((side, _)) => side.other(),
        None => wish.side,
    }
}
