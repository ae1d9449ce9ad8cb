//! Every course that a small event can take, against trying all pairings.

use qisai::tournament::swiss::NoPairing;
use qisai::tournament::{Game, History, Outcome, Round};

use super::oracle::{Oracle, flat};
use super::{field, next};
use crate::random_event::{everyone, rules};

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
