//! `qisai pair` and `qisai rank` as they are called.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::report_file::FIVE;

pub struct Called {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Files beside each other, and the program called among them.
pub struct Folder(TempDir);

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn call(&self, arguments: &str) -> Called {
        self.call_with(arguments, "")
    }

    pub fn call_with(&self, arguments: &str, input: &str) -> Called {
        let mut child = Command::new(env!("CARGO_BIN_EXE_qisai"))
            .current_dir(self.0.path())
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let written = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert!(written.is_ok() || !output.status.success());
        Called {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A file of players `1` to `count` and their rounds.
fn file(count: u32, rounds: &[&str]) -> String {
    let mut text = "XXR 9\n".to_owned();
    for no in 1..=count {
        let rounds = rounds.get(no as usize - 1).copied().unwrap_or_default();
        text += &format!(
            "001 {no:>4}      {:<33} {:>41}{rounds}\n",
            format!("P{no}"),
            "0.0    1"
        );
    }
    text
}

#[test]
fn the_next_round_is_printed() {
    let folder = Folder::with(&[("five.trf", FIVE), ("new.trf", &file(5, &[]))]);
    let paired = folder.call("pair five.trf");
    assert_eq!(
        (paired.code, paired.out.as_str()),
        (0, "2\n4 1\n5 3\n"),
        "{}",
        paired.err
    );
    let first = folder.call("pair new.trf");
    assert_eq!(first.out, "3\n1 2\n4 3\n5 0\n");
    let fold = folder.call("pair new.trf --first-round fold --seed 4");
    assert_eq!(fold.out, "3\n1 3\n4 2\n5 0\n");
    let from_input = folder.call_with("pair -", &file(5, &[]));
    assert_eq!(from_input.out, first.out);
}

#[test]
fn the_dutch_system_pairs_the_halves_first() {
    let black = format!("XXC black1\n{}", file(5, &[]));
    let accelerated = format!("{}XXA    1  1.0\n", file(4, &[]));
    let folder = Folder::with(&[
        ("new.trf", &file(5, &[])),
        ("black.trf", &black),
        ("fast.trf", &accelerated),
    ]);
    let dutch = folder.call("pair new.trf --system fide-dutch");
    assert_eq!((dutch.code, dutch.out.as_str()), (0, "3\n1 3\n4 2\n5 0\n"));
    let black = folder.call("pair black.trf --system fide-dutch");
    assert_eq!(black.out, "3\n3 1\n2 4\n5 0\n");
    let smaller = folder.call("pair black.trf --system fide-dutch --first-red smaller");
    assert_eq!(smaller.out, dutch.out);
    assert_eq!(folder.call("pair fast.trf --system fide-dutch").code, 2);
}

/// Rounds as numbers, and how a reference engine of the Dutch system pairs the next.
#[derive(serde::Deserialize)]
struct DutchRound {
    event: String,
    rounds: u32,
    first: String,
    #[serde(default)]
    points: std::collections::BTreeMap<String, String>,
    /// Rating, then round by round: opponent, side, result.
    players: Vec<String>,
    /// `None`: there is no legal pairing.
    next: Option<String>,
}

impl DutchRound {
    fn file(&self) -> String {
        let mut text = format!("XXR {}\nXXC {}\n", self.rounds, self.first);
        for (result, points) in &self.points {
            text += &format!("BB{result} {points:>4}\n");
        }
        for (no, player) in (1..).zip(&self.players) {
            let (rating, rounds) = player.split_once(' ').unwrap_or((player, ""));
            text += &format!("001 {no:>4} {:39}{rating:>4}{:28} 0.0{no:>5}", "", "");
            for entry in rounds.split_whitespace() {
                let (opponent, played) = entry.split_at(entry.len() - 2);
                let (side, result) = played.split_at(1);
                let opponent = if opponent == "0" { "0000" } else { opponent };
                text += &format!("  {opponent:>4} {side} {result}");
            }
            text += "\n";
        }
        text
    }
}

#[test]
fn the_dutch_system_pairs_as_the_reference_engine_does() {
    let text = include_str!("fixtures/dutch-rounds.json");
    let rounds: Vec<DutchRound> = serde_json::from_str(text).unwrap();
    assert_eq!(rounds.len(), 21);
    for round in rounds {
        let folder = Folder::with(&[("round.trf", &round.file())]);
        let paired = folder.call("pair round.trf --system fide-dutch");
        let Some(next) = &round.next else {
            assert_eq!(
                (paired.code, paired.out.as_str()),
                (1, ""),
                "{}",
                round.event
            );
            continue;
        };
        let pairs: Vec<&str> = next.split(',').collect();
        let expected = format!("{}\n{}\n", pairs.len(), pairs.join("\n"));
        assert_eq!(paired.out, expected, "{}: {}", round.event, paired.err);
    }
}

/// A club with most of a large field: the proof and the ways out stay short.
#[test]
fn a_large_field_without_a_pairing_is_told_in_short() {
    let mut text = file(320, &[]);
    let club: Vec<String> = (1..=320u32)
        .filter(|no| no % 2 == 1 || *no <= 10)
        .map(|no| format!("{no:>4}"))
        .collect();
    text += &format!("013 {:<32}{}\n", "Club", club.join(" "));
    let folder = Folder::with(&[("club.trf", &text)]);
    let none = folder.call("pair club.trf --team-avoidance always");
    assert_eq!((none.code, none.out.as_str()), (1, ""), "{}", none.err);
    assert!(none.err.contains("these are 165 groups"), "{}", none.err);
    assert!(none.err.contains("team-mates"), "{}", none.err);
    assert!(none.err.len() < 20_000, "{} bytes", none.err.len());
}

#[test]
fn the_colour_of_the_first_player_is_as_the_file_says() {
    let black = format!("XXC black1\n{}", file(4, &[]));
    let folder = Folder::with(&[("black.trf", &black)]);
    assert_eq!(folder.call("pair black.trf").out, "2\n2 1\n3 4\n");
    assert_eq!(
        folder.call("pair black.trf --first-red smaller").out,
        "2\n1 2\n4 3\n"
    );
    let lots: Vec<String> = (0..20)
        .map(|seed| {
            folder
                .call(&format!("pair black.trf --first-red lot --seed {seed}"))
                .out
        })
        .collect();
    assert_eq!(
        lots[7],
        folder.call("pair black.trf --first-red lot --seed 7").out
    );
    assert!(lots.iter().any(|out| *out != lots[0]));
    assert_eq!(folder.call("pair black.trf --first-red lot").code, 2);
}

#[test]
fn a_section_file_settles_the_stage() {
    let section = "\
first_round = \"fold\"
team_avoidance = \"always\"
forbidden = [[1, 4], [2, 3]]
absent = [8]
[[team]]
name = \"East\"
players = [1, 5]
[[fixed_table]]
player = 6
table = 1
";
    let folder = Folder::with(&[("eight.trf", &file(8, &[])), ("stage.toml", section)]);
    let paired = folder.call("pair eight.trf --section-file stage.toml");
    assert_eq!(paired.code, 0, "{}", paired.err);
    let lines: Vec<&str> = paired.out.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[1].split(' ').any(|no| no == "6"), "{lines:?}");
    assert!(lines[4].ends_with(" 0"));
    for never in ["1 4", "4 1", "2 3", "3 2", "1 5", "5 1"] {
        assert!(!lines.contains(&never), "{lines:?}");
    }
    assert!(!paired.out.contains('8'));

    let wrong = folder.call("pair eight.trf --section-file missing.toml");
    assert_eq!(wrong.code, 2);
    std::fs::write(
        folder.path("stage.toml"),
        "first_rund = \"fold\"\nabsent = [9]",
    )
    .unwrap();
    let wrong = folder.call("pair eight.trf --section-file stage.toml");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("stage.toml:1:1: "), "{}", wrong.err);
    std::fs::write(folder.path("stage.toml"), "absent = [9]").unwrap();
    let wrong = folder.call("pair eight.trf --section-file stage.toml");
    assert!(
        wrong.code == 2 && wrong.err.contains("player 9"),
        "{}",
        wrong.err
    );
}

#[test]
fn without_a_complete_pairing_the_choices_are_named() {
    let folder = Folder::with(&[("two.trf", &file(2, &["     2 w 1", "     1 b 0"]))]);
    let none = folder.call("pair two.trf");
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(
        none.err.contains("no complete pairing exists"),
        "{}",
        none.err
    );
    assert!(
        none.err
            .contains("2 (red) meets 1 (black) again, sides swapped"),
        "{}",
        none.err
    );
    assert!(none.err.contains("end the stage"), "{}", none.err);
    let alone = folder.call("pair two.trf --absent 2");
    assert_eq!(alone.code, 1);
}

/// 1, 2 and 3 have had the bye and not met each other; 4 and 5 have met everyone but each other.
const ROUND_FOUR: [&str; 5] = [
    "  0000 - U     4 b =     5 w =",
    "     4 w =     5 b =  0000 - U",
    "     5 w =  0000 - U     4 b =",
    "     2 b =     1 w =     3 w =",
    "     3 b =     2 w =     1 b =",
];

#[test]
fn a_second_bye_is_printed_with_a_warning() {
    let folder = Folder::with(&[("five.trf", &file(5, &ROUND_FOUR))]);
    let paired = folder.call("pair five.trf");
    assert_eq!(paired.code, 0, "{}", paired.err);
    assert!(paired.out.ends_with("3 0\n"), "{}", paired.out);
    assert!(
        paired.err.contains("3 has had 1 byes and gets another"),
        "{}",
        paired.err
    );
    assert!(
        paired.err.contains("needs the arbiter's approval"),
        "{}",
        paired.err
    );
    assert!(
        paired.err.contains("again, sides swapped"),
        "{}",
        paired.err
    );
}

#[test]
fn a_malformed_file_ends_with_2() {
    let folder = Folder::with(&[
        ("bad.trf", &FIVE.replace("2 w 1", "2 w 7")),
        ("empty.trf", ""),
        ("text.trf", "Dear arbiter,\n"),
    ]);
    let bad = folder.call("pair bad.trf");
    assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    assert!(
        bad.err.contains("bad.trf:4:99: “7” is no result"),
        "{}",
        bad.err
    );
    for arguments in [
        "pair empty.trf",
        "rank text.trf",
        "pair none.trf",
        "rank bad.trf",
        "pair",
    ] {
        assert_eq!(folder.call(arguments).code, 2, "{arguments}");
    }
}

#[test]
fn accelerations_are_left_aside_with_a_notice() {
    let text = format!("{}XXA    1  1.0\nXXP    1    2\n", file(4, &[]));
    let folder = Folder::with(&[("four.trf", &text)]);
    let paired = folder.call("pair four.trf");
    assert_eq!(paired.out, "2\n1 3\n4 2\n");
    assert!(paired.err.contains("accelerations"), "{}", paired.err);
}

#[test]
fn a_written_file_goes_on() {
    let folder = Folder::with(&[("five.trf", &file(5, &[]))]);
    assert_eq!(folder.call("pair five.trf --write two.trf").code, 0);
    let nowhere = folder.call("pair five.trf --write nowhere/two.trf");
    assert_eq!((nowhere.code, nowhere.out.as_str()), (2, ""));
    assert!(
        nowhere.err.contains("nowhere/two.trf") && nowhere.err.contains("nothing was written"),
        "{}",
        nowhere.err
    );
    let next = folder.call("pair two.trf --explain");
    assert_eq!(next.code, 0, "{}", next.err);
    assert!(
        next.out.starts_with("3\n") && !next.out.contains("5 0"),
        "{}",
        next.out
    );
    assert!(next.err.contains("table 1:"), "{}", next.err);
    let written = std::fs::read_to_string(folder.path("two.trf")).unwrap();
    assert!(written.contains("0000 - U"), "{written}");
}

#[test]
fn the_ranking_is_printed() {
    let folder = Folder::with(&[
        ("five.trf", FIVE),
        (
            "stage.toml",
            "[[section]]\nkey = \"b\"\nplayers = [4, 5]\n[[foul]]\nplayer = 4\ncount = 1\n",
        ),
    ]);
    let json = folder.call("rank five.trf --by points,opponents --json");
    assert_eq!(json.code, 0, "{}", json.err);
    let rows: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    // After round 2: 1 has won twice; 4 a bye and a draw; 3 by forfeit over 5; 2 a draw, and the half bye
    // asked for in round 3 is none yet.
    let expected = serde_json::json!([
        {"rank": 1, "no": 1, "values": {"points": 4, "opponents": 3}},
        {"rank": 2, "no": 4, "values": {"points": 3, "opponents": 1}},
        {"rank": 3, "no": 3, "values": {"points": 2, "opponents": 4}},
        {"rank": 4, "no": 2, "values": {"points": 1, "opponents": 7}},
        {"rank": 5, "no": 5, "values": {"points": 0, "opponents": 2}},
    ]);
    assert!(json.err.contains("after round 2\n"), "{}", json.err);
    assert_eq!(rows, expected);
    let first = json.out.find("\"points\"").unwrap();
    assert!(
        first < json.out.find("\"opponents\"").unwrap(),
        "in the order asked for"
    );

    let lowest =
        folder.call("rank five.trf --by points,opponents --bye-opponent lowest --score 3,1,0");
    let lines: Vec<Vec<&str>> = lowest
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["rank", "no", "points", "opponents", "name"]);
    assert_eq!(lines[1], ["1", "1", "6", "4", "Aster,", "Ana"]);
    let trims = folder
        .call("rank five.trf --by reverse-trim,direct --json")
        .out;
    assert!(
        trims.contains("\"reverse_trim\":[2,0]") && trims.contains("\"direct\":null"),
        "{trims}"
    );
    let section =
        folder.call("rank five.trf --section-file stage.toml --section b --by points,fouls --json");
    assert_eq!(
        section.out.matches("\"rank\"").count(),
        2,
        "{}",
        section.err
    );
    assert!(
        section
            .out
            .contains("\"no\":4,\"values\":{\"points\":3,\"fouls\":1}"),
        "{}",
        section.out
    );
    std::fs::write(
        folder.path("own.toml"),
        "[[section]]\nkey = \"b\"\nplayers = [4, 5]\nranking = { keys = [\"points\", \"fouls\"] }\n",
    )
    .unwrap();
    let own = folder.call("rank five.trf --section-file own.toml --section b --json");
    assert!(
        own.out
            .contains("\"no\":4,\"values\":{\"points\":3,\"fouls\":0}}"),
        "{}",
        own.out
    );
    let all = folder.call("rank five.trf --section-file own.toml --json");
    assert!(all.out.contains("\"reverse_trim\""), "{}", all.out);
    let lot = folder
        .call("rank five.trf --by wins --tie lot --seed 3 --json")
        .out;
    for rank in 1..=5 {
        assert!(lot.contains(&format!("\"rank\":{rank},")), "{lot}");
    }
    for wrong in [
        "--by pionts",
        "--score 1,2,3",
        "--score 2,1",
        "--section b",
        "--tie lot",
    ] {
        assert_eq!(
            folder.call(&format!("rank five.trf {wrong}")).code,
            2,
            "{wrong}"
        );
    }
}

#[test]
fn a_reader_that_has_gone_away_is_no_fault() {
    let folder = Folder::with(&[("five.trf", FIVE)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_qisai"))
        .current_dir(folder.0.path())
        .args(["pair", "five.trf", "--explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty());
}

#[test]
fn a_game_without_a_result_is_named() {
    let text = FIVE.replace("     2 w 1     3 b 1", "     2 w 1     3 b  ");
    let text = text.replace("     5 w +     1 w 0", "     5 w +     1 w  ");
    let folder = Folder::with(&[("five.trf", &text)]);
    let called = folder.call("pair five.trf");
    assert_eq!(called.code, 0, "{}", called.err);
    assert!(
        called
            .err
            .contains("warning: round 2: 3 and 1 have no result"),
        "{}",
        called.err
    );
}

/// The table is that after a round: what is entered ahead, or only paired, is not in it yet.
#[test]
fn the_ranking_is_that_after_a_round() {
    let ahead = ["     2 w 1  0000 - H", "     1 b 0         ", "  0000 - U"];
    let complete = [
        "     2 w 1     3 b =",
        "     1 b 0  0000 - U",
        "  0000 - U     1 w =",
    ];
    let folder = Folder::with(&[
        ("ahead.trf", &file(3, &ahead)),
        ("complete.trf", &file(3, &complete)),
        ("new.trf", &file(4, &[])),
    ]);
    let rows = |arguments: &str| {
        let called = folder.call(&format!("rank {arguments} --by points,progressive --json"));
        assert_eq!(called.code, 0, "{}", called.err);
        let rows: Vec<serde_json::Value> = serde_json::from_str(&called.out).unwrap();
        let of = |row: &serde_json::Value| {
            let values = &row["values"];
            ["points", "progressive"].map(|key| values[key].as_u64().unwrap())
        };
        let mut rows: Vec<(u64, [u64; 2])> = rows
            .iter()
            .map(|row| (row["no"].as_u64().unwrap(), of(row)))
            .collect();
        rows.sort_unstable();
        (called.err, rows)
    };
    let first = vec![(1, [2, 2]), (2, [0, 0]), (3, [2, 2])];
    let (said, table) = rows("ahead.trf");
    assert_eq!((said.as_str(), &table), ("after round 1\n", &first));
    assert_eq!(
        rows("complete.trf").1,
        [(1, [3, 5]), (2, [2, 2]), (3, [3, 5])]
    );
    assert_eq!(rows("complete.trf --after 1").1, first);
    // A round that is only paired counts nothing, its bye included.
    assert_eq!(folder.call("pair complete.trf --write paired.trf").code, 0);
    assert_eq!(rows("paired.trf"), rows("complete.trf"));
    assert_eq!(rows("new.trf").0, "after round 0\n");
    let beyond = folder.call("rank complete.trf --after 3");
    assert_eq!(beyond.code, 2);
    assert!(
        beyond.err.contains("the last round with a result is 2"),
        "{}",
        beyond.err
    );
}

#[test]
fn orders_that_contradict_each_other_or_the_file_end_with_2() {
    let teams = &format!("013 {:<32}{:>4} {:>4}\n", "East", 1, 2);
    let folder = Folder::with(&[
        (
            "four.trf",
            &file(4, &["     2 w =", "     1 b =", "     4 w 1", "     3 b 0"]),
        ),
        ("teams.trf", &format!("{}{teams}", file(4, &[]))),
        (
            "again.trf",
            &format!("{}{teams}{}", file(4, &[]), teams.replace("East", "West")),
        ),
        (
            "few.trf",
            &file(2, &["     2 w =     2 b =", "     1 b =     1 w ="]).replace("XXR 9", "XXR 1"),
        ),
    ]);
    for (section, said) in [
        (
            "forbidden = [[3]]",
            "stage.toml:1:14: player 3 is to be kept apart from nobody",
        ),
        (
            "forbidden = [[3, 3]]",
            "stage.toml:1:18: player 3 is named twice",
        ),
        (
            "[[fixed_table]]\nplayer = 1\ntable = 2\n[[fixed_table]]\nplayer = 3\ntable = 2",
            "stage.toml:6:9: table 2 is player 1's own table already",
        ),
        (
            "[[fixed_table]]\nplayer = 1\ntable = 2\n[[fixed_table]]\nplayer = 1\ntable = 3",
            "stage.toml:5:10: player 1 is named twice",
        ),
        (
            "[[team]]\nname = \"A\"\nplayers = [1]\n[[team]]\nname = \"B\"\nplayers = [2, 1]",
            "stage.toml:6:15: player 1 is in two teams, \"A\" and \"B\"",
        ),
        (
            "[[section]]\nkey = \"a\"\nplayers = [1]\n[[section]]\nkey = \"b\"\nplayers = [1]",
            "stage.toml:6:12: player 1 is in two sections, \"a\" and \"b\"",
        ),
        (
            "[[team]]\nname = \"A\"\nplayers = [1]\n[[team]]\nname = \"A\"\nplayers = [2]",
            "stage.toml:5:8: a second team has the key \"A\"",
        ),
        (
            "absent = [1, 9]",
            "stage.toml:1:14: the report file has no player 9",
        ),
    ] {
        std::fs::write(folder.path("stage.toml"), section).unwrap();
        for command in ["pair", "rank"] {
            let wrong = folder.call(&format!("{command} four.trf --section-file stage.toml"));
            assert_eq!((wrong.code, wrong.out.as_str()), (2, ""), "{section}");
            assert!(wrong.err.contains(said), "{section}: {}", wrong.err);
        }
    }
    let section = "[[team]]\nname = \"West\"\nplayers = [3, 2]";
    std::fs::write(folder.path("stage.toml"), section).unwrap();
    let other = folder.call("pair teams.trf --section-file stage.toml");
    assert_eq!(other.code, 2);
    assert!(
        other
            .err
            .contains("stage.toml:3:15: player 2 is in two teams, \"East\" and \"West\""),
        "{}",
        other.err
    );
    std::fs::write(folder.path("stage.toml"), "rounds = 1").unwrap();
    assert_eq!(
        folder.call("pair four.trf --section-file stage.toml").code,
        0
    );
    let twice = [
        "     2 w =     3 b =",
        "     1 b =     4 w =",
        "     4 w 1     1 w =",
        "     3 b 0     2 b =",
    ];
    std::fs::write(folder.path("four.trf"), file(4, &twice)).unwrap();
    let fewer = folder.call("pair four.trf --section-file stage.toml");
    assert_eq!(fewer.code, 2);
    assert!(
        fewer
            .err
            .contains("stage.toml:1:10: rounds = 1, but the report file has 2 rounds already"),
        "{}",
        fewer.err
    );
    for (arguments, said) in [
        (
            "pair four.trf --forbid 1-1",
            "1 cannot be kept apart from himself",
        ),
        (
            "pair four.trf --forbid 1-9",
            "player 9 is not in the report file",
        ),
        (
            "pair four.trf --absent 8,9",
            "player 8 is not in the report file",
        ),
        ("pair four.trf --explain=3", "there are tables 1 to 2"),
        ("rank four.trf --fouls 1=1,1=2", "1=1 and 1=2"),
        (
            "rank few.trf",
            "few.trf:1:5: 1 rounds are to be played, but 2 have been paired",
        ),
        ("pair again.trf", "again.trf:7:45: player 2 is in two teams"),
    ] {
        let wrong = folder.call(arguments);
        assert_eq!((wrong.code, wrong.out.as_str()), (2, ""), "{arguments}");
        assert!(wrong.err.contains(said), "{arguments}: {}", wrong.err);
    }
}

#[test]
fn team_lines_that_are_left_aside_are_named() {
    let lines = format!(
        "013 {:<32}{:>4} {:>4} {:>4}\n013 West {:>33} 4\n",
        "East", 1, 2, 9, 3
    );
    let folder = Folder::with(&[("four.trf", &format!("{}{lines}", file(4, &[])))]);
    for command in ["pair", "rank"] {
        let called = folder.call(&format!("{command} four.trf"));
        assert_eq!(called.code, 0, "{}", called.err);
        for said in [
            "notice: four.trf:6:50: the team has player 9, whom the file does not have",
            "notice: four.trf:7:1: this team is not read",
        ] {
            assert!(called.err.contains(said), "{}", called.err);
        }
    }
}

#[test]
fn the_round_is_named_and_tables_of_a_large_field_are_explained_one_by_one() {
    let folder = Folder::with(&[("large.trf", &file(50, &[]))]);
    let all = folder.call("pair large.trf --explain");
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(all.err.starts_with("pairing round 1\n"), "{}", all.err);
    assert!(
        all.err.contains("--explain=5") && all.err.contains("\ntable 25:"),
        "{}",
        all.err
    );
    let some = folder.call("pair large.trf --explain=5,7");
    assert_eq!(some.out, all.out);
    let tables: Vec<&str> = some
        .err
        .lines()
        .filter_map(|line| line.strip_prefix("table ")?.split(':').next())
        .collect();
    assert_eq!(tables, ["5", "7"]);
    assert!(!some.err.contains("bye:"), "{}", some.err);
}

#[test]
fn the_dutch_system_explains_and_refuses() {
    let all_met = [
        "     2 w =     3 b =     4 w =",
        "     1 b =     4 b =     3 w =",
        "     4 w =     1 w =     2 b =",
        "     3 b =     2 w =     1 b =",
    ];
    let round_two = [
        "     3 w 1",
        "     4 b 1",
        "     1 b 0",
        "     2 w 0",
        "  0000 - U",
    ];
    let folder = Folder::with(&[
        ("five.trf", &file(5, &round_two)),
        ("four.trf", &file(4, &all_met)),
    ]);
    let why = folder.call("pair five.trf --system fide-dutch --explain");
    assert_eq!(why.code, 0, "{}", why.err);
    for said in [
        "table 1: 5 (red, 2 points) and 1 (black, 2 points); both in the bracket of 2 points; 5 has no preference \
         yet; 1 has a strong preference for black: met",
        "floats down from the bracket of 2 points to 0 points",
        "bye: ",
    ] {
        assert!(why.err.contains(said), "{said}: {}", why.err);
    }
    let none = folder.call("pair four.trf --system fide-dutch");
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(
        none.err.contains("or: ") && none.err.contains("again, sides swapped"),
        "{}",
        none.err
    );
    assert!(none.err.contains("or: end the stage"), "{}", none.err);
}

#[test]
fn half_a_bye_is_taken_off_the_progressive_score_like_a_whole_one() {
    let rounds = [
        "     2 w 1     3 b 0",
        "     1 b 0  0000 - U",
        "  0000 - H     1 w 1",
    ];
    let folder = Folder::with(&[("byes.trf", &file(3, &rounds))]);
    let progressive = |option: &str| {
        let call = format!("rank byes.trf --by progressive --score 2,1,0 --json {option}");
        let called = folder.call(&call);
        assert_eq!(called.code, 0, "{}", called.err);
        let rows: serde_json::Value = serde_json::from_str(&called.out).unwrap();
        let of = |no: u64| {
            let mut rows = rows.as_array().unwrap().iter();
            rows.find(|row| row["no"] == no).unwrap()["values"]["progressive"].clone()
        };
        [of(1), of(2), of(3)].map(|value| value.as_u64().unwrap())
    };
    assert_eq!(progressive(""), [4, 2, 4]);
    assert_eq!(progressive("--bye-in-progressive=false"), [4, 0, 2]);
}

#[test]
fn a_pairing_that_leaves_the_next_round_none_is_warned_of() {
    let mut rounds = vec![String::new(); 6];
    let six = |rounds: &[String]| {
        let rounds: Vec<&str> = rounds.iter().map(String::as_str).collect();
        Folder::with(&[("six.trf", &file(6, &rounds))])
    };
    for results in [["==", "==", "01"], ["==", "==", "10"], ["==", "==", "--"]] {
        let paired = six(&rounds).call("pair six.trf");
        assert_eq!(paired.code, 0, "{}", paired.err);
        assert!(!paired.err.contains("cannot be paired"), "{}", paired.err);
        for (line, result) in paired.out.lines().skip(1).zip(results) {
            let (red, black) = line.split_once(' ').unwrap();
            let mut marks = result.chars();
            for (no, other, side) in [(red, black, 'w'), (black, red, 'b')] {
                let mark = marks.next().unwrap();
                rounds[no.parse::<usize>().unwrap() - 1] += &format!("  {other:>4} {side} {mark}");
            }
        }
    }
    let fourth = six(&rounds).call("pair six.trf");
    assert_eq!(fourth.code, 0, "{}", fourth.err);
    let warned = "after this round the same players cannot be paired in round 5";
    assert!(fourth.err.contains(warned), "{}", fourth.err);
    let other = "the best pairing that leaves round 5 one is";
    assert!(fourth.err.contains(other), "{}", fourth.err);
    assert!(!fourth.out.contains("warning"), "{}", fourth.out);
}
