//! The steps that the desk's buttons take, as short text.

use std::fmt;
use std::str::FromStr;

/// A use case that begins with a look: its own preview asks before anything happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    CloseRegistration,
    Roster,
    Draw,
    CheckIn,
    Pair,
    Seed,
    Open,
    Prizes,
    Review,
    Waiting,
    Appeals,
    Records,
    Undo,
    Journal,
}

const STEPS: &[(&str, Step)] = &[
    ("close", Step::CloseRegistration),
    ("roster", Step::Roster),
    ("draw", Step::Draw),
    ("checkin", Step::CheckIn),
    ("pair", Step::Pair),
    ("seed", Step::Seed),
    ("open", Step::Open),
    ("prizes", Step::Prizes),
    ("review", Step::Review),
    ("waiting", Step::Waiting),
    ("appeals", Step::Appeals),
    ("records", Step::Records),
    ("undo", Step::Undo),
    ("journal", Step::Journal),
];

/// A text that names no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownStep;

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = STEPS.iter().find(|(_, step)| step == self);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for Step {
    type Err = UnknownStep;

    fn from_str(text: &str) -> Result<Step, UnknownStep> {
        let row = STEPS.iter().find(|(word, _)| *word == text);
        row.map(|row| row.1).ok_or(UnknownStep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_survive_their_text_form() {
        for (_, step) in STEPS {
            assert_eq!(step.to_string().parse(), Ok(*step));
        }
        assert_eq!("x".parse::<Step>(), Err(UnknownStep));
    }
}
