use serde::{Deserialize, Serialize};

/// One thing the form asks for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    Section,
    /// The team the player plays for.
    Team,
    Name,
    Document,
    Born,
    Sex,
    Phone,
    Title,
    /// 等级分
    Rating,
    /// Which of several alternatives the person relies on, by the key of the rule that lists them.
    Basis(String),
    /// Months of social insurance.
    Months,
    /// A yes-or-no question of the event, by rule key.
    Stated(String),
    /// One-time code of the organizer.
    Code,
    GuardianName,
    GuardianPhone,
    GuardianConsent,
    Papers,
    /// Why an arbiter registers a player after the deadline.
    LateReason,
    /// The pool an arbiter takes the place from.
    Pool,
    /// The points an arbiter states for a round the player has missed, from 1.
    Granted(u32),
    /// A statement everyone agrees to, by its place from 0.
    Statement(usize),
}
