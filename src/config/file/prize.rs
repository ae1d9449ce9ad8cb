use toml::Spanned;
use toml::de::DeValue;

use super::super::faults::Faults;
use super::super::{self as config, Award, Flaw, SharedPrize};
use super::number::{self, Number};
use super::read::{Read, Span, Try, Value, wrong_type};
use super::table::table;
use super::text::Name;
use super::word::words;

table! {
    /// `[[competition.prize]]`, `[[competition.section.prize]]`: one line of the prizes (奖励).
    pub struct Prize {
        /// A place, or the first and the last of several: `places = [5, 8]`.
        pub places: Spanned<Places>,
        /// Yuan for each place, before tax; default 0.
        pub money: Option<Number<0, 100_000_000>>,
        /// What is handed over besides, one text each.
        pub awards: Option<Vec<Name>>,
        /// The prize goes to teams (团体); default false.
        pub team: Option<bool>,
    }
}

words! {
    SharedPrize {
        "split" => SharedPrize::Split,
        "full" => SharedPrize::Full,
        "split_points" => SharedPrize::SplitPoints,
    }
}

/// First and last place.
#[derive(Debug, Clone, Copy)]
pub struct Places(u32, u32);

impl Places {
    pub fn range(self) -> (u32, u32) {
        (self.0, self.1)
    }
}

impl Read for Places {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        const LAST: u32 = 10_000;
        if let DeValue::Integer(_) = value.get_ref() {
            let place = Number::<1, LAST>::read(key, value, faults)?.get();
            return Some(Places(place, place));
        }
        let wanted = "a place or a list of two";
        let places = match value.get_ref() {
            DeValue::Array(array) => array.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let [first, last] = places[..] else {
            faults.add(&value.span(), wrong_type(key, wanted, value));
            return None;
        };
        let read =
            |value, faults: &mut Faults<'_>| number::read(key, value, 1, LAST.into(), faults);
        let (first, last) = (read(first, faults)?, read(last, faults)?);
        let (first, last) = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        if first > last {
            faults.add(&value.span(), Flaw::PlacesReversed { first, last });
            return None;
        }
        Some(Places(first, last))
    }
}

/// One list of prizes. `teams`: the competition has teams.
pub fn check_prizes(
    prizes: Vec<Try<Prize>>,
    teams: bool,
    faults: &mut Faults<'_>,
) -> Option<Vec<config::Prize>> {
    let mut checked: Vec<Option<config::Prize>> = Vec::new();
    let mut taken: Vec<(Places, bool, Span)> = Vec::new();
    for prize in prizes {
        let Some(prize) = prize.ok() else {
            checked.push(None);
            continue;
        };
        let (places, span) = (*prize.places.get_ref(), prize.places.span());
        let team = prize.team.unwrap_or(false);
        let overlap = taken.iter().find(|(other, other_team, _)| {
            *other_team == team && other.0 <= places.1 && places.0 <= other.1
        });
        if let Some((other, _, first)) = overlap {
            let flaw = Flaw::PlacesOverlap {
                place: places.0.max(other.0),
                first_line: faults.line(first),
            };
            faults.add(&span, flaw);
        }
        taken.push((places, team, span.clone()));
        let prize = prize.check();
        if prize.money == 0 && prize.awards.is_empty() {
            faults.add(&span, Flaw::PrizeOfNothing);
        }
        if team && !teams {
            faults.add(&span, Flaw::TeamPrizeWithoutTeams);
        }
        checked.push(Some(prize));
    }
    checked.into_iter().collect()
}

impl Prize {
    fn check(self) -> config::Prize {
        let Places(first, last) = *self.places.get_ref();
        let awards = self.awards.unwrap_or_default().into_iter();
        config::Prize {
            places: (first, last),
            money: self.money.map_or(0, Number::get),
            awards: awards.map(|award| Award(award.into())).collect(),
            team: self.team.unwrap_or(false),
        }
    }
}
