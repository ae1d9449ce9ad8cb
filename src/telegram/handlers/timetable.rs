use chrono::DateTime;

use crate::desk::timetable::{self, TimetableRefusal, When};
use crate::desk::{Halt, Refusal, Turn};
use crate::telegram::normal::normal;

/// `/timetable`, `/timetable 3 10:15`, `/timetable 3 +15`
pub fn timetable(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if rest.trim().is_empty() {
        return timetable::show(turn);
    }
    let (number, when) = read(rest).ok_or_else(|| TimetableRefusal::Words {
        typed: rest.trim().to_owned(),
    })?;
    timetable::ask(turn, number, when)
}

/// The button that moves a start, in seconds since 1970; `was` 0: it had none.
pub fn shift(
    turn: &mut Turn<'_>,
    number: u32,
    was: i64,
    to: i64,
    following: bool,
) -> Result<(), Halt> {
    let instant = |seconds| {
        let found = DateTime::from_timestamp(seconds, 0);
        found.ok_or_else(|| Halt::from(Refusal::Stale))
    };
    let was = if was == 0 { None } else { Some(instant(was)?) };
    timetable::shift(turn, number, was, instant(to)?, following)
}

/// The round and when it is to start.
fn read(typed: &str) -> Option<(u32, When)> {
    let typed = normal(typed).to_lowercase();
    let (number, behind) = number(typed.trim_start_matches('第'))?;
    let mut text = behind.trim_start_matches([' ', '轮', ':', ',']);
    for word in ["改到", "改为", "改", "到", "于"] {
        if let Some(rest) = text.strip_prefix(word) {
            text = rest.trim_start();
            break;
        }
    }
    if ["现在", "now", "开赛", "现在开赛"].contains(&text) {
        return Some((number, When::Now));
    }
    for word in ["+", "推迟", "延后", "顺延", "延迟"] {
        if let Some(rest) = text.strip_prefix(word) {
            let (minutes, unit) = self::number(rest.trim_start())?;
            let is_minutes = ["", "分", "分钟", "min"].contains(&unit.trim());
            return (is_minutes && minutes > 0).then_some((number, When::Later(minutes)));
        }
    }
    let (day, time) = match text.rsplit_once(' ') {
        Some((day, time)) => (Some(self::day(day)?), time),
        // 10月6日09:00
        None => match text.split_once('日') {
            Some((day, time)) => (Some(self::day(day)?), time),
            None => (None, text),
        },
    };
    let (hour, minute) = clock(time)?;
    Some((number, When::At { day, hour, minute }))
}

/// The number at the beginning, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    Some((text.get(..end)?.parse().ok()?, text.get(end..)?))
}

/// `10:15`, `10点`, `10点15分`
fn clock(text: &str) -> Option<(u32, u32)> {
    let (hour, rest) = number(text.trim())?;
    let rest = rest.strip_prefix([':', '点', '时'])?;
    let rest = rest.trim_end_matches('分');
    if rest.is_empty() && !text.contains(':') {
        return Some((hour, 0));
    }
    let (minute, rest) = number(rest)?;
    (rest.is_empty() && hour < 24 && minute < 60).then_some((hour, minute))
}

/// `10月6日`, `10-6`, `2023-10-06`
fn day(text: &str) -> Option<(Option<i32>, u32, u32)> {
    let parts: Vec<&str> = text
        .trim()
        .trim_end_matches(['日', '号'])
        .split(['-', '/', '.', '月', '年'])
        .collect();
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match parts.as_slice() {
        [month, day] => Some((None, number(month)?, number(day)?)),
        [year, month, day] => {
            let year = i32::try_from(number(year)?).ok()?;
            Some((Some(year), number(month)?, number(day)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_people_write_it() {
        let at = |day, hour, minute| When::At { day, hour, minute };
        for (typed, meant) in [
            ("3 10:15", at(None, 10, 15)),
            ("第3轮 10：15", at(None, 10, 15)),
            ("第3轮改到 10点15分", at(None, 10, 15)),
            ("3 9点", at(None, 9, 0)),
            ("3 10月6日 09:00", at(Some((None, 10, 6)), 9, 0)),
            ("3 10月6日09:00", at(Some((None, 10, 6)), 9, 0)),
            ("3 10-6 9:05", at(Some((None, 10, 6)), 9, 5)),
            ("3 2023-10-06 9:05", at(Some((Some(2023), 10, 6)), 9, 5)),
            ("3 +15", When::Later(15)),
            ("第3輪 推遲 15 分钟", When::Later(15)),
            ("3 现在", When::Now),
        ] {
            assert_eq!(read(typed), Some((3, meant)), "{typed}");
        }
        for typed in [
            "",
            "3",
            "10:15",
            "3 明天",
            "3 25:00",
            "3 10:75",
            "3 +0",
            "3 +1小时",
            "3 10",
            "x 10:15",
        ] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
