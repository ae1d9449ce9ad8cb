//! Numbers of six demonstration events of a pairing program of the field.

use qisai::config::{ByeInOpponents, RankKey, Ranking, Score};
use qisai::tournament::standings::{Standing, standings};
use qisai::tournament::{History, Outcome, Player, Round, StartNumber};
use serde::Deserialize;

use super::{game, player};
use crate::random_event::ranking;

#[derive(Deserialize)]
struct DemoEvent {
    event: u32,
    order: Vec<RankKey>,
    bye_in_opponents: ByeInOpponents,
    bye_is_win: bool,
    bye_has_side: bool,
    players: Vec<DemoPlayer>,
}

#[derive(Deserialize)]
struct DemoPlayer {
    /// 0: the bye.
    opponents: Vec<u32>,
    sides: String,
    points: Vec<u32>,
    forfeits: String,
    fouls: u32,
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
                    let outcome = self.outcome(no, opponent, number);
                    round.games.push(game(no, opponent, outcome));
                }
            }
            round
        };
        let players = (1..).zip(&self.players).map(|(no, stored)| Player {
            fouls: stored.fouls,
            ..player(no)
        });
        History {
            players: players.collect(),
            rounds: (0..rounds).map(round).collect(),
            ..History::default()
        }
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

    fn ranking(&self, also: &[RankKey]) -> Ranking {
        let mut keys = self.order.clone();
        keys.extend(also);
        Ranking {
            bye_in_opponents: self.bye_in_opponents,
            bye_is_win: self.bye_is_win,
            bye_has_side: self.bye_has_side,
            ..ranking(&keys)
        }
    }

    fn stored(&self, standing: &Standing) -> &DemoPlayer {
        &self.players[standing.no.0 as usize - 1]
    }
}

fn events() -> Vec<DemoEvent> {
    let text = include_str!("../fixtures/ranking-demo-events.json");
    let events: Vec<DemoEvent> = serde_json::from_str(text).unwrap();
    assert_eq!(events.len(), 6);
    events
}

#[test]
fn every_figure_is_the_stored_one() {
    for event in events() {
        let history = event.history();
        let table = standings(
            &history,
            &Score::default(),
            &event.ranking(&[RankKey::Progressive]),
        );
        for standing in &table {
            let stored = event.stored(standing);
            let figure = |wanted: RankKey| {
                let mut values = standing.values.iter();
                values.find(|(key, _)| *key == wanted)?.1.number()
            };
            assert_eq!(figure(RankKey::Points), Some(stored.total));
            assert_eq!(figure(RankKey::Opponents), Some(stored.opponents_score));
            assert_eq!(figure(RankKey::Wins), Some(stored.wins));
            // Whoever left keeps the running total; the file counts up to the last entry alone.
            if stored.points.len() == history.rounds.len() {
                assert_eq!(figure(RankKey::Progressive), Some(stored.progressive));
            }
        }
    }
}

/// Under each event's own order and its rules for byes. That program gave the level places of their own.
#[test]
fn every_place_is_the_stored_one() {
    for event in events() {
        let table = standings(&event.history(), &Score::default(), &event.ranking(&[]));
        let mut place = 0;
        for level in table.chunk_by(|one, other| one.rank == other.rank) {
            let mut stored: Vec<usize> = level.iter().map(|row| event.stored(row).place).collect();
            stored.sort_unstable();
            let taken: Vec<usize> = (place + 1..=place + level.len()).collect();
            assert_eq!(stored, taken, "event {}", event.event);
            place += level.len();
        }
        assert_eq!(place, event.players.len());
    }
}

/// Without a side for the bye three pairs of neighbours in one event change places.
#[test]
fn the_side_of_a_bye_decides_places() {
    let moved: Vec<(u32, usize)> = events()
        .iter()
        .map(|event| {
            let ranking = Ranking {
                bye_has_side: false,
                ..event.ranking(&[])
            };
            let table = standings(&event.history(), &Score::default(), &ranking);
            let other = table.iter().filter(|row| {
                let place = event.stored(row).place;
                !row.shared && place != row.rank as usize
            });
            (event.event, other.count())
        })
        .collect();
    assert_eq!(moved, [(7, 0), (8, 6), (10, 0), (11, 0), (22, 0), (24, 0)]);
}
