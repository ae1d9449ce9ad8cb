//! What stands in the file, key by key, before it means anything: each table of the file is a type
//! whose fields are its keys, and whose `check` gives the validated type.

mod arbiter;
mod competition;
mod date;
mod discipline;
mod eligibility;
mod event;
mod knockout;
mod number;
mod orders;
mod prize;
mod ranking;
mod read;
mod registration;
mod render;
mod section_file;
mod special_prize;
mod stage;
mod storage;
mod swiss;
mod table;
mod telegram;
mod text;
mod timetable;
mod word;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::arbiter::Arbiters;
use self::competition::{Competition, CompetitionKeys, check_competitions};
use self::date::Clock;
use self::discipline::Discipline;
use self::event::Event;
use self::number::SpannedNumber;
use self::read::{Many, Read, Try};
use self::registration::Registration;
use self::render::Render;
pub use self::section_file::SectionFile;
use self::storage::Storage;
use self::table::table;
use self::telegram::Telegram;
use self::timetable::{Slot, Stages, check_timetable};
use self::word::words;
use super::Language;
use super::faults::Faults;

table! {
    /// The whole file.
    pub struct File {
        /// Language of the group and of everyone who has not chosen one: "zh-CN" (default) or "en".
        pub language: Option<Language>,
        /// How Telegram is reached.
        pub telegram: Option<Try<Telegram>>,
        /// Where data is kept.
        pub storage: Option<Try<Storage>>,
        /// Tables as pictures.
        pub render: Option<Try<Render>>,
        /// What the event is.
        pub event: Try<Event>,
        /// Who may do what; none: the first to send the start-up code becomes chief arbiter.
        pub arbiter: Option<Try<Arbiters>>,
        /// The lines of the timetable (日程), one table each.
        pub timetable: Option<Vec<Try<Slot>>>,
        /// When, how and how many may register.
        pub registration: Try<Registration>,
        /// The competitions of the event, one table each.
        pub competition: Many<Try<Competition>>,
        /// How rules are enforced.
        pub discipline: Option<Try<Discipline>>,
    }
}

words! {
    Language {
        "zh-CN" => Language::Chinese,
        "en" => Language::English,
    }
}

/// Reads the tables and keys of a parsed document.
pub fn read_document(document: Spanned<DeTable<'_>>, faults: &mut Faults<'_>) -> Option<File> {
    let value = Spanned::new(0..0, DeValue::Table(document.into_inner()));
    File::read("the file", &value, faults)
}

/// The same of a section file.
pub fn read_section(
    document: Spanned<DeTable<'_>>,
    faults: &mut Faults<'_>,
) -> Option<SectionFile> {
    let value = Spanned::new(0..0, DeValue::Table(document.into_inner()));
    SectionFile::read("the file", &value, faults)
}

impl File {
    /// Checks what the keys say together. `None`: a fault is noted, here or on reading.
    pub fn check(self, faults: &mut Faults<'_>) -> Option<super::Config> {
        let event = self.event.ok();
        let clock = Clock::new(event.as_ref().map(|event| &event.time_zone), faults);
        let telegram = match self.telegram {
            Some(telegram) => telegram.ok(),
            None => Some(Telegram::default()),
        };
        let telegram = telegram.and_then(|telegram| telegram.check(faults));
        let storage = match self.storage {
            Some(storage) => storage.ok(),
            None => Some(Storage::default()),
        };
        let storage = storage.and_then(|storage| storage.check(faults));
        let render = match self.render {
            Some(render) => render.ok(),
            None => Some(Render::default()),
        };
        let render = render.and_then(|render| render.check(faults));
        let arbiters = match self.arbiter {
            Some(arbiters) => arbiters.ok(),
            None => Some(Arbiters::default()),
        };
        let arbiters = arbiters.map(|arbiters| arbiters.check(faults));
        let stages = Stages::of(&self.competition);
        let keys = CompetitionKeys::of(&self.competition);
        let slots = self.timetable.unwrap_or_default();
        let timetable = check_timetable(slots, &clock, &stages, &keys, faults);
        let registration = self.registration.ok();
        let capacity = registration.as_ref().map(|r| r.capacity.value());
        let competitions = check_competitions(self.competition, capacity, faults);
        let first_slot = timetable.as_ref().and_then(|slots| slots.first());
        let rounds = timetable.iter().flatten().flat_map(|slot| &slot.rounds);
        let first_round = rounds.map(|round| round.starts).min();
        let first_day = first_slot.map(|slot| clock.day(slot.starts));
        let registration =
            registration.and_then(|r| r.check(&clock, first_day, first_round, &keys, faults));
        let discipline = match self.discipline {
            Some(discipline) => discipline.ok().and_then(|one| one.check(faults)),
            None => Some(super::Discipline::default()),
        };
        let (database, key, keep_papers) = storage?;
        let event = event?;
        Some(super::Config {
            language: self.language.unwrap_or(Language::Chinese),
            telegram: telegram?,
            database,
            key,
            keep_papers,
            render: render?,
            event: super::Event {
                name: event.name.into(),
                short_name: event.short_name.into(),
                zone: clock.zone(),
                organizer: event.organizer.into(),
                partners: text::strings(event.partners),
                notes: text::strings(event.notes),
                prize_note: event.prize_note.map(String::from),
                arbiters: arbiters?,
                timetable: timetable?,
                registration: registration?,
                competitions: competitions?,
                discipline: discipline?,
                appeal_deposit: event.appeal_deposit.map_or(0, |yuan| yuan.get()),
            },
        })
    }
}
