//! `bot.toml` -> a validated [`Config`]. What is impossible is refused here, with line, reason and
//! remedy, so that everything behind this border can rely on it.

/// What the command `check` tells of a file.
pub mod check;
mod competition;
mod discipline;
mod eligibility;
mod event;
mod fault;
mod faults;
mod file;
mod flaw;
mod knockout;
mod later;
mod load;
mod prize;
mod ranking;
mod registration;
mod section_file;
mod section_text;
mod special_prize;
mod swiss;
mod token;

pub use competition::{Competition, Section, ShortTeam, Stage, Team, TeamScoring};
pub use discipline::{ConductRule, Discipline, PenaltyKind, RuleAbout};
pub use eligibility::{Eligibility, Proof, Rule, Sex, Test, Title};
pub use event::{
    Arbiter, CheckinPlan, Config, Event, Language, PlannedRound, Render, Role, Telegram, TimeSlot,
};
pub use fault::Fault;
pub use flaw::Flaw;
pub use knockout::{FirstSide, Knockout, KnockoutRound, Leg, Vacancy};
pub use later::Later;
pub use load::Loaded;
pub use prize::{Award, Prize, SharedPrize};
pub use ranking::{ByeInOpponents, RankKey, Ranking, Rankings, SectionRanking, Tie};
pub use registration::{DocumentKind, Fee, Pool, Registration};
pub use section_file::{Mention, Place, SectionFile};
pub use special_prize::{SpecialPrize, SpecialTo};
pub use swiss::{
    Conduct, FirstRed, FirstRound, ForfeitBy, LastRound, Numbering, PairingSystem, Reporting,
    Score, Swiss, TeamAvoidance,
};
