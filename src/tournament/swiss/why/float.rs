use serde::{Deserialize, Serialize};

use super::View;
use crate::tournament::StartNumber;
use crate::tournament::swiss::matching::{self, Edge};

/// 下调: a player meets one with fewer points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloatDown {
    pub who: StartNumber,
    /// The points of the player's group, and of the opponent's.
    pub from: u64,
    pub to: u64,
    pub why: FloatReason,
}

/// Why somebody leaves the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloatReason {
    ByHand,
    /// The player has the group alone.
    Alone,
    /// May meet none of the others in the group, `others` of them.
    NobodyLeft {
        others: usize,
    },
    /// Of `size` players, `up` meet more points and `bye` has the bye: an odd number is left.
    OddGroup {
        size: usize,
        up: usize,
        bye: usize,
    },
    /// Those left in the group cannot all be paired with each other: `down` of them leave it.
    Unpairable {
        size: usize,
        down: usize,
    },
    /// They could, but then the others could not, or only against what counts more: side limits, bye,
    /// higher groups.
    ForTheRest {
        size: usize,
        down: usize,
    },
}

impl View<'_> {
    pub(super) fn float(&self, red: usize, black: usize, by_hand: bool) -> Option<FloatDown> {
        let players = &self.field.players;
        let (one, other) = (players.get(red)?, players.get(black)?);
        let (upper, lower, vertex) = match one.score.cmp(&other.score) {
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => (one, other, red),
            std::cmp::Ordering::Less => (other, one, black),
        };
        Some(FloatDown {
            who: upper.no,
            from: upper.score,
            to: lower.score,
            why: if by_hand {
                FloatReason::ByHand
            } else {
                self.float_reason(vertex, upper.score)
            },
        })
    }

    fn float_reason(&self, vertex: usize, score: u64) -> FloatReason {
        let players = &self.field.players;
        let group: Vec<usize> = (0..players.len())
            .filter(|&member| {
                players
                    .get(member)
                    .is_some_and(|player| player.score == score)
            })
            .collect();
        if group.len() == 1 {
            return FloatReason::Alone;
        }
        let may_meet = |u: usize, v: usize| match (players.get(u), players.get(v)) {
            (Some(one), Some(other)) => self.permission.bar(one, other).is_none(),
            _ => false,
        };
        if !group
            .iter()
            .any(|&other| other != vertex && may_meet(vertex, other))
        {
            let others = group.len() - 1;
            return FloatReason::NobodyLeft { others };
        }

        let mut left = group.clone();
        let (mut up, mut down, mut bye) = (0, 0, 0);
        let score_of = |no: StartNumber| self.seating.player(no).map_or(0, |player| player.score);
        for seat in self.paired.games {
            for (no, opponent) in [(seat.red, seat.black), (seat.black, seat.red)] {
                if score_of(no) != score {
                    continue;
                }
                let theirs = score_of(opponent);
                // A board set by hand takes its players out of the group's hands.
                if theirs > score || (theirs != score && self.is_by_hand(*seat)) {
                    up += usize::from(theirs > score);
                    left.retain(|&member| players.get(member).is_none_or(|p| p.no != no));
                } else if theirs < score {
                    down += 1;
                }
            }
        }
        if let Some(no) = self.paired.bye.filter(|no| score_of(*no) == score) {
            bye = 1;
            left.retain(|&member| players.get(member).is_none_or(|player| player.no != no));
        }
        let size = group.len();
        if down == 1 && left.len() % 2 == 1 {
            return FloatReason::OddGroup { size, up, bye };
        }
        // With as many jokers as the parity needs, can the group be paired out?
        let jokers = left.len() % 2;
        let vertices = left.len() + jokers;
        let mut edges = Vec::new();
        for u in 0..vertices {
            for v in u + 1..vertices {
                let joker = v >= left.len();
                let pair = left.get(u).zip(left.get(v));
                if joker || pair.is_some_and(|(&one, &other)| may_meet(one, other)) {
                    edges.push(Edge { u, v, cost: 0_i64 });
                }
            }
        }
        if matching::cheapest(vertices, &edges).is_err() {
            FloatReason::Unpairable { size, down }
        } else {
            FloatReason::ForTheRest { size, down }
        }
    }
}
