mod criteria;
mod dossier;
mod fixed;
mod lexicographic;
mod matching;
mod pair;
mod pairing;
mod permission;

pub use fixed::Fixed;
pub use pair::{pair, pair_around};
pub use pairing::{Concern, Deadlock, GroupCost, NoPairing, Pair, Pairing, Seat, Vector, Warning};
