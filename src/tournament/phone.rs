use std::fmt;

use serde::{Deserialize, Serialize};

use super::id_card::half_width;

/// A telephone number on which the organizer reaches someone: a mainland mobile number of 11 digits, or
/// one with `+` and country code. Personal data: `Debug` shows the masked form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Phone(String);

/// Why a text is no telephone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PhoneFault {
    #[error("{0:?} is no part of a telephone number")]
    Character(char),
    /// Neither 11 digits nor a country code in front; the number of digits.
    #[error("the number has {0} digits instead of 11")]
    Length(usize),
    /// 11 digits that do not begin with 1.
    #[error("a mainland mobile number begins with 1")]
    Start,
    /// Behind a `+`: 7 to 15 digits (ITU-T E.164: at most 15).
    #[error("{0} digits behind the + instead of 7 to 15")]
    Abroad(usize),
}

impl Phone {
    /// Reads a number as typed: full-width digits, spaces, hyphens, brackets and dots are read as meant;
    /// `+86` before a mainland number is dropped.
    pub fn parse(text: &str) -> Result<Phone, PhoneFault> {
        let plain: String = text
            .chars()
            .map(half_width)
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '(' | ')' | '.'))
            .collect();
        let (abroad, digits) = match plain.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, plain.as_str()),
        };
        if let Some(found) = digits.chars().find(|c| !c.is_ascii_digit()) {
            return Err(PhoneFault::Character(found));
        }
        if abroad {
            return match digits.strip_prefix("86") {
                Some(mainland) => Phone::mainland(mainland),
                None if (7..=15).contains(&digits.len()) => Ok(Phone(plain)),
                None => Err(PhoneFault::Abroad(digits.len())),
            };
        }
        Phone::mainland(digits)
    }

    fn mainland(digits: &str) -> Result<Phone, PhoneFault> {
        if digits.len() != 11 {
            Err(PhoneFault::Length(digits.len()))
        } else if !digits.starts_with('1') {
            Err(PhoneFault::Start)
        } else {
            Ok(Phone(digits.to_owned()))
        }
    }

    /// Personal data.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first three and the last four characters around asterisks.
    pub fn masked(&self) -> String {
        let length = self.0.len();
        self.0
            .char_indices()
            .map(|(index, c)| {
                if index < 3 || index + 4 >= length {
                    c
                } else {
                    '*'
                }
            })
            .collect()
    }
}

impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phone({})", self.masked())
    }
}

impl TryFrom<String> for Phone {
    type Error = PhoneFault;

    fn try_from(text: String) -> Result<Self, PhoneFault> {
        Phone::parse(&text)
    }
}

impl From<Phone> for String {
    fn from(phone: Phone) -> String {
        phone.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_type() {
        for (typed, read) in [
            ("13900000001", "13900000001"),
            ("１３９００００　０００１", "13900000001"),
            ("139-0000-0001", "13900000001"),
            ("+86 139 0000 0001", "13900000001"),
            ("＋８５２ 5550 0001", "+85255500001"),
        ] {
            assert_eq!(Phone::parse(typed).unwrap().as_str(), read, "{typed}");
        }
    }

    #[test]
    fn names_the_fault() {
        for (typed, fault) in [
            ("", PhoneFault::Length(0)),
            ("1390000000", PhoneFault::Length(10)),
            ("139000000011", PhoneFault::Length(12)),
            ("23900000001", PhoneFault::Start),
            ("我的电话", PhoneFault::Character('我')),
            ("+12345", PhoneFault::Abroad(5)),
            ("+1234567890123456", PhoneFault::Abroad(16)),
            ("+861390000000", PhoneFault::Length(10)),
        ] {
            assert_eq!(Phone::parse(typed), Err(fault), "{typed}");
        }
    }

    #[test]
    fn shows_no_more_than_its_ends() {
        let phone = Phone::parse("13900000001").unwrap();
        assert_eq!(phone.masked(), "139****0001");
        assert_eq!(format!("{phone:?}"), "Phone(139****0001)");
    }
}
