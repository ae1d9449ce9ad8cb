//! `qisai check`: the two files that come with the program are sound, and each thing that can be
//! wrong in a file is named with its place, its reason and its remedy.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use qisai::config::check;
use qisai::config::{Config, Fault, Leg, RankKey, Stage, Test};

mod discipline;
mod event;
mod form;
mod pool;
mod registration;
mod section_file;
mod section_ranking;
mod stage;

const WUHAN: &str = include_str!("../bot.toml");

/// Replaces the first `from` in the Wuhan file and expects exactly these faults. Each stands where
/// its first text begins: the next one behind the last edit or, marked `^`, the last one before it; what
/// is not there is looked for from the top.
#[track_caller]
fn refuses(from: &str, to: &str, faults: &[(&str, &str)]) {
    refuses_all(&[(from, to)], faults);
}

#[track_caller]
fn refuses_all(edits: &[(&str, &str)], faults: &[(&str, &str)]) {
    let mut text = WUHAN.to_owned();
    let mut edited = 0;
    for (from, to) in edits {
        edited = text.find(from).expect("the edited text is in the file");
        text.replace_range(edited..edited + from.len(), to);
    }
    let expected: Vec<String> = faults
        .iter()
        .map(|(anchor, sentence)| {
            let near = match anchor.strip_prefix('^') {
                Some(before) => text[..edited].rfind(before),
                None => text[edited..].find(anchor).map(|at| edited + at),
            };
            let at = near
                .or_else(|| text.find(anchor))
                .expect("the anchor is in the file");
            let before = &text[..at];
            let line = before.lines().count().max(1) + usize::from(before.ends_with('\n'));
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            format!("bot.toml:{line}:{column}: {sentence}")
        })
        .collect();
    assert_eq!(told(&text), expected);
}

/// What is wrong with a text, sentence by sentence.
fn told(text: &str) -> Vec<String> {
    let faults = Config::parse("bot.toml", text).err().unwrap_or_default();
    faults.iter().map(Fault::to_string).collect()
}

fn load(path: &str) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    Config::load(&path).expect("the file is sound").config
}

#[test]
fn wuhan_is_complete() {
    let config = load("bot.toml");
    let event = &config.event;
    let closes = event.registration.closes.to_rfc3339();
    assert_eq!(closes, "2023-09-25T15:59:59+00:00");
    assert_eq!(event.registration.minor_on.to_string(), "2023-10-05");
    let seats: Vec<_> = event
        .registration
        .pools
        .iter()
        .map(|p| (p.seats, p.by_code))
        .collect();
    assert_eq!(seats, [(170, false), (30, true)]);
    assert_eq!(event.timetable.len(), 10);
    let starts: Vec<_> = (1..=7)
        .filter_map(|round| event.round_starts("points", round))
        .collect();
    assert_eq!(starts.len(), 7);
    assert_eq!(starts[3].to_rfc3339(), "2023-10-05T05:30:00+00:00");

    let [competition] = &event.competitions[..] else {
        panic!("one competition");
    };
    let Test::AnyOf(basis) = &competition.sections[0].eligibility.rules[2].test else {
        panic!("alternatives");
    };
    assert_eq!(basis.len(), 4);
    let money: u64 = competition.all_prizes().map(|prize| prize.total()).sum();
    assert_eq!(
        money,
        10_000 + 5_000 + 3_000 + 2_000 + 4 * 1_000 + 8 * 600 + 16 * 300
    );
    let Stage::Knockout(knockout) = &competition.stages[1] else {
        panic!("a knockout");
    };
    let counts = |leg: &Leg| match leg {
        Leg::Games { count, .. } => *count,
        Leg::Armageddon { .. } => 1,
    };
    let games: Vec<Vec<u32>> = knockout
        .rounds
        .iter()
        .map(|round| round.legs.iter().map(counts).collect())
        .collect();
    assert_eq!(games, [[2, 1, 1], [2, 1, 1], [2, 1, 1], [6, 2, 1]]);
}

#[test]
fn chengyu_is_complete() {
    let config = load("examples/chengyu.toml");
    let money: Vec<u64> = config
        .event
        .competitions
        .iter()
        .map(|competition| competition.all_prizes().map(|prize| prize.total()).sum())
        .collect();
    let men = 10_000 + 6_000 + 4_000 + 2_000 + 6 * 800 + 5 * 500;
    assert_eq!(
        money,
        [
            men + 2_000 + 1_000 + 800,
            5_000 + 3_000 + 1_000 + 800 + 500,
            0
        ]
    );
    let [challenge, cities, everyone] = &config.event.competitions[..] else {
        panic!("three competitions");
    };
    assert_eq!(challenge.sections.len(), 2);
    let swiss: Vec<_> = [challenge, cities, everyone]
        .iter()
        .flat_map(|c| c.swiss())
        .collect();
    assert_eq!(
        swiss.iter().map(|s| s.rounds).collect::<Vec<_>>(),
        [9, 7, 5]
    );
    assert_eq!(swiss[0].conduct.recorded_tables, 5);
    assert_eq!(swiss[0].ranking.keys[1], RankKey::Opponents);
    assert_eq!(swiss[1].ranking.keys[1], RankKey::Progressive);
    assert_eq!(config.event.appeal_deposit, 500);
}

#[test]
fn a_sound_file_is_summed_up() {
    let checked = check::run(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.toml"));
    assert_eq!(checked.exit_code(), 0);
    let told = checked.to_string();
    for line in [
        "Event: 2023年“大武汉杯”武汉市第一届象棋棋王赛 (Asia/Shanghai)",
        "Registration: until 2023-09-25 23:59:59; 200 places: 公开报名 170, 协会推荐 30 by code; fee 100 yuan",
        "  stage 积分赛: 7 rounds, each certain of a pairing with 13 players or more, 16 go on",
        "  stage 淘汰赛: 16 players, 4 rounds",
        "  prizes: 33600 yuan",
    ] {
        assert!(told.lines().any(|told| told == line), "{line:?} in\n{told}");
    }
}

#[test]
fn what_is_still_to_come_is_told() {
    let later = |text: &str| {
        let loaded = Config::parse("bot.toml", text).expect("sound");
        loaded.later.len()
    };
    let asking = WUHAN.replace("language = \"zh-CN\"", "language = \"en\"");
    assert_eq!(later(&asking), later(WUHAN) + 1);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chengyu.toml");
    let told = check::run(&path).to_string();
    for later in Config::load(&path).expect("sound").later {
        assert!(told.contains(later.feature), "{told}");
    }
}

#[test]
fn a_faulty_file_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.toml");
    fs::write(&path, WUHAN.replace("capacity = 200", "capacity = 150")).expect("written");
    let checked = check::run(&path);
    assert_eq!(checked.exit_code(), 2);
    assert_eq!(checked.to_string().lines().count(), 1);
}

#[test]
fn a_missing_file_ends_with_2() {
    let checked = check::run(Path::new("/nowhere/bot.toml"));
    assert_eq!(checked.exit_code(), 2);
    assert_eq!(
        checked.to_string(),
        "/nowhere/bot.toml: the file cannot be read (No such file or directory (os error 2)): \
         check the path and who may read it.\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever a slip of the hand makes of the file, the answer is a configuration or its faults.
    #[test]
    fn no_slip_panics(slips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..4)) {
        let mut bytes = WUHAN.as_bytes().to_vec();
        for (place, byte, kind) in slips {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(faults) = Config::parse("bot.toml", &text) {
            prop_assert!(!faults.is_empty());
            prop_assert!(faults.iter().all(|fault| fault.line >= 1 && fault.column >= 1));
        }
    }
}
