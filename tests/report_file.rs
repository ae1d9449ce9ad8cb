//! Report files (TRF): read, written, and what pairing makes of them.

use proptest::prelude::*;
use qisai::config::Score;
use qisai::tournament::{Outcome, Side, StartNumber};
use qisai::trf::{Encoding, Flaw, Mark, Tenths, Trf, decode, read};

use crate::random_event::{Dice, out_of_a_hat};

/// Five players, two rounds, the third to be paired: 2 has asked for half a point.
pub const FIVE: &str = "\
012 Lakeside Open
XXR 5
XXC white1
001    1 m    Aster, Ana                        2100 CHN                         3.0    1     2 w 1     3 b 1
001    2      Birch, Bo                         2050                             1.0    3     1 b 0     4 w =  0000 - H
001    3      Clover, Cy                        1990                             1.0    3     5 w +     1 w 0
001    4      Dill, Di                          1800                             1.5    2  0000 - U     2 b =
001    5      Elder, Ed                                                          0.0    5     3 b -  0000 - Z
";

fn sound(text: &str) -> Trf {
    read(text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn numbers(list: &[u32]) -> Vec<StartNumber> {
    list.iter().copied().map(StartNumber).collect()
}

#[test]
fn a_file_is_read() {
    let trf = sound(FIVE);
    assert_eq!(trf.name.as_deref(), Some("Lakeside Open"));
    assert_eq!((trf.rounds, trf.first_side), (Some(5), Some(Side::Red)));
    let first = trf.player(StartNumber(1)).unwrap();
    assert_eq!(
        (first.name.as_str(), first.rating),
        ("Aster, Ana", Some(2100))
    );
    assert_eq!((first.points, first.rank), (Some(Tenths(30)), Some(1)));
    assert_eq!((first.sex, first.federation.as_str()), (Some('m'), "CHN"));
    assert_eq!(trf.player(StartNumber(5)).unwrap().rating, None);
    let next = trf.next_round();
    assert_eq!(next.number, 3, "only a bye is entered in round 3");
    assert_eq!(
        next.active.into_iter().collect::<Vec<_>>(),
        numbers(&[1, 3, 4, 5])
    );

    let history = trf.history(3, &Score::default());
    let [first, second, third] = history.rounds.as_slice() else {
        panic!("three rounds");
    };
    assert_eq!(first.games.len(), 2);
    assert_eq!(first.games[1].outcome, Some(Outcome::BlackForfeit));
    assert!(first.byes.contains(&StartNumber(4)));
    assert!(second.absent.contains(&StartNumber(5)));
    assert_eq!(
        third.granted.get(&StartNumber(2)),
        Some(&1),
        "half a win's points"
    );
}

#[test]
fn a_file_is_written_as_it_was() {
    assert_eq!(sound(FIVE).write(), FIVE);
}

#[test]
fn line_ends_blanks_and_order_do_not_matter() {
    let plain = sound(FIVE);
    assert_eq!(sound(&FIVE.replace('\n', "\r\n")), plain);
    assert_eq!(sound(&FIVE.replace('\n', "\r")), plain);
    assert_eq!(sound(&FIVE.replace('\n', "   \n\n")), plain);
    let mut lines: Vec<&str> = FIVE.lines().collect();
    lines.reverse();
    let reversed = sound(&lines.join("\n"));
    assert_eq!(reversed.players, plain.players);
    let (text, encoding) = decode(format!("\u{feff}{FIVE}").as_bytes());
    assert_eq!((sound(&text), encoding), (plain, Encoding::Utf8));
}

#[test]
fn names_of_any_script_take_a_column_a_character() {
    let name = "胡荣华 a_b <b> 𠮷田";
    let padded: String = name
        .chars()
        .chain(" ".repeat(33).chars())
        .take(33)
        .collect();
    let line = format!("001    1      {padded} 2100                             0.0    1");
    let trf = sound(&line);
    assert_eq!(trf.players[0].name, name);
    assert_eq!(trf.players[0].rating, Some(2100));
    assert_eq!(sound(&trf.write()), trf);
}

#[test]
fn names_counted_in_bytes_or_as_wide_as_on_screen_are_read_too() {
    for (blanks, what) in [(33 - 9, "bytes"), (33 - 6, "screen")] {
        let pad = " ".repeat(blanks);
        let other = format!("{:<33}", "Birch");
        let text = format!(
            "001    1      胡荣华{pad} 2100                             1.0    1     2 w 1\n\
             001    2      {other} 2000                             0.0    2     1 b 0\n"
        );
        let trf = sound(&text);
        assert_eq!(trf.players[0].name, "胡荣华", "{what}");
        assert_eq!(trf.players[0].rating, Some(2100), "{what}");
        assert_eq!(
            trf.history(1, &Score::default()).rounds[0].games.len(),
            1,
            "{what}"
        );
    }
}

#[test]
fn a_name_exactly_a_round_shorter_in_columns_moves_no_round() {
    // Five characters are ten columns more in bytes, which is a whole round.
    let pad = " ".repeat(33 - 15);
    let other = format!("{:<33}", "Birch");
    let text = format!(
        "001    1      {other} 2000                             0.0    1\n\
         001    2      诸葛甲乙丙{pad} 2000                             0.0    2            0000 - Z\n\
         001    3      {other} 2000                             0.0    3\n"
    );
    let player = sound(&text).player(StartNumber(2)).unwrap().clone();
    assert_eq!(player.rank, Some(2));
    assert!(player.rounds[0].is_none(), "{:?}", player.rounds);
    assert!(player.rounds[1].is_some(), "{:?}", player.rounds);
}

#[test]
fn a_team_line_of_other_columns_is_kept_and_misleads_nobody() {
    let text = format!("{FIVE}013 武汉队                            3    4\n");
    let trf = sound(&text);
    assert!(trf.teams.is_empty(), "{:?}", trf.teams);
    assert!(trf.tail.iter().any(|line| line.starts_with("013")));
    let exact = format!("{FIVE}013 {:<32}   3    4\n", "East");
    assert_eq!(sound(&exact).teams[0].players, numbers(&[3, 4]));
}

#[test]
fn what_is_not_utf8_is_read_by_bytes() {
    let mut bytes = FIVE.as_bytes().to_vec();
    let at = FIVE.find("Birch").unwrap();
    bytes[at] = 0xC9;
    let (text, encoding) = decode(&bytes);
    assert_eq!(encoding, Encoding::Latin1);
    assert_eq!(
        sound(&text).player(StartNumber(2)).unwrap().name,
        "Éirch, Bo"
    );
}

#[test]
fn the_new_records_say_what_the_old_ones_do() {
    let old = format!("{FIVE}XXZ    4\nXXP    1    3\nBBW  2.0\nBBD  1.0\nXXA    1  1.0  0.5\n");
    let new = FIVE
        .replace("XXR 5", "142 5")
        .replace("XXC white1", "152 W")
        + "240 Z 003    4\n260 001 005    1    3\n162  W 2.0    D 1.0\n250      01.0 001 002 0001 0002\n";
    let (old, new) = (sound(&old), sound(&new));
    assert_eq!(old.rounds, new.rounds);
    assert_eq!(old.first_side, new.first_side);
    assert_eq!(old.next_round(), new.next_round());
    assert_eq!(
        old.next_round().active.into_iter().collect::<Vec<_>>(),
        numbers(&[1, 3, 5])
    );
    assert_eq!(old.points, new.points);
    assert!(old.forbidden[0].is_in_force(9) && !new.forbidden[0].is_in_force(9));
    assert_eq!(old.accelerations[0].points(StartNumber(1), 2), Tenths(5));
    assert_eq!(new.accelerations[0].points(StartNumber(2), 2), Tenths(10));
    for trf in [old, new] {
        assert_eq!(sound(&trf.write()), trf);
    }
}

#[test]
fn records_of_other_programs_are_kept() {
    let text = format!("### made by hand\n{FIVE}DAT 0001 GROUP Lake\n122 20 minutes\n");
    let trf = sound(&text);
    assert_eq!(trf.head, ["### made by hand"]);
    assert_eq!(trf.tail, ["DAT 0001 GROUP Lake", "122 20 minutes"]);
    assert_eq!(sound(&trf.write()), trf);
}

#[test]
fn the_next_round_is_the_one_after_the_last_with_an_opponent_or_full() {
    let two = |first: &str, second: &str| {
        let line = |no: u32, rounds: &str| {
            format!("001 {no:>4}      {:<33} {:>41}{rounds}\n", "A", "0.0    1")
        };
        let next = sound(&(line(1, first) + &line(2, second))).next_round();
        (next.number, next.active.len())
    };
    assert_eq!(two("", ""), (1, 2));
    assert_eq!(two("  0000 - Z", ""), (1, 1));
    assert_eq!(
        two("  0000 - U", "  0000 - Z"),
        (2, 2),
        "everyone has an entry"
    );
    assert_eq!(two("     2 w  ", "     1 b  "), (2, 2), "no result yet");
    assert_eq!(
        two("  0000 - H     2 w 1", &format!("{:10}     1 b 0", "")),
        (3, 2)
    );
    assert_eq!(two("     2 w 1  0000 - -", "     1 b 0"), (2, 1));
}

#[test]
fn a_forfeit_may_stand_in_one_of_the_two_lines() {
    let alone = FIVE.replace("   3 b -", "0000 - -");
    let history = sound(&alone).history(1, &Score::default());
    assert_eq!(history.rounds[0].games.len(), 2);
    assert!(history.rounds[0].absent.is_empty());
    let unknown = FIVE
        .replace("   5 w +", "0000 - +")
        .replace("   3 b -", "0000 - -");
    let history = sound(&unknown).history(1, &Score::default());
    assert!(history.rounds[0].walkovers.contains(&StartNumber(3)));
    assert!(history.rounds[0].absent.contains(&StartNumber(5)));
}

/// The place and the flaw of the only fault after an edit.
fn fault(from: &str, to: &str) -> (u32, u32, Flaw) {
    assert!(FIVE.contains(from), "{from}");
    let faults = read(&FIVE.replacen(from, to, 1)).unwrap_err();
    let first = faults.into_iter().next().unwrap();
    (first.line, first.column, first.flaw)
}

#[test]
fn a_malformed_file_is_told_by_line_and_column() {
    let what = "the number of rounds";
    let found = || "x".to_owned();
    assert_eq!(
        fault("XXR 5", "XXR x"),
        (
            2,
            5,
            Flaw::NotANumber {
                what,
                found: found()
            }
        )
    );
    assert_eq!(fault("XXR 5", "XXR"), (2, 4, Flaw::Missing { what }));
    // What is not there is not read out of the next field: a ban would be lost without a word.
    for (line, column) in [
        ("260            1    3    5", 7),
        ("260            3    1", 7),
        ("260 001        3    1", 11),
        ("260 001 003    3", 17),
        ("260 001 003", 12),
        ("XXP    3", 9),
        ("XXP", 4),
        ("240 Z 002", 10),
        ("240 Z         1    3", 9),
    ] {
        let (at, begins, flaw) = fault("XXR 5", &format!("XXR 5\n{line}"));
        assert_eq!((at, begins), (3, column), "{line}");
        assert!(matches!(flaw, Flaw::Missing { .. }), "{line}: {flaw}");
    }
    let no_code = Flaw::NoCode {
        found: "Lakeside Ope".into(),
    };
    assert_eq!(fault("012 Lakeside", "Lakeside"), (1, 1, no_code));
    assert_eq!(
        fault("   2 w 1     3 b 1", "   2 x 1     3 b 1"),
        (4, 97, Flaw::NotASide { found: 'x' })
    );
    assert_eq!(
        fault("   2 w 1     3 b 1", "   2 w 7     3 b 1"),
        (4, 99, Flaw::NotAMark { found: '7' })
    );
    assert_eq!(
        fault("   2 w 1     3 b 1", "   9 w 1     3 b 1"),
        (4, 95, Flaw::NoSuchPlayer { no: StartNumber(9) })
    );
    assert_eq!(
        fault("   2 w 1     3 b 1", "   1 w 1     3 b 1"),
        (4, 95, Flaw::AgainstOneself)
    );
    let (line, column, flaw) = fault("   2 w 1     3 b 1", "   2 w =     3 b 1");
    assert_eq!((line, column), (4, 99));
    assert!(
        matches!(
            flaw,
            Flaw::ResultsDiffer {
                mine: '=',
                theirs: '0',
                ..
            }
        ),
        "{flaw:?}"
    );
    let (line, column, flaw) = fault("   1 b 0     4 w =", "   1 w 0     4 w =");
    assert_eq!((line, column), (4, 97));
    assert!(matches!(flaw, Flaw::SameSide { .. }), "{flaw:?}");
    assert_eq!(
        fault("0000 - U", "   2 - U"),
        (7, 95, Flaw::ByeWithOpponent { mark: 'U' })
    );
    assert_eq!(
        fault("0000 - U", "0000 - 1"),
        (7, 99, Flaw::ResultWithoutOpponent { mark: '1' })
    );
    let (line, column, flaw) = fault("001    5", "001    4");
    assert_eq!((line, column), (8, 8));
    assert!(matches!(flaw, Flaw::Twice { line: 7, .. }), "{flaw:?}");
    let (line, column, flaw) = fault("3.0    1     2", "3.x    1     2");
    assert_eq!((line, column), (4, 82));
    assert!(matches!(flaw, Flaw::NotPoints { .. }), "{flaw:?}");
    let (line, column, flaw) = fault("1     2 w 1", "1      2 w 1");
    assert_eq!((line, column), (4, 96));
    assert!(matches!(flaw, Flaw::NotBlank { .. }), "{flaw:?}");
    let (line, column, flaw) = fault("     3 b 1\n", "\n");
    assert_eq!((line, column), (6, 105));
    assert!(matches!(flaw, Flaw::NotMutual { .. }), "{flaw:?}");
    assert_eq!(read("").unwrap_err()[0].flaw, Flaw::NoPlayers);
    assert_eq!(read("012 Nobody").unwrap_err()[0].flaw, Flaw::NoPlayers);
}

/// 0 and 0 is a game both have lost: met, and with sides. - and - is one that never was.
#[test]
fn a_double_loss_is_a_game_and_a_double_forfeit_is_none() {
    let of = |red: char, black: char| {
        let text = FIVE
            .replace("3 b 1", &format!("3 b {black}"))
            .replace("1 w 0", &format!("1 w {red}"));
        let trf = sound(&text);
        assert_eq!(sound(&trf.write()), trf);
        let rounds = trf.history(2, &Score::default()).rounds;
        let game = rounds[1].games.iter().find(|game| game.red.0 == 3);
        game.and_then(|game| game.outcome)
    };
    assert_eq!(of('0', '0'), Some(Outcome::BothLose));
    assert_eq!(of('L', '0'), Some(Outcome::BothLose));
    assert_eq!(of('-', '-'), Some(Outcome::BothForfeit));
    let score = Score {
        loss: 1,
        ..Score::default()
    };
    assert!(Outcome::BothLose.is_played() && Outcome::BothLose.winner().is_none());
    assert_eq!(Outcome::BothLose.points(Side::Red, &score), 1);
    assert_eq!(Outcome::BothForfeit.points(Side::Red, &score), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Out and in again, all that TRF can say is as before.
    #[test]
    fn what_is_exported_is_read_again(seed: u64, count in 1..40usize, rounds in 0..7usize) {
        let mut dice = Dice::new(seed);
        let mut history = out_of_a_hat(&mut dice, count, rounds);
        let score = Score::default();
        for player in &mut history.players {
            player.fouls = 0;
        }
        history.lots.clear();
        for round in &mut history.rounds {
            round.granted.retain(|_, points| *points == score.draw);
            // What stands in the file as H is read as a bye of a draw's points.
            round.half_byes = round.granted.keys().copied().collect();
            round.games.sort_by_key(|game| (game.red.min(game.black), game.red.max(game.black)));
        }
        let trf = Trf::of(&history, &score, |no| format!("选手 {no}"));
        let text = trf.write();
        let again = sound(&text);
        prop_assert_eq!(again.write(), text);
        prop_assert_eq!(again.history(history.rounds.len() as u32, &score), history);
        let has_opponent = |player: &qisai::trf::Player| player.rounds.iter().flatten().any(|e| e.opponent.is_some());
        prop_assert!(!again.players.iter().any(has_opponent) || again.next_round().number > 1);
    }

    /// The same in the new records: 310, 240, 250, 260, 142, 152, 162.
    #[test]
    fn what_is_exported_is_read_again_in_the_new_format(seed: u64, count in 2..40usize, rounds in 0..7usize) {
        let mut dice = Dice::new(seed);
        let history = out_of_a_hat(&mut dice, count, rounds);
        let score = Score::default();
        let mut trf = Trf::of(&history, &score, |no| format!("选手 {no}"));
        let all: Vec<StartNumber> = trf.players.iter().map(|player| player.no).collect();
        let some = |dice: &mut Dice| all[dice.roll(all.len())];
        let next = rounds as u32 + 1;
        let mut more = format!("142 {}\n152 {}\n", next + 2, ["W", "B"][dice.roll(2)]);
        more += "162  W 2.0    D 1.0    L 0.0\n";
        let (one, other) = (some(&mut dice), some(&mut dice));
        more += &format!("240 {} {next:03} {one:>4}\n", ["F", "H", "Z"][dice.roll(3)]);
        more += &format!("250      {:>4} {:03} {next:03} {:04} {:04}\n", "1.0", 1, one.0, other.0);
        if one != other {
            more += &format!("260 001 {next:03} {one:>4} {other:>4}\n");
            more += &format!("310   1 {:<32} {:>31} {:>4} {:>4}\n", "东队", "", one.0, other.0);
        }
        trf.points = Default::default();
        trf.teams.clear();
        let first = sound(&(more + &trf.write()));
        let text = first.write();
        let again = sound(&text);
        prop_assert_eq!(&again, &first);
        prop_assert_eq!(again.write(), text);
        prop_assert_eq!(again.history(next, &score), first.history(next, &score));
        prop_assert_eq!(again.next_round(), first.next_round());
        if one != other {
            let team = again.teams_by_player().get(&one).cloned();
            prop_assert_eq!(team.as_deref(), Some("东队"));
            prop_assert!(again.forbidden[0].is_in_force(next));
        }
        prop_assert!(rounds > 0 || !again.next_round().active.contains(&one));
    }

    /// Whatever is in a file, it is read or refused.
    #[test]
    fn no_file_is_too_strange(seed: u64) {
        let mut dice = Dice::new(seed);
        let mut text: Vec<char> = FIVE.chars().collect();
        for _ in 0..1 + dice.roll(4) {
            let at = dice.roll(text.len());
            let strange = ['\t', ' ', '0', '9', 'x', '\n', '胡', '-', 'Z', '\u{0}'];
            match dice.roll(3) {
                0 => { text.remove(at); }
                1 => text.insert(at, strange[dice.roll(strange.len())]),
                _ => text[at] = strange[dice.roll(strange.len())],
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text) {
            Ok(trf) => prop_assert_eq!(read(&trf.write()).map_err(|faults| format!("{faults:?}")), Ok(trf)),
            Err(faults) => prop_assert!(faults.iter().all(|fault| fault.line > 0 && fault.column > 0)),
        }
    }
}

#[test]
fn the_letters_of_results_are_known_in_both_cases() {
    for letter in "1=0+-WDLHFUZ".chars() {
        let mark = Mark::from_letter(letter).unwrap();
        assert_eq!(mark.letter(), letter);
        assert_eq!(Mark::from_letter(letter.to_ascii_lowercase()), Some(mark));
    }
}
