use chrono::{DateTime, NaiveDate, Utc};
use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, DocumentKind, Flaw};
use super::competition::CompetitionKeys;
use super::date::{Clock, Day, Moment};
use super::number::{Number, SpannedNumber};
use super::read::{Many, Try};
use super::table::table;
use super::text::{Identifier, Name, Sentence, Text, Unique, strings};
use super::word::words;

table! {
    /// `[registration]`: when, how and how many may register (报名).
    pub struct Registration {
        /// When it opens; a date alone means from 00:00:00. Missing: it is open from the start.
        pub opens: Option<Spanned<Moment>>,
        /// The last moment that counts; a date alone means until 23:59:59.
        pub closes: Spanned<Moment>,
        /// Places in all.
        pub capacity: Spanned<Number<2, 10_000>>,
        /// `[[registration.pool]]`: how the places are shared out.
        pub pool: Many<Try<Pool>>,
        /// The fee (服务费). Missing: none.
        pub fee: Option<Fee>,
        /// Who is younger needs a guardian (监护人), in years; default 18.
        pub minor_below: Option<Number<0, 30>>,
        /// The day on which that age counts; default: the first day of the timetable.
        pub minor_on: Option<Day>,
        /// What everyone agrees to before submitting (责任书, 保险), one text each.
        pub statements: Option<Vec<Sentence>>,
        /// The documents with which players prove who they are: "id_card" (居民身份证), "passport" (护照),
        /// "hong_kong_macao" (港澳居民来往内地通行证), "taiwan" (台湾居民来往大陆通行证),
        /// "permanent_residence" (外国人永久居留身份证), "other"; default: all of them.
        pub documents: Option<Many<DocumentKind>>,
        /// Where the regulation says so.
        pub documents_clause: Option<Name>,
        /// What players bring to check-in, one text each.
        pub bring: Option<Vec<Text<100>>>,
        /// The form asks everyone for a rating (等级分), which "none" answers too; default false.
        pub ask_rating: Option<bool>,
        /// Minutes that one promoted from the waiting list (候补) has to confirm; 0: the place
        /// is given at once; default 720.
        pub promotion_minutes: Option<Number<0, 20_160>>,
    }
}

table! {
    /// `[[registration.pool]]`: a share of the places (名额).
    pub struct Pool {
        /// Names the pool in the database.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        pub name: Name,
        /// The competition (项目) whose places they are; missing: the only one.
        pub competition: Option<Spanned<Identifier>>,
        /// How many places it has.
        pub seats: Spanned<Number<1, 10_000>>,
        /// A place needs a one-time code that an arbiter handed out; default false.
        pub by_code: Option<bool>,
    }
}

table! {
    /// `[registration.fee]`
    pub struct Fee {
        /// In yuan.
        pub amount: Number<1, 1_000_000>,
        /// What it pays for and how it is paid.
        pub note: Sentence,
    }
}

words! {
    DocumentKind {
        "id_card" => DocumentKind::IdCard,
        "passport" => DocumentKind::Passport,
        "hong_kong_macao" => DocumentKind::HongKongMacao,
        "taiwan" => DocumentKind::Taiwan,
        "permanent_residence" => DocumentKind::PermanentResidence,
        "other" => DocumentKind::Other,
    }
}

impl Registration {
    /// `first_day`: of the timetable. `first_round`: its earliest planned start. `competitions`: those of the file.
    pub fn check(
        self,
        clock: &Clock,
        first_day: Option<NaiveDate>,
        first_round: Option<DateTime<Utc>>,
        competitions: &CompetitionKeys,
        faults: &mut Faults<'_>,
    ) -> Option<config::Registration> {
        let capacity = self.capacity.value();
        let pools = check_pools(self.pool, &self.capacity, competitions, faults);
        let closes = clock.deadline("closes", &self.closes, faults);
        let opens = match self.opens {
            Some(opens) => Some(clock.opening("opens", &opens, faults)?),
            None => None,
        };
        let closes = closes?;
        if opens.is_some_and(|opens| opens >= closes) {
            faults.add(&self.closes.span(), Flaw::ClosesBeforeOpens);
        }
        if first_round.is_some_and(|starts| closes >= starts) {
            faults.add(&self.closes.span(), Flaw::ClosesAfterPlay);
        }
        let minor_on = self.minor_on.map(|day| day.0).or(first_day);
        Some(config::Registration {
            opens,
            closes,
            capacity,
            pools: pools?,
            fee: self.fee.map(|fee| config::Fee {
                amount: fee.amount.get(),
                note: fee.note.into(),
            }),
            minor_below: self.minor_below.map_or(18, Number::get),
            minor_on: minor_on.unwrap_or_else(|| clock.day(closes)),
            statements: strings(self.statements),
            documents: self.documents.map_or_else(
                || DocumentKind::ALL.to_vec(),
                |kinds| kinds.into_iter().collect(),
            ),
            documents_clause: self.documents_clause.map_or_else(String::new, String::from),
            bring: strings(self.bring),
            ask_rating: self.ask_rating.unwrap_or(false),
            promotion_minutes: self.promotion_minutes.map_or(720, Number::get),
        })
    }
}

fn check_pools(
    pools: Many<Try<Pool>>,
    capacity: &Spanned<Number<2, 10_000>>,
    competitions: &CompetitionKeys,
    faults: &mut Faults<'_>,
) -> Option<Vec<config::Pool>> {
    let mut keys = Unique::new("pool (名额)");
    let mut seats: u64 = 0;
    let mut checked = Vec::new();
    for pool in pools {
        let Some(pool) = pool.ok() else {
            checked.push(None);
            continue;
        };
        keys.note(&pool.key, faults);
        seats += u64::from(pool.seats.value());
        let Some(competition) = competition_of(&pool, competitions, faults) else {
            checked.push(None);
            continue;
        };
        checked.push(Some(config::Pool {
            key: pool.key.into_inner().into(),
            competition,
            name: pool.name.into(),
            seats: pool.seats.value(),
            by_code: pool.by_code.unwrap_or(false),
        }));
    }
    if seats > u64::from(capacity.value()) {
        let capacity_seats = capacity.value();
        let flaw = Flaw::SeatsOverCapacity {
            seats,
            capacity: capacity_seats,
        };
        faults.add(&capacity.span(), flaw);
    }
    let pools: Vec<config::Pool> = checked.into_iter().collect::<Option<_>>()?;
    for (key, span) in &competitions.keys {
        if !pools.iter().any(|pool| pool.competition == *key) {
            let competition = key.clone();
            faults.add(span, Flaw::NoPoolOfCompetition { competition });
        }
    }
    Some(pools)
}

/// The competition that the pool names, or the only one there is.
fn competition_of(
    pool: &Pool,
    competitions: &CompetitionKeys,
    faults: &mut Faults<'_>,
) -> Option<String> {
    let Some(named) = &pool.competition else {
        return match &competitions.keys[..] {
            [(only, _)] if competitions.complete => Some(only.clone()),
            [] | [_] => None,
            _ => {
                let pool_key = pool.key.get_ref().as_str().to_owned();
                let flaw = Flaw::PoolWithoutCompetition { pool: pool_key };
                faults.add(&pool.key.span(), flaw);
                None
            }
        };
    };
    competitions.find(named, faults)
}
