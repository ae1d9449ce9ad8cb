//! The use cases: a file each, and each one transaction. A use case loads, lets the domain decide,
//! saves, and in the same transaction writes the journal and every message it owes.
//!
//! What it has to say is a [`Notice`], data only; `telegram` phrases it when it is sent.

mod actor;
mod counter;
mod means;
pub mod notice;
mod refusal;
mod turn;

pub use actor::{Actor, Chat};
pub use counter::{Desk, DeskError, Handled};
pub use means::{Clock, Dice, Means};
pub use notice::Notice;
pub use refusal::Refusal;
pub use turn::{Halt, Turn};
