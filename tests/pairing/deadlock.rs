//! No complete pairing: the smallest ways out, against all there are.

use std::collections::BTreeSet;

use proptest::prelude::*;
use qisai::config::{Swiss, TeamAvoidance};
use qisai::tournament::swiss::{NoPairing, Pair, Relaxation, Seat, pair};
use qisai::tournament::{History, Player, StartNumber};

use super::oracle::Oracle;
use super::{draws, field, next};
use crate::random_event::{Dice, everyone, out_of_a_hat, rules};

type Two = (StartNumber, StartNumber);

/// The least number of the pairs that makes a complete pairing possible, and all sets of that size.
fn least(oracle: &Oracle<'_>, pairs: &[Two]) -> Option<(usize, BTreeSet<BTreeSet<Two>>)> {
    let all = oracle.all(&oracle.active, pairs);
    let used = |(games, _): &(Vec<Two>, _)| -> BTreeSet<Two> {
        games
            .iter()
            .copied()
            .filter(|two| pairs.contains(two))
            .collect()
    };
    let sets: BTreeSet<BTreeSet<Two>> = all.iter().map(used).collect();
    let size = sets.iter().map(BTreeSet::len).min()?;
    Some((
        size,
        sets.into_iter().filter(|set| set.len() == size).collect(),
    ))
}

fn of(pair: &Pair) -> Two {
    (pair.smaller(), pair.larger())
}

fn of_seat(seat: &Seat) -> Two {
    (seat.red.min(seat.black), seat.red.max(seat.black))
}

/// A field that plays until it cannot any more.
fn stuck(dice: &mut Dice) -> (History, Swiss, BTreeSet<Pair>) {
    let count = 2 + dice.roll(6);
    let rounds = 2 + dice.roll(4);
    let history = out_of_a_hat(dice, count, rounds);
    let rules = Swiss {
        team_avoidance: [TeamAvoidance::Never, TeamAvoidance::Always][dice.roll(2)],
        ..rules()
    };
    let mut forbidden = BTreeSet::new();
    for one in &history.players {
        for other in &history.players {
            if one.no < other.no && dice.percent(15) {
                forbidden.insert(Pair::new(one.no, other.no));
            }
        }
    }
    (history, rules, forbidden)
}

fn check(seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let (history, rules, forbidden) = stuck(&mut dice);
    let active = everyone(&history);
    let Err(NoPairing::Impossible(deadlock)) = pair(&history, &active, &rules, &forbidden) else {
        return Ok(());
    };
    let oracle = Oracle {
        history: &history,
        active: active.iter().copied().collect(),
        rules: &rules,
        forbidden: &forbidden,
    };
    let player = |no| {
        history
            .players
            .iter()
            .find(|player| player.no == no)
            .unwrap()
    };
    let teammates = |(one, other): Two| {
        let (one, other): (&Player, &Player) = (player(one), player(other));
        rules.team_avoidance == TeamAvoidance::Always
            && one.team.is_some()
            && one.team == other.team
    };
    let barred = |(one, other): Two| {
        [
            oracle.met(one, other),
            teammates((one, other)),
            forbidden.contains(&Pair::new(one, other)),
        ]
    };
    let twos: Vec<Two> = oracle
        .active
        .iter()
        .flat_map(|&one| oracle.active.iter().map(move |&other| (one, other)))
        .filter(|(one, other)| one < other)
        .collect();
    let mut helps = false;
    for (place, kind) in ["rematch", "teammates", "forbidden"]
        .into_iter()
        .enumerate()
    {
        let only: Vec<Two> = twos
            .iter()
            .copied()
            .filter(|&two| {
                let bars = barred(two);
                bars[place] && bars.iter().filter(|&&bar| bar).count() == 1
            })
            .collect();
        let as_kind = |relaxation: &Relaxation| match (relaxation, place) {
            (Relaxation::Rematch(seat), 0) => Some(of_seat(seat)),
            (Relaxation::Teammates(pair), 1) | (Relaxation::Forbidden(pair), 2) => Some(of(pair)),
            _ => None,
        };
        let named: BTreeSet<BTreeSet<Two>> = deadlock
            .ways
            .iter()
            .filter_map(|way| way.iter().map(as_kind).collect())
            .collect();
        match least(&oracle, &only) {
            None => prop_assert!(named.is_empty() || !helps, "{kind}: {named:?}"),
            Some((1, sets)) => {
                helps = true;
                prop_assert_eq!(named, sets, "{}", kind);
            }
            Some((_, sets)) => {
                helps = true;
                prop_assert_eq!(named.len(), 1, "{}", kind);
                prop_assert!(named.is_subset(&sets), "{kind}: {named:?} of {sets:?}");
            }
        }
    }

    // The fewest who sit out: whoever is not in a largest set of games.
    let byes: Vec<&Vec<Relaxation>> = deadlock
        .ways
        .iter()
        .filter(|way| way.iter().all(|one| matches!(one, Relaxation::Bye { .. })))
        .collect();
    let most_games = games_at_most(&oracle, &oracle.active);
    let odd = active.len() % 2;
    match byes.as_slice() {
        [] => prop_assert_eq!(most_games, 0),
        [way] => prop_assert_eq!(way.len() + odd + 2 * most_games, active.len()),
        more => prop_assert!(false, "{more:?}"),
    }
    Ok(())
}

fn games_at_most(oracle: &Oracle<'_>, rest: &[StartNumber]) -> usize {
    let Some((&first, others)) = rest.split_first() else {
        return 0;
    };
    let without = games_at_most(oracle, others);
    let with = others
        .iter()
        .filter(|&&other| oracle.may_meet(first, other))
        .map(|other| {
            let left: Vec<StartNumber> = others.iter().copied().filter(|no| no != other).collect();
            1 + games_at_most(oracle, &left)
        });
    with.max().unwrap_or(0).max(without)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_ways_out_are_the_smallest(seed: u64) {
        check(seed)?;
    }
}

#[test]
fn two_triangles_may_meet_again_or_one_of_each_sits_out() {
    let mut history = field(6);
    history.rounds = vec![
        draws(&[(1, 4), (2, 5), (3, 6)], &[]),
        draws(&[(5, 1), (6, 2), (4, 3)], &[]),
        draws(&[(1, 6), (4, 2), (3, 5)], &[]),
    ];
    let Err(NoPairing::Impossible(deadlock)) = next(&history, &rules()) else {
        panic!("each triangle leaves one over");
    };
    let rematches = deadlock
        .ways
        .iter()
        .filter(|way| matches!(way[..], [Relaxation::Rematch(_)]));
    assert_eq!(rematches.count(), 9);
    let bye = |who| Relaxation::Bye {
        who: StartNumber(who),
        had: 0,
    };
    assert!(
        deadlock.ways.contains(&vec![bye(3), bye(6)]),
        "{:?}",
        deadlock.ways
    );
}

/// Most of the field is of one club: five of eight, so two of them must meet.
#[test]
fn a_club_with_most_of_the_field() {
    let mut history = field(8);
    for player in &mut history.players {
        player.team = (player.no.0 <= 5).then(|| "club".into());
    }
    let rules = Swiss {
        team_avoidance: TeamAvoidance::Always,
        ..rules()
    };
    let Err(NoPairing::Impossible(deadlock)) = next(&history, &rules) else {
        panic!("five cannot be kept apart by three");
    };
    assert_eq!(deadlock.groups.len(), 5);
    assert_eq!(deadlock.outsiders, [6, 7, 8].map(StartNumber));
    let meet = deadlock
        .ways
        .iter()
        .filter(|way| matches!(way[..], [Relaxation::Teammates(_)]));
    assert_eq!(meet.count(), 10, "any two of the five");
    let first = Relaxation::Teammates(Pair::new(StartNumber(1), StartNumber(2)));
    assert_eq!(deadlock.ways[0], [first], "nearest to the pattern");
}
