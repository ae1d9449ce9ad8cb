//! The rehearsal as a whole, in a process of its own that is killed without warning.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use qisai::rehearsal::{Message, World};

use crate::lots::check;

/// Nothing in a rehearsal of this size takes longer.
const LIMIT: Duration = Duration::from_secs(300);

fn rehearse(folder: &Path, players: usize) -> Child {
    rehearse_event(folder, players, "bot.toml")
}

/// `event`: a configuration file of the repository.
fn rehearse_event(folder: &Path, players: usize, event: &str) -> Child {
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join(event);
    Command::new(env!("CARGO_BIN_EXE_qisai"))
        .args([
            "rehearse",
            "--auto",
            "--seed",
            "11",
            "--players",
            &players.to_string(),
        ])
        .arg("--folder")
        .arg(folder)
        .arg("--config")
        .arg(event)
        .env("RUST_LOG", "error")
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the binary starts")
}

fn wait(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be asked") {
            return status;
        }
        if started.elapsed() > LIMIT {
            child.kill().expect("the process can be killed");
            panic!("the rehearsal did not end within {LIMIT:?}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Everything the bot said in all chats, as it stands at the end.
fn said(folder: &Path) -> Vec<Message> {
    let world = World::open(folder.join("telegram.sqlite"), Arc::new(|| 0)).expect("the world");
    let mut chats: Vec<i64> = world
        .people()
        .expect("people")
        .iter()
        .map(|user| user.id)
        .collect();
    chats.extend(world.groups().expect("groups").iter().map(|group| group.id));
    let mut messages = Vec::new();
    for chat in chats {
        let in_chat = world.messages(chat).unwrap_or_default();
        messages.extend(in_chat.into_iter().filter(|message| message.from_bot));
    }
    messages
}

#[test]
fn a_rehearsal_killed_again_and_again_loses_and_doubles_nothing() {
    const PLAYERS: usize = 16;
    const KILLS: u64 = 8;
    let dir = tempfile::tempdir().expect("a folder");
    let mut killed = 0;
    for round in 0..KILLS {
        let mut child = rehearse(dir.path(), PLAYERS);
        std::thread::sleep(Duration::from_millis(320 + 60 * round));
        if child
            .try_wait()
            .expect("the process can be asked")
            .is_some()
        {
            break;
        }
        // SIGKILL: nothing is flushed, nothing is said goodbye to.
        child.kill().expect("the process can be killed");
        child.wait().expect("the process ends");
        killed += 1;
    }
    assert!(killed >= 3, "only {killed} runs were killed before the end");
    let status = wait(&mut rehearse(dir.path(), PLAYERS));
    assert!(
        status.success(),
        "the rehearsal went on to its end: {status}"
    );

    let messages = said(dir.path());
    // A message that was on its way when the process was killed may be there twice: at most one a kill.
    let mut seats: BTreeMap<(i64, String), usize> = BTreeMap::new();
    for message in &messages {
        if let Some(seat) = message
            .text
            .split("您执")
            .next()
            .filter(|_| message.text.contains("您执"))
            && message.revisions.is_empty()
        {
            *seats.entry((message.chat, seat.to_owned())).or_default() += 1;
        }
    }
    let doubled: usize = seats.values().map(|count| count - 1).sum();
    assert!(doubled <= killed, "{doubled} announcements are doubled");

    let final_table = messages
        .iter()
        .find(|message| message.text.contains("最终名次"));
    assert!(final_table.is_some(), "the final table was published");
    let db = rusqlite::Connection::open(dir.path().join("qisai.sqlite")).expect("the database");
    let count = |sql: &str| -> i64 { db.query_row(sql, [], |row| row.get(0)).expect(sql) };
    assert_eq!(
        count("SELECT count(*) FROM round WHERE state = 'closed' AND part_round IS NULL"),
        7
    );
    let told = |text: &str| messages.iter().any(|message| message.text.contains(text));
    assert!(
        told("🏆 冠军") && told("棋王流动奖杯"),
        "the champion was announced"
    );
    assert_eq!(count("SELECT count(*) FROM game WHERE outcome IS NULL"), 0);
    assert_eq!(
        count("SELECT count(*) FROM inbox WHERE handled_at IS NULL"),
        0
    );
    assert_eq!(
        count("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')"),
        0
    );
    assert_eq!(
        count("SELECT count(*) FROM outbox WHERE state = 'failed'"),
        0
    );
    // Nobody was lost on the way: everyone who can play is registered exactly once.
    let registered = count("SELECT count(*) FROM registration WHERE state <> 'refused'");
    assert_eq!(registered, PLAYERS as i64);
}

/// Two players meet once; a second round has no pairing, and the rehearsal ends with the table as it is.
#[test]
fn a_field_too_small_for_all_rounds_ends_all_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let status = wait(&mut rehearse(dir.path(), 2));
    assert!(status.success(), "{status}");
    let table = said(dir.path());
    assert!(table.iter().any(|message| message.text.contains("积分榜")));
}

/// The competitions of an event are registered for side by side and played one after the other, each with
/// its own rounds; sections are ranked apart.
#[test]
fn an_event_of_three_competitions_is_played_to_its_end() {
    const PLAYERS: usize = 54;
    let dir = tempfile::tempdir().expect("a folder");
    let status = wait(&mut rehearse_event(
        dir.path(),
        PLAYERS,
        "examples/chengyu.toml",
    ));
    assert!(status.success(), "{status}");

    let db = rusqlite::Connection::open(dir.path().join("qisai.sqlite")).expect("the database");
    let rounds: Vec<(String, i64)> = db
        .prepare(
            "SELECT s.competition, count(*) FROM round r JOIN stage s ON s.id = r.stage
             WHERE r.state = 'closed' GROUP BY 1 ORDER BY 1",
        )
        .and_then(|mut rows| {
            let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })
        .expect("the rounds");
    let played = [("challenge", 9), ("cities", 7), ("everyone", 5)];
    assert_eq!(rounds, played.map(|(key, count)| (key.to_owned(), count)));
    let count = |sql: &str| -> i64 { db.query_row(sql, [], |row| row.get(0)).expect(sql) };
    assert_eq!(
        count("SELECT count(*) FROM registration WHERE state <> 'refused'"),
        PLAYERS as i64
    );
    // Team-mates never met.
    let met = "SELECT count(*) FROM game g
               JOIN seat a ON a.game = g.id AND a.kind = 'red'
               JOIN seat b ON b.game = g.id AND b.kind = 'black'
               JOIN registration r ON r.id = a.player JOIN registration s ON s.id = b.player
               WHERE r.team = s.team";
    assert_eq!(count(met), 0);
    let failed = "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'failed')";
    assert_eq!(count(failed), 0);

    let said = said(dir.path());
    for heading in [
        "【成渝象棋民间争霸赛】\n男子组最终名次",
        "【成渝象棋民间争霸赛】\n女子及少儿组最终名次",
        "【成渝双城（巴南 温江）团队交流赛】\n最终名次",
        "【全民象棋挑战赛】\n最终名次",
    ] {
        let mut tables = said
            .iter()
            .filter(|message| message.text.starts_with(heading));
        assert!(tables.next().is_some(), "{heading} was not published");
    }
}

#[test]
fn a_database_that_no_rehearsal_made_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let database = dir.path().join("qisai.sqlite");
    std::fs::write(&database, "an event").expect("a file");
    let status = wait(&mut rehearse(dir.path(), 8));
    assert!(!status.success());
    assert_eq!(std::fs::read(&database).expect("it is there"), b"an event");
}

/// How far up the ladder a knockout went.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Climbed {
    /// Games after which matches before the final were decided.
    matches: BTreeSet<i64>,
    /// Games of the final.
    last: i64,
    /// Sides that a player chose, and that an arbiter decided because nobody had chosen in time.
    chosen: i64,
    overdue: i64,
}

/// Rehearses the event of Wuhan with this seed to its champion and prize list.
fn climbed(seed: u32) -> Climbed {
    let dir = tempfile::tempdir().expect("a folder");
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.toml");
    let mut child = Command::new(env!("CARGO_BIN_EXE_qisai"))
        .args(["rehearse", "--auto", "--players", "12", "--seed"])
        .arg(seed.to_string())
        .arg("--folder")
        .arg(dir.path())
        .arg("--config")
        .arg(event)
        .env("RUST_LOG", "error")
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the binary starts");
    let status = wait(&mut child);
    assert!(status.success(), "{status}");
    let messages = said(dir.path());
    let told = |text: &str| messages.iter().any(|message| message.text.contains(text));
    assert!(told("🏆 冠军") && told("最终名次") && told("棋王流动奖杯"));
    every_lot_is_right(dir.path(), messages);
    let db = rusqlite::Connection::open(dir.path().join("qisai.sqlite")).expect("the database");
    let numbers = |sql: &str| -> Vec<i64> {
        let mut rows = db.prepare(sql).expect(sql);
        let rows = rows.query_map([], |row| row.get(0)).expect(sql);
        rows.collect::<Result<_, _>>().expect(sql)
    };
    let games = |which: &str| {
        numbers(&format!(
            "SELECT max(number) FROM duel_game WHERE annulled_at IS NULL AND round {which}
             (SELECT max(round) FROM duel_game) GROUP BY round, table_no"
        ))
    };
    let sides = |overdue: u32| {
        let sql = "SELECT count(*) FROM duel_side WHERE chooser IS NOT NULL AND overdue = ";
        numbers(&format!("{sql}{overdue}"))[0]
    };
    Climbed {
        matches: games("<").into_iter().collect(),
        last: games("=")[0],
        chosen: sides(0),
        overdue: sides(1),
    }
}

/// Every lot that was drawn stands in the group, was promised there before, and follows from its message alone: for
/// the verifier of the tests, and for the program given all of them in one file.
fn every_lot_is_right(folder: &Path, mut messages: Vec<Message>) {
    messages.retain(|message| message.chat < 0);
    messages.sort_by_key(|message| message.seq);
    let texts: Vec<String> = messages.into_iter().map(|message| message.text).collect();
    let is_lot = |text: &str| text.lines().any(|line| line.starts_with("秘密 "));
    let lots = (0..).zip(&texts).filter(|(_, text)| is_lot(text));
    let lots: Vec<(usize, &String)> = lots.collect();
    let mut promises = BTreeSet::new();
    for (at, text) in &lots {
        promises.insert(check(text, &texts[..*at]).promise);
    }
    let db = rusqlite::Connection::open(folder.join("qisai.sqlite")).expect("the database");
    let mut drawn = db
        .prepare("SELECT commitment FROM lot WHERE revealed_at IS NOT NULL")
        .expect("lots");
    let drawn = drawn.query_map([], |row| row.get(0)).expect("lots");
    let drawn: BTreeSet<String> = drawn.collect::<Result<_, _>>().expect("lots");
    assert_eq!(promises, drawn);
    assert_eq!(lots.len(), drawn.len(), "each is published once");

    let file = folder.join("lots.txt");
    let pasted: Vec<&str> = lots.iter().map(|(_, text)| text.as_str()).collect();
    std::fs::write(&file, pasted.join("\n")).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_qisai"))
        .arg("verify-draw")
        .arg(&file)
        .output()
        .expect("the program");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("相符：").count(), drawn.len(), "{said}");
    let of_sides = pasted.iter().filter(|text| text.contains(" 执红\n"));
    assert_eq!(said.matches("\n执红：").count(), of_sides.count(), "{said}");
}

/// The first of these seeds whose rehearsal climbs so far. Where the cast plays otherwise than it did, the next
/// are tried.
fn reaches(seeds: impl IntoIterator<Item = u32>, far: impl Fn(&Climbed) -> bool) {
    let mut tried = Vec::new();
    for seed in seeds {
        let climbed = climbed(seed);
        if far(&climbed) {
            return;
        }
        tried.push((seed, climbed));
    }
    panic!("no seed reaches it: {tried:#?}");
}

// Each rung of the ladders of Wuhan with the seed that is known to reach it, first.

/// Two slow games, a rapid one, the armageddon whose black has chosen the side.
#[test]
fn a_rehearsal_climbs_every_rung_of_a_match() {
    let all = BTreeSet::from([2, 3, 4]);
    reaches(std::iter::once(2).chain(1..25), |climbed| {
        climbed.matches == all && climbed.chosen > 0
    });
}

/// Nobody chooses in time, and an arbiter decides.
#[test]
fn a_rehearsal_leaves_a_choice_of_sides_to_the_arbiter() {
    reaches(std::iter::once(6).chain(1..25), |climbed| {
        climbed.overdue > 0 && climbed.matches.contains(&4)
    });
}

/// The final by its six slow games.
#[test]
fn a_rehearsal_decides_the_final_in_slow_games() {
    reaches(std::iter::once(1).chain(1..25), |climbed| climbed.last == 6);
}

/// And by its two rapid ones.
#[test]
fn a_rehearsal_decides_the_final_in_rapid_games() {
    reaches(std::iter::once(4).chain(1..40), |climbed| climbed.last == 8);
}

/// And by its armageddon.
#[test]
fn a_rehearsal_decides_the_final_in_the_armageddon() {
    reaches(std::iter::once(44).chain(1..60), |climbed| {
        climbed.last == 9
    });
}
