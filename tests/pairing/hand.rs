//! Boards set by hand, and the rest paired around them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use qisai::tournament::StartNumber;
use qisai::tournament::swiss::{Fixed, NoPairing, Seat, pair_around};

use super::oracle::{Oracle, flat};
use super::{draws, field, random_case, seats};
use crate::random_event::{Dice, everyone, rules};

fn seat(red: u32, black: u32) -> Seat {
    Seat {
        red: StartNumber(red),
        black: StartNumber(black),
    }
}

/// Seats, and the bye.
type Paired = (Vec<(u32, u32)>, Option<u32>);

fn around(count: u32, fixed: &Fixed) -> Result<Paired, NoPairing> {
    let history = field(count);
    let (active, forbidden) = (everyone(&history), BTreeSet::new());
    let pairing = pair_around(&history, &active, &rules(), &forbidden, fixed)?;
    Ok((seats(&pairing), pairing.bye.map(|no| no.0)))
}

#[test]
fn the_rest_is_paired_around_a_fixed_board_and_a_fixed_bye() {
    let fixed = Fixed {
        games: [seat(5, 1)].into(),
        bye: Some(StartNumber(2)),
    };
    let (seats, bye) = around(7, &fixed).unwrap();
    assert_eq!((seats, bye), (vec![(5, 1), (4, 3), (6, 7)], Some(2)));
}

#[test]
fn what_cannot_be_fixed_is_named() {
    let refused = |count, games: &[Seat], bye: Option<u32>| {
        let fixed = Fixed {
            games: games.iter().copied().collect(),
            bye: bye.map(StartNumber),
        };
        around(count, &fixed).unwrap_err()
    };
    let not = |no| NoPairing::NotFixable(StartNumber(no));
    assert_eq!(refused(4, &[seat(1, 9)], None), not(9));
    assert_eq!(refused(4, &[seat(1, 2), seat(2, 3)], None), not(2));
    assert_eq!(refused(4, &[], Some(3)), not(3));
    assert_eq!(refused(5, &[seat(1, 3)], Some(3)), not(3));
}

#[test]
fn a_fixed_board_may_be_a_second_meeting() {
    let mut history = field(4);
    history.rounds = vec![draws(&[(1, 2), (3, 4)], &[])];
    let fixed = Fixed {
        games: [seat(2, 1)].into(),
        bye: None,
    };
    let (active, rules) = (everyone(&history), rules());
    let stuck = pair_around(&history, &active, &rules, &BTreeSet::new(), &fixed);
    let Err(NoPairing::Impossible(deadlock)) = stuck else {
        panic!("3 and 4 have met: {stuck:?}");
    };
    // What is fixed is no way out any more; the other second meeting is.
    assert_eq!(deadlock.rematches, [[seat(4, 3)]]);
    let fixed = Fixed {
        games: [seat(2, 1), seat(4, 3)].into(),
        bye: None,
    };
    let pairing = pair_around(&history, &active, &rules, &BTreeSet::new(), &fixed).unwrap();
    assert_eq!(seats(&pairing), [(2, 1), (4, 3)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nothing_better_contains_the_fixed_boards(seed: u64) {
        let mut dice = Dice::new(seed);
        let (history, active, rules, forbidden) = random_case(&mut dice, 8);
        let mut numbers: Vec<StartNumber> = active.iter().copied().collect();
        dice.shuffle(&mut numbers);
        let mut fixed = Fixed::default();
        if numbers.len() % 2 == 1 && dice.percent(40) {
            fixed.bye = numbers.pop();
        }
        for pair in numbers.chunks_exact(2) {
            if dice.percent(40) {
                fixed.games.insert(Seat { red: pair[0], black: pair[1] });
            }
        }
        if active.len() < 2 || fixed.is_empty() {
            return Ok(());
        }
        let oracle = Oracle {
            history: &history,
            active: active.iter().copied().collect(),
            rules: &rules,
            forbidden: &forbidden,
        };
        let pairs: Vec<_> = fixed
            .games
            .iter()
            .map(|seat| (seat.red.min(seat.black), seat.red.max(seat.black)))
            .collect();
        let found = pair_around(&history, &active, &rules, &forbidden, &fixed);
        match (found, oracle.best_with(&pairs, &pairs, fixed.bye)) {
            (Ok(pairing), Some((vector, complete))) => {
                prop_assert_eq!(flat(&pairing), vector);
                prop_assert_eq!(pairing.bye, complete.1);
                let mut found: Vec<_> = pairing
                    .games
                    .iter()
                    .map(|seat| (seat.red.min(seat.black), seat.red.max(seat.black)))
                    .collect();
                found.sort_unstable();
                prop_assert_eq!(found, complete.0);
                for seat in &fixed.games {
                    prop_assert!(pairing.games.contains(seat), "{seat:?} has its sides");
                }
            }
            (Err(NoPairing::Impossible(_)), None) => {}
            (found, expected) => prop_assert!(false, "{found:?} where the best is {expected:?}"),
        }
    }
}
