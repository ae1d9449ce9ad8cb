use chrono::{Days, NaiveDate};

use crate::tournament::{BirthDateFault, parse_birth_date};

use super::Cell;

/// Reads a birth date as spreadsheets hold it: a date, the number of days Excel counts from 1900, eight
/// digits, or text in any of the usual ways, with or without a time of day behind it.
pub(super) fn birth_date(cell: &Cell, today: NaiveDate) -> Result<NaiveDate, BirthDateFault> {
    match cell {
        Cell::Date(day) => check(*day, today),
        Cell::Number(number) => of_number(*number, today),
        Cell::Text(text) => of_text(text, today),
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn of_number(number: f64, today: NaiveDate) -> Result<NaiveDate, BirthDateFault> {
    if !(1.0..100_000_000.0).contains(&number) {
        return Err(BirthDateFault::Unread);
    }
    let whole = number.trunc() as u64;
    if whole >= 1_000_000 {
        return parse_birth_date(&whole.to_string(), today);
    }
    if whole > 80_000 {
        return Err(BirthDateFault::Unread);
    }
    // Excel's day 60 is 29 February 1900, which never was: from 1 March on the count begins a day early.
    let first = NaiveDate::from_ymd_opt(1899, 12, 30).ok_or(BirthDateFault::Unread)?;
    let day = first.checked_add_days(Days::new(whole));
    check(day.ok_or(BirthDateFault::Unread)?, today)
}

fn of_text(text: &str, today: NaiveDate) -> Result<NaiveDate, BirthDateFault> {
    let read = parse_birth_date(text, today);
    if read != Err(BirthDateFault::Unread) {
        return read;
    }
    // `1990/5/4 0:00` as Excel exports a date.
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(day), Some(time)) if time.contains([':', '：']) => parse_birth_date(day, today),
        _ => read,
    }
}

fn check(day: NaiveDate, today: NaiveDate) -> Result<NaiveDate, BirthDateFault> {
    // One reading of a day, so that the same limits hold.
    parse_birth_date(&day.to_string(), today)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_every_form_of_a_spreadsheet() {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let today = day(2023, 9, 20);
        let wanted = day(1990, 5, 4);
        for cell in [
            Cell::Date(wanted),
            Cell::Number(32997.0),
            Cell::Number(32997.75),
            Cell::Number(19_900_504.0),
            Cell::Text("19900504".to_owned()),
            Cell::Text("1990/5/4 0:00".to_owned()),
            Cell::Text("1990-05-04 00:00:00".to_owned()),
            Cell::Text("１９９０年５月４日".to_owned()),
        ] {
            assert_eq!(birth_date(&cell, today), Ok(wanted), "{cell:?}");
        }
        for (cell, fault) in [
            (Cell::Number(-1.0), BirthDateFault::Unread),
            (Cell::Number(f64::NAN), BirthDateFault::Unread),
            (Cell::Number(1990.0 * 1e9), BirthDateFault::Unread),
            (Cell::Number(19_900_230.0), BirthDateFault::NoSuchDay),
            (Cell::Date(day(2023, 9, 21)), BirthDateFault::Future),
            (Cell::Text("五月".to_owned()), BirthDateFault::Unread),
        ] {
            assert_eq!(birth_date(&cell, today), Err(fault), "{cell:?}");
        }
    }
}
