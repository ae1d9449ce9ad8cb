//! The table of a points stage.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use proptest::prelude::*;
use qisai::config::{ByeInOpponents, RankKey, Ranking, Score, Tie};
use qisai::tournament::standings::{
    Reason, Standing, Term, Value, standings, standings_among, unfold, unfold_among,
};
use qisai::tournament::{Game, History, Outcome, Player, Round, Side, StartNumber};
use serde::Deserialize;

use crate::random_event::{Dice, everyone, out_of_a_hat, ranking};

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

#[derive(Deserialize)]
struct DemoEvent {
    event: u32,
    bye_in_opponents: String,
    players: Vec<DemoPlayer>,
}

#[derive(Deserialize)]
struct DemoPlayer {
    /// 0: the bye.
    opponents: Vec<u32>,
    sides: String,
    points: Vec<u32>,
    forfeits: String,
    total: u32,
    place: usize,
    opponents_score: u32,
    progressive: u32,
    wins: u32,
}

impl DemoEvent {
    fn history(&self) -> History {
        let rounds = self.players.iter().map(|player| player.opponents.len());
        let rounds = rounds.max().unwrap();
        let round = |number: usize| {
            let mut round = Round::default();
            for (no, player) in (1..).zip(&self.players) {
                // A player who left has no further entries.
                let Some(&opponent) = player.opponents.get(number) else {
                    continue;
                };
                if opponent == 0 {
                    round.byes.insert(StartNumber(no));
                } else if player.sides.as_bytes()[number] == b'R' {
                    round
                        .games
                        .push(game(no, opponent, self.outcome(no, opponent, number)));
                }
            }
            round
        };
        field(self.players.len() as u32, (0..rounds).map(round).collect())
    }

    fn outcome(&self, red: u32, black: u32, number: usize) -> Outcome {
        let [red, black] = [red, black].map(|no| &self.players[no as usize - 1]);
        let mark = |player: &DemoPlayer| player.forfeits.as_bytes()[number];
        match (
            mark(red),
            mark(black),
            red.points[number],
            black.points[number],
        ) {
            (b'-', b'-', 0, 0) => Outcome::BothForfeit,
            (b'-', b'+', 0, 2) => Outcome::RedForfeit,
            (b'+', b'-', 2, 0) => Outcome::BlackForfeit,
            (b'=', b'=', 2, 0) => Outcome::RedWin,
            (b'=', b'=', 0, 2) => Outcome::BlackWin,
            (b'=', b'=', 1, 1) => Outcome::Draw,
            other => panic!("round {}: {other:?}", number + 1),
        }
    }
}

/// Numbers of six demonstration events of a pairing program of the field.
#[test]
fn demonstration_events_come_out() {
    let text = include_str!("fixtures/ranking-demo-events.json");
    let events: Vec<DemoEvent> = serde_json::from_str(text).unwrap();
    assert_eq!(events.len(), 6);
    for event in events {
        let history = event.history();
        let ranking = Ranking {
            bye_in_opponents: match event.bye_in_opponents.as_str() {
                "zero" => ByeInOpponents::Zero,
                "lowest" => ByeInOpponents::Lowest,
                other => panic!("{other}"),
            },
            bye_is_win: true,
            ..ranking(&[
                RankKey::Points,
                RankKey::Opponents,
                RankKey::Wins,
                RankKey::Fouls,
                RankKey::BlackWins,
                RankKey::BlackGames,
                RankKey::Progressive,
            ])
        };
        let figure = |standing: &Standing, place: usize| standing.values[place].1.number();
        let mut table = standings(&history, &Score::default(), &ranking);
        for standing in &table {
            let stored = &event.players[standing.no.0 as usize - 1];
            assert_eq!(standing.tally.points, stored.total);
            assert_eq!(figure(standing, 1), Some(stored.opponents_score));
            assert_eq!(figure(standing, 2), Some(stored.wins));
            // Whoever left keeps the running total; the file counts up to the last entry alone.
            if stored.points.len() == history.rounds.len() {
                assert_eq!(figure(standing, 6), Some(stored.progressive));
            }
        }

        // That program did not count the progressive score, and gave level players places of their own.
        let mut ranking = ranking;
        ranking.keys.pop();
        table = standings(&history, &Score::default(), &ranking);
        let stored_place = |standing: &Standing| event.players[standing.no.0 as usize - 1].place;
        table.sort_by_key(|standing| (standing.rank, stored_place(standing)));
        let moved: Vec<(usize, usize)> = (1..)
            .zip(&table)
            .map(|(place, standing)| (place, stored_place(standing)))
            .filter(|(place, stored)| place != stored)
            .collect();
        // It also counted a bye as a game with the side drawn for it. A bye carries no side: three
        // times in one event neighbours that differ in nothing but games with black change places.
        let expected: &[(usize, usize)] = match event.event {
            8 => &[(4, 5), (5, 4), (13, 14), (14, 13), (16, 17), (17, 16)],
            _ => &[],
        };
        assert_eq!(moved, expected, "event {}", event.event);
    }
}

/// The rules once more, slowly, straight from the history.
struct Slow<'a> {
    history: &'a History,
    score: &'a Score,
    ranking: &'a Ranking,
    among: &'a BTreeSet<StartNumber>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Did {
    Played(StartNumber, Side, u32),
    Forfeited(StartNumber, u32, bool),
    Bye,
    Absent,
    Walkover,
    Granted(u32),
    Open,
    Nothing,
}

impl Slow<'_> {
    fn did(&self, no: StartNumber, round: &Round) -> Did {
        let score = self.score;
        for game in &round.games {
            let Some(side) = game.side_of(no) else {
                continue;
            };
            let opponent = if side == Side::Red {
                game.black
            } else {
                game.red
            };
            let red = side == Side::Red;
            return match game.outcome {
                None => Did::Open,
                Some(Outcome::Draw) => Did::Played(opponent, side, score.draw),
                Some(Outcome::RedWin) if red => Did::Played(opponent, side, score.win),
                Some(Outcome::BlackWin) if !red => Did::Played(opponent, side, score.win),
                Some(Outcome::RedWin | Outcome::BlackWin | Outcome::BothLose) => {
                    Did::Played(opponent, side, score.loss)
                }
                Some(Outcome::BlackForfeit) if red => {
                    Did::Forfeited(opponent, score.forfeit_win, true)
                }
                Some(Outcome::RedForfeit) if !red => {
                    Did::Forfeited(opponent, score.forfeit_win, true)
                }
                Some(_) => Did::Forfeited(opponent, 0, false),
            };
        }
        if round.byes.contains(&no) {
            Did::Bye
        } else if round.absent.contains(&no) {
            Did::Absent
        } else if round.walkovers.contains(&no) {
            Did::Walkover
        } else if let Some(&points) = round.granted.get(&no) {
            Did::Granted(points)
        } else {
            Did::Nothing
        }
    }

    fn gain(&self, no: StartNumber, round: &Round) -> u32 {
        match self.did(no, round) {
            Did::Played(_, _, points) | Did::Forfeited(_, points, _) => points,
            Did::Bye => self.score.bye,
            Did::Absent => self.score.absence,
            Did::Walkover => self.score.forfeit_win,
            Did::Granted(points) => points,
            Did::Open | Did::Nothing => 0,
        }
    }

    fn points_in(&self, no: StartNumber, rounds: &[Round]) -> u32 {
        rounds.iter().map(|round| self.gain(no, round)).sum()
    }

    fn points(&self, no: StartNumber) -> u32 {
        self.points_in(no, &self.history.rounds)
    }

    fn opponents(&self, no: StartNumber) -> Vec<u32> {
        let lowest = everyone(self.history)
            .into_iter()
            .map(|no| self.points(no))
            .min()
            .unwrap();
        let mut list = Vec::new();
        for round in &self.history.rounds {
            match self.did(no, round) {
                Did::Played(opponent, ..) => list.push(self.points(opponent)),
                Did::Forfeited(opponent, ..) if self.ranking.forfeit_in_opponents => {
                    list.push(self.points(opponent));
                }
                Did::Bye if self.ranking.bye_in_opponents == ByeInOpponents::Lowest => {
                    list.push(lowest);
                }
                Did::Bye => list.push(0),
                _ => {}
            }
        }
        list
    }

    fn number(&self, no: StartNumber, key: RankKey) -> Option<u32> {
        let about = self
            .history
            .players
            .iter()
            .find(|player| player.no == no)
            .unwrap();
        let rounds = &self.history.rounds;
        let count = |counts: &dyn Fn(Did) -> bool| {
            rounds
                .iter()
                .filter(|round| counts(self.did(no, round)))
                .count() as u32
        };
        let win = self.score.win;
        Some(match key {
            RankKey::Points => self.points(no),
            RankKey::Opponents => self.opponents(no).iter().sum(),
            RankKey::Median => {
                let mut list = self.opponents(no);
                list.sort_unstable();
                list.iter().skip(1).take(list.len().saturating_sub(2)).sum()
            }
            RankKey::Progressive => (1..=rounds.len())
                .filter(|&until| self.did(no, &rounds[until - 1]) != Did::Open)
                .map(|until| {
                    let byes = rounds[..until]
                        .iter()
                        .filter(|round| self.did(no, round) == Did::Bye);
                    let off = match self.ranking.bye_in_progressive {
                        true => 0,
                        false => byes.count() as u32 * self.score.bye,
                    };
                    self.points_in(no, &rounds[..until]) - off
                })
                .sum(),
            RankKey::Wins => count(&|did| match did {
                Did::Played(_, _, points) => points == win,
                Did::Walkover => self.ranking.forfeit_is_win,
                Did::Forfeited(_, _, won) => won && self.ranking.forfeit_is_win,
                Did::Bye => self.ranking.bye_is_win,
                _ => false,
            }),
            RankKey::BlackGames => count(&|did| matches!(did, Did::Played(_, Side::Black, _))),
            RankKey::BlackWins => {
                count(&|did| matches!(did, Did::Played(_, Side::Black, points) if points == win))
            }
            RankKey::Fouls => about.fouls,
            RankKey::StartNumber => no.0,
            RankKey::Rating => return about.rating,
            RankKey::ReverseTrim | RankKey::ForwardTrim | RankKey::Direct | RankKey::Lot => {
                return None;
            }
        })
    }

    /// `Less`: `one` is better under the key alone, among those level under the keys before.
    fn under(&self, place: usize, one: StartNumber, other: StartNumber) -> Ordering {
        let rounds = &self.history.rounds;
        let key = self.ranking.keys[place];
        let more_first = |one: Option<u32>, other: Option<u32>| other.cmp(&one);
        match key {
            RankKey::Lot => {
                let tied = self.tied(place, one);
                self.lot(one, &tied).cmp(&self.lot(other, &tied))
            }
            RankKey::Fouls | RankKey::StartNumber => {
                let late = |no| self.number(no, key).map_or(u64::MAX, u64::from);
                late(one).cmp(&late(other))
            }
            RankKey::ReverseTrim => (1..=rounds.len())
                .map(|off| {
                    let left = |no| Some(self.points_in(no, &rounds[..rounds.len() - off]));
                    more_first(left(one), left(other))
                })
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal),
            RankKey::ForwardTrim => (1..=rounds.len())
                .map(|off| {
                    let left = |no| Some(self.points_in(no, &rounds[off..]));
                    more_first(left(one), left(other))
                })
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal),
            RankKey::Direct => {
                let tied = self.tied(place, one);
                more_first(self.direct(one, &tied), self.direct(other, &tied))
            }
            _ => more_first(self.number(one, key), self.number(other, key)),
        }
    }

    fn before(&self, place: usize, one: StartNumber, other: StartNumber) -> Ordering {
        (0..place)
            .map(|place| self.under(place, one, other))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    fn tied(&self, place: usize, no: StartNumber) -> Vec<StartNumber> {
        let level = |&other: &StartNumber| self.before(place, no, other).is_eq();
        self.among.iter().copied().filter(level).collect()
    }

    fn direct(&self, no: StartNumber, tied: &[StartNumber]) -> Option<u32> {
        let against = |one: StartNumber, other: StartNumber| -> Vec<u32> {
            let points = |round| match self.did(one, round) {
                Did::Played(opponent, _, points) if opponent == other => Some(points),
                _ => None,
            };
            self.history.rounds.iter().filter_map(points).collect()
        };
        let all_met = tied.len() > 1
            && tied.iter().all(|&one| {
                tied.iter()
                    .all(|&other| one == other || !against(one, other).is_empty())
            });
        all_met.then(|| {
            let others = tied.iter().filter(|&&other| other != no);
            others.flat_map(|&other| against(no, other)).sum()
        })
    }

    /// The place among the tied in the first lot that has them all; nothing without one.
    fn lot(&self, no: StartNumber, tied: &[StartNumber]) -> Option<u32> {
        let has_all = |lot: &&Vec<StartNumber>| tied.iter().all(|one| lot.contains(one));
        let lot = self.history.lots.iter().find(has_all)?;
        let before = lot.iter().take_while(|&&one| one != no);
        let better = before.filter(|one| tied.contains(one)).count() as u32;
        (tied.len() > 1).then_some(better + 1)
    }

    fn table(&self) -> Vec<(StartNumber, u32, bool)> {
        let all = self.ranking.keys.len();
        let order = |one, other| {
            let by_keys = self.before(all, one, other);
            if by_keys.is_ne() || self.ranking.tie == Tie::Shared {
                return by_keys;
            }
            let tied = self.tied(all, one);
            self.lot(one, &tied).cmp(&self.lot(other, &tied))
        };
        let mut list: Vec<StartNumber> = self.among.iter().copied().collect();
        list.sort_by(|&one, &other| order(one, other));
        list.iter()
            .map(|&no| {
                let better = list
                    .iter()
                    .filter(|&&other| order(other, no).is_lt())
                    .count() as u32;
                let level = list
                    .iter()
                    .filter(|&&other| order(other, no).is_eq())
                    .count();
                (no, better + 1, level > 1)
            })
            .collect()
    }
}

fn random_ranking(dice: &mut Dice) -> Ranking {
    let mut keys = RankKey::ALL.to_vec();
    dice.shuffle(&mut keys);
    keys.truncate(1 + dice.roll(6));
    // Keys that leave many level come first, or the others never matter.
    keys.sort_by_key(|key| matches!(key, RankKey::StartNumber | RankKey::Lot | RankKey::Rating));
    Ranking {
        bye_in_opponents: [ByeInOpponents::Zero, ByeInOpponents::Lowest][dice.roll(2)],
        forfeit_in_opponents: dice.percent(50),
        bye_in_progressive: dice.percent(50),
        forfeit_is_win: dice.percent(50),
        bye_is_win: dice.percent(50),
        tie: [Tie::Shared, Tie::Lot][dice.roll(2)],
        ..ranking(&keys)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn agrees_with_the_slow_table(seed: u64, count in 1..=14usize, rounds in 0..=8usize) {
        let mut dice = Dice::new(seed);
        let history = out_of_a_hat(&mut dice, count, rounds);
        let ranking = random_ranking(&mut dice);
        let score = Score { absence: dice.roll(2) as u32, ..Score::default() };
        let among: BTreeSet<StartNumber> = everyone(&history)
            .into_iter()
            .filter(|_| dice.percent(80))
            .collect();
        let slow = Slow { history: &history, score: &score, ranking: &ranking, among: &among };

        let table = standings_among(&history, &score, &ranking, &among);
        let rows: Vec<_> = table.iter().map(|row| (row.no, row.rank, row.shared)).collect();
        prop_assert_eq!(rows, slow.table());

        for row in &table {
            prop_assert_eq!(row.tally.points, slow.points(row.no));
            for (place, (key, value)) in row.values.iter().enumerate() {
                let expected = match key {
                    RankKey::Direct => slow.direct(row.no, &slow.tied(place, row.no)),
                    RankKey::Lot => slow.lot(row.no, &slow.tied(place, row.no)),
                    RankKey::ReverseTrim | RankKey::ForwardTrim => value.number(),
                    _ => slow.number(row.no, *key),
                };
                prop_assert_eq!(value.number(), expected, "{:?} of {}", key, row.no);

                let terms = unfold_among(&history, &score, &ranking, &among, row.no, *key);
                let sum = terms.iter().map(|term| term.amount).sum::<u32>();
                match value {
                    Value::Number(number) => prop_assert_eq!(sum, *number, "{:?}", key),
                    Value::Trim(steps) => {
                        prop_assert_eq!(sum, steps.first().copied().unwrap_or(0));
                        prop_assert_eq!(steps.len(), rounds);
                    }
                    Value::Nothing => prop_assert!(terms.is_empty()),
                }
            }
        }
    }
}
