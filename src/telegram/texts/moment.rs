//! Days and hours in words.

use chrono::{DateTime, Datelike, Utc};
use chrono_tz::Tz;

/// An instant as people of the event's zone say it: `3月14日（周六）09:00`.
pub fn moment(at: DateTime<Utc>, zone: Tz) -> String {
    let there = at.with_timezone(&zone);
    format!("{}{}", date(at, zone), there.format("%H:%M"))
}

/// The day alone: `3月14日（周六）`.
pub fn date(at: DateTime<Utc>, zone: Tz) -> String {
    const DAYS: [&str; 7] = ["一", "二", "三", "四", "五", "六", "日"];
    let there = at.with_timezone(&zone);
    let day = usize::try_from(there.weekday().num_days_from_monday()).unwrap_or_default();
    let day = DAYS.get(day).copied().unwrap_or_default();
    format!("{}月{}日（周{day}）", there.month(), there.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_told_in_the_events_zone() {
        let at: DateTime<Utc> = "2026-03-13T17:05:00Z".parse().unwrap();
        assert_eq!(moment(at, Tz::Asia__Shanghai), "3月14日（周六）01:05");
        assert_eq!(moment(at, Tz::UTC), "3月13日（周五）17:05");
    }
}
