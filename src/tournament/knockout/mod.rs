//! Single elimination (单败淘汰): the bracket, the ladder of games of each match, and the places.
//!
//! Nothing here is stored but what happened: who has which seed, the games of each match with their
//! sides and outcomes, the lots and choices of sides, and who gave up. All else follows from that, so a
//! correction is the same events with one changed.

mod bracket;
mod course;
mod ladder;
mod places;

pub use bracket::{qualifiers, rounds, seeds};
pub use course::{Course, Duel, DuelGame, MatchNo, Pair, Slot, State};
pub use ladder::{Decision, Ladder, Played, Regulation, Rival, Rung, Step};
pub use places::{FinalTable, Place};
