use serde::{Deserialize, Serialize};

use crate::config::DocumentKind;
use crate::tournament::eligibility::Refused;
use crate::tournament::{BirthDateFault, IdCardFault, NameFault, PermitFault, PhoneFault};

/// Why an answer cannot be taken. The form stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormRefusal {
    Name(NameFault),
    IdCard(IdCardFault),
    Permit(PermitFault),
    /// The event takes only documents of these kinds; the clause that says so may be empty.
    DocumentNotTaken {
        taken: Vec<DocumentKind>,
        clause: String,
    },
    BirthDate(BirthDateFault),
    Phone(PhoneFault),
    /// No whole number up to this.
    Rating(u32),
    /// No number of months from 0 to 600.
    Months,
    /// No one-time code: 8 letters and digits.
    Code,
    /// The competition takes only those who hold a one-time code, and this is none.
    CodeNeeded,
    /// No reason of 1 to this many characters.
    Reason(usize),
    /// The guardian's name is the player's own.
    OwnGuardian,
    /// One of the offered choices is wanted.
    Choose,
    /// Text is wanted, not this (Telegram's word for it).
    TextWanted {
        got: String,
    },
    /// Photos or files are wanted.
    PapersWanted,
    /// Nothing was handed in yet.
    NoPapers,
    /// The limit of photos and files.
    TooManyPapers(usize),
    /// A paper was sent where none is asked for.
    NotNow,
    /// The words of someone else.
    Forwarded,
    /// An earlier message was edited: that changes no answer.
    Edited,
    /// There is no question before this one.
    NothingBefore,
    /// The regulation turns the person away.
    Ineligible(Box<Refused>),
}
