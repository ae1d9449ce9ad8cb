//! Events played at random, for tests that hold for every event.

use std::collections::BTreeSet;

use qisai::config::{ByeInOpponents, Conduct, RankKey, Ranking, Swiss, Tie};
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of chance that is the same for the same seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        (self.0.next_u64() % sides as u64) as usize
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.roll(100) < chance
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.roll(last + 1));
        }
    }

    pub fn outcome(&mut self, forfeits: usize) -> Outcome {
        if self.percent(forfeits) {
            [
                Outcome::RedForfeit,
                Outcome::BlackForfeit,
                Outcome::BothForfeit,
            ][self.roll(3)]
        } else {
            match [Outcome::RedWin, Outcome::BlackWin, Outcome::Draw][self.roll(3)] {
                Outcome::Draw if self.percent(8) => Outcome::BothLose,
                outcome => outcome,
            }
        }
    }
}

/// Players 1, 2, … with gaps in the numbers, some in teams, some with rating, lot or fouls.
pub fn players(dice: &mut Dice, count: usize) -> Vec<Player> {
    let mut no = 0;
    (0..count)
        .map(|_| {
            no += 1 + u32::from(dice.percent(10));
            Player {
                no: StartNumber(no),
                team: dice.percent(60).then(|| format!("team {}", dice.roll(4))),
                rating: dice.percent(70).then(|| 1000 + 100 * dice.roll(5) as u32),
                fouls: dice.roll(6).saturating_sub(4) as u32,
            }
        })
        .collect()
}

/// Rounds whose pairs are drawn out of a hat: forfeits, byes, absences, people who come late or leave,
/// second meetings, and games without an outcome in the last round.
pub fn out_of_a_hat(dice: &mut Dice, count: usize, rounds: usize) -> History {
    let players = players(dice, count);
    let stay: Vec<(usize, usize)> = (0..count)
        .map(|_| {
            let first = if dice.percent(10) {
                dice.roll(rounds + 1)
            } else {
                0
            };
            let last = if dice.percent(10) {
                dice.roll(rounds + 1)
            } else {
                rounds
            };
            (first, last)
        })
        .collect();
    let rounds = (0..rounds)
        .map(|number| {
            let mut round = Round::default();
            let mut there = Vec::new();
            for (player, &(first, last)) in players.iter().zip(&stay) {
                if number < first && first < last && dice.percent(50) {
                    round.granted.insert(player.no, dice.roll(3) as u32);
                }
                if number < first || number >= last {
                    continue;
                }
                if dice.percent(1) {
                    round.walkovers.insert(player.no);
                } else if dice.percent(5) {
                    round.absent.insert(player.no);
                } else {
                    there.push(player.no);
                }
            }
            dice.shuffle(&mut there);
            for pair in there.chunks(2) {
                match *pair {
                    [red, black] => {
                        let open = number + 1 == rounds && dice.percent(10);
                        let outcome = (!open).then(|| dice.outcome(15));
                        round.games.push(Game {
                            red,
                            black,
                            outcome,
                        });
                    }
                    [no] => {
                        round.byes.insert(no);
                    }
                    _ => {}
                }
            }
            round
        })
        .collect();
    let lots = (0..dice.roll(3))
        .map(|_| {
            let among = players.iter().map(|player| player.no);
            let mut lot: Vec<StartNumber> = among.filter(|_| dice.percent(90)).collect();
            dice.shuffle(&mut lot);
            lot
        })
        .collect();
    History {
        players,
        rounds,
        lots,
    }
}

pub fn everyone(history: &History) -> BTreeSet<StartNumber> {
    history.players.iter().map(|player| player.no).collect()
}

pub fn rules() -> Swiss {
    Swiss {
        key: "points".into(),
        name: "积分赛".into(),
        rounds: 7,
        ranking: ranking(&[RankKey::Points, RankKey::Opponents]),
        conduct: Conduct {
            late_minutes: 10,
            absence_removes: true,
            recorded_tables: 5,
            ..Conduct::default()
        },
        time_control: "20+5".into(),
        ..Swiss::default()
    }
}

pub fn ranking(keys: &[RankKey]) -> Ranking {
    Ranking {
        keys: keys.to_vec(),
        bye_in_opponents: ByeInOpponents::Zero,
        forfeit_in_opponents: true,
        bye_in_progressive: true,
        forfeit_is_win: true,
        bye_is_win: false,
        bye_has_side: false,
        tie: Tie::Shared,
    }
}
