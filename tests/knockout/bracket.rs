//! The bracket and the places, for every size.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::{Knockout, KnockoutRound, Vacancy};
use qisai::tournament::knockout::{
    Course, DuelGame, MatchNo, Pair, Slot, State, Step, qualifiers, rounds, seeds,
};
use qisai::tournament::{Outcome, StartNumber};

use super::{final_legs, round_legs};

const OUTCOMES: [Outcome; 6] = [
    Outcome::RedWin,
    Outcome::BlackWin,
    Outcome::Draw,
    Outcome::RedForfeit,
    Outcome::BlackForfeit,
    Outcome::BothForfeit,
];

fn rules(size: usize, play_all: bool) -> Knockout {
    let count = rounds(size);
    let round = |number| KnockoutRound {
        name: format!("{number}"),
        legs: if number == count {
            final_legs()
        } else {
            round_legs()
        },
    };
    Knockout {
        key: "knockout".to_owned(),
        name: "淘汰赛".to_owned(),
        size: u32::try_from(size).expect("small"),
        rounds: (1..=count).map(round).collect(),
        vacancy: Vacancy::NextInRank,
        play_all,
        choice_minutes: 10,
    }
}

/// Players 101, 102 … in the order of the points stage.
fn table(count: usize) -> Vec<StartNumber> {
    (101..).take(count).map(StartNumber).collect()
}

fn course(rules: &Knockout, players: usize) -> Course<'_> {
    let table = table(players);
    Course {
        rules,
        seeds: qualifiers(&table, rules.size as usize, &BTreeSet::new(), rules.vacancy),
        table,
        duels: BTreeMap::new(),
        kept: BTreeMap::new(),
        out: Vec::new(),
    }
}

/// Does one step somewhere; `rolls` decide. False: nothing is left to do.
fn step(course: &mut Course<'_>, rolls: &mut impl Iterator<Item = usize>) -> bool {
    let under: Vec<(Pair, Step)> = course
        .pairs()
        .into_iter()
        .flatten()
        .filter_map(|pair| match pair.state {
            State::Under(step) => Some((pair, step)),
            _ => None,
        })
        .collect();
    let mut roll = || rolls.next().unwrap_or(7);
    let Some((pair, step)) = under.get(roll() % under.len().max(1)) else {
        return false;
    };
    let [better, other] = pair.players().expect("two players");
    let duel = course.duels.entry(pair.no).or_default();
    match *step {
        Step::Next { red, game } => {
            assert_eq!(game, duel.games.len());
            let (red, black) = match red {
                qisai::tournament::knockout::Rival::Better => (better, other),
                qisai::tournament::knockout::Rival::Other => (other, better),
            };
            duel.games.push(DuelGame {
                red,
                black,
                outcome: None,
            });
        }
        Step::Playing { game } => {
            duel.games[game].outcome = Some(OUTCOMES[roll() % OUTCOMES.len()]);
        }
        Step::Lot { game } | Step::Choice { game, .. } => {
            let red = if roll() % 2 == 0 { better } else { other };
            duel.sides.insert(game, red);
        }
        Step::Over(_) => unreachable!("a match that is over is not under way"),
    }
    true
}

fn finish(course: &mut Course<'_>, rolls: &mut impl Iterator<Item = usize>) {
    // At most nine games a match, four steps a game.
    for _ in 0..course.seeds.len() * 40 {
        if !step(course, rolls) {
            return;
        }
    }
    panic!("the knockout does not end");
}

/// What must hold whenever nothing is left to play.
fn check_over(course: &Course<'_>, players: usize) {
    let rest: Vec<(StartNumber, u32)> = course.table.iter().copied().zip(1..).collect();
    let end = course.final_table(&rest, &BTreeSet::new());
    let mut who: Vec<StartNumber> = end.rows.iter().map(|row| row.no).collect();
    who.sort();
    assert_eq!(who, table(players), "everyone has one place");
    if let Some(champion) = course.champion() {
        assert_eq!(end.undecided, 0);
        let places: Vec<u32> = end.rows.iter().map(|row| row.place).collect();
        assert_eq!(places, (1..).take(players).collect::<Vec<u32>>());
        assert_eq!(end.rows[0].no, champion);
    }
    // Who lost in a later round stands above who lost in an earlier one; within a round the table decides.
    let place = |no| {
        end.rows
            .iter()
            .find(|row| row.no == no)
            .expect("placed")
            .place
    };
    let lost: Vec<Vec<StartNumber>> = course
        .pairs()
        .iter()
        .map(|round| round.iter().flat_map(|pair| pair.state.losers()).collect())
        .collect();
    for (round, losers) in lost.iter().enumerate() {
        for one in losers {
            for other in losers {
                assert_eq!(
                    course.rank(*one) < course.rank(*other),
                    place(*one) < place(*other)
                );
            }
            for later in lost[round + 1..].iter().flatten() {
                assert!(place(*later) < place(*one));
            }
        }
    }
}

#[test]
fn the_bracket_of_sixteen_is_the_usual_one() {
    let pairs: Vec<[usize; 2]> = seeds(16)
        .chunks(2)
        .map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])])
        .collect();
    let want = [
        [1, 16],
        [8, 9],
        [5, 12],
        [4, 13],
        [3, 14],
        [6, 11],
        [7, 10],
        [2, 15],
    ];
    assert_eq!(pairs, want);
}

#[test]
fn every_size_has_its_bracket_and_the_byes_go_to_the_top() {
    for size in 2..=64 {
        let order = seeds(size);
        let full = size.next_power_of_two();
        let mut sorted = order.clone();
        sorted.sort();
        assert_eq!(sorted, (1..=full).collect::<Vec<_>>());
        for pair in order.chunks(2) {
            assert_eq!(pair[0] + pair[1], full + 1, "size {size}");
            let bye = pair[0].max(pair[1]) > size;
            assert_eq!(bye, pair[0].min(pair[1]) <= full - size, "size {size}");
        }
        // If the better always wins, the best two meet in the final, the best four in the semi-finals.
        let mut left = order;
        while left.len() > 2 {
            left = left.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
            let mut best = left.clone();
            best.sort();
            assert_eq!(best, (1..=left.len()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_knockout_of_any_size_ends_with_a_place_for_everyone() {
    for size in 2..=64 {
        let rules = rules(size, size % 2 == 0);
        let players = size + 3;
        let mut course = course(&rules, players);
        finish(&mut course, &mut (0..).map(|at| at * 7 % 11));
        check_over(&course, players);
    }
}

#[test]
fn the_places_of_the_losers_come_round_by_round() {
    let rules = rules(16, true);
    let mut course = course(&rules, 20);
    let rest: Vec<(StartNumber, u32)> = course
        .table
        .iter()
        .copied()
        .zip([
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18, 20,
        ])
        .collect();
    let before = course.final_table(&rest, &BTreeSet::new());
    assert_eq!(before.undecided, 16);
    let shown: Vec<(u32, bool)> = before
        .rows
        .iter()
        .map(|row| (row.place, row.shared))
        .collect();
    assert_eq!(shown, [(17, false), (18, true), (18, true), (20, false)]);
    // The better wins everywhere, by the other's giving up.
    for (round, undecided) in [(1, 8), (2, 4), (3, 2), (4, 0)] {
        let pairs = course.pairs();
        for pair in &pairs[round - 1] {
            let [_, other] = pair.players().expect("both known");
            course.out.push(other);
        }
        assert_eq!(
            course.final_table(&rest, &BTreeSet::new()).undecided,
            undecided
        );
    }
    let end = course.final_table(&rest, &BTreeSet::new());
    let order: Vec<StartNumber> = end.rows.iter().map(|row| row.no).collect();
    assert_eq!(order, table(20));
}

#[test]
fn a_smaller_field_leaves_the_first_rounds_out() {
    let rules = rules(16, true);
    let course = course(&rules, 5);
    assert_eq!(course.rounds(), 3);
    assert_eq!(course.rules_of(3).expect("the final").name, "4");
    assert_eq!(course.rules_of(1).expect("the first").name, "2");
    let first = &course.pairs()[0];
    let free: Vec<bool> = first
        .iter()
        .map(|pair| matches!(pair.state, State::Free(Some(_))))
        .collect();
    assert_eq!(free, [true, false, true, true]);
}

#[test]
fn a_vacancy_is_filled_or_walked_over() {
    let table = table(6);
    let out = BTreeSet::from([StartNumber(102)]);
    let moved = qualifiers(&table, 4, &out, Vacancy::NextInRank);
    let want = [101, 103, 104, 105].map(|no| Some(StartNumber(no)));
    assert_eq!(moved, want);
    let left = qualifiers(&table, 4, &out, Vacancy::Walkover);
    assert_eq!(left[1], None);
    assert_eq!(left[3], Some(StartNumber(104)));
}

/// The last game of the first match of each round, after which everything else was played.
#[test]
fn a_correction_at_every_depth_moves_the_winner_or_names_what_stands_in_the_way() {
    for round in 1..=4 {
        let rules = rules(16, true);
        let mut course = course(&rules, 16);
        finish(&mut course, &mut (0..).map(|at| at % 2));
        assert_eq!(course.misplaced(), []);
        let no = MatchNo { round, table: 1 };
        let before = course.find(no).expect("the match").state;
        let State::Won { winner, loser, .. } = before else {
            panic!("{before:?}")
        };
        // The whole match the other way round: forfeited by the winner.
        let duel = course.duels.get_mut(&no).expect("games");
        for game in &mut duel.games {
            game.outcome = Some(if game.red == winner {
                Outcome::RedForfeit
            } else {
                Outcome::BlackForfeit
            });
        }
        let after = course.find(no).expect("the match").state;
        assert!(matches!(after, State::Won { winner: now, .. } if now == loser));
        // Every later match on the way that the winner had played is called into question, from its
        // first game on; none beside the way.
        let misplaced = course.misplaced();
        for (found, first) in &misplaced {
            assert!(found.round > round || *found == no);
            assert!(found.table == 1);
            assert!(*found == no || *first == 0);
        }
        let next = MatchNo {
            round: round + 1,
            table: 1,
        };
        assert_eq!(round < 4, misplaced.iter().any(|(found, _)| *found == next));
        // With those games gone the bracket goes on with the other player.
        for (found, first) in misplaced {
            course
                .duels
                .get_mut(&found)
                .expect("games")
                .games
                .truncate(first);
        }
        assert_eq!(course.misplaced(), []);
        if round < 4 {
            let pair = course.find(next).expect("the next match");
            assert!(pair.slots.contains(&Slot::Player(loser)));
        }
    }
}

proptest! {
    #[test]
    fn random_ladders_end_and_place_everyone(
        size in 2_usize..40,
        more in 0_usize..5,
        play_all: bool,
        rolls in prop::collection::vec(0_usize..60, 0..1500),
        out in prop::collection::btree_set(101_u32..145, 0..4),
    ) {
        let rules = rules(size, play_all);
        let players = size + more;
        let mut course = course(&rules, players);
        let mut rolls = rolls.into_iter();
        for no in out {
            for _ in 0..10 {
                step(&mut course, &mut rolls);
            }
            course.out.push(StartNumber(no));
        }
        finish(&mut course, &mut rolls);
        check_over(&course, players);
        prop_assert_eq!(course.misplaced(), []);
        // Sides change from game to game within a leg.
        for (no, duel) in &course.duels {
            let ladder = course.ladder(no.round);
            for (at, two) in duel.games.windows(2).enumerate() {
                let (one, other) = (ladder.rung(at).unwrap(), ladder.rung(at + 1).unwrap());
                if one.leg == other.leg {
                    prop_assert_eq!(two[0].red, two[1].black);
                }
            }
        }
    }

    /// Whatever single game is corrected, what the bracket does not call for any more is named, and without
    /// that it goes on to an end.
    #[test]
    fn any_correction_leaves_a_bracket_that_ends(
        size in 2_usize..20,
        play_all: bool,
        rolls in prop::collection::vec(0_usize..60, 0..400),
        which: prop::sample::Index,
        outcome in 0_usize..7,
    ) {
        let rules = rules(size, play_all);
        let mut course = course(&rules, size);
        let mut rolls = rolls.into_iter();
        finish(&mut course, &mut rolls);
        let all: Vec<(MatchNo, usize)> = course
            .duels
            .iter()
            .flat_map(|(no, duel)| (0..duel.games.len()).map(|game| (*no, game)))
            .collect();
        let (no, game) = all[which.index(all.len())];
        course.duels.get_mut(&no).unwrap().games[game].outcome = OUTCOMES.get(outcome).copied();
        let before = course.clone();
        for (found, first) in course.prune() {
            prop_assert!(found.round > no.round || found == no && first > game);
            let left = &course.duels[&found].games;
            prop_assert_eq!(left, &before.duels[&found].games[..first]);
        }
        prop_assert_eq!(course.misplaced(), []);
        finish(&mut course, &mut rolls);
        check_over(&course, size);
    }
}

/// Whoever is removed, in whatever round they lost or not at all, the others stand as before, without a gap.
#[test]
fn the_removed_hold_no_place_and_the_others_number_on() {
    let rules = rules(16, false);
    let mut course = course(&rules, 20);
    let rest: Vec<(StartNumber, u32)> = course.table.iter().copied().zip(1..).collect();
    for rounds in 0..=4_usize {
        let all = course.final_table(&rest, &BTreeSet::new());
        for mask in 0..1 << 4 {
            // Of each round's losers somebody, the champion, and one behind the bracket.
            let of: [u32; 4] = [101, 109, 116, 120];
            let removed: BTreeSet<StartNumber> = (0..4_usize)
                .filter(|bit| mask & (1 << bit) != 0)
                .map(|bit| StartNumber(of[bit]))
                .collect();
            let table = course.final_table(&rest, &removed);
            let stayed = all.rows.iter().map(|row| row.no);
            let stayed: Vec<StartNumber> = stayed.filter(|no| !removed.contains(no)).collect();
            let order: Vec<StartNumber> = table.rows.iter().map(|row| row.no).collect();
            assert_eq!(order, stayed);
            let places: Vec<u32> = table.rows.iter().map(|row| row.place).collect();
            let last = 20 - u32::try_from(removed.len()).expect("few");
            assert_eq!(places, (table.undecided + 1..=last).collect::<Vec<u32>>());
        }
        let pairs = course.pairs();
        for pair in pairs.get(rounds).into_iter().flatten() {
            let [_, other] = pair.players().expect("both known");
            course.out.push(other);
        }
    }
}
