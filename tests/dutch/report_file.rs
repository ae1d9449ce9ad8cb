//! Rounds of report files.

use std::collections::BTreeSet;

use qisai::config::Swiss;
use qisai::tournament::dutch::pair;
use qisai::trf::read;

use crate::random_event::rules;

/// Red and black table by table, the bye as `n 0`.
fn next(lines: &[&str]) -> Vec<String> {
    let trf = read(&lines.join("\n")).unwrap();
    let rules = Swiss {
        rounds: trf.rounds.unwrap(),
        ..rules()
    };
    let next = trf.next_round();
    let history = trf.history(next.number - 1, &rules.score);
    let none = BTreeSet::new();
    let pairing = pair(&history, &next.active, &rules, &none, trf.first_side).unwrap();
    let games = pairing.games.iter();
    let games = games.map(|seat| format!("{} {}", seat.red, seat.black));
    games
        .chain(pairing.bye.map(|no| format!("{no} 0")))
        .collect()
}

/// The line of a player, who has played `rounds`.
fn player(no: u32, rounds: &str) -> String {
    let name = format!("     Player {no}");
    format!("001 {no:>4} {name:39}2000{:28} 0.0{no:>5}{rounds}", "")
}

fn file(players: [&str; 5], more: &str) -> Vec<String> {
    let head = ["012 Five", "XXR 5", "XXC white1", more];
    let lines = (1..).zip(players).map(|(no, rounds)| player(no, rounds));
    head.into_iter().map(str::to_owned).chain(lines).collect()
}

const FIVE: [&str; 5] = [
    "     4 w 1     2 b =",
    "     5 b 1     1 w =",
    "  0000 - U     4 w 1",
    "     1 b 0     3 b 0",
    "     2 w 0  0000 - U",
];

fn paired(players: [&str; 5], more: &str) -> Vec<String> {
    let lines = file(players, more);
    next(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_report_file_is_paired() {
    // 3 has 4 points, 1 and 2 have 3 and have met, 5 has 2 and has met 2: 4 has the bye, as 3 and 5 had.
    assert_eq!(paired(FIVE, "XXC"), ["2 3", "1 5", "4 0"]);
}

#[test]
fn a_game_won_by_forfeit_leaves_no_side() {
    let mut players = FIVE;
    players[2] = "  0000 - U     4 w +";
    players[3] = "     1 b 0     3 b -";
    assert_eq!(paired(players, "XXC"), ["3 2", "1 5", "4 0"]);
}

#[test]
fn who_is_away_next_is_left_out() {
    // 1 and 4 have met, so 1 goes up to 3; 4 has had black twice.
    let mut players = FIVE;
    players[4] = "     2 w 0  0000 - U  0000 - Z";
    assert_eq!(paired(players, "XXC"), ["1 3", "4 2"]);
    assert_eq!(paired(FIVE, "XXZ 5"), ["1 3", "4 2"]);
}
