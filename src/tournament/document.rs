use std::fmt;

use serde::{Deserialize, Serialize};

use super::IdCard;
use super::id_card::half_width;
use crate::config::DocumentKind;

/// What a player proves identity with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Document {
    Resident(IdCard),
    /// For those without a resident ID card; says nothing about birth date or sex.
    Other {
        kind: PermitKind,
        number: PermitNumber,
    },
}

/// Kinds of permit taken from players without a resident ID card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PermitKind {
    /// 护照
    Passport,
    /// 港澳居民来往内地通行证
    HongKongMacao,
    /// 台湾居民来往大陆通行证
    Taiwan,
    /// 外国人永久居留身份证
    PermanentResidence,
    /// 其他证件
    Other,
}

/// The number of a passport or permit: 5 to 20 latin letters and digits, letters as capitals.
/// Personal data: `Debug` shows its ends only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PermitNumber(String);

/// Why a text is no document number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PermitFault {
    #[error("the number has {0} characters instead of 5 to 20")]
    Length(usize),
    #[error("{0:?} is neither a latin letter nor a digit")]
    Character(char),
}

impl Document {
    /// Canonical text of the document: equal for two documents exactly when they are the same one.
    /// Personal data; meant for a keyed fingerprint, by which the same person is found a second time.
    pub fn fingerprint_input(&self) -> String {
        match self {
            Document::Resident(card) => format!("resident:{}", card.number()),
            Document::Other { kind, number } => {
                let kind = match kind {
                    PermitKind::Passport => "passport",
                    PermitKind::HongKongMacao => "hong_kong_macao",
                    PermitKind::Taiwan => "taiwan",
                    PermitKind::PermanentResidence => "permanent_residence",
                    PermitKind::Other => "other",
                };
                format!("{kind}:{}", number.as_str())
            }
        }
    }

    /// The number as it may be shown to an arbiter.
    pub fn masked(&self) -> String {
        match self {
            Document::Resident(card) => card.masked(),
            Document::Other { number, .. } => number.masked(),
        }
    }
}

impl From<PermitKind> for DocumentKind {
    fn from(kind: PermitKind) -> DocumentKind {
        match kind {
            PermitKind::Passport => DocumentKind::Passport,
            PermitKind::HongKongMacao => DocumentKind::HongKongMacao,
            PermitKind::Taiwan => DocumentKind::Taiwan,
            PermitKind::PermanentResidence => DocumentKind::PermanentResidence,
            PermitKind::Other => DocumentKind::Other,
        }
    }
}

impl PermitNumber {
    /// Reads a number as people type it: full-width characters, spaces and hyphens are read as meant.
    pub fn parse(text: &str) -> Result<PermitNumber, PermitFault> {
        let number: String = text
            .chars()
            .map(half_width)
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase())
            .collect();
        if let Some(found) = number.chars().find(|c| !c.is_ascii_alphanumeric()) {
            return Err(PermitFault::Character(found));
        }
        if !(5..=20).contains(&number.len()) {
            return Err(PermitFault::Length(number.len()));
        }
        Ok(PermitNumber(number))
    }

    /// Personal data.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first and the last two characters, asterisks between.
    pub fn masked(&self) -> String {
        let length = self.0.len();
        self.0
            .char_indices()
            .map(|(index, c)| {
                if index == 0 || index + 2 >= length {
                    c
                } else {
                    '*'
                }
            })
            .collect()
    }
}

impl fmt::Debug for PermitNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PermitNumber({})", self.masked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_a_number() {
        for text in [
            "X99990001",
            "x9999 0001",
            "ｘ９９９９－０００１",
            "X-9999-0001",
        ] {
            assert_eq!(PermitNumber::parse(text).unwrap().as_str(), "X99990001");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        let table = [
            ("", PermitFault::Length(0)),
            ("A123", PermitFault::Length(4)),
            ("A12345678901234567890", PermitFault::Length(21)),
            ("护照A12345", PermitFault::Character('护')),
            ("A1234_5", PermitFault::Character('_')),
        ];
        for (text, fault) in table {
            assert_eq!(PermitNumber::parse(text), Err(fault), "{text}");
        }
    }

    #[test]
    fn the_kind_is_part_of_the_fingerprint() {
        let number = PermitNumber::parse("X99990001").unwrap();
        let of = |kind| {
            Document::Other {
                kind,
                number: number.clone(),
            }
            .fingerprint_input()
        };
        assert_ne!(of(PermitKind::Passport), of(PermitKind::Taiwan));
        assert_eq!(of(PermitKind::Passport), "passport:X99990001");
    }

    #[test]
    fn debug_hides_the_number() {
        let number = PermitNumber::parse("X99990001").unwrap();
        assert_eq!(format!("{number:?}"), "PermitNumber(X******01)");
    }
}
