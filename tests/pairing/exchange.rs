//! Large fields, where not all pairings can be tried: no exchange of two or three pairs is better, and
//! what can never be never is.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::config::{Swiss, TeamAvoidance};
use qisai::tournament::swiss::{NoPairing, Pair, Pairing, pair};
use qisai::tournament::{Game, History, Round, Side, StartNumber};

use super::oracle::{Oracle, flat};
use crate::random_event::{Dice, everyone, players, rules};

/// What the oracle knows of everyone, looked up once.
struct Ledger<'a> {
    oracle: &'a Oracle<'a>,
    about: BTreeMap<StartNumber, About>,
    /// Descending.
    scores: Vec<i64>,
}

struct About {
    score: i64,
    /// The latest first.
    sides: String,
    byes: i64,
    last_float: i64,
    place: i64,
    size: i64,
}

impl<'a> Ledger<'a> {
    fn new(oracle: &'a Oracle<'a>) -> Ledger<'a> {
        let mut about = BTreeMap::new();
        for &no in &oracle.active {
            let last_float = oracle.games(no).pop().map_or(0, |(round, _, opponent)| {
                (oracle.score(no, round) - oracle.score(opponent, round)).signum()
            });
            let byes = oracle
                .history
                .rounds
                .iter()
                .filter(|round| round.byes.contains(&no));
            let this = About {
                score: oracle.now(no),
                sides: oracle.sides(no),
                byes: byes.count() as i64,
                last_float,
                place: 0,
                size: 0,
            };
            about.insert(no, this);
        }
        let mut sizes: BTreeMap<i64, i64> = BTreeMap::new();
        for this in about.values_mut() {
            let size = sizes.entry(this.score).or_default();
            *size += 1;
            this.place = *size;
        }
        for this in about.values_mut() {
            this.size = sizes[&this.score];
        }
        let scores = sizes.into_keys().rev().collect();
        Ledger {
            oracle,
            about,
            scores,
        }
    }

    /// What some pairs add to the vector; the bye stands as a pair of a player with himself.
    fn vector(&self, pairs: &[(StartNumber, StartNumber)]) -> Vec<i64> {
        let mut head = vec![0; 4];
        let mut groups = vec![(0, 0); self.scores.len()];
        let mut tail = vec![0; 4];
        for &(one, other) in pairs {
            let (a, b) = (&self.about[&one], &self.about[&other]);
            if one == other {
                head[1] += a.byes;
                head[2] += a.score;
                head[3] += self.oracle.active.iter().filter(|&&no| no > one).count() as i64;
                continue;
            }
            let red = self.oracle.red_of(one, other);
            for (no, me, them) in [(one, a, b), (other, b, a)] {
                let side = if no == red { Side::Red } else { Side::Black };
                let letter = if side == Side::Red { 'R' } else { 'B' };
                let mine = me.sides.matches(letter).count() as i64;
                let others = me.sides.len() as i64 - mine;
                let third = me.sides.len() > 1 && me.sides.chars().take(2).all(|one| one == letter);
                head[0] += i64::from(third || mine + 1 - others >= 3);
                let drop = me.score - them.score;
                if drop > 0 {
                    let group = self
                        .scores
                        .iter()
                        .position(|&score| score == me.score)
                        .unwrap();
                    groups[group].0 += 1;
                    groups[group].1 += drop * drop;
                }
                let denied = match (mine - others, me.sides.starts_with(letter)) {
                    (1.., _) => Some(0),
                    (0, true) => Some(1),
                    _ => None,
                };
                if let Some(place) = denied {
                    tail[place] += 1;
                }
                tail[2] += i64::from(drop != 0 && drop.signum() == me.last_float);
            }
            tail[3] += if a.score == b.score {
                ((a.place - b.place).abs() - 1).pow(2)
            } else {
                let (upper, lower) = if a.score > b.score { (a, b) } else { (b, a) };
                (upper.size - upper.place).pow(2) + (lower.place - 1).pow(2)
            };
        }
        head.extend(
            groups
                .into_iter()
                .flat_map(|(floats, distance)| [floats, distance]),
        );
        head.extend(tail);
        head
    }

    fn may_be(&self, (one, other): (StartNumber, StartNumber)) -> bool {
        one == other || self.oracle.may_meet(one, other)
    }
}

/// Every way to pair four or six seats anew. The bye stands as one seat twice.
fn anew(seats: &[StartNumber], bye: bool) -> Vec<Vec<(StartNumber, StartNumber)>> {
    let Some((&first, rest)) = seats.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (place, &other) in rest.iter().enumerate() {
        let mut left = rest.to_vec();
        left.remove(place);
        for mut pairs in anew(&left, bye) {
            pairs.push((first.min(other), first.max(other)));
            found.push(pairs);
        }
    }
    if bye {
        for mut pairs in anew(rest, false) {
            pairs.push((first, first));
            found.push(pairs);
        }
    }
    found
}

fn check_exchanges(
    dice: &mut Dice,
    oracle: &Oracle<'_>,
    pairing: &Pairing,
) -> Result<(), TestCaseError> {
    let ledger = Ledger::new(oracle);
    let games = pairing.games.iter();
    let mut pairs: Vec<(StartNumber, StartNumber)> = games
        .map(|seat| (seat.red.min(seat.black), seat.red.max(seat.black)))
        .collect();
    pairs.extend(pairing.bye.map(|no| (no, no)));
    prop_assert_eq!(ledger.vector(&pairs), flat(pairing));
    for _ in 0..400 {
        let count = 2 + dice.roll(2);
        // Neighbours in the list of tables promise most.
        let start = dice.roll(pairs.len());
        let mut chosen: BTreeSet<usize> = [start].into();
        for _ in 1..count {
            let near = if dice.percent(70) { 6 } else { pairs.len() };
            chosen.insert((start + dice.roll(near)).min(pairs.len() - 1));
        }
        let before: Vec<_> = chosen.iter().map(|&place| pairs[place]).collect();
        let has_bye = before.iter().any(|(one, other)| one == other);
        let seats: Vec<StartNumber> = before
            .iter()
            .flat_map(|&(one, other)| {
                if one == other {
                    vec![one]
                } else {
                    vec![one, other]
                }
            })
            .collect();
        let stands = ledger.vector(&before);
        for after in anew(&seats, has_bye) {
            if after.iter().all(|&pair| ledger.may_be(pair)) {
                prop_assert!(
                    ledger.vector(&after) >= stands,
                    "{before:?} is worse than {after:?}"
                );
            }
        }
    }
    Ok(())
}

/// Plays rounds as they are paired and looks at each.
fn play(seed: u64, count: usize, rounds: usize) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let mut history = History {
        players: players(&mut dice, count),
        ..History::default()
    };
    let all = everyone(&history);
    let rules = Swiss {
        rounds: 99,
        team_avoidance: [
            TeamAvoidance::Never,
            TeamAvoidance::FirstRounds(3),
            TeamAvoidance::Always,
        ][dice.roll(3)],
        ..rules()
    };
    let numbers: Vec<StartNumber> = all.iter().copied().collect();
    let mut forbidden = BTreeSet::new();
    for _ in 0..count / 10 {
        let (one, other) = (numbers[dice.roll(count)], numbers[dice.roll(count)]);
        if one != other {
            forbidden.insert(Pair::new(one, other));
        }
    }
    for _ in 0..rounds {
        let mut there = all.clone();
        there.retain(|_| !dice.percent(3));
        let pairing = match pair(&history, &there, &rules, &forbidden) {
            Ok(pairing) => pairing,
            Err(NoPairing::Impossible(_) | NoPairing::TooFew(_)) => break,
            Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
        };
        let oracle = Oracle {
            history: &history,
            active: there.iter().copied().collect(),
            rules: &rules,
            forbidden: &forbidden,
        };
        let mut seated: Vec<StartNumber> = pairing.bye.into_iter().collect();
        for seat in &pairing.games {
            prop_assert!(oracle.may_meet(seat.red, seat.black), "{seat:?}");
            seated.extend([seat.red, seat.black]);
        }
        seated.sort_unstable();
        prop_assert_eq!(&seated, &oracle.active);
        prop_assert_eq!(pairing.bye.is_some(), there.len() % 2 == 1);
        check_exchanges(&mut dice, &oracle, &pairing)?;
        let games = pairing.games.iter().map(|seat| Game {
            red: seat.red,
            black: seat.black,
            outcome: Some(dice.outcome(3)),
        });
        history.rounds.push(Round {
            games: games.collect(),
            byes: pairing.bye.into_iter().collect(),
            absent: all.difference(&there).copied().collect(),
            ..Round::default()
        });
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn no_exchange_is_better_in_small_fields(seed: u64, count in 2..=12usize, rounds in 1..=6usize) {
        play(seed, count, rounds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_exchange_is_better(seed: u64, count in 2..=40usize, rounds in 1..=8usize) {
        play(seed, count, rounds)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn no_exchange_is_better_in_large_fields(seed: u64, count in 41..=500usize, rounds in 1..=5usize) {
        play(seed, count, rounds)?;
    }
}
