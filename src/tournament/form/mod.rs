//! The registration form: what has been answered, what comes next, and what an answer does. Pure, so
//! that the whole conversation can be tried without Telegram.

mod answer;
mod by_arbiter;
mod entry;
mod field;
mod question;
mod refusal;
mod rules;

pub use answer::{Input, Step};
pub use by_arbiter::ByArbiter;
pub use entry::{Entry, Guardian, Identity};
pub use field::Field;
pub use question::{Asked, Choice, Question, Settled, Summary};
pub use refusal::FormRefusal;
pub use rules::{FormRules, is_minor};

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Document, IdCard, PermitKind, PermitNumber, PersonName, Phone};
use crate::config::{Sex, Title};

/// Answers given so far. Holds personal data: it is kept sealed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Form {
    /// Grows with every change, from a beginning no other form has, so that a button of an earlier question
    /// is known.
    pub version: i64,
    /// The key of the competition it is for; empty: the event's only one.
    pub competition: String,
    /// The section chosen, where the other answers do not decide it.
    pub section: Option<String>,
    pub team: Option<String>,
    pub name: Option<PersonName>,
    pub identity: Option<Identity>,
    /// The document the person is about to enter the number of.
    pub permit: Option<PermitKind>,
    /// Asked only where the document does not say it.
    pub born: Option<NaiveDate>,
    /// Asked only where the document does not say it.
    pub sex: Option<Sex>,
    pub phone: Option<Phone>,
    pub title: Option<Title>,
    /// 0: has none.
    pub rating: Option<u32>,
    /// Keys of the alternatives the person relies on, by the key of the rule that lists them.
    pub bases: BTreeMap<String, String>,
    pub months: Option<u32>,
    pub stated: BTreeMap<String, bool>,
    /// The one-time code; `Some(None)`: has none.
    #[serde(with = "double")]
    pub code: Option<Option<String>>,
    pub guardian_name: Option<PersonName>,
    pub guardian_phone: Option<Phone>,
    pub guardian_consents: bool,
    pub papers: Vec<Paper>,
    pub papers_complete: bool,
    /// Statements agreed to, word for word: one that is worded anew is asked anew.
    pub agreed_to: BTreeSet<String>,
    /// A question being answered again.
    #[serde(deserialize_with = "known")]
    pub editing: Option<Field>,
    /// The list of fields to change is shown.
    pub choosing: bool,
    /// Left for now; it goes on with the next /register.
    pub paused: bool,
    /// An arbiter fills it in for a player without an account.
    pub by_arbiter: Option<ByArbiter>,
}

/// A field this program knows; one of another version is none.
fn known<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Field>, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A photo or file of a paper, by Telegram's file id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paper {
    Photo(String),
    Document(String),
}

/// Photos and files one registration may carry.
pub const MOST_PAPERS: usize = 10;

impl Form {
    /// An empty form that counts from `version`.
    pub fn new(version: i64) -> Form {
        Form {
            version,
            ..Form::default()
        }
    }

    /// An empty form for an arbiter to fill in for a player without an account.
    pub fn by_arbiter(version: i64) -> Form {
        Form {
            by_arbiter: Some(ByArbiter::default()),
            ..Form::new(version)
        }
    }

    /// Papers that were complete or looked at are so no more: what they have to prove has changed.
    fn reopen_papers(&mut self) {
        self.papers_complete = false;
        if let Some(by) = &mut self.by_arbiter {
            by.papers_seen = false;
        }
    }

    /// An arbiter has looked at the papers himself.
    fn papers_seen(&self) -> bool {
        self.by_arbiter.as_ref().is_some_and(|by| by.papers_seen)
    }

    /// The document, read again from its number.
    pub fn document(&self, today: NaiveDate) -> Option<Document> {
        match self.identity.as_ref()? {
            Identity::Resident(number) => IdCard::parse(number, today).ok().map(Document::Resident),
            Identity::Permit(kind, number) => Some(Document::Other {
                kind: *kind,
                number: PermitNumber::parse(number).ok()?,
            }),
        }
    }

    /// The birth date, from the document where it says so.
    pub fn born(&self, today: NaiveDate) -> Option<NaiveDate> {
        match self.document(today)? {
            Document::Resident(card) => Some(card.born()),
            Document::Other { .. } => self.born,
        }
    }

    /// The sex, from the document where it says so.
    pub fn sex(&self, today: NaiveDate) -> Option<Sex> {
        match self.document(today)? {
            Document::Resident(card) => Some(card.sex()),
            Document::Other { .. } => self.sex,
        }
    }
}

/// `Option<Option<T>>` through JSON: absent, null and a value are three things.
mod double {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        value: &Option<Option<String>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value
            .iter()
            .collect::<Vec<&Option<String>>>()
            .serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<String>>, D::Error> {
        Ok(Vec::<Option<String>>::deserialize(deserializer)?.pop())
    }
}
