use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{ByArbiter, Form, FormRules, Paper};
use crate::config::{Sex, Title};
use crate::tournament::{Document, IdCard, PermitKind, PermitNumber, PersonName, Phone};

/// The number of a document as it was read. Personal data.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identity {
    Resident(String),
    Permit(PermitKind, String),
}

impl Identity {
    /// What [`Document::fingerprint_input`] gives for the document of this number.
    pub fn fingerprint_input(&self) -> String {
        match self {
            Identity::Resident(number) => match IdCard::parse(number, NaiveDate::MAX) {
                Ok(card) => Document::Resident(card).fingerprint_input(),
                Err(_) => format!("resident:{number}"),
            },
            Identity::Permit(kind, number) => match PermitNumber::parse(number) {
                Ok(number) => Document::Other {
                    kind: *kind,
                    number,
                }
                .fingerprint_input(),
                Err(_) => format!("{kind:?}:{number}"),
            },
        }
    }
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Identity(…)")
    }
}

/// A finished form.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub section: String,
    pub team: Option<String>,
    pub name: PersonName,
    pub identity: Identity,
    pub document: Document,
    pub born: NaiveDate,
    pub sex: Sex,
    pub phone: Phone,
    pub title: Title,
    pub rating: Option<u32>,
    /// The alternatives relied on, by the key of the rule that lists them.
    pub bases: BTreeMap<String, String>,
    pub months: Option<u32>,
    pub stated: BTreeMap<String, bool>,
    pub code: Option<String>,
    pub guardian: Option<Guardian>,
    pub papers: Vec<Paper>,
    /// Keys of the rules whose papers an arbiter has to accept.
    pub to_review: Vec<String>,
    /// The document itself is to be looked at: it is no resident ID card.
    pub permit_to_review: bool,
    /// `Some`: filled in by an arbiter for a player without an account.
    pub by_arbiter: Option<ByArbiter>,
    /// Keys of the rules whose papers the arbiter has looked at himself, and `document` for a document
    /// that is no resident ID card: nothing of it is left to review.
    pub seen: Vec<String>,
}

/// Who answers for a minor (Wuhan 2023, clause 9(4)).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guardian {
    pub name: PersonName,
    pub phone: Phone,
}

impl Form {
    /// The finished form; `None` while a question is open.
    pub fn entry(&self, rules: &FormRules<'_>) -> Option<Entry> {
        let fields = rules.fields(self);
        if !fields.iter().all(|field| rules.is_answered(self, field)) {
            return None;
        }
        let document = self.document(rules.today)?;
        let guardian = match (&self.guardian_name, &self.guardian_phone) {
            (Some(name), Some(phone)) if rules.is_minor(self) => Some(Guardian {
                name: name.clone(),
                phone: phone.clone(),
            }),
            _ => None,
        };
        let wants_papers = fields.contains(&super::Field::Papers);
        let needed: Vec<String> = rules
            .needed_papers(self)
            .into_iter()
            .map(|clause| clause.key)
            .collect();
        let permit = rules.needs_permit_photo(self);
        let (to_review, seen) = if self.papers_seen() {
            let document = permit.then(|| "document".to_owned());
            (Vec::new(), needed.into_iter().chain(document).collect())
        } else {
            (needed, Vec::new())
        };
        Some(Entry {
            section: rules.section(self)?.key.clone(),
            team: self
                .team
                .clone()
                .filter(|_| fields.contains(&super::Field::Team)),
            name: self.name.clone()?,
            identity: self.identity.clone()?,
            document,
            born: self.born(rules.today)?,
            sex: self.sex(rules.today)?,
            phone: self.phone.clone()?,
            title: self.title?,
            rating: self.rating.filter(|rating| *rating > 0),
            bases: self
                .bases
                .iter()
                .filter(|(group, _)| fields.contains(&super::Field::Basis((*group).clone())))
                .map(|(group, key)| (group.clone(), key.clone()))
                .collect(),
            months: self
                .months
                .filter(|_| fields.contains(&super::Field::Months)),
            stated: self.stated.clone(),
            code: self.code.clone().flatten(),
            guardian,
            papers: if wants_papers {
                self.papers.clone()
            } else {
                Vec::new()
            },
            to_review,
            permit_to_review: permit && !self.papers_seen(),
            by_arbiter: self.by_arbiter.clone(),
            seen,
        })
    }
}
