use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::config::Sex;
use crate::tournament::form::{FormRefusal, Question};

/// The registration conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Register {
    /// The event has several competitions: which one?
    Which { offers: Vec<Offer> },
    /// A question, with what is to be said before it.
    Ask {
        /// The form's version, carried by its buttons.
        version: i64,
        before: Option<Before>,
        question: Box<Question>,
    },
    /// The conversation was left; the answers stay until they are thrown away.
    Left { version: i64 },
    /// The answers were thrown away.
    Dropped,
    Submitted {
        name: String,
        standing: Standing,
        /// The pool's key.
        pool: String,
        /// The form had been submitted before this tap.
        again: bool,
        /// Competitions played at the same time that the player is in as well.
        #[serde(default)]
        at_once: Vec<String>,
    },
    /// From the waiting list into a place.
    Promoted { name: String, in_review: bool },
    /// Told to the arbiters: someone came up from the waiting list.
    PromotedFyi { name: String, in_review: bool },
    /// To the group: registration has begun.
    Opened { closes: DateTime<Utc> },
    /// To who has not finished the form: it closes soon.
    Unfinished { closes: DateTime<Utc> },
    /// What closing the registration would mean.
    ClosePreview {
        accepted: u32,
        in_review: u32,
        waiting: u32,
        closes: DateTime<Utc>,
    },
    /// Registration is closed.
    Closed {
        accepted: u32,
        in_review: u32,
        waiting: u32,
        /// The deadline came; otherwise an arbiter closed it.
        by_deadline: bool,
    },
}

/// A competition to register for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub key: String,
    pub name: String,
    pub places: Places,
}

/// What places a competition has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Places {
    /// So many are free to all.
    Free(u32),
    /// None is free: the waiting list.
    Full,
    /// All want a code.
    ByCode,
    /// Registration is not open.
    Closed,
}

/// What is said before a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    /// The first words of a new registration.
    Welcome {
        /// No open place is left: the waiting list.
        full: bool,
    },
    /// The first words to an arbiter who registers a player without an account.
    Adding,
    /// Going on where one had left.
    Resumed,
    /// The form goes on in another competition.
    Moved,
    /// The answer cannot be taken.
    Refused(FormRefusal),
    /// There is no such code.
    UnknownCode,
    /// The code was used already.
    UsedCode,
    /// The button belonged to an earlier question.
    OldButton,
    /// What a resident ID number says of its holder, masked.
    Card {
        masked: String,
        born: NaiveDate,
        sex: Sex,
    },
}

/// Where a registration stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Accepted,
    /// An arbiter looks at the papers; the place is held.
    Review,
    /// More papers are asked for, with the arbiter's words.
    Asked {
        reason: String,
    },
    /// On the waiting list, from 1.
    Waiting {
        position: u32,
    },
    /// First in line: a place is held until it is confirmed.
    Offered {
        until: DateTime<Utc>,
    },
    Refused {
        reason: String,
    },
    Withdrawn,
    /// By a penalty, or for an absence: no place in the table is theirs.
    Removed,
}
