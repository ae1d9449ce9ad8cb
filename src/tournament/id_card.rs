use std::fmt;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::config::Sex;

/// A resident ID number (居民身份证, 公民身份号码) as GB 11643-1999 defines it: six digits of the
/// region of first issue, eight of the birth date, three of sequence, one check character.
///
/// A value of this type has passed every check. It is personal data: `Debug` and `Display` show the
/// masked form, [`IdCard::number`] alone gives the number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdCard {
    number: String,
    born: NaiveDate,
    sex: Sex,
}

/// Why a text is no resident ID number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum IdCardFault {
    #[error("nothing was entered")]
    Empty,
    #[error("the number has {0} characters instead of 18")]
    Length(usize),
    /// A number of the first generation, without century and check character: the second-generation
    /// card (第二代居民身份证) is needed. Wuhan regulation, clause 6.4.
    #[error("the number has the 15 digits of a first-generation card")]
    FirstGeneration,
    /// Characters are counted from 1, after spaces were taken out.
    #[error("character {place} is {found:?} instead of a digit")]
    Character { place: usize, found: char },
    #[error("the digits for the birth date are no date")]
    Date,
    #[error("the birth date lies in the future")]
    Future,
    #[error("the check character does not fit")]
    CheckCharacter,
}

const LENGTH: usize = 18;

impl IdCard {
    /// Reads a number as people type it: full-width characters, spaces, hyphens and a small x are read
    /// as meant. `today` is the day on which it is entered.
    pub fn parse(text: &str, today: NaiveDate) -> Result<IdCard, IdCardFault> {
        let characters: Vec<char> = text
            .chars()
            .map(half_width)
            .filter(|c| !c.is_whitespace() && *c != '-')
            .collect();
        match characters.len() {
            0 => return Err(IdCardFault::Empty),
            15 if characters.iter().all(char::is_ascii_digit) => {
                return Err(IdCardFault::FirstGeneration);
            }
            LENGTH => {}
            other => return Err(IdCardFault::Length(other)),
        }

        let mut digits = [0u32; LENGTH];
        for (index, (digit, &found)) in digits.iter_mut().zip(&characters).enumerate() {
            *digit = match found {
                'x' | 'X' if index == LENGTH - 1 => 10,
                _ => found.to_digit(10).ok_or(IdCardFault::Character {
                    place: index + 1,
                    found,
                })?,
            };
        }
        let [
            _,
            _,
            _,
            _,
            _,
            _,
            y1,
            y2,
            y3,
            y4,
            m1,
            m2,
            d1,
            d2,
            _,
            _,
            sequence,
            check,
        ] = digits;
        let year = y1 * 1000 + y2 * 100 + y3 * 10 + y4;
        let born = i32::try_from(year)
            .ok()
            .and_then(|year| NaiveDate::from_ymd_opt(year, m1 * 10 + m2, d1 * 10 + d2))
            .filter(|date| date.year() >= 1800)
            .ok_or(IdCardFault::Date)?;
        if check_character(&digits) != check {
            return Err(IdCardFault::CheckCharacter);
        }
        if born > today {
            return Err(IdCardFault::Future);
        }
        Ok(IdCard {
            number: characters.iter().map(char::to_ascii_uppercase).collect(),
            born,
            sex: if sequence % 2 == 1 {
                Sex::Male
            } else {
                Sex::Female
            },
        })
    }

    /// The 18 characters, the check character as a capital X where it is one. Personal data.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The birth date in the number.
    pub fn born(&self) -> NaiveDate {
        self.born
    }

    /// Odd 17th digit: male.
    pub fn sex(&self) -> Sex {
        self.sex
    }

    /// The first six digits: where the number was first issued. No proof of where its holder is
    /// registered now.
    pub fn region(&self) -> &str {
        self.number.get(..6).unwrap_or_default()
    }

    /// The first four and the last four characters around ten asterisks, as an arbiter may see it.
    pub fn masked(&self) -> String {
        let head = self.number.get(..4).unwrap_or_default();
        let tail = self.number.get(LENGTH - 4..).unwrap_or_default();
        format!("{head}**********{tail}")
    }
}

impl fmt::Debug for IdCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IdCard({})", self.masked())
    }
}

impl fmt::Display for IdCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

/// ISO 7064 MOD 11-2: the digit at place `i` from the right (check character: 1) has weight
/// 2^(i-1) mod 11, and the weighted sum of all 18 is 1 mod 11. 10 stands for X.
fn check_character(digits: &[u32; LENGTH]) -> u32 {
    let sum = digits
        .iter()
        .take(LENGTH - 1)
        .fold(0, |sum, digit| (sum + digit) * 2 % 11);
    (12 - sum) % 11
}

/// Full-width forms (U+FF01 to U+FF5E) and the ideographic space as their ASCII counterparts.
pub(super) fn half_width(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(c) - 0xff01 + u32::from('!')).unwrap_or(c)
        }
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn parse(text: &str) -> Result<IdCard, IdCardFault> {
        IdCard::parse(text, day(2023, 9, 25))
    }

    /// The 17 digits with their check character, by the table of weights in GB 11643.
    fn with_check(seventeen: &str) -> String {
        let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
        let sum: u32 = seventeen
            .chars()
            .zip(weights)
            .map(|(c, weight)| c.to_digit(10).unwrap() * weight)
            .sum();
        let check = "10X98765432".chars().nth((sum % 11) as usize).unwrap();
        format!("{seventeen}{check}")
    }

    #[test]
    fn reads_birth_date_sex_and_region() {
        let card = parse(&with_check("99999919850228002")).unwrap();
        assert_eq!(card.born(), day(1985, 2, 28));
        assert_eq!(card.sex(), Sex::Female);
        assert_eq!(card.region(), "999999");
        let card = parse(&with_check("99999920000229011")).unwrap();
        assert_eq!(
            (card.born(), card.sex()),
            (day(2000, 2, 29), Sex::Male),
            "a leap day of a leap century"
        );
    }

    #[test]
    fn every_check_character_is_told_from_every_other() {
        let mut seen = std::collections::BTreeSet::new();
        for sequence in 0..1000 {
            let number = with_check(&format!("99999919900101{sequence:03}"));
            let check = number.chars().last().unwrap();
            seen.insert(check);
            for other in "0123456789X".chars() {
                let text = format!("{}{other}", &number[..17]);
                assert_eq!(parse(&text).is_ok(), other == check, "{text}");
            }
        }
        assert_eq!(seen.len(), 11);
    }

    #[test]
    fn reads_what_people_type() {
        let number = (0..1000)
            .map(|sequence| with_check(&format!("99999919900101{sequence:03}")))
            .find(|number| number.ends_with('X'))
            .unwrap();
        let small = number.to_lowercase();
        let spaced = format!(" {} {}　{}\n", &number[..6], &number[6..14], &number[14..]);
        let full: String = number
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap())
            .collect();
        for text in [small, spaced, full] {
            assert_eq!(parse(&text).unwrap().number(), number, "{text}");
        }
    }

    #[test]
    fn names_the_fault() {
        let future = with_check("99999920230926001");
        let today = with_check("99999920230925001");
        let table = [
            ("", IdCardFault::Empty),
            (" 　", IdCardFault::Empty),
            ("99999990010100", IdCardFault::Length(14)),
            ("999999900101001", IdCardFault::FirstGeneration),
            ("99999990010100a", IdCardFault::Length(15)),
            ("9999991990010100123", IdCardFault::Length(19)),
            (
                "9999991990O1010012",
                IdCardFault::Character {
                    place: 11,
                    found: 'O',
                },
            ),
            (
                "99999919900101001Y",
                IdCardFault::Character {
                    place: 18,
                    found: 'Y',
                },
            ),
            ("999999199013010012", IdCardFault::Date),
            ("999999190002290012", IdCardFault::Date),
            ("999999000001010012", IdCardFault::Date),
            (future.as_str(), IdCardFault::Future),
        ];
        for (text, fault) in table {
            assert_eq!(parse(text), Err(fault), "{text:?}");
        }
        assert!(parse(&today).is_ok(), "born today");
    }

    #[test]
    fn keeps_the_number_out_of_logs() {
        let number = with_check("99999919850228001");
        let card = parse(&number).unwrap();
        assert_eq!(
            card.masked(),
            format!("{}**********{}", &number[..4], &number[14..])
        );
        for shown in [format!("{card:?}"), format!("{card}"), format!("{card:#?}")] {
            assert!(!shown.contains(&number) && !shown.contains("19850228"));
        }
    }
}
