//! The next round by the Dutch system.

mod hand;
mod oracle;
mod report_file;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::Swiss;
use qisai::tournament::dutch::{pair, pair_around};
use qisai::tournament::swiss::{Fixed, NoPairing, Pair, Pairing, Relaxation, Seat};
use qisai::tournament::{Game, History, Player, Round, Side, StartNumber};

use self::oracle::{Answer, Oracle};
use crate::random_event::{Dice, rules};

/// An event, and the players of its next round.
struct Event {
    history: History,
    active: BTreeSet<StartNumber>,
    forbidden: BTreeSet<Pair>,
    rules: Swiss,
    first_side: Side,
}

impl Event {
    fn new(players: u32, rules: Swiss, first_side: Side) -> Event {
        let player = |no| Player {
            no: StartNumber(no),
            team: None,
            rating: None,
            fouls: 0,
        };
        Event {
            history: History {
                players: (1..=players).map(player).collect(),
                ..History::default()
            },
            active: (1..=players).map(StartNumber).collect(),
            forbidden: BTreeSet::new(),
            rules,
            first_side,
        }
    }

    fn next(&self) -> Result<Pairing, NoPairing> {
        pair(
            &self.history,
            &self.active,
            &self.rules,
            &self.forbidden,
            Some(self.first_side),
        )
    }

    /// Who is there next: of the players who are left some are absent, some have asked for a bye.
    fn gather(&mut self, dice: &mut Dice, percent: usize) -> Round {
        let mut round = Round::default();
        self.active = self
            .history
            .players
            .iter()
            .map(|player| player.no)
            .collect();
        for player in &self.history.players {
            if !dice.percent(percent) {
                continue;
            }
            self.active.remove(&player.no);
            match dice.roll(4) {
                0 => {
                    round.granted.insert(player.no, self.rules.score.draw);
                }
                1 if self.history.rounds.len() % 2 == 1 => {
                    round.byes.insert(player.no);
                }
                _ => {
                    round.absent.insert(player.no);
                }
            }
        }
        round
    }

    /// Plays a number of rounds as they are paired, as far as there are any.
    fn play(&mut self, dice: &mut Dice, rounds: usize, disorder: usize) {
        for _ in 0..rounds {
            let mut round = self.gather(dice, disorder);
            let Ok(pairing) = self.next() else { return };
            round.byes.extend(pairing.bye);
            round.games = pairing
                .games
                .iter()
                .map(|seat| Game {
                    red: seat.red,
                    black: seat.black,
                    outcome: Some(dice.outcome(disorder)),
                })
                .collect();
            self.history.rounds.push(round);
        }
    }
}

fn random(seed: u64, players: u32, disorder: usize) -> Event {
    let rounds = Dice::new(seed).roll(players as usize);
    random_after(seed, players, rounds, disorder)
}

fn random_after(seed: u64, players: u32, played: usize, disorder: usize) -> Event {
    let mut dice = Dice::new(seed);
    let rules = Swiss {
        rounds: (played + 1 + dice.roll(3)) as u32,
        ..rules()
    };
    let first_side = [Side::Red, Side::Black][dice.roll(2)];
    let mut event = Event::new(players, rules, first_side);
    event.play(&mut dice, played, disorder);
    event.gather(&mut dice, disorder);
    if dice.percent(20) {
        let mut no = || StartNumber(1 + dice.roll(players as usize) as u32);
        event.forbidden.insert(Pair::new(no(), no()));
    }
    event
}

fn ours(event: &Event) -> Result<Answer, NoPairing> {
    event.next().map(|pairing| {
        let games = pairing.games.iter().map(|seat| (seat.red.0, seat.black.0));
        (games.collect(), pairing.bye.map(|no| no.0))
    })
}

fn oracle(event: &Event) -> Oracle {
    Oracle::new(
        &event.history,
        &event.active,
        &event.rules,
        &event.forbidden,
        event.first_side,
    )
}

fn agrees(event: &Event) -> Result<(), TestCaseError> {
    let ours = match ours(event) {
        Err(NoPairing::TooFew(_)) => return Ok(()),
        ours => ours.ok(),
    };
    prop_assert_eq!(ours, oracle(event).answer(), "{:#?}", event.history.rounds);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees_with_trying_all(seed: u64, players in 2..=9u32, disorder in 0..=20usize) {
        agrees(&random(seed, players, disorder))?;
    }

    #[test]
    fn agrees_with_trying_all_of_ten(seed: u64, disorder in 0..=12usize) {
        agrees(&random(seed, 10, disorder))?;
    }
}

/// Where no legal pairing exists, each way out that is named leads to one.
fn ways_lead_out(event: &Event) -> Result<(), TestCaseError> {
    let Err(NoPairing::Impossible(deadlock)) = event.next() else {
        return Ok(());
    };
    prop_assert!(!deadlock.ways.is_empty(), "{:#?}", event.history.rounds);
    for way in &deadlock.ways {
        let mut active = event.active.clone();
        let mut seats = BTreeMap::new();
        for relaxation in way {
            match *relaxation {
                Relaxation::Rematch(seat) => {
                    seats.insert(Pair::new(seat.red, seat.black), seat);
                }
                Relaxation::Teammates(pair)
                | Relaxation::Forbidden(pair)
                | Relaxation::Sides(pair) => {
                    let seat = Seat {
                        red: pair.smaller(),
                        black: pair.larger(),
                    };
                    seats.entry(pair).or_insert(seat);
                }
                Relaxation::Bye { who, .. } => {
                    prop_assert!(active.remove(&who), "{way:?}");
                }
            }
        }
        let fixed = Fixed {
            games: seats.into_values().collect(),
            bye: None,
        };
        let (history, rules, none) = (&event.history, &event.rules, &event.forbidden);
        let led = pair_around(
            history,
            &active,
            rules,
            none,
            &fixed,
            Some(event.first_side),
        );
        prop_assert!(
            led.is_ok(),
            "{way:?}: {led:?} after {:#?}",
            event.history.rounds
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_way_out_leads_to_a_pairing(seed: u64, players in 2..=8u32, disorder in 0..=40usize) {
        ways_lead_out(&random_after(seed, players, players as usize - 1, disorder))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_two_pairs_of_many_can_be_put_together_better(
        seed: u64,
        players in 11..=70u32,
        rounds in 0..=9usize,
        disorder in 0..=12usize,
    ) {
        let event = random_after(seed, players, rounds, disorder);
        if let Ok(ours) = ours(&event) {
            let better = oracle(&event).better(&ours);
            prop_assert_eq!(better, None, "than {:?} after {:#?}", ours, event.history.rounds);
        }
    }
}
