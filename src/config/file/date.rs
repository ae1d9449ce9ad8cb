use chrono::offset::LocalResult;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use toml::Spanned;
use toml::de::DeValue;
use toml::value::{Datetime, Offset};

use super::super::Flaw;
use super::super::faults::Faults;
use super::read::{Read, Value, nearest, wrong_type};
use super::text::Name;

/// A day: `2023-10-05`.
#[derive(Debug, Clone, Copy)]
pub struct Day(pub NaiveDate);

/// A date, a time of day, or both, with or without an offset from UTC.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    date: Option<NaiveDate>,
    time: Option<NaiveTime>,
    offset: Option<FixedOffset>,
}

/// Turns the moments of the file into instants: without an offset they are in the event's zone.
pub struct Clock {
    zone: Tz,
}

impl Clock {
    /// An unknown zone is noted; without a zone the clock then goes by UTC, so that the other faults are found too.
    pub fn new(name: Option<&Spanned<Name>>, faults: &mut Faults<'_>) -> Self {
        let Some(name) = name else {
            return Clock { zone: Tz::UTC };
        };
        let typed = name.get_ref().as_str();
        let zone = typed.parse().unwrap_or_else(|_| {
            let known = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
            let flaw = Flaw::UnknownZone {
                name: typed.to_owned(),
                nearest: nearest(typed, known),
            };
            faults.add(&name.span(), flaw);
            Tz::UTC
        });
        Clock { zone }
    }

    pub fn zone(&self) -> Tz {
        self.zone
    }

    /// The day of an instant in the event's zone.
    pub fn day(&self, instant: DateTime<Utc>) -> NaiveDate {
        instant.with_timezone(&self.zone).date_naive()
    }

    /// An instant; a time alone is on `day`, if there is one.
    pub fn instant(
        &self,
        key: &str,
        moment: &Spanned<Moment>,
        day: Option<NaiveDate>,
        faults: &mut Faults<'_>,
    ) -> Option<DateTime<Utc>> {
        let Moment { date, time, .. } = moment.get_ref();
        let key = key.to_owned();
        let Some(date) = date.or(day) else {
            faults.add(&moment.span(), Flaw::DateMissing { key });
            return None;
        };
        let Some(time) = *time else {
            faults.add(&moment.span(), Flaw::TimeMissing { key });
            return None;
        };
        self.resolve(moment, date.and_time(time), faults)
    }

    /// Whether a day is written, and no hour.
    pub fn is_day(moment: &Spanned<Moment>) -> bool {
        let Moment { date, time, .. } = moment.get_ref();
        date.is_some() && time.is_none()
    }

    /// The first instant of a day, or the instant that is written.
    pub fn opening(
        &self,
        key: &str,
        moment: &Spanned<Moment>,
        faults: &mut Faults<'_>,
    ) -> Option<DateTime<Utc>> {
        self.or_time(key, moment, NaiveTime::MIN, faults)
    }

    /// The last second of a day, or the instant that is written.
    pub fn deadline(
        &self,
        key: &str,
        moment: &Spanned<Moment>,
        faults: &mut Faults<'_>,
    ) -> Option<DateTime<Utc>> {
        let last_second = NaiveTime::from_hms_opt(23, 59, 59)?;
        self.or_time(key, moment, last_second, faults)
    }

    fn or_time(
        &self,
        key: &str,
        moment: &Spanned<Moment>,
        time: NaiveTime,
        faults: &mut Faults<'_>,
    ) -> Option<DateTime<Utc>> {
        let timed = Moment {
            time: moment.get_ref().time.or(Some(time)),
            ..*moment.get_ref()
        };
        self.instant(key, &Spanned::new(moment.span(), timed), None, faults)
    }

    fn resolve(
        &self,
        moment: &Spanned<Moment>,
        local: NaiveDateTime,
        faults: &mut Faults<'_>,
    ) -> Option<DateTime<Utc>> {
        if let Some(offset) = moment.get_ref().offset {
            let instant = offset.from_local_datetime(&local).single()?;
            return Some(instant.with_timezone(&Utc));
        }
        match self.zone.from_local_datetime(&local) {
            LocalResult::Single(instant) => Some(instant.with_timezone(&Utc)),
            // The clocks go back: the same time comes twice, and nobody is cut short by the later one.
            LocalResult::Ambiguous(_, later) => Some(later.with_timezone(&Utc)),
            LocalResult::None => {
                let zone = self.zone.name();
                let flaw = Flaw::SkippedTime { time: local, zone };
                faults.add(&moment.span(), flaw);
                None
            }
        }
    }
}

impl Read for Moment {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let DeValue::Datetime(written) = value.get_ref() else {
            let wanted = "a date and time without quotes";
            faults.add(&value.span(), wrong_type(key, wanted, value));
            return None;
        };
        let moment = moment(written);
        if moment.is_none() {
            let key = key.to_owned();
            faults.add(&value.span(), Flaw::NoSuchDay { key });
        }
        moment
    }
}

impl Read for Day {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let DeValue::Datetime(_) = value.get_ref() else {
            let wanted = "a date without quotes";
            faults.add(&value.span(), wrong_type(key, wanted, value));
            return None;
        };
        let moment = Moment::read(key, value, faults)?;
        let key = key.to_owned();
        match moment {
            Moment {
                date: Some(day),
                time: None,
                ..
            } => return Some(Day(day)),
            Moment { date: None, .. } => faults.add(&value.span(), Flaw::DateMissing { key }),
            _ => faults.add(&value.span(), Flaw::TimeSuperfluous { key }),
        }
        None
    }
}

/// `None`: no such day or time.
fn moment(written: &Datetime) -> Option<Moment> {
    let date = match written.date {
        Some(d) => Some(NaiveDate::from_ymd_opt(
            d.year.into(),
            d.month.into(),
            d.day.into(),
        )?),
        None => None,
    };
    let time = match written.time {
        Some(t) => {
            let second = t.second.unwrap_or(0).into();
            Some(NaiveTime::from_hms_opt(
                t.hour.into(),
                t.minute.into(),
                second,
            )?)
        }
        None => None,
    };
    let offset = match written.offset {
        Some(Offset::Z) => Some(FixedOffset::east_opt(0)?),
        Some(Offset::Custom { minutes }) => Some(FixedOffset::east_opt(i32::from(minutes) * 60)?),
        None => None,
    };
    Some(Moment { date, time, offset })
}
