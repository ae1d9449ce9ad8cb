//! Three hundred submit at once to the program itself, which is killed in the middle: the places fill
//! exactly, in the order of arrival.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use qisai::rehearsal::Act;
use qisai::store::{StoreError, draft};
use serde_json::Value;

use crate::registering::{Entrant, agrees};
use crate::support::{Hall, TOKEN};

const PEOPLE: u32 = 300;
const OPEN: usize = 170;
const CODES: usize = 30;

/// How long the whole rush may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// One of the three hundred. Every fifth brings a code; each code is brought by two.
struct Entering {
    no: u32,
    account: i64,
    code: Option<String>,
}

/// The program on the hall's files, for an event that is still to come.
fn program(hall: &Hall) -> Child {
    let config = hall.folder().join("event.toml");
    if !config.exists() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
        let later = text.expect("bot.toml").replace("2023-", "2099-");
        std::fs::write(&config, later).expect("the event's file");
    }
    Command::new(env!("CARGO_BIN_EXE_qisai"))
        .current_dir(hall.folder())
        .env("TELOXIDE_TOKEN", TOKEN)
        .args(["run", "--config", "event.toml", "--api-url", &hall.url()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program")
}

/// The draft of a person who has come to the summary, with and without a code.
async fn templates(hall: &Hall, code: &str) -> [String; 2] {
    let (open, guest) = (hall.person("样张").await, hall.person("客样").await);
    Entrant::number(451).fills(&open).await;
    guest.says("/register").await;
    let entrant = Entrant {
        basis: "4.",
        ..Entrant::number(452)
    };
    entrant.names(&guest).await;
    guest.says(code).await;
    agrees(&guest).await;
    let ids = [open.id, guest.id];
    let store = hall.desk().store();
    store
        .write(|tx| {
            let mut texts = Vec::new();
            for id in ids {
                let draft: Option<Value> = draft::load(tx, store.sealer(), id)?;
                texts.push(draft.expect("a draft").to_string());
                draft::discard(tx, id)?;
            }
            Ok::<_, StoreError>(texts)
        })
        .expect("the database")
        .try_into()
        .expect("two")
}

/// Everyone opens the private chat and has filled in the form.
async fn prepare(hall: &Hall) -> Vec<Entering> {
    let chief = hall.arbiter().await;
    chief.says(&format!("/invite {CODES}")).await;
    let text = chief.sees("一码一人").await.text;
    let codes: Vec<String> = text
        .lines()
        .filter(|line| line.len() == 8 && line.bytes().all(|b| b.is_ascii_alphanumeric()))
        .map(str::to_owned)
        .collect();
    let [open, guest] = templates(hall, &codes[0]).await;
    let mut all = Vec::new();
    for no in 1..=PEOPLE {
        let account = hall.world.fresh_user_id().expect("an id");
        let name = format!("账号{no}");
        let added = hall.world.add_user(account, &name, None, None, None);
        added.expect("a person");
        let start = hall.world.perform(account, account, &Act::Start(None));
        start.expect("the private chat");
        let code = (no % 5 == 0).then(|| codes[(no / 5) as usize % CODES].clone());
        all.push(Entering { no, account, code });
    }
    hall.settled().await;
    let store = hall.desk().store();
    let now = hall.clock.now();
    store
        .write(|tx| {
            for one in &all {
                let (text, from) = match &one.code {
                    None => (open.clone(), Entrant::number(451)),
                    Some(code) => (guest.replace(&codes[0], code), Entrant::number(452)),
                };
                let to = Entrant::number(one.no);
                let text = text
                    .replace(&from.card(), &to.card())
                    .replace(&from.phone, &to.phone)
                    .replace(&from.name, &to.name);
                let draft: Value = serde_json::from_str(&text)?;
                draft::save(tx, store.sealer(), one.account, &draft, now)?;
            }
            Ok::<_, StoreError>(())
        })
        .expect("the database");
    all
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_submit_at_once_for_170_and_30_over_two_kills() {
    let mut hall = Hall::open().await;
    let all = prepare(&hall).await;
    hall.stop().await;
    let before = hall.count("SELECT count(*) FROM inbox");
    let arrived: Mutex<Vec<&Entering>> = Mutex::new(Vec::new());
    let begun = Instant::now();
    let handled = || hall.count("SELECT count(*) FROM registration");
    let rush = || {
        std::thread::scope(|scope| {
            for part in all.chunks(all.len() / 6) {
                let (world, arrived) = (hall.world.clone(), &arrived);
                scope.spawn(move || {
                    for one in part {
                        // Whoever comes first is known; the program reads them as they come.
                        let mut arrived = arrived.lock().expect("the order");
                        world
                            .says(one.account, one.account, "确认提交")
                            .expect("a message");
                        arrived.push(one);
                    }
                });
            }
            for enough in [60, 150] {
                let mut child = program(&hall);
                while handled() < enough && begun.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(2));
                }
                child.kill().expect("SIGKILL");
                child.wait().expect("the end");
            }
            assert!(
                handled() < i64::from(PEOPLE) - CODES as i64,
                "killed too late to show anything"
            );
            let mut child = program(&hall);
            let is_done = || {
                hall.world.pending_updates().expect("the world") == 0
                    && hall.count("SELECT count(*) FROM inbox") == before + i64::from(PEOPLE)
                    && hall.count("SELECT count(*) FROM inbox WHERE handled_at IS NULL") == 0
            };
            while !is_done() && begun.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
            child.kill().expect("SIGKILL");
            child.wait().expect("the end");
            assert!(is_done(), "not everyone was heard");
        })
    };
    tokio::task::block_in_place(rush);

    let arrived = arrived.into_inner().expect("the order");
    // Of two with one code the first has the place; the other is told and keeps the form.
    let mut winners: BTreeMap<&str, u32> = BTreeMap::new();
    let mut expected = Vec::new();
    for one in &arrived {
        match &one.code {
            None => expected.push(format!("棋手{}", one.no)),
            Some(code) => {
                winners.entry(code).or_insert(one.no);
            }
        }
    }
    type Row = (String, String, String, Option<i64>, Option<i64>);
    let rows: Vec<Row> = hall.database(|tx| {
        tx.prepare("SELECT name, pool, state, place, line_no FROM registration ORDER BY id")?
            .query_map([], |row| {
                Ok((
                    row.get(0)?,
                    row.get(1)?,
                    row.get(2)?,
                    row.get(3)?,
                    row.get(4)?,
                ))
            })?
            .collect()
    });
    let open: Vec<_> = rows.iter().filter(|row| row.1 == "open").collect();
    let names: Vec<&str> = open.iter().map(|row| row.0.as_str()).collect();
    assert_eq!(names, expected, "not in the order of arrival");
    for (index, (name, _, state, place, line)) in open.iter().enumerate() {
        if index < OPEN {
            assert_eq!(
                (state.as_str(), *place),
                ("review", Some(index as i64 + 1)),
                "{name}"
            );
        } else {
            assert_eq!((state.as_str(), *place), ("waiting", None), "{name}");
            assert_eq!(*line, Some((index - OPEN) as i64 + 1), "{name}");
        }
    }
    let mut guests: Vec<u32> = rows
        .iter()
        .filter(|row| row.1 == "recommended" && row.3.is_some())
        .map(|row| row.0.trim_start_matches("棋手").parse().expect("a number"))
        .collect();
    guests.sort_unstable();
    let mut firsts: Vec<u32> = winners.into_values().collect();
    firsts.sort_unstable();
    assert_eq!(guests, firsts);
    assert_eq!(guests.len(), CODES);
    let used = hall.count("SELECT count(*) FROM invitation WHERE registration IS NOT NULL");
    assert_eq!(used, CODES as i64);
    // Nobody is lost: who has no registration still has the form, and everyone is owed an answer.
    assert_eq!(rows.len() + CODES, PEOPLE as usize);
    assert_eq!(hall.count("SELECT count(*) FROM draft"), CODES as i64);
    for one in &all {
        let answers = hall.count(&format!(
            "SELECT count(*) FROM outbox WHERE chat = {} AND (notice LIKE '%submitted%' OR notice LIKE '%used_code%')",
            one.account
        ));
        assert_eq!(answers, 1, "棋手{}", one.no);
    }
}
