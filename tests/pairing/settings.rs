//! What an event may settle otherwise.

use std::collections::BTreeSet;

use qisai::config::{FirstRed, FirstRound, LastRound, Swiss, TeamAvoidance};
use qisai::tournament::swiss::{Fixed, NoPairing, Relaxation, pair_without_second_bye};
use qisai::tournament::{History, Round, StartNumber};

use super::{draws, field, next, seats};
use crate::random_event::{everyone, rules};

#[test]
fn the_larger_number_may_begin_with_red() {
    let by = |first_round| {
        let rules = Swiss {
            first_red: FirstRed::Larger,
            first_round,
            ..rules()
        };
        seats(&next(&field(8), &rules).unwrap())
    };
    assert_eq!(by(FirstRound::Adjacent), [(2, 1), (3, 4), (6, 5), (7, 8)]);
    assert_eq!(by(FirstRound::Fold), [(5, 1), (2, 6), (7, 3), (4, 8)]);
}

/// Two rounds in which 1 and 2 had red, 3 and 4 black.
fn lopsided() -> Vec<Round> {
    vec![draws(&[(1, 3), (2, 4)], &[]), draws(&[(1, 4), (2, 3)], &[])]
}

#[test]
fn the_last_round_may_be_freed_of_the_side_limits() {
    let mut history = field(4);
    history.rounds = lopsided();
    let limits = |rounds, frees_sides| {
        let rules = Swiss {
            rounds,
            last_round: LastRound {
                frees_sides,
                ..LastRound::default()
            },
            ..rules()
        };
        next(&history, &rules).unwrap().vector.side_limits
    };
    assert_eq!(limits(3, false), 2);
    assert_eq!(limits(3, true), 0);
    assert_eq!(limits(4, true), 2, "round 3 is not the last");
}

#[test]
fn the_last_round_may_be_freed_of_keeping_teams_apart() {
    let mut history = field(4);
    for player in &mut history.players {
        player.team = Some(if player.no.0 <= 2 { "east" } else { "west" }.into());
    }
    history.rounds = lopsided();
    let by = |frees_teams| {
        let rules = Swiss {
            rounds: 3,
            team_avoidance: TeamAvoidance::Always,
            last_round: LastRound {
                frees_teams,
                ..LastRound::default()
            },
            ..rules()
        };
        next(&history, &rules).map(|pairing| seats(&pairing))
    };
    let Err(NoPairing::Impossible(deadlock)) = by(false) else {
        panic!("only team-mates have not met");
    };
    assert!(deadlock.rematches.iter().all(|set| set.len() == 2));
    assert_eq!(by(true).unwrap(), [(1, 2), (3, 4)]);
}

/// 1, 2 and 3 have had the bye and not met each other; 4 and 5 have met everyone but each other.
#[test]
fn a_second_bye_needs_approval_and_has_alternatives() {
    let mut history = field(5);
    history.rounds = vec![
        draws(&[(2, 4), (3, 5)], &[1]),
        draws(&[(4, 1), (5, 2)], &[3]),
        draws(&[(1, 5), (4, 3)], &[2]),
    ];
    assert!(next(&history, &rules()).unwrap().needs_approval());
    let without = |history: &History| {
        pair_without_second_bye(
            history,
            &everyone(history),
            &rules(),
            &BTreeSet::new(),
            &Fixed::default(),
        )
    };
    let Err(NoPairing::Impossible(deadlock)) = without(&history) else {
        panic!("4 or 5 has the bye, the other has nobody left, nor have 1, 2 and 3");
    };
    let second_byes: Vec<u32> = deadlock
        .ways
        .iter()
        .filter_map(|way| match way.as_slice() {
            [Relaxation::Bye { who, had: 1 }] => Some(who.0),
            _ => None,
        })
        .collect();
    assert_eq!(BTreeSet::from_iter(second_byes), BTreeSet::from([1, 2, 3]));
    assert_eq!(
        deadlock.rematches.len(),
        6,
        "4 or 5 once more against 1, 2 or 3"
    );

    history.rounds.truncate(1);
    let pairing = without(&history).unwrap();
    assert!(!pairing.needs_approval());
    assert_ne!(pairing.bye, Some(StartNumber(1)));
}

/// With a surplus of three at stake a second bye weighs less; the alternative has none.
#[test]
fn a_second_bye_may_spare_a_side_limit() {
    let mut history = field(3);
    // 1 has had red twice, 2 and 3 nothing but byes and black.
    history.rounds = vec![draws(&[(1, 2)], &[3]), draws(&[(1, 3)], &[2])];
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(pairing.bye, Some(StartNumber(1)));
    assert!(!pairing.needs_approval());
    assert_eq!(pairing.vector.side_limits, 0);
}
