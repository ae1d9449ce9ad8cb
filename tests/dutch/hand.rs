//! Rounds worked out by hand.

use std::collections::BTreeSet;

use qisai::config::{Swiss, TeamAvoidance};
use qisai::tournament::dutch::pair_around;
use qisai::tournament::dutch::why::{Bar, NoBye, why};
use qisai::tournament::swiss::why::Paired;
use qisai::tournament::swiss::{Concern, Fixed, NoPairing, Pair, Relaxation, Seat, Warning};
use qisai::tournament::{Game, Outcome, Round, Side, StartNumber};

use super::Event;
use crate::random_event::rules;

const WIN: Outcome = Outcome::RedWin;
const LOSS: Outcome = Outcome::BlackWin;
const DRAW: Outcome = Outcome::Draw;

fn event(players: u32, rounds: u32) -> Event {
    Event::new(players, Swiss { rounds, ..rules() }, Side::Red)
}

fn round(games: &[(u32, u32, Outcome)]) -> Round {
    let game = |&(red, black, outcome)| Game {
        red: StartNumber(red),
        black: StartNumber(black),
        outcome: Some(outcome),
    };
    Round {
        games: games.iter().map(game).collect(),
        ..Round::default()
    }
}

fn numbers(numbers: &[u32]) -> BTreeSet<StartNumber> {
    numbers.iter().copied().map(StartNumber).collect()
}

/// Red and black table by table, and the bye.
fn next(event: &Event) -> (Vec<(u32, u32)>, Option<u32>) {
    let pairing = event.next().unwrap();
    let games = pairing.games.iter().map(|seat| (seat.red.0, seat.black.0));
    (games.collect(), pairing.bye.map(|no| no.0))
}

#[test]
fn the_first_round_pairs_the_halves_and_the_last_has_the_bye() {
    let mut event = event(9, 5);
    assert_eq!(
        next(&event),
        (vec![(1, 5), (6, 2), (3, 7), (8, 4)], Some(9))
    );
    event.first_side = Side::Black;
    assert_eq!(
        next(&event),
        (vec![(5, 1), (2, 6), (7, 3), (4, 8)], Some(9))
    );
}

#[test]
fn a_late_player_moves_the_sides_of_those_after_him() {
    let mut event = event(5, 5);
    event.active = numbers(&[1, 3, 4, 5]);
    assert_eq!(next(&event), (vec![(1, 4), (5, 3)], None));
}

#[test]
fn the_side_of_the_first_player_is_read_off_the_first_games() {
    let mut event = event(6, 5);
    event.history.rounds = vec![Round {
        // Player 1 has the bye, so 2 had the side that the lot did not give to 1.
        byes: numbers(&[1]),
        absent: numbers(&[5, 6]),
        ..round(&[(2, 4, DRAW)])
    }];
    event.active = numbers(&[5, 6]);
    let pairing = qisai::tournament::dutch::pair(
        &event.history,
        &event.active,
        &event.rules,
        &event.forbidden,
        None,
    );
    // Players 1, 2, 4 and the two new ones have pairing numbers: 5 is the fourth.
    let games = pairing.unwrap().games;
    assert_eq!(
        (games[0].red, games[0].black),
        (StartNumber(5), StartNumber(6))
    );
}

/// Winners 1, 2 and losers 3, 4 in the first round; 5 has had what the test gives him.
fn with_a_fifth(fifth: impl Fn(&mut Round)) -> Event {
    let mut event = event(5, 5);
    let mut first = round(&[(1, 3, WIN), (4, 2, LOSS)]);
    fifth(&mut first);
    event.history.rounds = vec![first];
    event
}

#[test]
fn of_equals_the_bye_goes_to_who_has_played_most() {
    let event = with_a_fifth(|round| round.absent = numbers(&[5]));
    assert_eq!(next(&event), (vec![(2, 1), (3, 5)], Some(4)));
}

#[test]
fn points_without_a_game_bar_from_the_bye_if_they_are_a_win() {
    // A bye, or a win by forfeit: 5 comes up to the winners, and 4 has the lowest score.
    let bye = with_a_fifth(|round| round.byes = numbers(&[5]));
    assert_eq!(next(&bye).1, Some(4));
    let walkover = with_a_fifth(|round| round.walkovers = numbers(&[5]));
    assert_eq!(next(&walkover).1, Some(4));

    // Nobody but 5 may have it, though his score is the highest of all.
    let mut asked = with_a_fifth(|round| {
        round.granted.insert(StartNumber(5), 1);
    });
    asked.history.rounds.push(Round {
        byes: numbers(&[1, 2, 3, 4]),
        ..Round::default()
    });
    asked.history.rounds[1].granted.insert(StartNumber(5), 1);
    assert_eq!(next(&asked).1, Some(5));
}

#[test]
fn a_forfeit_is_no_meeting_unless_the_regulation_says_so() {
    let mut event = event(2, 3);
    event.history.rounds = vec![round(&[(1, 2, Outcome::BlackForfeit)])];
    assert_eq!(next(&event), (vec![(1, 2)], None));
    event.rules.forfeit_is_met = true;
    assert!(matches!(event.next(), Err(NoPairing::Impossible(_))));
}

#[test]
fn points_without_a_game_are_a_float_down() {
    // Of five level players one goes down to 6. 1-2 and 3-4 suit the sides and would leave 5, the lowest.
    let mut event = event(6, 5);
    let mut first = round(&[(1, 3, DRAW), (4, 2, DRAW)]);
    first.absent = numbers(&[6]);
    event.history.rounds = vec![first];
    event.history.rounds[0].granted.insert(StartNumber(5), 1);
    assert_eq!(next(&event), (vec![(2, 1), (3, 5), (6, 4)], None));

    // Where a lost game gives that point too, it is none.
    event.rules.score.loss = 1;
    assert_eq!(next(&event), (vec![(2, 1), (3, 4), (5, 6)], None));
}

#[test]
fn no_legal_pairing_is_proved() {
    let mut event = event(4, 5);
    event.history.rounds = vec![
        round(&[(1, 3, DRAW), (4, 2, DRAW)]),
        round(&[(2, 1, DRAW), (3, 4, DRAW)]),
        round(&[(1, 4, DRAW), (2, 3, DRAW)]),
    ];
    let Err(NoPairing::Impossible(deadlock)) = event.next() else {
        panic!("everyone has met everyone");
    };
    let alone: Vec<Vec<StartNumber>> = (1..=4).map(|no| vec![StartNumber(no)]).collect();
    assert_eq!(deadlock.groups, alone);
    // Two second meetings at once, or two byes with one; nothing less helps.
    let again =
        |way: &&Vec<Relaxation>| way.iter().all(|one| matches!(one, Relaxation::Rematch(_)));
    assert_eq!(deadlock.ways.iter().find(again).map(Vec::len), Some(2));
}

#[test]
fn ways_out_of_a_deadlock_are_smallest_and_lead_out() {
    let mut event = two_with_one_wish(4);
    let Err(NoPairing::Impossible(deadlock)) = event.next() else {
        panic!("1 and 2 must both have black, 3 and 4 red");
    };
    let sides = |one, other| Relaxation::Sides(Pair::new(StartNumber(one), StartNumber(other)));
    assert!(
        deadlock.ways.contains(&vec![sides(1, 2), sides(3, 4)]),
        "{:?}",
        deadlock.ways
    );
    // Who has won by forfeit has had the points of a win without a game.
    event = self::event(3, 5);
    event.history.rounds = vec![
        Round {
            byes: numbers(&[3]),
            ..round(&[(1, 2, WIN)])
        },
        Round {
            byes: numbers(&[2]),
            ..round(&[(3, 1, WIN)])
        },
        round(&[(2, 3, Outcome::BlackForfeit)]),
    ];
    event.history.rounds[2].walkovers = numbers(&[1]);
    let Err(NoPairing::Impossible(deadlock)) = event.next() else {
        panic!("2 and 3 may meet, but 1 may not have the bye");
    };
    assert!(
        deadlock.ways.contains(&vec![Relaxation::Bye {
            who: StartNumber(1),
            had: 1
        }]),
        "{:?}",
        deadlock.ways
    );
}

#[test]
fn a_table_and_a_bye_are_explained() {
    let event = with_a_fifth(|round| round.byes = numbers(&[5]));
    let pairing = event.next().unwrap();
    let fixed = Fixed::default();
    let paired = Paired {
        history: &event.history,
        active: &event.active,
        rules: &event.rules,
        forbidden: &event.forbidden,
        fixed: &fixed,
        games: &pairing.games,
        bye: pairing.bye,
    };
    let explained = why(&paired, Some(Side::Red)).unwrap();
    assert_eq!(explained.tables.len(), 2);
    for table in &explained.tables {
        for barred in &table.barred {
            assert!(matches!(barred.why, Bar::Met(1)) || matches!(barred.why, Bar::MustHave(_)));
        }
    }
    let bye = explained.bye.unwrap();
    assert_eq!((bye.who, bye.score, bye.unplayed), (StartNumber(4), 0, 0));
    assert_eq!(bye.instead, []);

    // Nobody but 5 may have it, whatever the points of the others.
    let mut asked = with_a_fifth(|_| {});
    asked.history.rounds[0].granted.insert(StartNumber(5), 1);
    asked.history.rounds.push(Round {
        byes: numbers(&[1, 2, 3, 4]),
        ..Round::default()
    });
    asked.history.rounds[1].granted.insert(StartNumber(5), 1);
    let pairing = asked.next().unwrap();
    let paired = Paired {
        history: &asked.history,
        active: &asked.active,
        games: &pairing.games,
        bye: pairing.bye,
        ..paired
    };
    let bye = why(&paired, None).unwrap().bye.unwrap();
    let had = |no| (StartNumber(no), NoBye::Had);
    assert_eq!((bye.who.0, bye.score), (5, 2));
    assert!(bye.instead.iter().all(|one| [had(3), had(4)].contains(one)));
}

/// Two winners of all games and two losers, each with one side twice running, who have met none but the
/// other two.
fn two_with_one_wish(rounds: u32) -> Event {
    let mut event = event(4, rounds);
    event.history.rounds = vec![
        round(&[(1, 3, WIN), (2, 4, WIN)]),
        round(&[(1, 4, WIN), (2, 3, WIN)]),
    ];
    event
}

#[test]
fn only_topscorers_of_the_last_round_have_a_side_a_third_time() {
    assert!(two_with_one_wish(4).next().is_err());
    // The losers may not either, the last round or not.
    let mut last = two_with_one_wish(3);
    assert!(last.next().is_err());
    last.active = numbers(&[1, 2]);
    let pairing = last.next().unwrap();
    assert_eq!(pairing.games[0].red, StartNumber(2));
    assert_eq!(
        pairing.warnings,
        [
            Warning {
                who: StartNumber(2),
                why: Concern::ThirdRunning(Side::Red)
            },
            Warning {
                who: StartNumber(2),
                why: Concern::SurplusOfThree(Side::Red)
            },
        ]
    );
}

#[test]
fn teams_are_kept_apart_while_the_regulation_says() {
    let mut event = event(4, 5);
    for player in &mut event.history.players {
        player.team = (player.no.0 % 2 == 1).then(|| "odd".into());
    }
    assert_eq!(next(&event).0, [(1, 3), (4, 2)]);
    event.rules.team_avoidance = TeamAvoidance::FirstRounds(1);
    assert_eq!(next(&event).0, [(1, 4), (3, 2)]);
    event.rules.team_avoidance = TeamAvoidance::FirstRounds(0);
    assert_eq!(next(&event).0, [(1, 3), (4, 2)]);
}

#[test]
fn boards_set_by_hand_are_left_alone() {
    let mut event = event(7, 5);
    let by_hand = |games: &[(u32, u32)], bye: Option<u32>| Fixed {
        games: games
            .iter()
            .map(|&(red, black)| Seat {
                red: StartNumber(red),
                black: StartNumber(black),
            })
            .collect(),
        bye: bye.map(StartNumber),
    };
    let around = |event: &Event, fixed: &Fixed| {
        let (history, none) = (&event.history, &event.forbidden);
        pair_around(history, &event.active, &event.rules, none, fixed, None).map(|pairing| {
            let games = pairing.games.iter().map(|seat| (seat.red.0, seat.black.0));
            (games.collect::<Vec<_>>(), pairing.bye.map(|no| no.0))
        })
    };
    // 1, 3, 4, 5, 6 are left: 6 has the bye, and each keeps the side of its own number.
    assert_eq!(
        around(&event, &by_hand(&[(7, 2)], None)),
        Ok((vec![(1, 4), (7, 2), (3, 5)], Some(6)))
    );
    assert_eq!(
        around(&event, &by_hand(&[(7, 2)], Some(1))),
        Ok((vec![(7, 2), (3, 5), (6, 4)], Some(1)))
    );
    let all = by_hand(&[(7, 2), (1, 3), (6, 4)], Some(5));
    assert_eq!(
        around(&event, &all),
        Ok((vec![(1, 3), (7, 2), (6, 4)], Some(5)))
    );
    // Nobody twice, nobody absent, no bye of an even field.
    assert_eq!(
        around(&event, &by_hand(&[(7, 2), (2, 3)], None)),
        Err(NoPairing::NotFixable(StartNumber(2)))
    );
    event.active.remove(&StartNumber(5));
    assert_eq!(
        around(&event, &by_hand(&[(5, 6)], None)),
        Err(NoPairing::NotFixable(StartNumber(5)))
    );
    assert_eq!(
        around(&event, &by_hand(&[], Some(1))),
        Err(NoPairing::NotFixable(StartNumber(1)))
    );
}

#[test]
fn too_few_and_unknown_players() {
    let mut event = event(3, 5);
    event.active = numbers(&[2]);
    assert_eq!(event.next(), Err(NoPairing::TooFew(1)));
    event.active = numbers(&[2, 7]);
    assert_eq!(event.next(), Err(NoPairing::Unknown(StartNumber(7))));
}
