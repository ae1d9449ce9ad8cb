//! Many submit at the same time: the places fill exactly.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use qisai::config::Config;
use qisai::desk::{Actor, Chat, Desk, Handled};
use qisai::store::Store;
use qisai::telegram::{Said, handlers};
use rusqlite::Connection;

use crate::registering::Entrant;
use crate::support::TestClock;

const OPEN: u32 = 10;
const RECOMMENDED: u32 = 2;
const PEOPLE: u32 = 60;

/// The desk, asked directly.
struct Counter {
    desk: Arc<Desk>,
    updates: AtomicI64,
}

impl Counter {
    fn says(&self, account: i64, text: &str) -> Handled {
        let said = Said {
            text: Some(text.to_owned()),
            ..Said::default()
        };
        self.hears(account, &said)
    }

    fn sends_photo(&self, account: i64) -> Handled {
        let said = Said {
            attachment: Some(qisai::telegram::Attachment::Photo("file".to_owned())),
            ..Said::default()
        };
        self.hears(account, &said)
    }

    fn hears(&self, account: i64, said: &Said) -> Handled {
        let update = self.updates.fetch_add(1, Ordering::SeqCst);
        let actor = Actor {
            account,
            name: format!("account {account}"),
            username: None,
            chat: Chat::Private,
            message: None,
            tapped: false,
        };
        let handled = self
            .desk
            .handle(update, &actor, |turn| {
                handlers::private(turn, said, "qisai_bot")
            })
            .expect("the database");
        assert!(
            matches!(handled, Handled::Done | Handled::Refused(_)),
            "{handled:?}"
        );
        handled
    }
}

#[test]
fn sixty_submit_at_once_for_ten_and_two_places() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.toml");
    let mut config = Config::load(&path).expect("bot.toml is sound").config;
    config.event.registration.pools[0].seats = OPEN;
    config.event.registration.pools[1].seats = RECOMMENDED;
    let database = dir.path().join("qisai.db");
    let store = Store::open(&database, &dir.path().join("qisai.key")).expect("a store");
    let clock = TestClock::at("2023-09-20T01:00:00Z");
    let desk = Desk::open(store, config, clock.means()).expect("a desk");
    let counter = Counter {
        desk,
        updates: AtomicI64::new(1),
    };
    let code = counter
        .desk
        .first_code()
        .expect("the database")
        .expect("a code");
    let chief = 9_000;
    counter.says(chief, &format!("/arbiter {code}"));
    counter.says(chief, &format!("/invite {RECOMMENDED}"));
    let read = Connection::open(&database).expect("the database");
    let mut statement = read.prepare("SELECT code FROM invitation").expect("SQL");
    let codes: Vec<String> = statement
        .query_map([], |row| row.get(0))
        .expect("SQL")
        .collect::<Result<_, _>>()
        .expect("codes");
    // Every third brings a code: many bring the same.
    for no in 1..=PEOPLE {
        let account = i64::from(no);
        let entrant = Entrant::number(no);
        counter.says(account, "/register");
        for answer in [&entrant.name, &entrant.card(), &entrant.phone] {
            counter.says(account, answer);
        }
        counter.says(account, "无");
        counter.says(account, "1");
        counter.sends_photo(account);
        counter.says(account, "完成");
        for _ in 0..4 {
            counter.says(account, "同意");
        }
        if no % 3 == 0 {
            counter.says(account, "使用邀请码");
            counter.says(account, &codes[(no / 3 % RECOMMENDED) as usize]);
        }
    }
    std::thread::scope(|scope| {
        for no in 1..=PEOPLE {
            let counter = &counter;
            // Twice each, as a double tap is.
            for _ in 0..2 {
                scope.spawn(move || counter.says(i64::from(no), "确认提交"));
            }
        }
    });
    let count = |sql: &str| -> u32 { read.query_row(sql, [], |row| row.get(0)).expect("SQL") };
    let held = |pool: &str| {
        count(&format!(
            "SELECT count(DISTINCT place) FROM registration
             WHERE pool = '{pool}' AND state IN ('review', 'accepted')"
        ))
    };
    assert_eq!(held("open"), OPEN);
    assert_eq!(held("recommended"), RECOMMENDED);
    assert_eq!(
        count("SELECT count(*) FROM invitation WHERE registration IS NOT NULL"),
        RECOMMENDED
    );
    // Those whose code was used by another were refused and keep their form; everyone else waits.
    let refused = PEOPLE / 3 - RECOMMENDED;
    assert_eq!(count("SELECT count(*) FROM registration"), PEOPLE - refused);
    assert_eq!(
        count("SELECT count(*) FROM registration WHERE state = 'waiting'"),
        PEOPLE - refused - OPEN - RECOMMENDED
    );
    assert_eq!(count("SELECT count(*) FROM draft"), refused);
    // The waiting list is in the order of arrival: nobody who waits came before one who holds a place.
    let last_placed =
        count("SELECT max(id) FROM registration WHERE pool = 'open' AND place IS NOT NULL");
    let first_waiting = count("SELECT min(id) FROM registration WHERE state = 'waiting'");
    assert!(last_placed < first_waiting);
}
