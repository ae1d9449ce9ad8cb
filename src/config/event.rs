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
    pub starts: DateTime<Utc>,
    pub ends: Option<DateTime<Utc>>,
    pub what: String,
    pub place: Option<String>,
    /// The rounds played in this slot, each with its own planned start.
    pub rounds: Vec<PlannedRound>,
    /// Players check in (报到) during this slot, which then has an end.
    pub checkin: Option<CheckinPlan>,
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
    /// Within its slot.
    pub starts: DateTime<Utc>,
}

impl Event {
    /// The planned start of a round of a stage, where the timetable states one.
    pub fn round_starts(&self, stage: &str, round: u32) -> Option<DateTime<Utc>> {
        let mut planned = self.timetable.iter().flat_map(|slot| &slot.rounds);
        planned
            .find(|planned| planned.stage == stage && planned.round == round)
            .map(|planned| planned.starts)
    }
}
