//! Any order of taps, texts, photos, pauses and restarts: nobody registers who may not, nobody twice, no
//! submitted form is lost, no pool holds more than its places.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta};
use proptest::prelude::*;
use qisai::config::{Arbiter, Config, Role, Title};
use qisai::desk::notice::Register;
use qisai::desk::{Actor, Chat, Desk, Handled, Notice, tick};
use qisai::store::registration::{self, State};
use qisai::store::{Store, StoreError};
use qisai::telegram::{Attachment, Button, Message, Said, handlers, tap, texts};
use qisai::tournament::form::{Asked, Identity};

use crate::id_number::id_number;
use crate::support::TestClock;

const CHIEF: i64 = 1;
/// The players' accounts.
const ACCOUNTS: [i64; 2] = [11, 12];
const BOT: &str = "qisai_bot";

/// How many of the newest buttons of a chat people press.
const IN_SIGHT: usize = 12;

#[derive(Debug, Clone)]
enum Step {
    /// An account answers what it was asked last, for one of the people below.
    Onward {
        account: usize,
        person: usize,
    },
    /// The same by two devices at once.
    Twice {
        account: usize,
        person: usize,
    },
    Says {
        account: usize,
        word: usize,
    },
    Photo {
        account: usize,
    },
    /// Any button in sight, now and `again`.
    Taps {
        account: usize,
        button: usize,
        again: bool,
    },
    /// Any button that was ever shown to anyone.
    TapsStranger {
        account: usize,
        button: usize,
    },
    /// Telegram delivers the last update once more.
    Redelivered,
    /// The chief goes through the queue: a button in sight, or a reason typed.
    Reviews {
        button: usize,
    },
    /// Withdraws and means it, if one player of the account can.
    Leaves {
        account: usize,
    },
    Restart,
    Hours(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let account = 0..ACCOUNTS.len();
    let person = 0..PEOPLE.len();
    prop_oneof![
        30 => (account.clone(), person.clone())
            .prop_map(|(account, person)| Step::Onward { account, person }),
        6 => (account.clone(), person).prop_map(|(account, person)| Step::Twice { account, person }),
        5 => (account.clone(), 0..WORDS.len()).prop_map(|(account, word)| Step::Says { account, word }),
        2 => account.clone().prop_map(|account| Step::Photo { account }),
        6 => (account.clone(), 0..IN_SIGHT, any::<bool>())
            .prop_map(|(account, button, again)| Step::Taps { account, button, again }),
        2 => (account, 0..500_usize)
            .prop_map(|(account, button)| Step::TapsStranger { account, button }),
        2 => Just(Step::Redelivered),
        8 => (0..IN_SIGHT).prop_map(|button| Step::Reviews { button }),
        1 => (0..ACCOUNTS.len()).prop_map(|account| Step::Leaves { account }),
        1 => Just(Step::Restart),
        1 => (1..40_i64).prop_map(Step::Hours),
    ]
}

/// Name, birth date as in the number, number of the day, alternative of the any-of rule, guardian needed.
/// Two of them are one person under two names, two share name and birth date, and three are too young, too
/// old, and a master.
struct Someone {
    name: &'static str,
    born: &'static str,
    sequence: u32,
    title: &'static str,
    basis: usize,
}

const fn someone(
    name: &'static str,
    born: &'static str,
    sequence: u32,
    title: &'static str,
    basis: usize,
) -> Someone {
    Someone {
        name,
        born,
        sequence,
        title,
        basis,
    }
}

const PEOPLE: [Someone; 9] = [
    someone("张三", "19900504", 1, "无", 0),
    someone("张三丰", "19900504", 1, "无", 2),
    someone("李四", "19850101", 3, "棋协大师", 1),
    someone("李四", "19850101", 5, "无", 0),
    someone("王五", "20111231", 7, "无", 2),
    someone("赵六", "20120101", 9, "无", 0),
    someone("钱七", "19571231", 11, "无", 0),
    someone("孙八", "19580101", 13, "国家大师", 0),
    someone("周九", "19580101", 15, "无", 3),
];

const WORDS: [&str; 14] = [
    "/cancel",
    "/register",
    "/me",
    "/withdraw",
    "取消",
    "完成",
    "我同意",
    "提交",
    "11",
    "13900000009",
    "张三",
    "你好",
    "5台红胜",
    "/cancel@other_bot",
];

/// The bot without Telegram: what people do goes straight to the handlers.
struct Walk {
    dir: tempfile::TempDir,
    config: Config,
    clock: TestClock,
    desk: Option<Arc<Desk>>,
    update: i64,
    last: Option<(i64, Actor, Did)>,
    read_to: i64,
    /// By account: the newest notice and the buttons ever shown, the newest last.
    chats: BTreeMap<i64, Vec<Shown>>,
    asked: BTreeMap<i64, Asked>,
    seen: BTreeSet<i64>,
    submitted: usize,
}

#[derive(Clone)]
struct Shown {
    label: String,
    data: String,
}

#[derive(Clone)]
enum Did {
    Said(Said),
    Tapped(String),
}

impl Walk {
    fn new() -> Walk {
        let memory = Path::new("/dev/shm");
        let dir = match tempfile::tempdir_in(memory) {
            Ok(dir) => dir,
            Err(_) => tempfile::tempdir().expect("a folder"),
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.toml");
        let mut config = Config::load(&path).expect("it is sound").config;
        config.database = dir.path().join("q.db");
        config.key = dir.path().join("q.key");
        config.event.arbiters = vec![Arbiter {
            account: CHIEF,
            role: Role::Chief,
        }];
        let seats = [2, 1];
        for (pool, seats) in config.event.registration.pools.iter_mut().zip(seats) {
            pool.seats = seats;
        }
        let mut walk = Walk {
            dir,
            config,
            clock: TestClock::at("2023-09-20T01:00:00Z"),
            desk: None,
            update: 0,
            last: None,
            read_to: 0,
            chats: BTreeMap::new(),
            asked: BTreeMap::new(),
            seen: BTreeSet::new(),
            submitted: 0,
        };
        walk.restart();
        walk.says(CHIEF, "/start");
        walk.says(CHIEF, "/invite 1");
        walk
    }

    fn restart(&mut self) {
        self.desk = None;
        let store = Store::open(&self.config.database, &self.config.key).expect("a store");
        let desk = Desk::open(store, self.config.clone(), self.clock.means());
        self.desk = Some(desk.expect("a desk"));
    }

    fn desk(&self) -> &Desk {
        self.desk.as_ref().expect("a desk")
    }

    fn says(&mut self, account: i64, text: &str) {
        let said = Said {
            text: Some(text.to_owned()),
            ..Said::default()
        };
        self.does(account, Did::Said(said));
    }

    fn photo(&mut self, account: i64) {
        let said = Said {
            attachment: Some(Attachment::Photo(format!("photo-{}", self.update))),
            ..Said::default()
        };
        self.does(account, Did::Said(said));
    }

    fn taps(&mut self, account: i64, data: &str) {
        self.does(account, Did::Tapped(data.to_owned()));
    }

    fn does(&mut self, account: i64, did: Did) {
        self.update += 1;
        let actor = Actor {
            account,
            name: format!("account {account}"),
            username: None,
            chat: Chat::Private,
            message: Some(self.update),
            tapped: matches!(did, Did::Tapped(_)),
        };
        self.last = Some((self.update, actor.clone(), did.clone()));
        self.deliver(self.update, &actor, &did);
    }

    fn deliver(&mut self, update: i64, actor: &Actor, did: &Did) -> Handled {
        let handled = self
            .desk()
            .handle(update, actor, |turn| match did {
                Did::Said(said) => handlers::private(turn, said, BOT),
                Did::Tapped(data) => handlers::tapped(turn, data, BOT),
            })
            .expect("the database");
        assert!(!matches!(handled, Handled::Failed(_)), "a fault");
        self.reads();
        handled
    }

    /// Reads what the bot owes since the last time.
    fn reads(&mut self) {
        let since = self.read_to;
        let owed = self.desk().store().write(|tx| {
            tx.prepare("SELECT id, chat, notice FROM outbox WHERE id > ?1 ORDER BY id")?
                .query_map([since], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<Vec<(i64, i64, String)>, _>>()
        });
        for (id, chat, json) in owed.expect("the outbox") {
            self.read_to = id;
            let notice: Notice = serde_json::from_str(&json).expect("a notice");
            let notice = notice.opened(self.desk().store().sealer()).expect("opens");
            for message in texts::phrase(&notice, &self.config) {
                self.sees(chat, &message);
            }
            match notice {
                Notice::Register(Register::Ask { question, .. }) => {
                    self.asked.insert(chat, question.asked);
                }
                Notice::Register(Register::Submitted { again: false, .. }) => {
                    self.submitted += 1;
                    self.asked.remove(&chat);
                }
                _ => {}
            }
        }
    }

    fn sees(&mut self, chat: i64, message: &Message) {
        let shown = self.chats.entry(chat).or_default();
        for button in message.keyboard.iter().flatten() {
            if let Button::Tap {
                label,
                tap,
                competition,
            } = button
            {
                shown.push(Shown {
                    label: label.clone(),
                    data: tap::data(tap, competition.as_deref()),
                });
            }
        }
    }

    /// The newest button whose label begins so.
    fn button(&self, account: i64, beginning: &str) -> Option<String> {
        let shown = self.chats.get(&account)?;
        let found = shown
            .iter()
            .rev()
            .find(|one| one.label.starts_with(beginning));
        found.map(|one| one.data.clone())
    }

    fn press(&mut self, account: i64, beginning: &str) {
        match self.button(account, beginning) {
            Some(data) => self.taps(account, &data),
            None => self.says(account, "/register"),
        }
    }

    /// Answers what was asked last as the person would.
    fn onward(&mut self, account: i64, who: &Someone) {
        let card = id_number(who.born, who.sequence);
        match self.asked.get(&account).cloned() {
            Some(Asked::Name) => self.says(account, who.name),
            Some(Asked::Document(_)) => self.says(account, &card),
            Some(Asked::Phone) => self.says(account, "13900000001"),
            Some(Asked::Title) => self.press(account, who.title),
            Some(Asked::Basis(_)) => self.press(account, &format!("{}.", who.basis + 1)),
            Some(Asked::Months { .. }) => self.says(account, "12"),
            Some(Asked::Code) => {
                let code = self.desk().store().write(|tx| {
                    tx.query_row("SELECT code FROM invitation LIMIT 1", [], |row| row.get(0))
                });
                let code: String = code.expect("a code");
                self.says(account, &code);
            }
            Some(Asked::GuardianName) => self.says(account, "监护人甲"),
            Some(Asked::GuardianPhone) => self.says(account, "13911112222"),
            Some(Asked::GuardianConsent { .. }) => self.press(account, "我是监护人"),
            Some(Asked::Papers { given: 0, .. }) => self.photo(account),
            Some(Asked::Papers { .. }) => self.press(account, "完成"),
            Some(Asked::Statement { .. }) => self.press(account, "同意"),
            Some(Asked::Summary(_)) => self.press(account, "确认提交"),
            _ => self.says(account, "/register"),
        }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Onward { account, person } => self.onward(ACCOUNTS[account], &PEOPLE[person]),
            Step::Twice { account, person } => {
                self.onward(ACCOUNTS[account], &PEOPLE[person]);
                if let Some((_, actor, did)) = self.last.clone() {
                    self.does(actor.account, did);
                }
            }
            Step::Says { account, word } => self.says(ACCOUNTS[account], WORDS[word]),
            Step::Photo { account } => self.photo(ACCOUNTS[account]),
            Step::Taps {
                account,
                button,
                again,
            } => {
                let account = ACCOUNTS[account];
                let shown = self.chats.get(&account).map_or(&[][..], Vec::as_slice);
                let Some(data) = shown.iter().rev().nth(button).map(|one| one.data.clone()) else {
                    return;
                };
                self.taps(account, &data);
                if again {
                    self.taps(account, &data);
                }
            }
            Step::TapsStranger { account, button } => {
                let all: Vec<String> = self
                    .chats
                    .values()
                    .flatten()
                    .map(|one| one.data.clone())
                    .collect();
                if let Some(data) = all.get(button % all.len().max(1)) {
                    self.taps(ACCOUNTS[account], data);
                }
            }
            Step::Redelivered => {
                if let Some((update, actor, did)) = self.last.clone() {
                    let handled = self.deliver(update, &actor, &did);
                    assert_eq!(handled, Handled::Repeated);
                }
            }
            Step::Reviews { button } => {
                let shown = self.chats.get(&CHIEF).map_or(&[][..], Vec::as_slice);
                match shown.iter().rev().nth(button).map(|one| one.data.clone()) {
                    // Closing and drawing would end the walk.
                    Some(data) if data.starts_with('v') => self.taps(CHIEF, &data),
                    _ => self.says(CHIEF, "/review"),
                }
            }
            Step::Leaves { account } => {
                let account = ACCOUNTS[account];
                self.says(account, "/withdraw");
                if let Some(data) = self.button(account, "确定退赛") {
                    self.taps(account, &data);
                }
            }
            Step::Restart => self.restart(),
            Step::Hours(hours) => {
                self.clock.set(self.clock.now() + TimeDelta::hours(hours));
                self.desk().act(tick::tick).expect("a tick");
                self.reads();
            }
        }
    }

    /// What must hold after every step.
    fn holds(&mut self) {
        let desk = Arc::clone(self.desk.as_ref().expect("a desk"));
        let sealer = desk.store().sealer();
        let all = desk.store().write(|tx| {
            let mut all = Vec::new();
            for one in registration::of_competition(tx, "king")? {
                let personal = registration::personal(tx, sealer, one.id)?;
                let answers = registration::answers(tx, one.id)?;
                let papers = qisai::store::paper::count(tx, one.id)?;
                let judged = registration::decided_by(tx, one.id)?.is_some();
                all.push((one, personal, answers, papers, judged));
            }
            Ok::<_, StoreError>(all)
        });
        let all = all.expect("the registrations");
        // Nothing that was submitted is lost, and nothing is there that nobody was told of.
        let now: BTreeSet<i64> = all.iter().map(|(one, ..)| one.id).collect();
        assert!(now.is_superset(&self.seen), "a registration is gone");
        self.seen = now;
        assert_eq!(all.len(), self.submitted, "told and stored differ");

        let mut documents = BTreeSet::new();
        let mut people = BTreeSet::new();
        let mut places: BTreeMap<&str, u32> = BTreeMap::new();
        for (one, personal, answers, papers, judged) in &all {
            let Identity::Resident(number) = &personal.identity else {
                panic!("nobody here has another document")
            };
            if matches!(one.state, State::Review | State::Accepted | State::Offered) {
                *places.entry(&one.pool).or_default() += 1;
                assert!(one.place.is_some());
            } else {
                assert!(one.place.is_none());
            }
            if !one.state.stands() {
                continue;
            }
            assert!(documents.insert(number.clone()), "one document twice");
            assert!(
                people.insert((one.name.clone(), one.born)),
                "one person twice"
            );
            let born = NaiveDate::parse_from_str(&number[6..14], "%Y%m%d").expect("a date");
            assert_eq!(born, one.born);
            let day = |text: &str| text.parse::<NaiveDate>().expect("a date");
            assert!(
                born >= day("1958-01-01") && born <= day("2011-12-31"),
                "age: {born}"
            );
            assert!(one.title < Title::NationalMaster, "title: {:?}", one.title);
            match one.basis.as_deref() {
                // Who holds a code is invited, whatever else holds too, and shows no papers.
                Some("household" | "student") => {
                    assert!(*papers > 0 || answers.invited, "without papers");
                }
                Some("insurance") => {
                    let is_shown = *papers > 0 && answers.months >= Some(12);
                    assert!(is_shown || answers.invited, "insurance");
                }
                // Without a code an arbiter has the last word.
                Some("invited") => assert!(
                    answers.invited || one.state != State::Accepted || *judged,
                    "uninvited"
                ),
                other => panic!("stands on {other:?}"),
            }
            let is_minor = born > day("2005-10-05");
            assert_eq!(personal.guardian.is_some(), is_minor, "guardian of {born}");
            if one.pool == "recommended" {
                assert!(answers.invited, "a recommended place without a code");
            }
        }
        for pool in &self.config.event.registration.pools {
            let held = places.get(pool.key.as_str()).copied().unwrap_or(0);
            assert!(held <= pool.seats, "{held} in {}", pool.key);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_order_of_steps_breaks_the_registration(steps in prop::collection::vec(step(), 150..250)) {
        let mut walk = Walk::new();
        for step in &steps {
            walk.step(step);
            walk.holds();
        }
        // The folder lives as long as the walk.
        assert!(walk.dir.path().exists());
    }
}

/// The steps above reach what they are to reach: registrations of every state.
#[test]
fn the_walks_get_somewhere() {
    let mut states = BTreeSet::new();
    let mut dice = crate::random_event::Dice::new(3);
    for _ in 0..6 {
        let mut walk = Walk::new();
        for _ in 0..400 {
            let account = dice.roll(2);
            let step = match dice.roll(10) {
                0..=6 => Step::Onward {
                    account,
                    person: dice.roll(PEOPLE.len()),
                },
                7 => Step::Says {
                    account,
                    word: dice.roll(4),
                },
                8 if dice.percent(20) => Step::Leaves { account },
                _ => Step::Reviews {
                    button: dice.roll(IN_SIGHT),
                },
            };
            walk.step(&step);
        }
        walk.holds();
        let found = walk.desk().store().write(|tx| {
            tx.prepare("SELECT DISTINCT state FROM registration")?
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<Result<Vec<_>, _>>()
        });
        states.extend(found.expect("the states"));
    }
    for state in ["review", "accepted", "refused", "waiting", "withdrawn"] {
        assert!(
            states.contains(state),
            "no walk reached {state}: {states:?}"
        );
    }
}
