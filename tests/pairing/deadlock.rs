//! No complete pairing: the smallest ways out, against all there are.

use std::collections::BTreeSet;

use proptest::prelude::*;
use qisai::config::{Swiss, TeamAvoidance};
use qisai::tournament::swiss::{
    Fixed, MOST_WAYS, NoPairing, Pair, Relaxation, Seat, pair, pair_around,
};
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};

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
            Some((size, sets)) => {
                helps = true;
                prop_assert!(named.is_subset(&sets), "{kind}: {named:?} of {sets:?}");
                let left_over = deadlock.groups.len() - deadlock.outsiders.len();
                let offered = match 2 * size == left_over {
                    true => sets.len().min(MOST_WAYS),
                    false => 1,
                };
                // The bye of an odd field may be a group by itself.
                if active.len().is_multiple_of(2) {
                    prop_assert_eq!(named.len(), offered, "{}: {:?} of {:?}", kind, named, sets);
                }
            }
        }
    }

    // The fewest who sit out: whoever is not in a largest set of games.
    let byes: BTreeSet<BTreeSet<StartNumber>> = deadlock
        .ways
        .iter()
        .filter_map(|way| {
            let who = way.iter().map(|one| match one {
                Relaxation::Bye { who, .. } => Some(*who),
                _ => None,
            });
            who.collect()
        })
        .collect();
    let most_games = games_at_most(&oracle, &oracle.active);
    if most_games == 0 {
        prop_assert!(byes.is_empty(), "{byes:?}");
        return Ok(());
    }
    let size = active.len() - active.len() % 2 - 2 * most_games;
    let all: BTreeSet<BTreeSet<StartNumber>> = subsets(&oracle.active, size)
        .into_iter()
        .filter(|out| {
            let rest = oracle.active.iter().copied();
            let rest: Vec<StartNumber> = rest.filter(|no| !out.contains(no)).collect();
            !oracle.all(&rest, &[]).is_empty()
        })
        .collect();
    prop_assert!(byes.is_subset(&all), "{byes:?} of {all:?}");
    prop_assert_eq!(
        byes.len(),
        all.len().min(MOST_WAYS),
        "{:?} of {:?}",
        byes,
        all
    );
    Ok(())
}

/// All sets of so many of a list.
fn subsets(list: &[StartNumber], size: usize) -> Vec<BTreeSet<StartNumber>> {
    if size == 0 {
        return vec![BTreeSet::new()];
    }
    let Some((&first, rest)) = list.split_first() else {
        return Vec::new();
    };
    let mut sets = subsets(rest, size);
    for mut set in subsets(rest, size - 1) {
        set.insert(first);
        sets.push(set);
    }
    sets
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
    let byes = deadlock
        .ways
        .iter()
        .filter(|way| way.iter().all(|one| matches!(one, Relaxation::Bye { .. })));
    let byes: Vec<&Vec<Relaxation>> = byes.collect();
    assert_eq!(byes.len(), 9, "one of each triangle: {byes:?}");
    assert_eq!(*byes[0], [bye(3), bye(6)], "the larger numbers first");
    for (one, other) in [1, 2, 3]
        .into_iter()
        .flat_map(|one| [4, 5, 6].map(|other| (one, other)))
    {
        assert!(
            byes.contains(&&vec![bye(one), bye(other)]),
            "{one} and {other}"
        );
    }
}

/// Of a large field the nearest pairs alone are looked at; a way out that is named is one all the same.
#[test]
fn a_club_with_most_of_a_large_field() {
    let mut history = field(320);
    for player in &mut history.players {
        let no = player.no.0;
        player.team = (no % 2 == 1 || no <= 4).then(|| "club".into());
    }
    let mut round = Round::default();
    for no in 1..=160 {
        round.games.push(Game {
            red: StartNumber(no),
            black: StartNumber(no + 160),
            outcome: Some([Outcome::RedWin, Outcome::BlackWin, Outcome::Draw][no as usize % 3]),
        });
    }
    history.rounds.push(round);
    let rules = Swiss {
        team_avoidance: TeamAvoidance::Always,
        ..rules()
    };
    let Err(NoPairing::Impossible(deadlock)) = next(&history, &rules) else {
        panic!("162 cannot be kept apart by 158");
    };
    assert_eq!(deadlock.groups.len(), 162);
    assert_eq!(deadlock.outsiders.len(), 158);
    let teammates: Vec<Vec<Pair>> = deadlock
        .ways
        .iter()
        .filter_map(|way| {
            let pairs = way.iter().map(|one| match one {
                Relaxation::Teammates(pair) => Some(*pair),
                _ => None,
            });
            pairs.collect()
        })
        .collect();
    assert_eq!(teammates.len(), 1, "{teammates:?}");
    assert_eq!(teammates[0].len(), 2, "four are left over");
    let meet = teammates[0].iter().map(|pair| Seat {
        red: pair.smaller(),
        black: pair.larger(),
    });
    let fixed = Fixed {
        games: meet.collect(),
        bye: None,
    };
    let none = BTreeSet::new();
    assert!(pair_around(&history, &everyone(&history), &rules, &none, &fixed).is_ok());
    let byes = deadlock.ways.last().unwrap();
    let mut active = everyone(&history);
    for bye in byes {
        let Relaxation::Bye { who, .. } = bye else {
            panic!("{bye:?}");
        };
        assert!(active.remove(who));
    }
    assert_eq!(active.len(), 316);
    assert!(pair(&history, &active, &rules, &none).is_ok());
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
