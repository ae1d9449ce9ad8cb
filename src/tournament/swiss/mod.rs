mod criteria;
mod dossier;
mod lexicographic;
mod matching;
mod pair;
mod pairing;

pub use pair::pair;
pub use pairing::{Concern, Deadlock, GroupCost, NoPairing, Pair, Pairing, Seat, Vector, Warning};
