//! Why a pairing is as it is: whatever is said holds when it is looked up, or tried out.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::FirstRed;
use qisai::tournament::swiss::why::{
    Criterion, Difference, FloatReason, Obstacle, Paired, WhyTable, why, why_bye, why_table,
};
use qisai::tournament::swiss::{
    Breach, Concern, Fixed, Seat, SideRule, breaches, in_table_order, pair, seat, table_numbers,
};
use qisai::tournament::{Side, StartNumber};

use super::oracle::{Oracle, flat};
use super::{draws, field, random_case};
use crate::random_event::{Dice, everyone, rules};

fn at(red: u32, black: u32) -> Seat {
    Seat {
        red: StartNumber(red),
        black: StartNumber(black),
    }
}

fn explained(rounds: &[&[(u32, u32)]], count: u32, table: usize) -> WhyTable {
    let mut history = field(count);
    history.rounds = rounds.iter().map(|games| draws(games, &[])).collect();
    let (active, rules, forbidden) = (everyone(&history), rules(), BTreeSet::new());
    let pairing = pair(&history, &active, &rules, &forbidden).unwrap();
    let paired = Paired {
        history: &history,
        active: &active,
        rules: &rules,
        forbidden: &forbidden,
        fixed: &Fixed::default(),
        games: &pairing.games,
        bye: pairing.bye,
    };
    why_table(&paired, pairing.games[table]).unwrap()
}

#[test]
fn who_has_met_is_named_with_the_round() {
    let second = explained(&[&[(1, 2), (4, 3)]], 4, 0);
    assert_eq!(second.seat, at(3, 1));
    let met = second
        .instead
        .iter()
        .find(|instead| (instead.who, instead.opponent) == (StartNumber(1), Some(StartNumber(2))));
    assert_eq!(met.unwrap().obstacle, Obstacle::Met { round: 1 });
    assert_eq!(second.side, SideRule::MoreBlack { red: 1, black: 0 });
    assert_eq!(second.float, None);
}

#[test]
fn what_would_cost_more_is_named_with_the_criterion() {
    // 1 and 4 have had red, 2 and 3 black; 5 and 6 likewise. 1-4 looks nearer than what 1 gets.
    let first = explained(&[&[(1, 2), (4, 3), (5, 6), (8, 7)]], 8, 0);
    assert_eq!(first.seat, at(3, 1));
    let costly = first
        .instead
        .iter()
        .filter_map(|instead| match instead.obstacle {
            Obstacle::Costlier(difference) => Some((instead.who.0, instead.opponent, difference)),
            _ => None,
        })
        .collect::<Vec<_>>();
    assert_eq!(
        costly,
        [(
            3,
            Some(StartNumber(2)),
            Difference {
                criterion: Criterion::StrongDenied,
                one: 0,
                other: 2
            }
        )]
    );
}

#[test]
fn sides_alternate_or_follow_the_number() {
    let mut history = field(4);
    history.rounds = vec![draws(&[(1, 2), (4, 3)], &[]), draws(&[(3, 1), (2, 4)], &[])];
    let (one, other) = (StartNumber(1), StartNumber(4));
    let (seated, rule) = seat(&history, &rules(), one, other).unwrap();
    assert_eq!(rule, SideRule::Number { round: 3 });
    assert_eq!(seated, at(1, 4));
    let (seated, rule) = seat(&history, &rules(), one, StartNumber(2)).unwrap();
    assert_eq!((seated, rule), (at(2, 1), SideRule::Swapped { round: 1 }));
    let (seated, rule) = seat(&history, &rules(), StartNumber(2), StartNumber(3)).unwrap();
    assert_eq!((seated, rule), (at(2, 3), SideRule::Number { round: 3 }));
    let broken = breaches(
        &history,
        &rules(),
        &BTreeSet::new(),
        &[at(2, 1), at(4, 3)],
        &[],
    );
    let rematch = |seat, swapped| Breach::Rematch {
        seat,
        round: 1,
        swapped,
    };
    assert_eq!(broken, [rematch(at(2, 1), true), rematch(at(4, 3), false)]);
}

#[test]
fn who_needs_a_table_has_it_and_the_others_move_up() {
    let games = [at(1, 2), at(3, 4), at(5, 6), at(7, 8)];
    let own = |list: &[(u32, u32)]| -> BTreeMap<StartNumber, u32> {
        list.iter()
            .map(|&(no, table)| (StartNumber(no), table))
            .collect()
    };
    assert_eq!(table_numbers(&games, &own(&[])), [1, 2, 3, 4]);
    assert_eq!(table_numbers(&games, &own(&[(6, 1)])), [2, 3, 1, 4]);
    assert_eq!(
        table_numbers(&games, &own(&[(6, 1), (8, 1), (2, 9)])),
        [9, 2, 1, 3]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_said_contradicts_the_rounds_or_the_pairing(seed: u64) {
        let mut dice = Dice::new(seed);
        let (history, active, rules, forbidden) = random_case(&mut dice, 8);
        if active.len() < 2 {
            return Ok(());
        }
        let Ok(pairing) = pair(&history, &active, &rules, &forbidden) else {
            return Ok(());
        };
        let oracle = Oracle {
            history: &history,
            active: active.iter().copied().collect(),
            rules: &rules,
            forbidden: &forbidden,
        };
        let fixed = Fixed::default();
        let paired = Paired {
            history: &history,
            active: &active,
            rules: &rules,
            forbidden: &forbidden,
            fixed: &fixed,
            games: &pairing.games,
            bye: pairing.bye,
        };
        let vector = flat(&pairing);
        let tried = |obstacle: &Obstacle, best: Option<Vec<i64>>| {
            match (obstacle, best) {
                (Obstacle::NoCompletion, None) => true,
                (Obstacle::Costlier(found), Some(best)) => {
                    let first = vector.iter().zip(&best).find(|(one, other)| one != other);
                    first == Some((&(found.one as i64), &(found.other as i64))) && best > vector
                }
                (Obstacle::Level, Some(best)) => best == vector,
                _ => false,
            }
        };
        let round = why(&paired).unwrap();
        prop_assert_eq!(round.tables.len(), pairing.games.len());
        for (said, seat) in round.tables.iter().zip(&pairing.games) {
            let exact = why_table(&paired, *seat).unwrap();
            prop_assert_eq!(&said.float, &exact.float);
            prop_assert_eq!(said.side, exact.side);
            for instead in said.instead.iter().chain(&exact.instead) {
                let (one, Some(other)) = (instead.who, instead.opponent) else {
                    return Err(TestCaseError::fail("no opponent"));
                };
                let holds = match &instead.obstacle {
                    Obstacle::Met { round } => {
                        history.rounds[*round as usize - 1].games.iter().any(|game| {
                            game.side_of(one).is_some() && game.side_of(other).is_some()
                        }) && oracle.met(one, other)
                    }
                    Obstacle::Forbidden | Obstacle::Teammates { .. } => {
                        oracle.kept_apart(one, other)
                    }
                    obstacle => {
                        let pair = [(one.min(other), one.max(other))];
                        let best = oracle.best_with(&[], &pair, None);
                        tried(obstacle, best.map(|(vector, _)| vector))
                    }
                };
                prop_assert!(holds, "{instead:?}");
            }
            let (red, black) = (oracle.now(seat.red), oracle.now(seat.black));
            prop_assert_eq!((said.red_score as i64, said.black_score as i64), (red, black));
            prop_assert_eq!(said.float.is_some(), red != black);
            let group: Vec<StartNumber> = active
                .iter()
                .copied()
                .filter(|no| oracle.now(*no) == red.max(black))
                .collect();
            if let Some(float) = &said.float {
                let may = |other: &StartNumber| {
                    *other != float.who
                        && !oracle.met(float.who, *other)
                        && !oracle.kept_apart(float.who, *other)
                };
                prop_assert_eq!(oracle.now(float.who), red.max(black));
                match float.why {
                    FloatReason::Alone => prop_assert_eq!(group.len(), 1),
                    FloatReason::NobodyLeft { others } => {
                        prop_assert_eq!(others + 1, group.len());
                        prop_assert!(!group.iter().any(may));
                    }
                    FloatReason::OddGroup { size, up, bye } => {
                        prop_assert_eq!(size, group.len());
                        prop_assert_eq!((size - up - bye) % 2, 1);
                    }
                    FloatReason::Unpairable { size, .. } | FloatReason::ForTheRest { size, .. } => {
                        prop_assert_eq!(size, group.len());
                    }
                    FloatReason::ByHand => prop_assert!(false, "nobody set anything"),
                }
            }
            let blacks = |no| oracle.sides(no).matches('B').count();
            match said.side {
                SideRule::ByHand | SideRule::Swapped { .. } => {
                    prop_assert!(false, "{:?}", said.side);
                }
                SideRule::FirstRound => prop_assert!(history.rounds.is_empty()),
                SideRule::MoreBlack { red, black } => {
                    prop_assert_eq!((blacks(seat.red), blacks(seat.black)), (red, black));
                    prop_assert!(red > black);
                }
                SideRule::Alternate { red, black } => {
                    prop_assert_eq!(blacks(seat.red), blacks(seat.black));
                    prop_assert!(
                        red.is_some_and(|game| game.side == Side::Black)
                            || black.is_some_and(|game| game.side == Side::Red)
                    );
                }
                SideRule::Number { round } => {
                    prop_assert_eq!(oracle.sides(seat.red), oracle.sides(seat.black));
                    let smaller = rules.first_red == FirstRed::Smaller;
                    prop_assert_eq!(seat.red < seat.black, (round % 2 == 1) == smaller);
                }
            }
        }
        if let Some(said) = why_bye(&paired).unwrap() {
            prop_assert_eq!(Some(said.who), pairing.bye);
            for instead in &said.instead {
                let best = oracle.best_with(&[], &[], Some(instead.who));
                prop_assert!(
                    tried(&instead.obstacle, best.map(|(vector, _)| vector)),
                    "{instead:?}"
                );
            }
        }

        // What is broken is what the pairing warns of, and nothing that can never be.
        let byes: Vec<StartNumber> = pairing.bye.into_iter().collect();
        let broken = breaches(&history, &rules, &forbidden, &pairing.games, &byes);
        prop_assert!(!broken.iter().any(Breach::is_hard), "{broken:?}");
        prop_assert_eq!(broken.len(), pairing.warnings.len());
        for breach in &broken {
            let (who, why, rounds) = match breach {
                Breach::ThirdRunning { who, side, rounds } => {
                    prop_assert_eq!(rounds.len(), 2);
                    (*who, Concern::ThirdRunning(*side), rounds)
                }
                Breach::SurplusOfThree { who, side, rounds } => {
                    (*who, Concern::SurplusOfThree(*side), rounds)
                }
                Breach::AnotherBye { who, rounds } => {
                    (*who, Concern::AnotherBye(rounds.len() as u32), rounds)
                }
                _ => return Err(TestCaseError::fail("hard")),
            };
            prop_assert!(rounds.windows(2).all(|two| two[0] < two[1]));
            prop_assert!(pairing.warnings.iter().any(|w| w.who == who && w.why == why));
        }
        prop_assert_eq!(in_table_order(&history, &rules, &pairing.games), pairing.games);
    }
}
