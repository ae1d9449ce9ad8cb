//! The large field against the complete graph.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::fixed::Fixed;
use super::super::pair::Task;
use super::super::pairing::{Pair, Seat};
use crate::config::{
    ByeInOpponents, Conduct, FirstRed, FirstRound, LastRound, Numbering, PairingSystem, RankKey,
    Ranking, Reporting, Score, Swiss, TeamAvoidance, Tie,
};
use crate::tournament::{Game, History, Outcome, Player, Round, StartNumber};

/// A round in which everybody met somebody drawn from a hat, or almost everybody.
#[derive(Debug, Clone)]
struct Event {
    history: History,
    active: BTreeSet<StartNumber>,
    rules: Swiss,
    forbidden: BTreeSet<Pair>,
    fixed: Fixed,
}

fn outcomes(draws: u8) -> impl Strategy<Value = Option<Outcome>> {
    (0..100u8, 0..40u8).prop_map(move |(lot, rare)| match (lot, rare) {
        (_, 0) => Some(Outcome::RedForfeit),
        (_, 1) => Some(Outcome::BothForfeit),
        (_, 2) => None,
        (lot, _) if lot < draws => Some(Outcome::Draw),
        (lot, _) if lot % 2 == 0 => Some(Outcome::RedWin),
        _ => Some(Outcome::BlackWin),
    })
}

/// Pairs out of a hat; a share of them with the smaller number as red.
fn round(players: u32, draws: u8, orderly: u8) -> impl Strategy<Value = Round> {
    let numbers: Vec<u32> = (1..=players).collect();
    let games = proptest::collection::vec((outcomes(draws), 0..100u8), players as usize / 2);
    (Just(numbers).prop_shuffle(), games, 0..8u8).prop_map(move |(order, drawn, lot)| {
        let pairs = order.chunks_exact(2).zip(drawn);
        let games = pairs.map(|(pair, (outcome, side))| {
            let (one, other) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let (red, black) = if side < orderly {
                (one, other)
            } else {
                (pair[0], pair[1])
            };
            Game {
                red: StartNumber(red),
                black: StartNumber(black),
                outcome,
            }
        });
        let mut round = Round {
            games: games.collect(),
            ..Round::default()
        };
        let left = order.chunks_exact(2).remainder();
        match (left, lot) {
            ([no], 0) => round.absent.insert(StartNumber(*no)),
            ([no], _) => round.byes.insert(StartNumber(*no)),
            _ => false,
        };
        round
    })
}

fn rules() -> impl Strategy<Value = Swiss> {
    let last = (any::<bool>(), any::<bool>(), any::<bool>(), 0..4u8);
    let teams = prop_oneof![
        3 => Just(TeamAvoidance::Never),
        1 => Just(TeamAvoidance::FirstRounds(3)),
        2 => Just(TeamAvoidance::Always)
    ];
    let pattern = prop_oneof![
        Just(FirstRound::Adjacent),
        Just(FirstRound::Fold),
        Just(FirstRound::FirstLast)
    ];
    (pattern, teams, any::<bool>(), any::<bool>(), last).prop_map(
        |(
            first_round,
            team_avoidance,
            forfeit_is_met,
            smaller,
            (sides, floats, teams, is_last),
        )| {
            Swiss {
                key: "points".into(),
                name: "积分赛".into(),
                rounds: if is_last == 0 { 1 } else { 30 },
                score: Score::default(),
                system: PairingSystem::Xiangqi,
                numbering: Numbering::Lot,
                first_round,
                team_avoidance,
                forfeit_is_met,
                first_red: if smaller {
                    FirstRed::Smaller
                } else {
                    FirstRed::Larger
                },
                last_round: LastRound {
                    frees_sides: sides,
                    frees_floats: floats,
                    frees_teams: teams,
                },
                ranking: Ranking {
                    keys: vec![RankKey::Points],
                    bye_in_opponents: ByeInOpponents::Zero,
                    forfeit_in_opponents: true,
                    bye_in_progressive: true,
                    forfeit_is_win: true,
                    bye_is_win: false,
                    bye_has_side: false,
                    tie: Tie::Shared,
                },
                reporting: Reporting::default(),
                conduct: Conduct::default(),
                advance: None,
                time_control: "20+5".into(),
            }
        },
    )
}

fn events(players: std::ops::Range<u32>, rounds: usize) -> impl Strategy<Value = Event> {
    (players, 0..=rounds, 0..100u8, 0..100u8, 1..12u32).prop_flat_map(
        |(players, rounds, draws, orderly, teams)| {
            let rounds = proptest::collection::vec(round(players, draws, orderly), rounds);
            let in_team = proptest::collection::vec((0..teams, 0..3u8), players as usize);
            let away = proptest::collection::btree_set(1..=players, 0..3);
            let apart = proptest::collection::vec((1..=players, 1..=players), 0..6);
            let fixed = proptest::collection::vec((1..=players, 1..=players), 0..3);
            (rounds, in_team, away, apart, fixed, rules()).prop_map(
                move |(rounds, in_team, away, apart, fixed, rules)| {
                    event(players, rounds, in_team, &away, apart, fixed, rules)
                },
            )
        },
    )
}

fn event(
    players: u32,
    rounds: Vec<Round>,
    in_team: Vec<(u32, u8)>,
    away: &BTreeSet<u32>,
    apart: Vec<(u32, u32)>,
    fixed: Vec<(u32, u32)>,
    rules: Swiss,
) -> Event {
    let player = |(no, (team, lot)): (u32, (u32, u8))| Player {
        no: StartNumber(no),
        team: (lot > 0).then(|| format!("{team}")),
        rating: None,
        fouls: 0,
    };
    let active: BTreeSet<StartNumber> = (1..=players)
        .filter(|no| !away.contains(no))
        .map(StartNumber)
        .collect();
    let mut taken: BTreeMap<u32, ()> = BTreeMap::new();
    let mut games = BTreeSet::new();
    for (red, black) in fixed {
        let both = [red, black];
        let is_free = |no: &u32| active.contains(&StartNumber(*no)) && !taken.contains_key(no);
        if red != black && both.iter().all(is_free) {
            taken.extend(both.map(|no| (no, ())));
            games.insert(Seat {
                red: StartNumber(red),
                black: StartNumber(black),
            });
        }
    }
    let different = apart.into_iter().filter(|(one, other)| one != other);
    Event {
        history: History {
            players: (1..).zip(in_team).map(player).collect(),
            rounds,
            lots: Vec::new(),
        },
        active,
        rules,
        forbidden: different
            .map(|(one, other)| Pair::new(StartNumber(one), StartNumber(other)))
            .collect(),
        fixed: Fixed { games, bye: None },
    }
}

fn check(event: &Event) -> Result<(), TestCaseError> {
    let task = Task::new(
        &event.history,
        &event.active,
        &event.rules,
        &event.forbidden,
        &event.fixed,
    );
    let Ok(task) = task else { return Ok(()) };
    match (
        super::best(&task, &BTreeSet::new()),
        task.best_of(task.allowed()),
    ) {
        (Ok(found), Ok(expected)) => {
            prop_assert_eq!(task.field.vector(&found), task.field.vector(&expected));
            prop_assert_eq!(found, expected);
        }
        (Err(found), Err(expected)) => {
            let sorted = |mut groups: Vec<Vec<usize>>| {
                groups.iter_mut().for_each(|group| group.sort_unstable());
                groups.sort_unstable();
                groups
            };
            prop_assert_eq!(sorted(found.groups), sorted(expected.groups));
            prop_assert_eq!(
                sorted(vec![found.outsiders]),
                sorted(vec![expected.outsiders])
            );
        }
        (found, expected) => prop_assert!(false, "{found:?} where {expected:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn small_fields_are_paired_as_by_the_complete_graph(event in events(2..14, 6)) {
        check(&event)?;
    }

    #[test]
    fn fields_are_paired_as_by_the_complete_graph(event in events(14..61, 7)) {
        check(&event)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn large_fields_are_paired_as_by_the_complete_graph(event in events(61..200, 6)) {
        check(&event)?;
    }
}
