use std::path::PathBuf;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::{Competition, Discipline, Registration};

/// Everything `bot.toml` says, checked.
#[derive(Debug, Clone)]
pub struct Config {
    /// The language of the group and of everyone who has not chosen one.
    pub language: Language,
    pub telegram: Telegram,
    /// The SQLite file.
    pub database: PathBuf,
    /// The file with the key that seals personal data. It must not lie in the database's backups.
    pub key: PathBuf,
    /// The folder for sealed copies of papers; `None`: only Telegram keeps them.
    pub keep_papers: Option<PathBuf>,
    pub render: Render,
    pub event: Event,
}

/// Tables as pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Render {
    /// Tables in the group are followed by a picture.
    pub pictures: bool,
    /// The font to draw with before any other.
    pub font: Option<PathBuf>,
    /// Whether the fonts of this machine are used too.
    pub system_fonts: bool,
}

/// The language the bot speaks unless a person chooses another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Chinese,
    English,
}

/// How the bot reaches Telegram. The token is never in the file: it comes from `TELOXIDE_TOKEN`.
#[derive(Debug, Clone)]
pub struct Telegram {
    /// A self-hosted Bot API server; `None` is Telegram's own.
    pub api_url: Option<String>,
    /// Private messages a second at most, over all chats. Telegram allows about 30.
    pub messages_per_second: u32,
    /// Messages a minute to one group at most. Telegram allows 20.
    pub group_messages_per_minute: u32,
}

/// One event: all its competitions share registration, arbiters and the group.
#[derive(Debug, Clone)]
pub struct Event {
    pub name: String,
    /// At most 16 characters, for headings on a phone.
    pub short_name: String,
    /// A named zone, so that a date alone means the same day for everyone.
    pub zone: Tz,
    /// 主办单位
    pub organizer: String,
    /// 承办, 协办, 支持单位 in the regulation's words, one a line.
    pub partners: Vec<String>,
    pub arbiters: Vec<Arbiter>,
    pub timetable: Vec<TimeSlot>,
    pub registration: Registration,
    pub competitions: Vec<Competition>,
    /// Penalties and the rules they name.
    pub discipline: Discipline,
    /// Further sentences of the regulation, as they are shown with it.
    pub notes: Vec<String>,
    /// What stands beside every sum of prize money, e.g. 税前.
    pub prize_note: Option<String>,
    /// Deposit for an appeal in yuan. Chengdu-Chongqing regulation, supplement, clause 5.6: 500.
    pub appeal_deposit: u32,
}

/// An arbiter named in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arbiter {
    /// Telegram user id.
    pub account: i64,
    pub role: Role,
}

/// What an arbiter may do; the desk enforces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// 仲裁委员: decides appeals, and has nothing of an arbiter's.
    Committee,
    /// 裁判员
    Arbiter,
    /// 编排长
    PairingOfficer,
    /// 裁判长
    Chief,
}

/// A line of the timetable: 比赛日程.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSlot {
    /// Of a slot without hours, the first instant of its day.
    pub starts: DateTime<Utc>,
    /// Of a slot without hours, the last second of its last day.
    pub ends: Option<DateTime<Utc>>,
    /// The regulation names days, no hours.
    pub is_by_day: bool,
    pub what: String,
    /// The key of the competition it is for; `None`: for all of them.
    pub competition: Option<String>,
    pub place: Option<String>,
    /// The rounds played in this slot, each with its own planned start.
    pub rounds: Vec<PlannedRound>,
    /// Players check in (报到) during this slot, which then has an end.
    pub checkin: Option<CheckinPlan>,
    /// It is called in the group when it begins.
    pub call: bool,
    /// The prizes of these places, first and last, are given in this slot (颁奖).
    pub prizes: Option<(u32, u32)>,
}

/// How check-in goes. It begins with its slot; at the slot's end an arbiter closes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckinPlan {
    /// Minutes before the end at which those missing are called, in private and in the group.
    pub calls: Vec<u32>,
    /// Minutes for which it is open before absentees may be removed, however late it began.
    pub least_minutes: u32,
}

/// When a round is planned to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRound {
    /// The stage's key, unique in the event.
    pub stage: String,
    /// From 1.
    pub round: u32,
    /// In a knockout, the game of every match that starts then, from 1; else 1.
    pub game: u32,
    /// Within its slot.
    pub starts: DateTime<Utc>,
}

impl Event {
    /// The planned start of a round of a stage, where the timetable states one.
    pub fn round_starts(&self, stage: &str, round: u32) -> Option<DateTime<Utc>> {
        self.game_starts(stage, round, 1)
    }

    /// The planned start of a game of the matches of a knockout's round, where the timetable states one.
    pub fn game_starts(&self, stage: &str, round: u32, game: u32) -> Option<DateTime<Utc>> {
        let mut planned = self.timetable.iter().flat_map(|slot| &slot.rounds);
        planned
            .find(|one| one.stage == stage && one.round == round && one.game == game)
            .map(|planned| planned.starts)
    }

    /// The slot in which a game of a stage's round is played, from 1; in a points stage the game is 1. Where
    /// the timetable names no such round, the only slot of the stage's competition.
    pub fn slot_of(&self, stage: &str, round: u32, game: u32) -> Option<&TimeSlot> {
        let of_round = |one: &&PlannedRound| one.stage == stage && one.round == round;
        let named = self.timetable.iter().filter_map(|slot| {
            let games = slot.rounds.iter().filter(of_round).map(|one| one.game);
            Some((games.filter(|first| *first <= game).max()?, slot))
        });
        if let Some((_, slot)) = named.max_by_key(|(first, _)| *first) {
            return Some(slot);
        }
        let of_stage = |one: &&Competition| one.stages.iter().any(|other| other.key() == stage);
        let competition = &self.competitions.iter().find(of_stage)?.key;
        let is_own = |slot: &&TimeSlot| slot.competition.as_ref() == Some(competition);
        let is_played = |slot: &&TimeSlot| slot.checkin.is_none() && slot.rounds.is_empty();
        let mut own = self.timetable.iter().filter(is_own).filter(is_played);
        let first = own.next()?;
        own.all(|other| other.place == first.place).then_some(first)
    }

    /// Whether two competitions are played at the same time, as far as the timetable says.
    pub fn is_at_once(&self, one: &str, other: &str) -> bool {
        let others = self.played(other);
        let mut slots = self.played(one).into_iter();
        slots.any(|slot| {
            let ends = |slot: &TimeSlot| slot.ends.unwrap_or(slot.starts);
            let meets =
                |other: &&TimeSlot| slot.starts <= ends(other) && other.starts <= ends(slot);
            others.iter().any(meets)
        })
    }

    /// The slots in which a competition is played.
    fn played(&self, competition: &str) -> Vec<&TimeSlot> {
        let found = self.competitions.iter().find(|one| one.key == competition);
        let stages = found.map_or(&[][..], |one| &one.stages);
        let has_stage = |round: &PlannedRound| stages.iter().any(|one| one.key() == round.stage);
        let is_own = |slot: &&TimeSlot| {
            slot.competition.as_deref() == Some(competition) || slot.rounds.iter().any(has_stage)
        };
        let slots = self.timetable.iter().filter(is_own);
        slots.filter(|slot| slot.checkin.is_none()).collect()
    }

    /// The slot in which the players of a competition check in: its own, else one for all.
    pub fn checkin_slot(&self, competition: &str) -> Option<&TimeSlot> {
        let slots = || self.timetable.iter().filter(|slot| slot.checkin.is_some());
        let own = slots().find(|slot| slot.competition.as_deref() == Some(competition));
        own.or_else(|| slots().find(|slot| slot.competition.is_none()))
    }
}
