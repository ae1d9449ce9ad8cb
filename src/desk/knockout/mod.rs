//! Single elimination after the points stage (淘汰赛): seeding, rounds, matches, corrections.
//!
//! What happens is stored as events (seeds, games, sides, who gave up); what follows from them is
//! computed by [`crate::tournament::knockout`]. After every change [`course::settle_down`] takes back what
//! the bracket calls for no longer, or refuses the change, plays on, and says what is new.

pub mod begin;
pub mod card;
pub mod choice;
pub(super) mod clock;
pub(super) mod correct;
mod course;
pub(super) mod discipline;
mod exit;
pub(super) mod hours;
pub(super) mod late;
mod leave;
mod load;
mod lots;
mod memo;
pub mod refusal;
pub(super) mod regulation;
pub mod report;
pub mod seed;
pub mod show;
pub(super) mod sign;
pub(super) mod why;
pub(super) mod word;

pub use refusal::KnockoutRefusal;
pub use word::LotWordRefusal;

pub(super) use course::{after_correction, after_result, show_progress};
pub(super) use exit::exit;
pub(super) use leave::{Leaving, left, returned};
pub(super) use load::{Bracket, is_seeded, left_out, round_name, rules, seeded, stage_id, vacancy};
pub(super) use memo::Memo;
