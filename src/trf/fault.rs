use std::fmt;

use crate::tournament::StartNumber;

/// One thing wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {flaw}")]
pub struct Fault {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub flaw: Flaw,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// The line does not begin with three letters or digits.
    NoCode {
        found: String,
    },
    NoPlayers,
    /// A value is missing.
    Missing {
        what: &'static str,
    },
    NotANumber {
        what: &'static str,
        found: String,
    },
    OutOfRange {
        what: &'static str,
        found: String,
        least: u32,
        most: u32,
    },
    NotPoints {
        found: String,
    },
    /// Something stands between the columns of two values.
    NotBlank {
        found: char,
    },
    NotASide {
        found: char,
    },
    NotAMark {
        found: char,
    },
    UnknownWord {
        found: String,
    },
    Twice {
        what: &'static str,
        no: StartNumber,
        line: u32,
    },
    /// The same thing is said a second time and differently.
    Contradiction {
        what: &'static str,
    },
    NoSuchPlayer {
        no: StartNumber,
    },
    AgainstOneself,
    ByeWithOpponent {
        mark: char,
    },
    ResultWithoutOpponent {
        mark: char,
    },
    /// The opponent's line says something else.
    NotMutual {
        no: StartNumber,
        opponent: StartNumber,
        round: u32,
    },
    SameSide {
        opponent: StartNumber,
        round: u32,
    },
    NoSide {
        opponent: StartNumber,
        round: u32,
    },
    ResultsDiffer {
        opponent: StartNumber,
        round: u32,
        mine: char,
        theirs: char,
    },
    RoundsReversed,
    /// A player of two teams.
    InTwoTeams {
        no: StartNumber,
        one: String,
        other: String,
    },
    /// Fewer rounds than have been paired.
    FewerRounds {
        rounds: u32,
        played: u32,
    },
    /// A notice: a team line of other columns.
    TeamNotRead,
    /// A notice: a team has a player whom the file does not have.
    TeamOfStranger {
        no: StartNumber,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoCode { found } => write!(
                f,
                "“{found}” is no record: a line begins with a code of three letters or digits, such as 001"
            ),
            Flaw::NoPlayers => write!(f, "no player: each is a line that begins with 001"),
            Flaw::Missing { what } => write!(f, "{what} is missing"),
            Flaw::NotANumber { what, found } => {
                write!(f, "{what} is “{found}”: a number is needed")
            }
            Flaw::OutOfRange {
                what,
                found,
                least,
                most,
            } => {
                write!(f, "{what} is {found}: {least} to {most} is possible")
            }
            Flaw::NotPoints { found } => {
                write!(f, "“{found}” are no points: a number such as 4.5 is needed")
            }
            Flaw::NotBlank { found } => write!(
                f,
                "“{found}” stands in a column that is blank: values are shifted or too long"
            ),
            Flaw::NotASide { found } => {
                write!(
                    f,
                    "“{found}” is no colour: w (red), b (black) or - is needed"
                )
            }
            Flaw::NotAMark { found } => write!(
                f,
                "“{found}” is no result: one of 1 = 0 + - W D L H F U Z is needed"
            ),
            Flaw::UnknownWord { found } => write!(f, "“{found}” is not known here"),
            Flaw::Twice { what, no, line } => {
                write!(f, "{what} {no} stands in line {line} already")
            }
            Flaw::Contradiction { what } => write!(f, "{what} has been given differently before"),
            Flaw::NoSuchPlayer { no } => write!(f, "there is no player {no}"),
            Flaw::AgainstOneself => write!(f, "the player is his own opponent"),
            Flaw::ByeWithOpponent { mark } => {
                write!(
                    f,
                    "{mark} is a bye or an absence: the opponent must be 0000"
                )
            }
            Flaw::ResultWithoutOpponent { mark } => {
                write!(
                    f,
                    "{mark} is the result of a game, but the opponent is missing"
                )
            }
            Flaw::NotMutual {
                no,
                opponent,
                round,
            } => write!(
                f,
                "{no} meets {opponent} in round {round}, but the line of {opponent} says something else"
            ),
            Flaw::SameSide { opponent, round } => {
                write!(
                    f,
                    "{opponent}, the opponent in round {round}, has the same colour"
                )
            }
            Flaw::NoSide { opponent, round } => write!(
                f,
                "neither this player nor {opponent} has a colour in round {round}, but they have played"
            ),
            Flaw::ResultsDiffer {
                opponent,
                round,
                mine,
                theirs,
            } => write!(
                f,
                "result {mine} in round {round} does not go with {theirs} of the opponent {opponent}"
            ),
            Flaw::RoundsReversed => write!(f, "the last round is before the first"),
            Flaw::InTwoTeams { no, one, other } => {
                write!(f, "player {no} is in two teams, “{one}” and “{other}”")
            }
            Flaw::FewerRounds { rounds, played } => write!(
                f,
                "{rounds} rounds are to be played, but {played} have been paired"
            ),
            Flaw::TeamNotRead => write!(
                f,
                "this team is not read: numbers stand in columns 37-40, 42-45 … of 013, and 74-77, 79-82 … of 310"
            ),
            Flaw::TeamOfStranger { no } => {
                write!(f, "the team has player {no}, whom the file does not have")
            }
        }
    }
}
