//! What a correction changes and why, as short text: in the data of a button, and in the journal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::tournament::Outcome;

/// What is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The result; `None`: 未定, the game is open again.
    Result(Option<Outcome>),
    /// The two sat the other way round. Who won stays the winner.
    Sides,
}

/// Why it is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// It was entered wrongly.
    Entry,
    /// The arbiters decide otherwise.
    Ruling,
    /// An appeal was upheld.
    Appeal,
    /// The arbiters decide otherwise, and the absence that this is removes nobody.
    Excused,
}

/// A text that names no change or ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unread;

const CHANGES: &[(&str, Change)] = &[
    ("rw", Change::Result(Some(Outcome::RedWin))),
    ("bw", Change::Result(Some(Outcome::BlackWin))),
    ("dr", Change::Result(Some(Outcome::Draw))),
    ("xl", Change::Result(Some(Outcome::BothLose))),
    ("rf", Change::Result(Some(Outcome::RedForfeit))),
    ("bf", Change::Result(Some(Outcome::BlackForfeit))),
    ("xf", Change::Result(Some(Outcome::BothForfeit))),
    ("no", Change::Result(None)),
    ("sd", Change::Sides),
];

const GROUNDS: &[(&str, Ground)] = &[
    ("entry", Ground::Entry),
    ("ruling", Ground::Ruling),
    ("appeal", Ground::Appeal),
    ("excused", Ground::Excused),
];

fn word<T: PartialEq>(all: &'static [(&'static str, T)], one: &T) -> &'static str {
    all.iter()
        .find(|(_, known)| known == one)
        .map_or("", |row| row.0)
}

fn read<T: Copy>(all: &'static [(&'static str, T)], text: &str) -> Result<T, Unread> {
    let found = all.iter().find(|(word, _)| *word == text);
    found.map(|row| row.1).ok_or(Unread)
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(CHANGES, self))
    }
}

impl FromStr for Change {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Change, Unread> {
        read(CHANGES, text)
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(GROUNDS, self))
    }
}

impl FromStr for Ground {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Ground, Unread> {
        read(GROUNDS, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_and_ground_survives_its_text() {
        for (_, change) in CHANGES {
            assert_eq!(change.to_string().parse(), Ok(*change));
        }
        for (_, ground) in GROUNDS {
            assert_eq!(ground.to_string().parse(), Ok(*ground));
        }
        assert_eq!("zz".parse::<Change>(), Err(Unread));
    }
}
