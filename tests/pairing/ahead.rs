//! Looking a round ahead, against all pairings there are.

use std::collections::BTreeSet;

use proptest::prelude::*;
use qisai::tournament::swiss::{Fixed, Instead, look_ahead, pair};
use qisai::tournament::{Game, History, Round, StartNumber};

use super::oracle::{Complete, Oracle, flat};
use super::{draws, field, next, random_case, seats};
use crate::random_event::{Dice, everyone, rules};

/// Whether the players can be paired once more after a pairing.
fn goes_on(oracle: &Oracle<'_>, complete: &Complete) -> bool {
    let games = complete.0.iter().map(|&(red, black)| Game {
        red,
        black,
        outcome: None,
    });
    let mut history: History = oracle.history.clone();
    history.rounds.push(Round {
        games: games.collect(),
        ..Round::default()
    });
    let after = Oracle {
        history: &history,
        active: oracle.active.clone(),
        ..*oracle
    };
    !after.all(&after.active, &[]).is_empty()
}

fn check(seed: u64, largest: usize) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let (history, active, mut rules, forbidden) = random_case(&mut dice, largest);
    rules.rounds = 9;
    let Ok(pairing) = pair(&history, &active, &rules, &forbidden) else {
        return Ok(());
    };
    let oracle = Oracle {
        history: &history,
        active: active.iter().copied().collect(),
        rules: &rules,
        forbidden: &forbidden,
    };
    let (_, best) = oracle.best(&[]).unwrap();
    let fixed = Fixed::default();
    let found = look_ahead(
        &history,
        &active,
        &rules,
        &forbidden,
        &fixed,
        &BTreeSet::new(),
        &pairing,
    )
    .unwrap();
    let Some(dead_end) = found else {
        prop_assert!(goes_on(&oracle, &best));
        return Ok(());
    };
    prop_assert!(!goes_on(&oracle, &best));
    let all = oracle.all(&oracle.active, &[]);
    let open = all
        .into_iter()
        .filter(|complete| goes_on(&oracle, complete));
    let expected = open
        .map(|complete| (oracle.vector(&complete), complete))
        .min();
    match (dead_end.instead, expected) {
        (Instead::Nothing, None) => {}
        (Instead::Pairing(found), Some((vector, complete))) => {
            prop_assert_eq!(flat(&found), vector);
            prop_assert!(goes_on(&oracle, &complete));
            let of_found = found
                .games
                .iter()
                .map(|seat| (seat.red.min(seat.black), seat.red.max(seat.black)));
            let mut of_found: Vec<_> = of_found.collect();
            of_found.sort_unstable();
            prop_assert!(goes_on(&oracle, &(of_found, found.bye)));
        }
        (found, expected) => prop_assert!(false, "{found:?} where {expected:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_dead_end_is_seen_and_the_best_way_round_it_found(seed: u64) {
        check(seed, 8)?;
    }
}

/// After two rounds of 1-4 2-5 3-6, 1-5 2-6 3-4 the pairing 1-6 2-4 3-5 would leave two triangles.
#[test]
fn two_triangles_are_seen_coming() {
    let mut history = field(6);
    history.rounds = vec![
        draws(&[(1, 4), (5, 2), (3, 6)], &[]),
        draws(&[(5, 1), (2, 6), (4, 3)], &[]),
    ];
    let (active, forbidden) = (everyone(&history), BTreeSet::new());
    let fixed = Fixed {
        games: [(6, 1), (4, 2), (3, 5)]
            .map(|(red, black)| qisai::tournament::swiss::Seat {
                red: StartNumber(red),
                black: StartNumber(black),
            })
            .into(),
        bye: None,
    };
    let rules = rules();
    let by_hand =
        qisai::tournament::swiss::pair_around(&history, &active, &rules, &forbidden, &fixed)
            .unwrap();
    let free = Fixed::default();
    let ahead = |proposed| {
        look_ahead(
            &history,
            &active,
            &rules,
            &forbidden,
            &free,
            &BTreeSet::new(),
            proposed,
        )
    };
    let dead_end = ahead(&by_hand).unwrap().unwrap();
    assert_eq!(
        dead_end.groups,
        [[1, 2, 3], [4, 5, 6]].map(|group| group.map(StartNumber).to_vec())
    );
    let Instead::Pairing(instead) = dead_end.instead else {
        panic!("there are others");
    };
    assert_eq!(ahead(&instead), Ok(None));
    let own = next(&history, &rules).unwrap();
    if ahead(&own) == Ok(None) {
        assert_eq!(seats(&instead), seats(&own), "the best there is");
    }
    // With one of the first three away the other two meet, and one of the second three has the bye.
    let away = [StartNumber(1)].into();
    let ahead = look_ahead(
        &history, &active, &rules, &forbidden, &free, &away, &by_hand,
    );
    assert_eq!(ahead, Ok(None));
    // The Dutch system meets the same dead end, and looks for nothing else.
    let dutch = qisai::config::Swiss {
        system: qisai::config::PairingSystem::FideDutch,
        ..rules.clone()
    };
    let nobody = BTreeSet::new();
    let ahead = look_ahead(
        &history, &active, &dutch, &forbidden, &free, &nobody, &by_hand,
    );
    assert_eq!(ahead.unwrap().unwrap().instead, Instead::NotSought);
    let last = qisai::config::Swiss {
        rounds: 3,
        ..rules.clone()
    };
    let ahead = look_ahead(
        &history,
        &active,
        &last,
        &forbidden,
        &free,
        &BTreeSet::new(),
        &by_hand,
    );
    assert_eq!(ahead, Ok(None), "no round follows");
}
