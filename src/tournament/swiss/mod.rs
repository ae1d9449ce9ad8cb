mod ahead;
mod breach;
mod criteria;
mod deadlock;
mod dossier;
mod fixed;
mod large;
pub(in crate::tournament) mod lexicographic;
pub(in crate::tournament) mod matching;
mod pair;
mod pairing;
mod past;
mod permission;
mod pricing;
mod seating;
/// Why a pairing is as it is.
pub mod why;

use dossier::Dossier;

pub use ahead::{DeadEnd, Instead, look_ahead};
pub use breach::{Breach, breaches};
pub use deadlock::MOST_WAYS;
pub use fixed::Fixed;
pub use pair::{pair, pair_around, pair_without_second_bye};
pub use pairing::{
    Concern, Deadlock, GroupCost, NoPairing, Pair, Pairing, Relaxation, Seat, Vector, Warning,
};
pub use seating::{Played, SideRule, in_table_order, seat, table_numbers};
