//! The use cases: a file each, and each one transaction. A use case loads, lets the domain decide,
//! saves, and in the same transaction writes the journal and every message it owes.
//!
//! What it has to say is a [`Notice`], data only; `telegram` phrases it when it is sent.

mod actor;
pub mod add;
pub mod ahead;
pub mod announce;
pub mod arbiter;
pub mod bind;
pub mod checkin;
mod checkin_time;
pub mod competition;
mod conversation;
mod counter;
pub mod draw;
pub mod export;
pub mod fee;
pub mod field;
pub mod hand;
pub mod handover;
pub mod hello;
pub mod import;
pub mod invite;
pub mod lot;
pub mod me;
mod means;
pub mod membership;
mod no_account;
pub mod notice;
pub mod open;
pub mod pair;
pub mod pairings;
pub mod panel;
pub mod paper;
pub mod prizes;
mod progress;
mod proposal;
pub mod publish;
pub mod purge;
pub mod ranking_lot;
pub mod rating;
mod refusal;
pub mod register;
pub mod report;
pub mod review;
pub mod roster;
pub mod rule;
pub mod table;
pub mod team;
pub mod tick;
mod turn;
pub mod undelivered;
pub mod unfold;
pub mod unpublish;
pub mod verify;
pub mod waiting_list;
pub mod why;
pub mod withdraw;

pub use actor::{Actor, Chat};
pub use counter::{Desk, DeskError, Handled};
pub use means::{Clock, Dice, Means};
pub use notice::Notice;
pub use refusal::{PlayRefusal, Refusal};
pub use turn::{Halt, Turn};
