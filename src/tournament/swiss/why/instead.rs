use serde::{Deserialize, Serialize};

use super::criterion::{Difference, difference};
use super::{NAMED, View};
use crate::tournament::StartNumber;
use crate::tournament::swiss::permission::Bar;
use crate::tournament::swiss::{NoPairing, Pairing, Seat, pair_around};

/// A pair, or a bye, that would have looked better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instead {
    pub who: StartNumber,
    /// The opponent; `None`: the bye.
    pub opponent: Option<StartNumber>,
    pub obstacle: Obstacle,
}

/// What stood against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The two have met in this round.
    Met {
        round: u32,
    },
    /// An arbiter keeps them apart.
    Forbidden,
    Teammates {
        team: String,
    },
    /// An arbiter has set the board of one of them.
    SetByHand,
    /// With this pair there is no complete pairing.
    NoCompletion,
    /// The best pairing that contains it is worse: `one` is the value of the pairing as it stands,
    /// `other` of that one.
    Costlier(Difference),
    /// Level in every criterion; the pairing as it stands comes first in the list.
    Level,
    /// It would be better: the round was changed by hand and not paired again.
    Better(Difference),
}

impl View<'_> {
    /// Better-looking opponents of both players: nearer in points, or as near and nearer to the pattern.
    pub(super) fn instead_of(
        &self,
        red: usize,
        black: usize,
        exact: bool,
    ) -> Result<Vec<Instead>, NoPairing> {
        let mut found: Vec<Instead> = Vec::new();
        for (me, opponent) in [(red, black), (black, red)] {
            let count = self.field.players.len();
            let mut nearer: Vec<usize> = (0..count)
                .filter(|&other| other != me && other != opponent)
                .filter(|&other| {
                    self.field.closeness(me, other) < self.field.closeness(me, opponent)
                })
                .collect();
            nearer.sort_by_key(|&other| (self.field.closeness(me, other), other));
            let mut named = 0;
            for other in nearer {
                if named == NAMED {
                    break;
                }
                if let Some(obstacle) = self.obstacle(me, other, exact)? {
                    let (Some(who), Some(opponent)) =
                        (self.field.players.get(me), self.field.players.get(other))
                    else {
                        continue;
                    };
                    found.push(Instead {
                        who: who.no,
                        opponent: Some(opponent.no),
                        obstacle,
                    });
                    named += 1;
                }
            }
        }
        Ok(found)
    }

    /// What stands against a pair; `None` where that takes a comparison and none is asked for.
    fn obstacle(&self, u: usize, v: usize, exact: bool) -> Result<Option<Obstacle>, NoPairing> {
        let players = &self.field.players;
        let (Some(one), Some(other)) = (players.get(u), players.get(v)) else {
            return Ok(None);
        };
        if let Some(bar) = self.permission.bar(one, other) {
            return Ok(Some(match bar {
                Bar::Met => Obstacle::Met {
                    round: self
                        .seating
                        .past(one.no)
                        .and_then(|past| past.meeting(other.no, true))
                        .map_or(0, |game| game.round),
                },
                Bar::Forbidden => Obstacle::Forbidden,
                Bar::Teammates => Obstacle::Teammates {
                    team: one.team.clone().unwrap_or_default(),
                },
            }));
        }
        if self.is_set(one.no) || self.is_set(other.no) {
            return Ok(Some(Obstacle::SetByHand));
        }
        if !exact {
            return Ok(None);
        }
        let mut fixed = self.paired.fixed.clone();
        fixed.games.insert(Seat {
            red: one.no,
            black: other.no,
        });
        self.compare(&fixed).map(Some)
    }

    /// The pairing as it stands against the best with these boards.
    pub(super) fn compare(
        &self,
        fixed: &crate::tournament::swiss::Fixed,
    ) -> Result<Obstacle, NoPairing> {
        let paired = self.paired;
        let best = pair_around(
            paired.history,
            paired.active,
            paired.rules,
            paired.forbidden,
            fixed,
        );
        let best: Pairing = match best {
            Ok(best) => best,
            Err(NoPairing::Impossible(_) | NoPairing::NotFixable(_)) => {
                return Ok(Obstacle::NoCompletion);
            }
            Err(other) => return Err(other),
        };
        let mine = self.field.vector(&self.pairs()?);
        let scores = self.field.scores();
        Ok(match difference(&mine, &best.vector, scores) {
            None => Obstacle::Level,
            Some(first) if first.one < first.other => Obstacle::Costlier(first),
            Some(first) => Obstacle::Better(first),
        })
    }

    /// The round as pairs of vertices.
    fn pairs(&self) -> Result<Vec<(usize, usize)>, NoPairing> {
        let mut pairs = Vec::new();
        for seat in self.paired.games {
            let (red, black) = (self.vertex(seat.red)?, self.vertex(seat.black)?);
            pairs.push((red.min(black), red.max(black)));
        }
        if let Some(no) = self.paired.bye {
            pairs.push((self.vertex(no)?, self.field.players.len()));
        }
        Ok(pairs)
    }

    pub(super) fn is_set(&self, no: StartNumber) -> bool {
        let fixed = self.paired.fixed;
        fixed.bye == Some(no)
            || fixed
                .games
                .iter()
                .any(|seat| seat.red == no || seat.black == no)
    }
}
