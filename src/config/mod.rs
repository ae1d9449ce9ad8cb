//! `bot.toml` -> a validated [`Config`]. What is impossible is refused here, with line, reason and
//! remedy, so that everything behind this border can rely on it.

mod competition;
mod eligibility;
mod event;
mod knockout;
mod prize;
mod ranking;
mod registration;
mod swiss;

pub use competition::{Competition, Section, Stage, TeamScoring};
pub use eligibility::{Eligibility, Proof, Rule, Sex, Test, Title};
pub use event::{Arbiter, Config, Event, Language, PlannedRound, Role, Telegram, TimeSlot};
pub use knockout::{FirstSide, Knockout, KnockoutRound, Leg, Vacancy};
pub use prize::{Award, Prize, SharedPrize};
pub use ranking::{ByeInOpponents, RankKey, Ranking, Tie};
pub use registration::{Fee, Pool, Registration};
pub use swiss::{
    Conduct, FirstRound, Numbering, PairingSystem, Reporting, Score, Swiss, TeamAvoidance,
};
