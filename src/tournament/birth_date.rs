use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use super::id_card::half_width;

/// Why a text is no birth date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum BirthDateFault {
    #[error("the text is no date")]
    Unread,
    #[error("the calendar has no such day")]
    NoSuchDay,
    #[error("the day lies in the future")]
    Future,
}

/// Reads a birth date: `1990-05-04`, `1990年5月4日`, `1990/5/4`, `1990.5.4` or `19900504`, full-width
/// digits too. `today` is the day on which it is entered.
pub fn parse_birth_date(text: &str, today: NaiveDate) -> Result<NaiveDate, BirthDateFault> {
    let plain: String = text
        .chars()
        .map(half_width)
        .filter(|c| !c.is_whitespace())
        .collect();
    let numbers: Option<Vec<u32>> = if plain.len() == 8 && plain.bytes().all(|b| b.is_ascii_digit())
    {
        [0..4, 4..6, 6..8]
            .into_iter()
            .map(|range| plain.get(range).and_then(|part| part.parse().ok()))
            .collect()
    } else {
        plain
            .trim_end_matches(['日', '号', '生'])
            .split(['-', '年', '月', '/', '.'])
            .map(|part| part.parse().ok())
            .collect()
    };
    let Some([year, month, day]) = numbers.as_deref() else {
        return Err(BirthDateFault::Unread);
    };
    let born = i32::try_from(*year)
        .ok()
        .and_then(|year| NaiveDate::from_ymd_opt(year, *month, *day))
        .filter(|born| born.year() >= 1900)
        .ok_or(BirthDateFault::NoSuchDay)?;
    if born > today {
        return Err(BirthDateFault::Future);
    }
    Ok(born)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn reads_the_usual_ways_to_write_a_day() {
        for text in [
            "1990-05-04",
            "1990年5月4日",
            "1990/5/4",
            "1990.05.4",
            "１９９００５０４",
            "1990 年 5 月 4 日生",
        ] {
            assert_eq!(
                parse_birth_date(text, day(2023, 9, 1)),
                Ok(day(1990, 5, 4)),
                "{text}"
            );
        }
    }

    #[test]
    fn names_the_fault() {
        for (text, fault) in [
            ("", BirthDateFault::Unread),
            ("昨天", BirthDateFault::Unread),
            ("1990", BirthDateFault::Unread),
            ("1990-5", BirthDateFault::Unread),
            ("1990-02-30", BirthDateFault::NoSuchDay),
            ("90-5-4", BirthDateFault::NoSuchDay),
            ("2023-09-02", BirthDateFault::Future),
        ] {
            assert_eq!(
                parse_birth_date(text, day(2023, 9, 1)),
                Err(fault),
                "{text}"
            );
        }
        assert!(parse_birth_date("2023-09-01", day(2023, 9, 1)).is_ok());
    }
}
