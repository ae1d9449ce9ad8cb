use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::{FirstSide, Leg, Score};
use crate::tournament::{Outcome, Side};

/// One of the two players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rival {
    /// Who stands higher in the table of the points stage.
    Better,
    Other,
}

/// A game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    pub red: Rival,
    /// `None`: not over.
    pub outcome: Option<Outcome>,
}

/// What comes next in a match. Games count from 0 through all legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// This game is not over.
    Playing {
        game: usize,
    },
    /// This game is to be played.
    Next {
        game: usize,
        red: Rival,
    },
    /// The sides of this game are to be drawn by lot.
    Lot {
        game: usize,
    },
    /// This player is to choose the side in this game.
    Choice {
        game: usize,
        by: Rival,
    },
    Over(Decision),
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Won(Rival),
    /// Neither came to the game that had to decide it.
    Nobody,
}

/// Where a game stands in the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung<'a> {
    /// From 0.
    pub leg: usize,
    /// From 1, of `of` games of the leg.
    pub number: u32,
    pub of: u32,
    pub armageddon: bool,
    pub time_control: &'a str,
}

/// What the matches of a round are played in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regulation {
    pub legs: Vec<Leg>,
    /// As in [`Ladder`].
    pub play_all: bool,
}

/// The legs of a match, tried in order until one decides it. Wuhan regulation, clauses 7.6 and 7.7.
#[derive(Debug, Clone, Copy)]
pub struct Ladder<'a> {
    pub legs: &'a [Leg],
    /// Play all games of a leg even when they can change nothing any more.
    pub play_all: bool,
}

impl Rival {
    pub fn other(self) -> Rival {
        match self {
            Rival::Better => Rival::Other,
            Rival::Other => Rival::Better,
        }
    }
}

impl Played {
    /// Who has this side.
    pub fn on(&self, side: Side) -> Rival {
        match side {
            Side::Red => self.red,
            Side::Black => self.red.other(),
        }
    }

    /// Points of the better and the other: 2, 1, 0 (Wuhan regulation, clause 7.4); a forfeit is a loss.
    pub fn points(&self) -> [u32; 2] {
        let score = Score::default();
        let of = |rival| {
            let side = if self.red == rival {
                Side::Red
            } else {
                Side::Black
            };
            self.outcome
                .map_or(0, |outcome| outcome.points(side, &score))
        };
        [of(Rival::Better), of(Rival::Other)]
    }
}

impl<'a> Ladder<'a> {
    /// What comes next after `games`; `sides` says who is red where a lot or a choice decided it, by game.
    pub fn step(&self, games: &[Played], sides: &BTreeMap<usize, Rival>) -> Step {
        self.walk(games, sides).0
    }

    /// How many of `games` the ladder calls for; those after them have no place in it any more.
    pub fn called_for(&self, games: &[Played], sides: &BTreeMap<usize, Rival>) -> usize {
        self.walk(games, sides).1
    }

    /// Where a game stands.
    pub fn rung(&self, game: usize) -> Option<Rung<'a>> {
        let mut left = game;
        for (at, leg) in self.legs.iter().enumerate() {
            let of = count(leg);
            if left < of as usize {
                let (armageddon, time_control) = match leg {
                    Leg::Games { time_control, .. } => (false, time_control),
                    Leg::Armageddon { time_control, .. } => (true, time_control),
                };
                return Some(Rung {
                    leg: at,
                    number: u32::try_from(left).unwrap_or(0) + 1,
                    of,
                    armageddon,
                    time_control,
                });
            }
            left -= of as usize;
        }
        None
    }

    fn walk(&self, games: &[Played], sides: &BTreeMap<usize, Rival>) -> (Step, usize) {
        let win = Score::default().win;
        let mut begin = 0;
        for leg in self.legs {
            let count = count(leg);
            let mut points: [u32; 2] = [0, 0];
            for number in 0..count {
                let game = begin + number as usize;
                let left = (count - number) * win;
                if !self.play_all && points[0].abs_diff(points[1]) > left {
                    return (lead(points), game);
                }
                let Some(played) = games.get(game) else {
                    return (first_red(leg, begin, number, games, sides), game);
                };
                let Some(outcome) = played.outcome else {
                    return (Step::Playing { game }, game + 1);
                };
                if matches!(leg, Leg::Armageddon { .. }) {
                    return (Step::Over(armageddon(played, outcome)), game + 1);
                }
                let made = played.points();
                points = [points[0] + made[0], points[1] + made[1]];
            }
            begin += count as usize;
            if points[0] != points[1] {
                return (lead(points), begin);
            }
        }
        (Step::Over(Decision::Nobody), begin)
    }
}

fn count(leg: &Leg) -> u32 {
    match leg {
        Leg::Games { count, .. } => *count,
        Leg::Armageddon { .. } => 1,
    }
}

fn lead(points: [u32; 2]) -> Step {
    Step::Over(Decision::Won(if points[0] > points[1] {
        Rival::Better
    } else {
        Rival::Other
    }))
}

/// A draw is black's.
fn armageddon(played: &Played, outcome: Outcome) -> Decision {
    match (outcome, outcome.winner()) {
        (_, Some(side)) => Decision::Won(played.on(side)),
        (Outcome::Draw, None) => Decision::Won(played.on(Side::Black)),
        (_, None) => Decision::Nobody,
    }
}

/// The next game of a leg that began with game `begin`: sides change from game to game.
fn first_red(
    leg: &Leg,
    begin: usize,
    number: u32,
    games: &[Played],
    sides: &BTreeMap<usize, Rival>,
) -> Step {
    let game = begin + number as usize;
    let (Leg::Games { first, .. } | Leg::Armageddon { first, .. }) = leg;
    // What was played says who began, else what was drawn or chosen.
    let known = games.get(begin).map(|played| played.red);
    let known = known.or_else(|| sides.get(&begin).copied());
    let before = begin.checked_sub(1).and_then(|before| games.get(before));
    let red = match (known, first, before) {
        (Some(red), _, _) => red,
        (None, FirstSide::BetterSeed, _) => Rival::Better,
        (None, FirstSide::LastBlackChooses, Some(before)) => {
            let by = before.on(Side::Black);
            return Step::Choice { game, by };
        }
        (None, FirstSide::Lot | FirstSide::LastBlackChooses, _) => return Step::Lot { game },
    };
    let red = if number.is_multiple_of(2) {
        red
    } else {
        red.other()
    };
    Step::Next { game, red }
}
