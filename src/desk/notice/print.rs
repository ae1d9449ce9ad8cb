use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Notice;

/// Tables as pictures and files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Print {
    /// Made when they are sent, of the tables themselves.
    Tables {
        form: Form,
        /// The notices that say the same as text.
        tables: Vec<Notice>,
        at: DateTime<Utc>,
        /// Someone waits for it: where it cannot be made, they are told why.
        asked: bool,
    },
    /// To the chief arbiter: there are no pictures, because no font has Chinese letters.
    NoFont,
}

/// What a table is made into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// PNG, for a phone.
    Picture,
    /// An Excel workbook.
    Xlsx,
    /// To print.
    Pdf,
    /// For other programs.
    Json,
}

/// What can be had as a picture or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Printable {
    Standings,
    /// The tables of a round.
    Round(u32),
    Prizes,
    /// The knockout.
    Bracket,
    /// 成绩册: everything so far.
    Book,
}

const FORMS: [(&str, Form); 4] = [
    ("g", Form::Picture),
    ("x", Form::Xlsx),
    ("f", Form::Pdf),
    ("j", Form::Json),
];

/// Neither a form nor something to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownPrint;

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = FORMS.iter().find(|(_, form)| form == self);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for Form {
    type Err = UnknownPrint;

    fn from_str(text: &str) -> Result<Form, UnknownPrint> {
        let row = FORMS.iter().find(|(code, _)| *code == text);
        row.map(|row| row.1).ok_or(UnknownPrint)
    }
}

impl fmt::Display for Printable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Printable::Standings => f.write_str("s"),
            Printable::Round(number) => write!(f, "r{number}"),
            Printable::Prizes => f.write_str("p"),
            Printable::Bracket => f.write_str("k"),
            Printable::Book => f.write_str("b"),
        }
    }
}

impl FromStr for Printable {
    type Err = UnknownPrint;

    fn from_str(text: &str) -> Result<Printable, UnknownPrint> {
        match text {
            "s" => Ok(Printable::Standings),
            "p" => Ok(Printable::Prizes),
            "k" => Ok(Printable::Bracket),
            "b" => Ok(Printable::Book),
            other => {
                let number = other.strip_prefix('r').ok_or(UnknownPrint)?;
                number
                    .parse()
                    .map(Printable::Round)
                    .map_err(|_| UnknownPrint)
            }
        }
    }
}
