//! Large fields, where not all pairings can be tried: no exchange of two or three pairs is better, and
//! what can never be never is.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::{Swiss, TeamAvoidance};
use qisai::tournament::swiss::{NoPairing, Pair, Pairing, pair};
use qisai::tournament::{Game, History, Outcome, Round, StartNumber};

use super::ledger::Ledger;
use super::oracle::{Oracle, flat};
use crate::random_event::{Dice, everyone, out_of_a_hat, players, rules};

/// Every way to pair four or six seats anew. The bye stands as one seat twice.
fn anew(seats: &[StartNumber], bye: bool) -> Vec<Vec<(StartNumber, StartNumber)>> {
    let Some((&first, rest)) = seats.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (place, &other) in rest.iter().enumerate() {
        let mut left = rest.to_vec();
        left.remove(place);
        for mut pairs in anew(&left, bye) {
            pairs.push((first.min(other), first.max(other)));
            found.push(pairs);
        }
    }
    if bye {
        for mut pairs in anew(rest, false) {
            pairs.push((first, first));
            found.push(pairs);
        }
    }
    found
}

fn check_exchanges(
    dice: &mut Dice,
    oracle: &Oracle<'_>,
    pairing: &Pairing,
    tries: usize,
) -> Result<(), TestCaseError> {
    let ledger = Ledger::new(oracle);
    let games = pairing.games.iter();
    let mut pairs: Vec<(StartNumber, StartNumber)> = games
        .map(|seat| (seat.red.min(seat.black), seat.red.max(seat.black)))
        .collect();
    pairs.extend(pairing.bye.map(|no| (no, no)));
    prop_assert_eq!(ledger.vector(&pairs), flat(pairing));
    for _ in 0..tries {
        let count = 2 + dice.roll(2);
        // Neighbours in the list of tables promise most.
        let start = dice.roll(pairs.len());
        let mut chosen: BTreeSet<usize> = [start].into();
        for _ in 1..count {
            let near = if dice.percent(70) { 6 } else { pairs.len() };
            chosen.insert((start + dice.roll(near)).min(pairs.len() - 1));
        }
        let before: Vec<_> = chosen.iter().map(|&place| pairs[place]).collect();
        let has_bye = before.iter().any(|(one, other)| one == other);
        let seats: Vec<StartNumber> = before
            .iter()
            .flat_map(|&(one, other)| {
                if one == other {
                    vec![one]
                } else {
                    vec![one, other]
                }
            })
            .collect();
        let stands = ledger.vector(&before);
        for after in anew(&seats, has_bye) {
            if after.iter().all(|&pair| ledger.may_be(pair)) {
                prop_assert!(
                    ledger.vector(&after) >= stands,
                    "{before:?} is worse than {after:?}"
                );
            }
        }
    }
    Ok(())
}

/// Plays rounds as they are paired and looks at each.
fn play(seed: u64, count: usize, rounds: usize) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let mut history = History {
        players: players(&mut dice, count),
        ..History::default()
    };
    let all = everyone(&history);
    let rules = Swiss {
        rounds: 99,
        team_avoidance: [
            TeamAvoidance::Never,
            TeamAvoidance::FirstRounds(3),
            TeamAvoidance::Always,
        ][dice.roll(3)],
        ..rules()
    };
    let numbers: Vec<StartNumber> = all.iter().copied().collect();
    let mut forbidden = BTreeSet::new();
    for _ in 0..count / 10 {
        let (one, other) = (numbers[dice.roll(count)], numbers[dice.roll(count)]);
        if one != other {
            forbidden.insert(Pair::new(one, other));
        }
    }
    for _ in 0..rounds {
        let mut there = all.clone();
        there.retain(|_| !dice.percent(3));
        let pairing = match pair(&history, &there, &rules, &forbidden) {
            Ok(pairing) => pairing,
            Err(NoPairing::Impossible(_) | NoPairing::TooFew(_)) => break,
            Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
        };
        let oracle = Oracle {
            history: &history,
            active: there.iter().copied().collect(),
            rules: &rules,
            forbidden: &forbidden,
        };
        let mut seated: Vec<StartNumber> = pairing.bye.into_iter().collect();
        for seat in &pairing.games {
            prop_assert!(oracle.may_meet(seat.red, seat.black), "{seat:?}");
            seated.extend([seat.red, seat.black]);
        }
        seated.sort_unstable();
        prop_assert_eq!(&seated, &oracle.active);
        prop_assert_eq!(pairing.bye.is_some(), there.len() % 2 == 1);
        check_exchanges(&mut dice, &oracle, &pairing, 400)?;
        let games = pairing.games.iter().map(|seat| Game {
            red: seat.red,
            black: seat.black,
            outcome: Some(dice.outcome(3)),
        });
        history.rounds.push(Round {
            games: games.collect(),
            byes: pairing.bye.into_iter().collect(),
            absent: all.difference(&there).copied().collect(),
            ..Round::default()
        });
    }
    Ok(())
}

/// Looks at one round after rounds that were drawn out of a hat, with forfeits, absences, late entries.
fn once(seed: u64, count: usize, rounds: usize, tries: usize) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let history = out_of_a_hat(&mut dice, count, rounds);
    let mut active = everyone(&history);
    active.retain(|_| dice.percent(97));
    let rules = Swiss {
        rounds: 99,
        team_avoidance: [TeamAvoidance::Never, TeamAvoidance::Always][dice.roll(2)],
        forfeit_is_met: dice.percent(30),
        ..rules()
    };
    let mut forbidden = BTreeSet::new();
    let numbers: Vec<StartNumber> = active.iter().copied().collect();
    for _ in 0..dice.roll(4).min(numbers.len()) {
        let (one, other) = (dice.roll(numbers.len()), dice.roll(numbers.len()));
        if one != other {
            forbidden.insert(Pair::new(numbers[one], numbers[other]));
        }
    }
    let mut apart: BTreeMap<Pair, ()> = forbidden.iter().map(|&pair| (pair, ())).collect();
    for game in history.rounds.iter().flat_map(|round| &round.games) {
        let forfeits = [
            Outcome::RedForfeit,
            Outcome::BlackForfeit,
            Outcome::BothForfeit,
        ];
        if rules.forfeit_is_met
            || game
                .outcome
                .is_none_or(|outcome| !forfeits.contains(&outcome))
        {
            apart.insert(Pair::new(game.red, game.black), ());
        }
    }
    let team = |no: StartNumber| {
        let player = history.players.iter().find(|player| player.no == no);
        player.and_then(|player| player.team.as_deref())
    };
    let pairing = match pair(&history, &active, &rules, &forbidden) {
        Ok(pairing) => pairing,
        Err(NoPairing::TooFew(players)) => {
            prop_assert!(players == active.len() && players < 2);
            return Ok(());
        }
        // Held against all pairings elsewhere; here the proof is.
        Err(NoPairing::Impossible(deadlock)) => {
            let bye = active.len() % 2;
            prop_assert!(deadlock.groups.len() > deadlock.outsiders.len());
            prop_assert!(deadlock.groups.iter().map(Vec::len).sum::<usize>() + bye >= 2);
            return Ok(());
        }
        Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
    };
    let mut seated: Vec<StartNumber> = pairing.bye.into_iter().collect();
    for seat in &pairing.games {
        let pair = Pair::new(seat.red, seat.black);
        prop_assert!(!apart.contains_key(&pair), "{seat:?} may not meet");
        let kept = rules.team_avoidance == TeamAvoidance::Always && team(seat.red).is_some();
        prop_assert!(
            !kept || team(seat.red) != team(seat.black),
            "{seat:?} are of one team"
        );
        seated.extend([seat.red, seat.black]);
    }
    seated.sort_unstable();
    prop_assert_eq!(&seated, &numbers);
    prop_assert_eq!(pairing.bye.is_some(), active.len() % 2 == 1);
    let oracle = Oracle {
        history: &history,
        active: numbers,
        rules: &rules,
        forbidden: &forbidden,
    };
    check_exchanges(&mut dice, &oracle, &pairing, tries)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn thousands_of_events(seed: u64, count in 2..=24usize, rounds in 0..=6usize) {
        once(seed, count, rounds, 25)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn hundreds_of_larger_events(seed: u64, count in 25..=80usize, rounds in 1..=6usize) {
        once(seed, count, rounds, 60)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn dozens_of_large_events(seed: u64, count in 100..=250usize, rounds in 1..=6usize) {
        once(seed, count, rounds, 150)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn a_few_events_of_up_to_five_hundred(seed: u64, count in 300..=500usize, rounds in 3..=6usize) {
        once(seed, count, rounds, 300)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn no_exchange_is_better_in_small_fields(seed: u64, count in 2..=12usize, rounds in 1..=6usize) {
        play(seed, count, rounds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_exchange_is_better(seed: u64, count in 2..=40usize, rounds in 1..=8usize) {
        play(seed, count, rounds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn no_exchange_is_better_in_large_fields(seed: u64, count in 41..=300usize, rounds in 1..=4usize) {
        play(seed, count, rounds)?;
    }
}
