//! The oracle's judgement with what it knows of everyone looked up once, for many pairings of one round: by
//! the adjacent pattern, in a round that is freed of nothing.

use std::collections::BTreeMap;

use qisai::tournament::{Side, StartNumber};

use super::oracle::{Complete, Oracle};

/// What the oracle knows of everyone, looked up once.
pub struct Ledger<'a> {
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
    pub fn new(oracle: &'a Oracle<'a>) -> Ledger<'a> {
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
    pub fn vector(&self, pairs: &[(StartNumber, StartNumber)]) -> Vec<i64> {
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

    pub fn may_be(&self, (one, other): (StartNumber, StartNumber)) -> bool {
        one == other || self.oracle.may_meet(one, other)
    }

    /// The best complete pairing with its vector; `None` if there is none.
    pub fn best(&self) -> Option<(Vec<i64>, Complete)> {
        let all = self.oracle.all(&self.oracle.active, &[]).into_iter();
        let judged = all.map(|complete| {
            let bye = complete.1.map(|no| (no, no));
            let pairs: Vec<_> = complete.0.iter().copied().chain(bye).collect();
            (self.vector(&pairs), complete)
        });
        judged.min()
    }
}
