mod pairing;

pub use pairing::{Concern, Deadlock, GroupCost, NoPairing, Pair, Pairing, Seat, Vector, Warning};
