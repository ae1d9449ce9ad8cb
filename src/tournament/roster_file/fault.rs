use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::Column;
use crate::config::{DocumentKind, Sex};
use crate::tournament::eligibility::Refused;
use crate::tournament::{BirthDateFault, IdCardFault, NameFault, PermitFault, PhoneFault};

/// Why a row cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// As the spreadsheet counts, from 1.
    pub row: u32,
    /// `None`: the row as a whole.
    pub column: Option<Column>,
    /// What stands there; masked where it is personal.
    pub value: String,
    pub why: Why,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Missing,
    Name(NameFault),
    IdCard(IdCardFault),
    /// A long number that the spreadsheet has rounded: its last digits are lost.
    Rounded,
    DocumentKind,
    /// The event takes only documents of these kinds; the clause that says so may be empty.
    NotTaken {
        taken: Vec<DocumentKind>,
        clause: String,
    },
    Permit(PermitFault),
    BirthDate(BirthDateFault),
    /// The resident ID number says another day.
    BornDiffers(NaiveDate),
    Sex,
    /// The resident ID number says the other sex.
    SexDiffers(Sex),
    Phone(PhoneFault),
    Title,
    /// No whole number up to this.
    Rating(u32),
    /// No such section, competition or pool; these there are.
    Unknown(Vec<String>),
    /// Longer than this.
    Long(usize),
    /// Younger than the event's limit: guardian and telephone are needed.
    GuardianNeeded,
    OwnGuardian,
    /// The regulation turns the player away.
    Ineligible(Box<Refused>),
    /// The same person stands in this row already.
    SameInFile(u32),
    /// The same person is registered already.
    SameInEvent,
    /// No place is left; the pool's key.
    PoolFull(String),
}
