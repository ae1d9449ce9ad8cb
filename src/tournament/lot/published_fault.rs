use serde::{Deserialize, Serialize};

/// What stands in front of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    Commitment,
    Secret,
    Salt,
}

impl Label {
    /// The word in the message.
    pub const fn word(self) -> &'static str {
        match self {
            Label::Commitment => "承诺",
            Label::Secret => "秘密",
            Label::Salt => "盐",
        }
    }
}

/// Why a text cannot be recomputed: it is not the bot's message, or not all of it, or it was broken on the way.
/// It says nothing about the lot. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PublishedFault {
    #[error("no line begins with \"{}\": paste the bot's whole message", .0.word())]
    Missing(Label),
    #[error(
        "line {line}: \"{}\" is followed by {digits} characters that are not 64 hexadecimal digits: paste the line \
         again, whole and unaltered",
        .label.word()
    )]
    Digits {
        label: Label,
        line: usize,
        /// Characters that stand there.
        digits: usize,
    },
    /// Two different values for one lot.
    #[error("line {line}: another \"{}\" than before: paste one lot as the bot published it", .label.word())]
    Contradiction { label: Label, line: usize },
    /// A line that has no place there: a value or a row broken in two.
    #[error(
        "line {line} has no place there, or the one before it is broken in two: paste the message again"
    )]
    Line { line: usize },
    /// It says who has red, but not in the bot's words.
    #[error("line {line}: the headline is not readable: paste the bot's own \"… 抽签：NAME 执红\"")]
    Headline { line: usize },
    /// Two headlines that differ.
    #[error("line {line}: the headline gives red to another than the one before")]
    Headlines { line: usize },
    /// Neither the first nor a later part has it.
    #[error("number {0} is missing: paste every part of the message")]
    Number(u64),
    #[error("number {0} stands twice, differently")]
    NumberTwice(u64),
    #[error("registration {0} has two numbers")]
    RegistrationTwice(u64),
    /// More numbers than were in the lot.
    #[error("number {found} stands here, but only {of} were drawn")]
    Surplus { of: u64, found: u64 },
    #[error("no line holds a number, a registration id and a name")]
    NoNumbers,
    /// Where one lot was asked for.
    #[error("the text holds {0} lots")]
    Several(usize),
}
