use std::collections::BTreeMap;

use super::ladder::{Decision, Ladder, Played, Regulation, Rival, Step};
use super::{rounds, seeds};
use crate::config::{Knockout, KnockoutRound};
use crate::tournament::{Outcome, StartNumber};

/// A match by its place in the bracket, both from 1; the match's number is its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchNo {
    pub round: u32,
    pub table: u32,
}

/// What happened in a match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Duel {
    pub games: Vec<DuelGame>,
    /// Who is red in a game, where a lot or a choice decided it.
    pub sides: BTreeMap<usize, StartNumber>,
}

/// A game of a match with its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuelGame {
    pub red: StartNumber,
    pub black: StartNumber,
    /// `None`: not over.
    pub outcome: Option<Outcome>,
}

/// A whole knockout: the bracket and what happened in it.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    pub rules: &'a Knockout,
    /// Who has seed 1, 2 …; `None`: nobody, the opponent goes on.
    pub seeds: Vec<Option<StartNumber>>,
    /// Places of the points stage, best first: who is the better of two.
    pub table: Vec<StartNumber>,
    pub duels: BTreeMap<MatchNo, Duel>,
    /// What rounds that have begun are played in, whatever `rules` say since.
    pub kept: BTreeMap<u32, Regulation>,
    /// Who gave up, in order of time: what was not decided then is lost to those still in.
    pub out: Vec<StartNumber>,
}

/// One side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Player(StartNumber),
    /// Nobody comes: a bye, or two who gave up.
    Nobody,
    /// The match before is not decided.
    Open,
}

/// A match of the bracket as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub no: MatchNo,
    /// The better of the two first, where both are known.
    pub slots: [Slot; 2],
    pub state: State,
}

/// Where a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its players are not known yet.
    Waiting,
    /// Nobody to play against; `None`: nobody at all.
    Free(Option<StartNumber>),
    Under(Step),
    /// By its games, or as a walkover.
    Won {
        winner: StartNumber,
        loser: StartNumber,
        walkover: bool,
    },
    /// Both lost.
    Void([StartNumber; 2]),
}

impl State {
    /// Who goes on.
    pub fn slot(self) -> Slot {
        match self {
            State::Waiting | State::Under(_) => Slot::Open,
            State::Free(Some(winner)) | State::Won { winner, .. } => Slot::Player(winner),
            State::Free(None) | State::Void(_) => Slot::Nobody,
        }
    }

    /// Nothing is to be played in it (any more).
    pub fn is_over(self) -> bool {
        self.slot() != Slot::Open
    }

    /// Who goes no further.
    pub fn losers(self) -> Vec<StartNumber> {
        match self {
            State::Won { loser, .. } => vec![loser],
            State::Void(both) => both.to_vec(),
            State::Waiting | State::Free(_) | State::Under(_) => Vec::new(),
        }
    }
}

impl Pair {
    /// Both players, the better first.
    pub fn players(&self) -> Option<[StartNumber; 2]> {
        match self.slots {
            [Slot::Player(better), Slot::Player(other)] => Some([better, other]),
            _ => None,
        }
    }
}

impl<'a> Course<'a> {
    /// How many rounds the bracket has.
    pub fn rounds(&self) -> u32 {
        rounds(self.seeds.len())
    }

    /// The regulation of a round. A bracket smaller than planned leaves out the first ones: the final
    /// stays the final.
    pub fn rules_of(&self, round: u32) -> Option<&'a KnockoutRound> {
        let planned = self.rules.rounds.len();
        let left_out = planned.checked_sub(self.rounds() as usize)?;
        self.rules
            .rounds
            .get(left_out + round.checked_sub(1)? as usize)
    }

    /// The games that a match of this round is played in.
    pub fn ladder(&self, round: u32) -> Ladder<'_> {
        match self.kept.get(&round) {
            Some(kept) => Ladder {
                legs: &kept.legs,
                play_all: kept.play_all,
            },
            None => Ladder {
                legs: self.rules_of(round).map_or(&[], |round| &round.legs),
                play_all: self.rules.play_all,
            },
        }
    }

    /// What the rules say of a round now.
    pub fn planned(&self, round: u32) -> Regulation {
        Regulation {
            legs: self
                .rules_of(round)
                .map_or_else(Vec::new, |round| round.legs.clone()),
            play_all: self.rules.play_all,
        }
    }

    /// Place in the table of the points stage, from 0.
    pub fn rank(&self, no: StartNumber) -> usize {
        let found = self.table.iter().position(|other| *other == no);
        found.unwrap_or(self.table.len())
    }

    /// Every match, round by round from the top of the bracket.
    pub fn pairs(&self) -> Vec<Vec<Pair>> {
        let mut slots: Vec<Slot> = seeds(self.seeds.len())
            .into_iter()
            .map(|seed| match self.seeds.get(seed - 1) {
                Some(Some(no)) => Slot::Player(*no),
                Some(None) | None => Slot::Nobody,
            })
            .collect();
        let mut pairs = Vec::new();
        for round in 1..=self.rounds() {
            let of_round: Vec<Pair> = (1..)
                .zip(slots.chunks_exact(2))
                .map(|(table, slots)| self.pair(MatchNo { round, table }, [slots[0], slots[1]]))
                .collect();
            slots = of_round.iter().map(|pair| pair.state.slot()).collect();
            pairs.push(of_round);
        }
        pairs
    }

    /// One match.
    pub fn find(&self, no: MatchNo) -> Option<Pair> {
        let mut all = self.pairs().into_iter().flatten();
        all.find(|pair| pair.no == no)
    }

    /// The first game of each match that the bracket does not call for any more, by its number from 0:
    /// other players have come into the match, or what went before decides it.
    pub fn misplaced(&self) -> Vec<(MatchNo, usize)> {
        let mut found = Vec::new();
        for pair in self.pairs().into_iter().flatten() {
            let Some(duel) = self.duels.get(&pair.no) else {
                continue;
            };
            let (right, called_for) = match pair.players() {
                Some(players) => {
                    let right = right(duel, players);
                    let (games, sides) = seen(duel, players[0]);
                    let ladder = self.ladder(pair.no.round);
                    (right, ladder.called_for(&games, &sides))
                }
                None => (0, 0),
            };
            let first = right.min(called_for);
            if first < duel.games.len() {
                found.push((pair.no, first));
            }
        }
        found
    }

    /// Takes away what the bracket does not call for any more, until it calls for all that is left. Returns the
    /// matches it was taken from, each with its first game that went, from 0.
    pub fn prune(&mut self) -> BTreeMap<MatchNo, usize> {
        let mut gone = BTreeMap::new();
        loop {
            let misplaced = self.misplaced();
            if misplaced.is_empty() {
                return gone;
            }
            for (no, first) in misplaced {
                if let Some(duel) = self.duels.get_mut(&no) {
                    duel.games.truncate(first);
                    duel.sides.retain(|game, _| *game < first);
                }
                gone.insert(no, first);
            }
        }
    }

    /// Points of the leg that was played last: the better's and the other's.
    pub fn score(&self, pair: &Pair) -> Vec<[u32; 2]> {
        let (Some(duel), Some([better, _])) = (self.duels.get(&pair.no), pair.players()) else {
            return Vec::new();
        };
        let ladder = self.ladder(pair.no.round);
        let (games, _) = seen(duel, better);
        let mut legs: Vec<[u32; 2]> = Vec::new();
        for (at, game) in games.iter().enumerate() {
            let Some(rung) = ladder.rung(at) else { break };
            if legs.len() <= rung.leg {
                legs.resize(rung.leg + 1, [0, 0]);
            }
            if let Some(leg) = legs.last_mut() {
                let made = game.points();
                *leg = [leg[0] + made[0], leg[1] + made[1]];
            }
        }
        legs
    }

    fn pair(&self, no: MatchNo, slots: [Slot; 2]) -> Pair {
        let (slots, state) = match slots {
            [Slot::Open, _] | [_, Slot::Open] => (slots, State::Waiting),
            [Slot::Nobody, Slot::Nobody] => (slots, State::Free(None)),
            [Slot::Player(alone), Slot::Nobody] | [Slot::Nobody, Slot::Player(alone)] => {
                (slots, State::Free(Some(alone)))
            }
            [Slot::Player(one), Slot::Player(two)] => {
                let (better, other) = if self.rank(one) <= self.rank(two) {
                    (one, two)
                } else {
                    (two, one)
                };
                let slots = [Slot::Player(better), Slot::Player(other)];
                (slots, self.played(no, better, other))
            }
        };
        Pair { no, slots, state }
    }

    fn played(&self, no: MatchNo, better: StartNumber, other: StartNumber) -> State {
        let nothing = Duel::default();
        let duel = self.duels.get(&no).unwrap_or(&nothing);
        // Games of others, who were here before a correction, say nothing about these two.
        let right = right(duel, [better, other]);
        let (mut games, sides) = seen(duel, better);
        games.truncate(right);
        let step = self.ladder(no.round).step(&games, &sides);
        let won = |winner: Rival, walkover| {
            let (winner, loser) = match winner {
                Rival::Better => (better, other),
                Rival::Other => (other, better),
            };
            State::Won {
                winner,
                loser,
                walkover,
            }
        };
        match step {
            Step::Over(Decision::Won(winner)) => won(winner, false),
            Step::Over(Decision::Nobody) => State::Void([better, other]),
            // Of two, the first to give up lost the match there and then; the other lost a later one.
            step => match self.out.iter().find(|no| [better, other].contains(no)) {
                None => State::Under(step),
                Some(no) if *no == better => won(Rival::Other, true),
                Some(_) => won(Rival::Better, true),
            },
        }
    }
}

/// How many games from the first on are those of these two.
fn right(duel: &Duel, players: [StartNumber; 2]) -> usize {
    let is_right = |game: &DuelGame| players.contains(&game.red) && players.contains(&game.black);
    let wrong = duel.games.iter().position(|game| !is_right(game));
    wrong.unwrap_or(duel.games.len())
}

/// The games and sides as the ladder sees them.
fn seen(duel: &Duel, better: StartNumber) -> (Vec<Played>, BTreeMap<usize, Rival>) {
    let rival = |no: StartNumber| {
        if no == better {
            Rival::Better
        } else {
            Rival::Other
        }
    };
    let games = duel.games.iter().map(|game| Played {
        red: rival(game.red),
        outcome: game.outcome,
    });
    let sides = duel.sides.iter().map(|(game, red)| (*game, rival(*red)));
    (games.collect(), sides.collect())
}
