//! The Dutch system of FIDE (Handbook C.04.3, the rules in force from 2026), for events paired as those of
//! the World Xiangqi Federation are. Who has white there has red here.
//!
//! `rounds` goes through the score groups from the top, `bracket` finds the best candidate of each:
//! matchings compare all candidates at once, first by the criteria C6 to C21 (`criteria`), then by the
//! order in which the rules generate them (`order`). `card` is what is known of a player, `sides` allots
//! the sides. Numbers such as C9 or 5.2 are those of the rules.

mod bracket;
mod card;
mod criteria;
mod deadlock;
mod field;
mod order;
mod pair;
mod rounds;
mod sides;
/// Why a round is paired as it is.
pub mod why;

pub use pair::{pair, pair_around};
