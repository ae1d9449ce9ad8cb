use chrono::{Datelike, NaiveDate};

use super::chance::Chance;
use super::share::{Played, share};
use crate::config::Event;

/// Everyone in the rehearsal.
#[derive(Debug, Clone)]
pub struct Cast {
    pub chance: Chance,
    pub people: Vec<Persona>,
    /// The event's competitions, in its order. At least one.
    pub competitions: Vec<Played>,
    /// Telegram id of the chief arbiter.
    pub chief: i64,
    /// Telegram id of a second arbiter.
    pub second: i64,
    /// The group's chat id.
    pub group: i64,
}

/// One who wants to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Persona {
    /// Telegram user id.
    pub id: i64,
    /// The competition this one comes for, by its place in the cast's list.
    pub competition: usize,
    /// The team played for; `None`: it is no team competition. Those who play for a team neither stay away
    /// nor leave: the team needs them.
    pub team: Option<String>,
    pub name: String,
    pub born: NaiveDate,
    pub is_male: bool,
    /// A child who plays in the last section of the competition.
    pub is_junior: bool,
    /// A resident ID number with an invented region.
    pub card: String,
    pub phone: String,
    pub walk: Walk,
    /// How good at xiangqi, 0 to 999.
    pub strength: u64,
}

/// How this one comes through registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// Lives in the city: papers, reviewed.
    Resident,
    /// Works in the city: months of insurance, papers.
    Insured,
    Student,
    /// Has a code of the organizer.
    Invited,
    /// Born a day too late.
    TooYoung,
    /// Holds too high a title.
    TooStrong,
    /// Insured too briefly.
    TooBrief,
    /// Shows a paper that no arbiter accepts.
    BadPaper,
    /// Has none of what the regulation asks for.
    NoBasis,
    /// Wants to register without the code it takes.
    NoCode,
}

/// The chief's Telegram id; the second arbiter's is the next.
const CHIEF: i64 = 9001;
const FIRST: i64 = 10_001;
const GROUP: i64 = -1_001_000;

impl Cast {
    /// `players` who can play, and besides, one in twelve who cannot.
    pub fn new(seed: u64, players: usize, event: &Event) -> Cast {
        let chance = Chance::new(seed);
        let refused = players.div_ceil(12);
        let competitions = share(event, players);
        let mut came = vec![0; competitions.len()];
        let mut left: Vec<usize> = competitions.iter().map(|one| one.players).collect();
        let people = (0..players + refused)
            .map(|index| {
                let came_for = if index < players {
                    next_of(&competitions, &mut left)
                } else {
                    index % competitions.len().max(1)
                };
                let mut person = persona(chance, index, players, came_for, &competitions);
                let teams = competitions.get(came_for).map_or(&[][..], |one| &one.teams);
                if let (Some(came), false) = (came.get_mut(came_for), teams.is_empty()) {
                    person.team = teams.get(*came % teams.len()).cloned();
                    *came += 1;
                }
                person
            })
            .collect();
        Cast {
            chance,
            people,
            competitions,
            chief: CHIEF,
            second: CHIEF + 1,
            group: GROUP,
        }
    }

    pub fn persona(&self, id: i64) -> Option<&Persona> {
        self.people.iter().find(|person| person.id == id)
    }

    /// Everyone who comes for this competition.
    pub fn people_of(&self, competition: usize) -> impl Iterator<Item = &Persona> {
        let people = self.people.iter();
        people.filter(move |person| person.competition == competition)
    }

    /// The competition that stands above a message, by its place; the first where none is named.
    pub fn competition_of(&self, text: &str) -> usize {
        let named = |played: &Played| text.starts_with(&format!("【{}】", played.name));
        self.competitions.iter().position(named).unwrap_or(0)
    }

    /// The names of the rounds of a competition's knockout.
    pub fn rungs(&self, competition: usize) -> Vec<&str> {
        let played = self.competitions.get(competition);
        let knockout = played.and_then(|played| played.knockout.as_ref());
        let rounds = knockout.map_or(&[][..], |knockout| &knockout.rounds);
        rounds.iter().map(|round| round.name.as_str()).collect()
    }

    pub fn is_arbiter(&self, id: i64) -> bool {
        id == self.chief || id == self.second
    }
}

impl Walk {
    /// Has a one-time code.
    pub fn is_invited(self) -> bool {
        self == Walk::Invited
    }

    /// Gets in at the end.
    pub fn succeeds(self) -> bool {
        matches!(
            self,
            Walk::Resident | Walk::Insured | Walk::Student | Walk::Invited
        )
    }
}

/// The competition that is furthest from its number; they come mixed.
fn next_of(competitions: &[Played], left: &mut [usize]) -> usize {
    let share = |at: &usize| left[*at] * 1000 / competitions[*at].players.max(1);
    let next = (0..left.len()).rev().max_by_key(share).unwrap_or(0);
    if let Some(left) = left.get_mut(next) {
        *left = left.saturating_sub(1);
    }
    next
}

fn persona(
    chance: Chance,
    index: usize,
    players: usize,
    competition: usize,
    competitions: &[Played],
) -> Persona {
    let played = competitions.get(competition);
    let by_code_only = played.is_some_and(|played| played.by_code_only);
    let walk = match walk(index, players) {
        walk if competitions.len() < 2 => walk,
        walk if walk.succeeds() && !by_code_only => walk,
        walk if walk.succeeds() => Walk::Invited,
        _ if by_code_only => Walk::NoCode,
        Walk::BadPaper | Walk::TooBrief => Walk::BadPaper,
        _ => Walk::NoBasis,
    };
    let days = chance.pick(&format!("born {index}"), 15_000);
    let mut born = NaiveDate::from_ymd_opt(1965, 1, 1)
        .and_then(|day| day.checked_add_days(chrono::Days::new(days)))
        .unwrap_or_default();
    if walk == Walk::TooYoung {
        born = NaiveDate::from_ymd_opt(2012, 1, 1).unwrap_or_default();
    }
    let is_sectioned = played.is_some_and(|played| played.is_sectioned) && walk.succeeds();
    let is_junior = is_sectioned && chance.percent(&format!("junior {index}"), 12);
    if is_junior {
        let days = chance.pick(&format!("child {index}"), 1_800);
        born = NaiveDate::from_ymd_opt(2010, 1, 1)
            .and_then(|day| day.checked_add_days(chrono::Days::new(days)))
            .unwrap_or_default();
    }
    let women = if is_sectioned { 30 } else { 20 };
    let is_male = chance.percent(&format!("sex {index}"), 100 - women);
    Persona {
        id: FIRST + i64::try_from(index).unwrap_or_default(),
        competition,
        team: None,
        name: name(index),
        born,
        is_male,
        is_junior,
        card: card(born, index, is_male),
        phone: format!("1{:010}", 30_000_000 + index),
        walk,
        strength: chance.pick(&format!("strength {index}"), 1000),
    }
}

fn walk(index: usize, players: usize) -> Walk {
    if index >= players {
        return [
            Walk::TooYoung,
            Walk::TooStrong,
            Walk::TooBrief,
            Walk::BadPaper,
        ][(index - players) % 4];
    }
    match index % 20 {
        0..=9 => Walk::Resident,
        10..=13 => Walk::Insured,
        14..=16 => Walk::Student,
        _ => Walk::Invited,
    }
}

/// Invented names: a surname and two of the sixty cyclical characters; the first few are as hostile as
/// names can be.
fn name(index: usize) -> String {
    const HOSTILE: [&str; 5] = ["<b>粗体</b>", "a_b*c", "𠮷田一郎", "O'Neil & Co", "🀄老王"];
    const SURNAMES: &str = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏";
    const STEMS: &str = "甲乙丙丁戊己庚辛壬癸";
    const BRANCHES: &str = "子丑寅卯辰巳午未申酉戌亥";
    if let Some(name) = HOSTILE.get(index) {
        return (*name).to_owned();
    }
    let letter = |letters: &str, at: usize| {
        let count = letters.chars().count();
        letters.chars().nth(at % count).unwrap_or('某')
    };
    let surname = letter(SURNAMES, index);
    let round = index / 30;
    format!(
        "{surname}{}{}",
        letter(STEMS, index + round),
        letter(BRANCHES, index + round * 5)
    )
}

/// Region 999999 exists nowhere; the check digit is right.
fn card(born: NaiveDate, index: usize, is_male: bool) -> String {
    let serial = (index * 2 + usize::from(is_male)) % 1000;
    let body = format!(
        "999999{:04}{:02}{:02}{serial:03}",
        born.year(),
        born.month(),
        born.day()
    );
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECK: [char; 11] = ['1', '0', 'X', '9', '8', '7', '6', '5', '4', '3', '2'];
    let sum: u32 = body
        .bytes()
        .zip(WEIGHTS)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    let check = CHECK.get((sum % 11) as usize).copied().unwrap_or('0');
    format!("{body}{check}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::Config;

    fn event() -> Event {
        let config = Config::parse("bot.toml", include_str!("../../../bot.toml"));
        config.expect("it is sound").config.event
    }
    use crate::tournament::IdCard;

    #[test]
    fn women_and_juniors_come_where_they_have_a_section() {
        let config = Config::parse("", include_str!("../../../examples/chengyu.toml"));
        let event = config.expect("it is sound").config.event;
        for players in [54, 120] {
            let cast = Cast::new(7, players, &event);
            let of = |competition| cast.people_of(competition).collect::<Vec<_>>();
            let challenge = of(0);
            assert!(challenge.iter().any(|one| !one.is_male && !one.is_junior));
            assert!(challenge.iter().any(|one| one.is_junior));
            assert!(challenge.iter().filter(|one| one.is_male).count() > challenge.len() / 2);
            assert!(!of(1).iter().any(|one| one.is_junior));
        }
    }

    #[test]
    fn everyone_is_someone_else_with_a_valid_card() {
        let cast = Cast::new(7, 200, &event());
        let names: BTreeSet<&str> = cast
            .people
            .iter()
            .map(|person| person.name.as_str())
            .collect();
        let cards: BTreeSet<&str> = cast
            .people
            .iter()
            .map(|person| person.card.as_str())
            .collect();
        assert_eq!(names.len(), cast.people.len());
        assert_eq!(cards.len(), cast.people.len());
        let today = NaiveDate::from_ymd_opt(2023, 9, 1).unwrap();
        for person in &cast.people {
            let card = IdCard::parse(&person.card, today).unwrap();
            assert_eq!(card.born(), person.born, "{}", person.name);
        }
    }
}
