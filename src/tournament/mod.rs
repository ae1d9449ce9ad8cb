//! The domain. Pure and synchronous.

mod birth_date;
/// What the reports of both sides make of a game.
pub mod claim;
mod document;
/// The next round by the Dutch system of FIDE.
pub mod dutch;
/// Who may play: the regulation's clauses applied to what a person answers.
pub mod eligibility;
/// The registration form: questions, answers, refusals.
pub mod form;
mod history;
mod id_card;
/// Single elimination after the points stage.
pub mod knockout;
/// Lots that anyone can recompute.
pub mod lot;
mod masking;
mod outcome;
/// Penalties and what follows from them.
pub mod penalty;
mod person_name;
mod phone;
/// The prize list: who receives what.
pub mod prize;
mod rating;
/// A roster by invitation: what the rows of a spreadsheet say.
pub mod roster_file;
/// When a round starts, and what follows from that.
pub mod schedule;
/// Prizes that do not go by the place alone.
pub mod special_prize;
/// Ranking: every figure of the table and the sum behind it.
pub mod standings;
mod start_number;
/// The next round of a points stage.
pub mod swiss;
/// The table of the teams.
pub mod team;

pub use birth_date::{BirthDateFault, parse_birth_date};
pub use document::{Document, PermitFault, PermitKind, PermitNumber};
pub use history::{Game, History, Player, Round};
pub use id_card::{IdCard, IdCardFault};
pub use masking::mask_numbers;
pub use outcome::{Outcome, Side};
pub use person_name::{NameFault, PersonName, is_unseen};
pub use phone::{Phone, PhoneFault};
pub use rating::{HIGHEST_RATING, parse_rating};
pub use start_number::StartNumber;
