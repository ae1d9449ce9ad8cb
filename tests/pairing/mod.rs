//! The next round of a points stage.

mod ahead;
mod deadlock;
mod exchange;
mod exhaustive;
mod hand;
mod ledger;
mod oracle;
mod settings;
mod why;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::{FirstRed, FirstRound, LastRound, Score, Swiss, TeamAvoidance};
use qisai::tournament::swiss::{Concern, NoPairing, Pair, Pairing, Seat, Warning, pair};
use qisai::tournament::{Game, History, Outcome, Player, Round, Side, StartNumber};

use self::ledger::Ledger;
use self::oracle::{Oracle, flat};
use crate::random_event::{Dice, everyone, out_of_a_hat, players, rules};

fn field(count: u32) -> History {
    let player = |no| Player {
        no: StartNumber(no),
        team: None,
        rating: None,
        fouls: 0,
    };
    History {
        players: (1..=count).map(player).collect(),
        ..History::default()
    }
}

/// A round of draws.
fn draws(games: &[(u32, u32)], byes: &[u32]) -> Round {
    Round {
        games: games
            .iter()
            .map(|&(red, black)| Game {
                red: StartNumber(red),
                black: StartNumber(black),
                outcome: Some(Outcome::Draw),
            })
            .collect(),
        byes: byes.iter().copied().map(StartNumber).collect(),
        ..Round::default()
    }
}

fn next(history: &History, rules: &Swiss) -> Result<Pairing, NoPairing> {
    pair(history, &everyone(history), rules, &BTreeSet::new())
}

fn seats(pairing: &Pairing) -> Vec<(u32, u32)> {
    pairing
        .games
        .iter()
        .map(|seat| (seat.red.0, seat.black.0))
        .collect()
}

#[test]
fn the_first_round_follows_the_pattern() {
    let by = |first_round, count| {
        let rules = Swiss {
            first_round,
            ..rules()
        };
        let pairing = next(&field(count), &rules).unwrap();
        (seats(&pairing), pairing.bye.map(|no| no.0))
    };
    assert_eq!(
        by(FirstRound::Adjacent, 9),
        (vec![(1, 2), (4, 3), (5, 6), (8, 7)], Some(9))
    );
    assert_eq!(
        by(FirstRound::Fold, 8),
        (vec![(1, 5), (6, 2), (3, 7), (8, 4)], None)
    );
    assert_eq!(
        by(FirstRound::FirstLast, 7),
        (vec![(1, 6), (5, 2), (3, 4)], Some(7))
    );
}

#[test]
fn the_first_round_is_over_those_who_are_there() {
    let active = [2, 3, 5, 8, 9].map(StartNumber).into();
    let pairing = pair(&field(9), &active, &rules(), &BTreeSet::new()).unwrap();
    assert_eq!(seats(&pairing), [(2, 3), (8, 5)]);
    assert_eq!(pairing.bye, Some(StartNumber(9)));
}

#[test]
fn teams_are_kept_apart_as_long_as_the_event_says() {
    let mut history = field(4);
    for player in &mut history.players {
        player.team = Some(if player.no.0 <= 2 { "east" } else { "west" }.into());
    }
    let by = |team_avoidance| {
        let rules = Swiss {
            team_avoidance,
            ..rules()
        };
        seats(&next(&history, &rules).unwrap())
    };
    assert_eq!(by(TeamAvoidance::Never), [(1, 2), (4, 3)]);
    assert_eq!(by(TeamAvoidance::FirstRounds(0)), [(1, 2), (4, 3)]);
    assert_eq!(by(TeamAvoidance::FirstRounds(1)), [(1, 3), (4, 2)]);
    assert_eq!(by(TeamAvoidance::Always), [(1, 3), (4, 2)]);
}

#[test]
fn a_pair_kept_apart_by_an_arbiter_does_not_meet() {
    let forbidden = [Pair::new(StartNumber(2), StartNumber(1))].into();
    let history = field(4);
    let pairing = pair(&history, &everyone(&history), &rules(), &forbidden).unwrap();
    assert_eq!(seats(&pairing), [(1, 3), (4, 2)]);
}

#[test]
fn too_few_or_unknown_players() {
    let history = field(3);
    let by = |active: &[u32]| {
        let active = active.iter().copied().map(StartNumber).collect();
        pair(&history, &active, &rules(), &BTreeSet::new())
    };
    assert_eq!(by(&[]), Err(NoPairing::TooFew(0)));
    assert_eq!(by(&[2]), Err(NoPairing::TooFew(1)));
    assert_eq!(by(&[2, 7]), Err(NoPairing::Unknown(StartNumber(7))));
}

/// Six players, each of three has met each of the other three.
#[test]
fn two_triangles_have_no_pairing() {
    let mut history = field(6);
    history.rounds = vec![
        draws(&[(1, 4), (2, 5), (3, 6)], &[]),
        draws(&[(5, 1), (6, 2), (4, 3)], &[]),
        draws(&[(1, 6), (4, 2), (3, 5)], &[]),
    ];
    let Err(NoPairing::Impossible(deadlock)) = next(&history, &rules()) else {
        panic!("each triangle leaves one over");
    };
    let groups = [[1, 2, 3], [4, 5, 6]].map(|group| group.map(StartNumber).to_vec());
    assert_eq!(deadlock.groups, groups);
    assert_eq!(deadlock.outsiders, []);
    assert_eq!(deadlock.rematches.len(), 9, "any pair across");
    let swapped = Seat {
        red: StartNumber(4),
        black: StartNumber(1),
    };
    assert!(deadlock.rematches.contains(&vec![swapped]));
}

#[test]
fn a_late_entry_is_paired_by_its_stated_points() {
    let mut history = field(6);
    let mut round = draws(&[(1, 2), (3, 4)], &[]);
    for game in &mut round.games {
        game.outcome = Some(Outcome::RedWin);
    }
    round.granted = [(StartNumber(5), 2), (StartNumber(6), 2)].into();
    history.rounds = vec![round];
    let pairing = next(&history, &rules()).unwrap();
    let pairs: BTreeSet<(u32, u32)> = seats(&pairing)
        .into_iter()
        .map(|(red, black)| (red.min(black), red.max(black)))
        .collect();
    // 1 and 3 are both due black, 5 and 6 nothing: inside the score groups, and nobody denied.
    assert_eq!(pairs, BTreeSet::from([(1, 5), (2, 4), (3, 6)]));
    assert_eq!(pairing.vector.byes_before, 0);
}

#[test]
fn five_players_in_round_four() {
    // 1, 2 and 3 have had the bye and not met each other; 4 and 5 have met everyone but each other.
    let mut history = field(5);
    history.rounds = vec![
        draws(&[(2, 4), (3, 5)], &[1]),
        draws(&[(4, 1), (5, 2)], &[3]),
        draws(&[(1, 5), (4, 3)], &[2]),
    ];
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(pairing.vector.byes_before, 1);
    assert_eq!(pairing.bye, Some(StartNumber(3)));
    assert!(pairing.warnings.contains(&Warning {
        who: StartNumber(3),
        why: Concern::AnotherBye(1),
    }));

    // With 4 and 5 kept apart nothing is left: 1, 2 and 3 can only meet each other.
    let forbidden = [Pair::new(StartNumber(4), StartNumber(5))].into();
    let Err(NoPairing::Impossible(deadlock)) =
        pair(&history, &everyone(&history), &rules(), &forbidden)
    else {
        panic!("4 and 5 have nobody left, and there is one bye");
    };
    let groups = [vec![1, 2, 3], vec![4], vec![5]]
        .map(|group| group.into_iter().map(StartNumber).collect::<Vec<_>>());
    assert_eq!(deadlock.groups, groups);
    assert_eq!(
        deadlock.rematches.len(),
        6,
        "4 or 5 once more against 1, 2 or 3"
    );
}

/// 1 and 2 are nearest by the pattern, but then 3 and 4 are left, who have met.
#[test]
fn the_nearest_opponents_would_be_a_trap() {
    let mut history = field(4);
    history.rounds = vec![draws(&[(3, 4)], &[])];
    for no in [1, 2] {
        history.rounds[0].granted.insert(StartNumber(no), 1);
    }
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(seats(&pairing), [(1, 3), (4, 2)]);

    // The same over three score groups: if the leaders meet, and those in the middle, the last two cannot.
    let mut history = field(6);
    history.rounds = vec![draws(&[(5, 6)], &[])];
    for (no, points) in [(1, 6), (2, 6), (3, 4), (4, 4)] {
        history.rounds[0].granted.insert(StartNumber(no), points);
    }
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(seats(&pairing), [(2, 1), (3, 5), (6, 4)]);
}

/// The leader is the only one who has had no bye: he gets it, be it ever so late, before anybody gets a
/// second one.
#[test]
fn the_leader_has_the_bye_late_when_all_others_have_had_it() {
    let mut history = field(5);
    history.rounds = vec![draws(&[], &[2, 3, 4, 5]), draws(&[], &[])];
    history.rounds[0].walkovers.insert(StartNumber(1));
    history.rounds[1].games = vec![Game {
        red: StartNumber(1),
        black: StartNumber(2),
        outcome: Some(Outcome::RedWin),
    }];
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(pairing.bye, Some(StartNumber(1)));
    assert!(!pairing.needs_approval() && pairing.warnings.is_empty());
    assert_eq!(pairing.vector.bye_score, 4);
}

#[test]
fn one_second_meeting_is_not_always_enough() {
    // All have met all: two second meetings in a field of four.
    let mut history = field(4);
    history.rounds = vec![
        draws(&[(1, 2), (4, 3)], &[]),
        draws(&[(3, 1), (2, 4)], &[]),
        draws(&[(1, 4), (2, 3)], &[]),
    ];
    let Err(NoPairing::Impossible(deadlock)) = next(&history, &rules()) else {
        panic!("everybody has met everybody");
    };
    assert_eq!(deadlock.groups.len(), 4);
    let pairs = |set: &Vec<Seat>| {
        let mut pairs: Vec<(u32, u32)> = set
            .iter()
            .map(|seat| (seat.red.0.min(seat.black.0), seat.red.0.max(seat.black.0)))
            .collect();
        pairs.sort_unstable();
        pairs
    };
    let mut sets: Vec<Vec<(u32, u32)>> = deadlock.rematches.iter().map(pairs).collect();
    sets.sort_unstable();
    let all = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]];
    assert_eq!(sets, all.map(|set| set.to_vec()), "any round once more");
    for seat in deadlock.rematches.iter().flatten() {
        assert!(
            history
                .rounds
                .iter()
                .flat_map(|round| &round.games)
                .any(|game| { (game.red, game.black) == (seat.black, seat.red) })
        );
    }
}

#[test]
fn a_forfeited_game_may_be_played_later_unless_the_event_says_no() {
    let mut history = field(2);
    history.rounds = vec![Round {
        games: vec![Game {
            red: StartNumber(1),
            black: StartNumber(2),
            outcome: Some(Outcome::BlackForfeit),
        }],
        ..Round::default()
    }];
    assert_eq!(seats(&next(&history, &rules()).unwrap()), [(2, 1)]);
    let strict = Swiss {
        forfeit_is_met: true,
        ..rules()
    };
    assert!(matches!(
        next(&history, &strict),
        Err(NoPairing::Impossible(_))
    ));
}

#[test]
fn the_arbiter_is_told_who_plays_a_side_too_often() {
    let mut history = field(4);
    history.rounds = vec![draws(&[(1, 3), (2, 4)], &[]), draws(&[(1, 4), (2, 3)], &[])];
    let pairing = next(&history, &rules()).unwrap();
    assert_eq!(
        seats(&pairing),
        [(1, 2), (3, 4)],
        "round 3: nobody has an opponent left but this one"
    );
    assert_eq!(pairing.vector.side_limits, 2);
    let third = |no, side| Warning {
        who: StartNumber(no),
        why: Concern::ThirdRunning(side),
    };
    assert!(
        pairing.warnings.contains(&third(1, Side::Red)),
        "{:?}",
        pairing.warnings
    );
    assert!(pairing.warnings.contains(&third(4, Side::Black)));
}

/// Settings and a history that any of them may meet.
fn random_case(
    dice: &mut Dice,
    largest: usize,
) -> (History, BTreeSet<StartNumber>, Swiss, BTreeSet<Pair>) {
    let count = 2 + dice.roll(largest - 1);
    let rounds = dice.roll(5);
    let history = out_of_a_hat(dice, count, rounds);
    let mut active = everyone(&history);
    active.retain(|_| dice.percent(95));
    let rules = Swiss {
        first_round: [
            FirstRound::Adjacent,
            FirstRound::Fold,
            FirstRound::FirstLast,
        ][dice.roll(3)],
        team_avoidance: [
            TeamAvoidance::Never,
            TeamAvoidance::Never,
            TeamAvoidance::FirstRounds(2),
            TeamAvoidance::Always,
        ][dice.roll(4)],
        forfeit_is_met: dice.percent(30),
        first_red: [FirstRed::Smaller, FirstRed::Larger][dice.roll(2)],
        rounds: 1 + dice.roll(6) as u32,
        last_round: LastRound {
            frees_sides: dice.percent(50),
            frees_teams: dice.percent(50),
            frees_floats: dice.percent(50),
        },
        score: Score {
            absence: dice.roll(2) as u32,
            ..Score::default()
        },
        ..rules()
    };
    let numbers: Vec<StartNumber> = active.iter().copied().collect();
    let mut forbidden = BTreeSet::new();
    if numbers.len() > 1 && dice.percent(30) {
        let (one, other) = (dice.roll(numbers.len()), dice.roll(numbers.len()));
        if one != other {
            forbidden.insert(Pair::new(numbers[one], numbers[other]));
        }
    }
    (history, active, rules, forbidden)
}

fn check_against_oracle(seed: u64, largest: usize) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let (history, active, rules, forbidden) = random_case(&mut dice, largest);
    if active.len() < 2 {
        return Ok(());
    }
    let oracle = Oracle {
        history: &history,
        active: active.iter().copied().collect(),
        rules: &rules,
        forbidden: &forbidden,
    };
    match (
        pair(&history, &active, &rules, &forbidden),
        oracle.best(&[]),
    ) {
        (Ok(pairing), Some((vector, complete))) => {
            prop_assert_eq!(flat(&pairing), vector, "{:?}", complete);
            prop_assert_eq!(pairing.games, oracle.tables(&complete));
            prop_assert_eq!(pairing.bye, complete.1);
        }
        (Err(NoPairing::Impossible(deadlock)), None) => {
            let singles: BTreeSet<(StartNumber, StartNumber)> = oracle
                .active
                .iter()
                .flat_map(|&one| oracle.active.iter().map(move |&other| (one, other)))
                .filter(|&(one, other)| one < other)
                .filter(|&(one, other)| oracle.met(one, other) && !oracle.kept_apart(one, other))
                .filter(|&pair| oracle.best(&[pair]).is_some())
                .collect();
            let as_pair = |seat: &Seat| (seat.red.min(seat.black), seat.red.max(seat.black));
            if singles.is_empty() {
                for set in &deadlock.rematches {
                    prop_assert!(set.len() > 1);
                    let set: Vec<_> = set.iter().map(as_pair).collect();
                    prop_assert!(oracle.best(&set).is_some());
                }
            } else {
                prop_assert!(deadlock.rematches.iter().all(|set| set.len() == 1));
                let found = deadlock.rematches.iter().flatten().map(as_pair).collect();
                prop_assert_eq!(singles, found);
            }
        }
        (found, expected) => prop_assert!(false, "{found:?} where the best is {expected:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_pairing_is_the_best_of_all(seed: u64) {
        check_against_oracle(seed, 8)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_pairing_is_the_best_of_all_in_larger_fields(seed: u64) {
        check_against_oracle(seed, 12)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn of_nine_to_twelve_players_the_pairing_is_the_best_of_all(
        seed: u64,
        count in 9..=12usize,
        rounds in 1..=6usize,
    ) {
        let mut dice = Dice::new(seed);
        let history = out_of_a_hat(&mut dice, count, rounds);
        let rules = Swiss {
            rounds: 99,
            team_avoidance: [TeamAvoidance::Never, TeamAvoidance::Always][dice.roll(2)],
            ..rules()
        };
        let forbidden = BTreeSet::new();
        let oracle = Oracle {
            history: &history,
            active: everyone(&history).into_iter().collect(),
            rules: &rules,
            forbidden: &forbidden,
        };
        match (next(&history, &rules), Ledger::new(&oracle).best()) {
            (Ok(pairing), Some((vector, complete))) => {
                prop_assert_eq!(flat(&pairing), vector, "{:?}", complete);
                prop_assert_eq!(pairing.games, oracle.tables(&complete));
                prop_assert_eq!(pairing.bye, complete.1);
            }
            (Err(NoPairing::Impossible(_)), None) => {}
            (found, best) => prop_assert!(false, "{found:?} where the best is {best:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// An event from the first round on: forfeits, absences, people who come late or leave.
    #[test]
    fn everyone_is_seated_once_and_nobody_meets_twice(
        seed: u64,
        count in 2..=60usize,
        rounds in 1..=9usize,
    ) {
        let mut dice = Dice::new(seed);
        let mut history = History { players: players(&mut dice, count), ..History::default() };
        let mut late: Vec<Player> = Vec::new();
        while history.players.len() > 2 && late.len() < 3 && dice.percent(50) {
            late.extend(history.players.pop());
        }
        let mut active = everyone(&history);
        let rules = rules();
        let mut met: BTreeMap<Pair, bool> = BTreeMap::new();
        for _ in 0..rounds {
            let mut there = active.clone();
            there.retain(|_| !dice.percent(3));
            let pairing = match pair(&history, &there, &rules, &BTreeSet::new()) {
                Ok(pairing) => pairing,
                Err(NoPairing::TooFew(_)) => break,
                // Few players run out of opponents; whether they must is for the oracle's tests.
                Err(NoPairing::Impossible(deadlock)) => {
                    prop_assert!(there.len() < 2 * rounds + 2);
                    let bye = there.len() % 2;
                    prop_assert!(deadlock.groups.len() > deadlock.outsiders.len() + bye);
                    break;
                }
                Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
            };
            let mut seated: Vec<StartNumber> = pairing
                .games
                .iter()
                .flat_map(|seat| [seat.red, seat.black])
                .chain(pairing.bye)
                .collect();
            seated.sort_unstable();
            prop_assert_eq!(seated, there.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(pairing.bye.is_some(), there.len() % 2 == 1);

            let mut round = Round {
                byes: pairing.bye.into_iter().collect(),
                absent: active.difference(&there).copied().filter(|_| dice.percent(50)).collect(),
                ..Round::default()
            };
            for seat in &pairing.games {
                let outcome = dice.outcome(5);
                let before = met.insert(Pair::new(seat.red, seat.black), outcome.is_played());
                prop_assert!(before != Some(true), "{seat:?} have met");
                round.games.push(Game { red: seat.red, black: seat.black, outcome: Some(outcome) });
            }
            history.rounds.push(round);
            active.retain(|_| !dice.percent(2));
            if let Some(player) = late.pop() {
                active.insert(player.no);
                history.players.push(player);
                history.players.sort_by_key(|player| player.no);
            }
        }
    }
}
