//! The table of a points stage.

mod demo;
mod oracle;
mod random;

use qisai::config::{ByeInOpponents, RankKey, Ranking, Score, Tie};
use qisai::tournament::standings::{
    Reason, Standing, Term, Value, standings, standings_among, unfold,
};
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};

use crate::random_event::ranking;

fn player(no: u32) -> Player {
    Player {
        no: StartNumber(no),
        team: None,
        rating: None,
        fouls: 0,
    }
}

fn game(red: u32, black: u32, outcome: Outcome) -> Game {
    Game {
        red: StartNumber(red),
        black: StartNumber(black),
        outcome: Some(outcome),
    }
}

fn round(games: Vec<Game>, byes: &[u32]) -> Round {
    Round {
        games,
        byes: byes.iter().copied().map(StartNumber).collect(),
        ..Round::default()
    }
}

fn field(count: u32, rounds: Vec<Round>) -> History {
    History {
        players: (1..=count).map(player).collect(),
        rounds,
        ..History::default()
    }
}

const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;
const D: u32 = 4;
const E: u32 = 5;

/// Five players, three rounds, a forfeit and three byes.
fn five() -> History {
    field(
        5,
        vec![
            round(
                vec![game(A, B, Outcome::RedWin), game(C, D, Outcome::RedWin)],
                &[E],
            ),
            round(
                vec![game(C, A, Outcome::BlackWin), game(B, E, Outcome::Draw)],
                &[D],
            ),
            round(
                vec![
                    game(A, E, Outcome::RedWin),
                    game(D, B, Outcome::BlackForfeit),
                ],
                &[C],
            ),
        ],
    )
}

/// The figure of everyone under a key, in the order of start numbers.
fn figures(history: &History, ranking: &Ranking, key: RankKey) -> Vec<Value> {
    let mut table = standings(history, &Score::default(), ranking);
    table.sort_by_key(|standing| standing.no);
    let of = |standing: Standing| standing.values.into_iter().find(|(found, _)| *found == key);
    table
        .into_iter()
        .map(|standing| of(standing).unwrap().1)
        .collect()
}

fn numbers(values: &[u32]) -> Vec<Value> {
    values.iter().copied().map(Value::Number).collect()
}

/// Start numbers with their places.
fn places(table: &[Standing]) -> Vec<(u32, u32, bool)> {
    table
        .iter()
        .map(|row| (row.no.0, row.rank, row.shared))
        .collect()
}

#[test]
fn five_players_by_hand() {
    let history = five();
    let by = ranking(&RankKey::ALL);
    assert_eq!(
        figures(&history, &by, RankKey::Points),
        numbers(&[6, 1, 4, 4, 3])
    );
    assert_eq!(
        figures(&history, &by, RankKey::Opponents),
        numbers(&[8, 13, 10, 5, 7])
    );
    assert_eq!(
        figures(&history, &by, RankKey::Progressive),
        numbers(&[12, 2, 8, 6, 8])
    );
    assert_eq!(
        figures(&history, &by, RankKey::Wins),
        numbers(&[3, 0, 1, 1, 0])
    );
    assert_eq!(
        figures(&history, &by, RankKey::BlackGames),
        numbers(&[1, 1, 0, 1, 2])
    );
    assert_eq!(
        figures(&history, &by, RankKey::BlackWins),
        numbers(&[1, 0, 0, 0, 0])
    );
    assert_eq!(
        figures(&history, &by, RankKey::Median),
        numbers(&[3, 4, 4, 1, 1])
    );

    let lowest = Ranking {
        bye_in_opponents: ByeInOpponents::Lowest,
        ..by.clone()
    };
    assert_eq!(
        figures(&history, &lowest, RankKey::Opponents),
        numbers(&[8, 13, 11, 6, 8])
    );
    let no_forfeits = Ranking {
        forfeit_in_opponents: false,
        forfeit_is_win: false,
        bye_is_win: true,
        bye_in_progressive: false,
        ..by
    };
    assert_eq!(
        figures(&history, &no_forfeits, RankKey::Opponents),
        numbers(&[8, 9, 10, 4, 7])
    );
    assert_eq!(
        figures(&history, &no_forfeits, RankKey::Wins),
        numbers(&[3, 0, 2, 1, 1])
    );
    assert_eq!(
        figures(&history, &no_forfeits, RankKey::Progressive),
        numbers(&[12, 2, 6, 2, 2])
    );

    let table = standings(&history, &Score::default(), &ranking(&[RankKey::Points]));
    assert_eq!(
        places(&table),
        [
            (A, 1, false),
            (C, 2, true),
            (D, 2, true),
            (E, 4, false),
            (B, 5, false)
        ]
    );
}

#[test]
fn a_figure_unfolds_into_its_sum() {
    let terms = unfold(
        &five(),
        &Score::default(),
        &ranking(&RankKey::ALL),
        StartNumber(D),
        RankKey::Opponents,
    );
    let term = |round, opponent: Option<u32>, amount, why| Term {
        round: Some(round),
        opponent: opponent.map(StartNumber),
        amount,
        why,
        is_open: false,
    };
    assert_eq!(
        terms,
        [
            term(1, Some(C), 4, Reason::Loss),
            term(2, None, 0, Reason::Bye),
            term(3, Some(B), 1, Reason::ForfeitWin),
        ]
    );
}

#[test]
fn a_late_entry_has_the_points_stated_for_the_rounds_before_it() {
    const F: u32 = 6;
    let mut history = five();
    history.players.push(player(F));
    history.rounds[0].granted.insert(StartNumber(F), 1);
    history.rounds[1].granted.insert(StartNumber(F), 2);
    // In round 3 F takes the place of C's bye.
    history.rounds[2].byes.clear();
    history.rounds[2].games.push(game(C, F, Outcome::BlackWin));
    let by = ranking(&RankKey::ALL);
    let of_f = |key| figures(&history, &by, key).pop();
    assert_eq!(
        figures(&history, &by, RankKey::Points),
        numbers(&[6, 1, 2, 4, 3, 5])
    );
    for (key, figure) in [
        (RankKey::Opponents, 2),
        (RankKey::Progressive, 1 + 3 + 5),
        (RankKey::Wins, 1),
        (RankKey::BlackGames, 1),
        (RankKey::BlackWins, 1),
    ] {
        assert_eq!(of_f(key), Some(Value::Number(figure)), "{key:?}");
    }
    let table = standings(&history, &Score::default(), &by);
    let row = table.iter().find(|row| row.no.0 == F).unwrap();
    assert_eq!(
        (row.tally.granted, row.tally.games, row.tally.byes),
        (2, 1, 0)
    );
    let unfolded: Vec<_> = unfold(
        &history,
        &Score::default(),
        &by,
        StartNumber(F),
        RankKey::Points,
    )
    .into_iter()
    .map(|term| {
        (
            term.round,
            term.opponent.map(|no| no.0),
            term.amount,
            term.why,
        )
    })
    .collect();
    assert_eq!(
        unfolded,
        [
            (Some(1), None, 1, Reason::Granted),
            (Some(2), None, 2, Reason::Granted),
            (Some(3), Some(C), 2, Reason::Win),
        ]
    );
}

#[test]
fn trims_drop_rounds_from_either_end() {
    // 1 and 2 have three points each: 1 early, 2 late.
    let history = field(
        6,
        vec![
            round(
                vec![game(1, 3, Outcome::RedWin), game(2, 4, Outcome::BlackWin)],
                &[],
            ),
            round(
                vec![game(5, 1, Outcome::Draw), game(6, 2, Outcome::Draw)],
                &[],
            ),
            round(
                vec![game(1, 4, Outcome::BlackWin), game(2, 3, Outcome::RedWin)],
                &[],
            ),
        ],
    );
    let of = |key, no: u32| {
        figures(&history, &ranking(&[RankKey::Points, key]), key)[no as usize - 1].clone()
    };
    assert_eq!(of(RankKey::ReverseTrim, 1), Value::Trim(vec![3, 2, 0]));
    assert_eq!(of(RankKey::ReverseTrim, 2), Value::Trim(vec![1, 0, 0]));
    assert_eq!(of(RankKey::ForwardTrim, 1), Value::Trim(vec![1, 0, 0]));
    assert_eq!(of(RankKey::ForwardTrim, 2), Value::Trim(vec![3, 2, 0]));
    for (key, first, second) in [(RankKey::ReverseTrim, 1, 2), (RankKey::ForwardTrim, 2, 1)] {
        let table = standings(
            &history,
            &Score::default(),
            &ranking(&[RankKey::Points, key]),
        );
        let place = |no| {
            table
                .iter()
                .position(|row| row.no == StartNumber(no))
                .unwrap()
        };
        assert!(place(first) < place(second), "{key:?}");
    }
}

#[test]
fn direct_comparison_needs_all_the_tied_to_have_met() {
    let keys = [RankKey::Points, RankKey::Direct];
    // 1 beat 2, both lost and won one more.
    let met = field(
        4,
        vec![
            round(
                vec![game(2, 1, Outcome::BlackWin), game(3, 4, Outcome::Draw)],
                &[],
            ),
            round(
                vec![game(1, 3, Outcome::BlackWin), game(2, 4, Outcome::RedWin)],
                &[],
            ),
        ],
    );
    let table = standings(&met, &Score::default(), &ranking(&keys));
    assert_eq!(
        places(&table),
        [(3, 1, false), (1, 2, false), (2, 3, false), (4, 4, false)]
    );
    assert_eq!(table[1].values[1], (RankKey::Direct, Value::Number(2)));
    assert_eq!(
        table[0].values[1],
        (RankKey::Direct, Value::Nothing),
        "nobody is level with 3"
    );

    let forfeited = field(
        2,
        vec![
            round(vec![game(1, 2, Outcome::BlackForfeit)], &[]),
            round(vec![], &[2]),
        ],
    );
    let table = standings(&forfeited, &Score::default(), &ranking(&keys));
    assert_eq!(
        places(&table),
        [(1, 1, true), (2, 1, true)],
        "a forfeit is no meeting"
    );
}

#[test]
fn what_is_level_shares_a_place_or_has_a_lot() {
    let mut history = field(3, vec![]);
    let shared = ranking(&[RankKey::Points]);
    let table = standings(&history, &Score::default(), &shared);
    assert_eq!(places(&table), [(1, 1, true), (2, 1, true), (3, 1, true)]);

    let drawn = Ranking {
        tie: Tie::Lot,
        ..shared.clone()
    };
    // A lot decides between those who were all in it; until then the places are shared and say so.
    history.lots = vec![[1, 2].map(StartNumber).to_vec()];
    let table = standings(&history, &Score::default(), &drawn);
    assert_eq!(places(&table), [(1, 1, true), (2, 1, true), (3, 1, true)]);
    assert!(table.iter().all(|row| row.awaits_lot && row.lot.is_none()));

    history.lots.push([3, 1, 2].map(StartNumber).to_vec());
    let table = standings(&history, &Score::default(), &drawn);
    assert_eq!(
        places(&table),
        [(3, 1, false), (1, 2, false), (2, 3, false)]
    );
    assert!(table.iter().all(|row| !row.awaits_lot));
    assert_eq!(table[1].lot, Some(2));
    // Drawn once: the older lot goes before.
    history.lots.insert(0, [2, 3, 1].map(StartNumber).to_vec());
    let table = standings(&history, &Score::default(), &drawn);
    assert_eq!(table[0].no, StartNumber(2));
    let table = standings(&history, &Score::default(), &shared);
    assert!(table.iter().all(|row| row.shared && !row.awaits_lot));
    let key = ranking(&[RankKey::Points, RankKey::Lot]);
    let table = standings(&history, &Score::default(), &key);
    assert_eq!(table[0].no, StartNumber(2));
    assert_eq!(table[2].values[1], (RankKey::Lot, Value::Number(3)));
}

#[test]
fn sections_are_ranked_apart_and_count_all_opponents() {
    let among = [A, D, E].map(StartNumber).into();
    let by = ranking(&[RankKey::Points, RankKey::Opponents]);
    let table = standings_among(&five(), &Score::default(), &by, &among);
    assert_eq!(
        places(&table),
        [(A, 1, false), (D, 2, false), (E, 3, false)]
    );
    assert_eq!(table[0].values[1], (RankKey::Opponents, Value::Number(8)));
}

#[test]
fn a_game_without_an_outcome_counts_nowhere() {
    let mut history = five();
    let before = standings(&history, &Score::default(), &ranking(&RankKey::ALL[..7]));
    history.rounds.push(Round {
        games: vec![Game {
            red: StartNumber(A),
            black: StartNumber(B),
            outcome: None,
        }],
        ..Round::default()
    });
    let after = standings(&history, &Score::default(), &ranking(&RankKey::ALL[..7]));
    for (before, after) in before.iter().zip(&after) {
        let mut tally = after.tally;
        assert_eq!(tally.open, u32::from([A, B].contains(&after.no.0)));
        tally.open = 0;
        assert_eq!((before.no, before.tally), (after.no, tally));
        if [A, B].contains(&after.no.0) {
            assert_eq!(before.values, after.values);
        }
    }
}
