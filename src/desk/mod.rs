//! The use cases: a file each, and each one transaction. A use case loads, lets the domain decide,
//! saves, and in the same transaction writes the journal and every message it owes.
//!
//! What it has to say is a [`Notice`], data only; `telegram` phrases it when it is sent.

mod actor;
pub mod arbiter;
pub mod bind;
pub mod checkin;
mod counter;
pub mod draw;
pub mod field;
pub mod hello;
mod means;
pub mod membership;
pub mod notice;
pub mod open;
pub mod pair;
pub mod pairings;
mod progress;
pub mod publish;
mod refusal;
pub mod report;
pub mod rule;
pub mod table;
pub mod tick;
mod turn;
pub mod undelivered;

pub use actor::{Actor, Chat};
pub use counter::{Desk, DeskError, Handled};
pub use means::{Clock, Dice, Means};
pub use notice::Notice;
pub use refusal::{PlayRefusal, Refusal};
pub use turn::{Halt, Turn};
