//! Every course that a small event can take, against trying all pairings.

use std::collections::HashSet;

use qisai::tournament::swiss::NoPairing;
use qisai::tournament::{Game, History, Outcome, Round};

use super::ledger::Ledger;
use super::oracle::{Oracle, flat};
use super::{field, next};
use crate::random_event::{Dice, everyone, rules};

const ALL: [Outcome; 3] = [Outcome::RedWin, Outcome::Draw, Outcome::BlackWin];

/// Pairs the next round, compares, and goes on with every set of results until `rounds` are paired.
/// Returns how many rounds were compared.
fn walk(history: &mut History, rounds: usize, outcomes: &[Outcome]) -> usize {
    let rules = rules();
    let none = Default::default();
    let oracle = Oracle {
        history: &*history,
        active: everyone(history).into_iter().collect(),
        rules: &rules,
        forbidden: &none,
    };
    let best = oracle.best(&[]);
    let pairing = match (next(history, &rules), best) {
        (Ok(pairing), Some((vector, complete))) => {
            assert_eq!(flat(&pairing), vector, "{:#?}", history.rounds);
            assert_eq!(pairing.games, oracle.tables(&complete));
            assert_eq!(pairing.bye, complete.1);
            pairing
        }
        (Err(NoPairing::Impossible(_)), None) => return 1,
        (found, best) => panic!("{found:?} where {best:?} after {:#?}", history.rounds),
    };
    if history.rounds.len() + 1 == rounds {
        return 1;
    }
    let mut compared = 1;
    let games = pairing.games.len();
    for code in 0..outcomes.len().pow(games as u32) {
        let outcome =
            |table: usize| outcomes[code / outcomes.len().pow(table as u32) % outcomes.len()];
        let seats = pairing.games.iter().enumerate();
        history.rounds.push(Round {
            games: seats
                .map(|(table, seat)| Game {
                    red: seat.red,
                    black: seat.black,
                    outcome: Some(outcome(table)),
                })
                .collect(),
            byes: pairing.bye.into_iter().collect(),
            ..Round::default()
        });
        compared += walk(history, rounds, outcomes);
        history.rounds.pop();
    }
    compared
}

fn compared(players: u32, rounds: usize, outcomes: &[Outcome]) -> usize {
    walk(&mut field(players), rounds, outcomes)
}

#[test]
fn up_to_five_players_to_the_end() {
    for (players, rounds) in [(2, 3), (3, 6), (4, 5), (5, 4)] {
        assert!(compared(players, rounds, &ALL) > 3);
    }
}

#[test]
fn six_players_over_three_rounds_and_over_four_without_draws() {
    assert_eq!(compared(6, 3, &ALL), 1 + 27 + 27 * 27);
    assert_eq!(compared(6, 4, &[Outcome::RedWin, Outcome::BlackWin]), 585);
}

#[test]
fn seven_players_over_three_rounds() {
    assert_eq!(compared(7, 3, &ALL), 1 + 27 + 27 * 27);
}

#[test]
fn eight_players_over_two_rounds_and_over_three_without_draws() {
    assert_eq!(compared(8, 2, &ALL), 1 + 81);
    assert_eq!(
        compared(8, 3, &[Outcome::RedWin, Outcome::BlackWin]),
        1 + 16 + 256
    );
}

/// All that the next round depends on: two courses that agree in it go on alike.
fn standing(oracle: &Oracle<'_>) -> String {
    let of = |&no| {
        let mut met: Vec<u32> = Vec::new();
        let mut last = 0;
        for (round, _, opponent) in oracle.games(no) {
            met.push(opponent.0);
            last = (oracle.score(no, round) - oracle.score(opponent, round)).signum();
        }
        met.sort_unstable();
        format!("{} {} {met:?} {last};", oracle.now(no), oracle.sides(no))
    };
    oracle.active.iter().map(of).collect()
}

/// Compares the next round, and hands the pairing back as a round to be filled in.
fn compare(history: &History) -> Option<Round> {
    let rules = rules();
    let none = Default::default();
    let oracle = Oracle {
        history,
        active: everyone(history).into_iter().collect(),
        rules: &rules,
        forbidden: &none,
    };
    match (next(history, &rules), Ledger::new(&oracle).best()) {
        (Ok(pairing), Some((vector, complete))) => {
            assert_eq!(flat(&pairing), vector, "{:#?}", history.rounds);
            assert_eq!(pairing.games, oracle.tables(&complete));
            assert_eq!(pairing.bye, complete.1);
            let games = pairing.games.iter().map(|seat| Game {
                red: seat.red,
                black: seat.black,
                outcome: None,
            });
            Some(Round {
                games: games.collect(),
                byes: pairing.bye.into_iter().collect(),
                ..Round::default()
            })
        }
        (Err(NoPairing::Impossible(_)), None) => None,
        (found, best) => panic!("{found:?} where {best:?} after {:#?}", history.rounds),
    }
}

/// Every course of an event, round by round; of courses that go on alike, one. How many standings were
/// compared.
fn every_course(players: u32, rounds: usize, outcomes: &[Outcome]) -> usize {
    let rules = rules();
    let none = Default::default();
    let mut courses = vec![field(players)];
    let mut compared = 0;
    for round in 1..=rounds {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for history in courses {
            compared += 1;
            let Some(paired) = compare(&history).filter(|_| round < rounds) else {
                continue;
            };
            for code in 0..outcomes.len().pow(paired.games.len() as u32) {
                let mut played = paired.clone();
                for (table, game) in (0..).zip(&mut played.games) {
                    let lot = code / outcomes.len().pow(table) % outcomes.len();
                    game.outcome = Some(outcomes[lot]);
                }
                let mut next = history.clone();
                next.rounds.push(played);
                let oracle = Oracle {
                    history: &next,
                    active: everyone(&next).into_iter().collect(),
                    rules: &rules,
                    forbidden: &none,
                };
                let byes: Vec<_> = next.rounds.iter().flat_map(|round| &round.byes).collect();
                if seen.insert(format!("{byes:?} {}", standing(&oracle))) {
                    longer.push(next);
                }
            }
        }
        courses = longer;
    }
    compared
}

#[test]
fn six_players_over_every_course_of_four_rounds() {
    assert!(every_course(6, 4, &ALL) > 2000);
}

#[test]
fn six_players_to_the_end_without_draws() {
    assert!(every_course(6, 6, &[Outcome::RedWin, Outcome::BlackWin]) > 500);
}

#[test]
fn seven_players_over_every_course_of_four_rounds_without_draws() {
    assert!(every_course(7, 4, &[Outcome::RedWin, Outcome::BlackWin]) > 300);
}

#[test]
fn eight_players_over_every_course_of_four_rounds_without_draws() {
    assert!(every_course(8, 4, &[Outcome::RedWin, Outcome::BlackWin]) > 1000);
}

/// Seven and eight players by lot from the first round to the last that can be paired.
#[test]
fn seven_and_eight_players_to_the_end_by_lot() {
    let mut compared = 0;
    for seed in 0..250 {
        let mut dice = Dice::new(seed);
        let mut history = field(7 + seed as u32 % 2);
        while let Some(mut round) = compare(&history) {
            compared += 1;
            for game in &mut round.games {
                game.outcome = Some(dice.outcome(4));
            }
            history.rounds.push(round);
            if history.rounds.len() == 8 {
                break;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
