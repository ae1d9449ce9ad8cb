//! The pairing rules a second time, slowly: every complete pairing is tried, and each is judged straight
//! from the rounds played.

use std::collections::BTreeSet;

use qisai::config::{FirstRed, FirstRound, Swiss, TeamAvoidance};
use qisai::tournament::swiss::{Pair, Pairing, Seat};
use qisai::tournament::{Game, History, Outcome, Side, StartNumber};

#[derive(Clone)]
pub struct Oracle<'a> {
    pub history: &'a History,
    pub active: Vec<StartNumber>,
    pub rules: &'a Swiss,
    pub forbidden: &'a BTreeSet<Pair>,
}

/// Pairs with the smaller number first, sorted; and the bye.
pub type Complete = (Vec<(StartNumber, StartNumber)>, Option<StartNumber>);

impl Oracle<'_> {
    /// The best complete pairing with its vector; `None` if there is none.
    pub fn best(&self, also: &[(StartNumber, StartNumber)]) -> Option<(Vec<i64>, Complete)> {
        self.best_with(also, &[], None)
    }

    /// The best of those that contain these pairs, smaller number first, and this bye.
    pub fn best_with(
        &self,
        also: &[(StartNumber, StartNumber)],
        fixed: &[(StartNumber, StartNumber)],
        bye: Option<StartNumber>,
    ) -> Option<(Vec<i64>, Complete)> {
        self.all(&self.active, also)
            .into_iter()
            .filter(|(pairs, _)| fixed.iter().all(|pair| pairs.contains(pair)))
            .filter(|complete| bye.is_none() || complete.1 == bye)
            .map(|complete| (self.vector(&complete), complete))
            .min()
    }

    /// Every complete pairing of some players.
    pub fn all(&self, rest: &[StartNumber], also: &[(StartNumber, StartNumber)]) -> Vec<Complete> {
        let without = |list: &[StartNumber], gone: &[StartNumber]| -> Vec<StartNumber> {
            list.iter()
                .copied()
                .filter(|no| !gone.contains(no))
                .collect()
        };
        let Some(&first) = rest.first() else {
            return vec![(Vec::new(), None)];
        };
        let mut found = Vec::new();
        for &other in &rest[1..] {
            if self.may_meet(first, other) || also.contains(&(first, other)) {
                for (mut pairs, bye) in self.all(&without(rest, &[first, other]), also) {
                    pairs.insert(0, (first, other));
                    found.push((pairs, bye));
                }
            }
        }
        if rest.len() % 2 == 1 {
            for (pairs, _) in self.all(&without(rest, &[first]), also) {
                found.push((pairs, Some(first)));
            }
        }
        found
    }

    pub fn met(&self, one: StartNumber, other: StartNumber) -> bool {
        self.history
            .rounds
            .iter()
            .flat_map(|round| &round.games)
            .any(|game| {
                let these = game.side_of(one).is_some() && game.side_of(other).is_some();
                these && (over_the_board(game) || self.rules.forfeit_is_met)
            })
    }

    pub fn kept_apart(&self, one: StartNumber, other: StartNumber) -> bool {
        let round = self.history.rounds.len() as u32 + 1;
        let team = |no| {
            let player = self.history.players.iter().find(|player| player.no == no);
            player.unwrap().team.clone()
        };
        let apart = match self.rules.team_avoidance {
            TeamAvoidance::Never => false,
            TeamAvoidance::FirstRounds(last) => round <= last,
            TeamAvoidance::Always => true,
        };
        let freed = self.is_last() && self.rules.last_round.frees_teams;
        self.forbidden.contains(&Pair::new(one, other))
            || apart && !freed && team(one).is_some() && team(one) == team(other)
    }

    pub fn may_meet(&self, one: StartNumber, other: StartNumber) -> bool {
        !self.met(one, other) && !self.kept_apart(one, other)
    }

    fn is_last(&self) -> bool {
        self.history.rounds.len() as u32 + 1 >= self.rules.rounds
    }

    /// Points before a round, counted from 0.
    pub fn score(&self, no: StartNumber, before: usize) -> i64 {
        let score = self.rules.score;
        let mut points = 0;
        for round in &self.history.rounds[..before] {
            if round.byes.contains(&no) {
                points += score.bye;
            }
            if round.absent.contains(&no) {
                points += score.absence;
            }
            if round.walkovers.contains(&no) {
                points += score.forfeit_win;
            }
            points += round.granted.get(&no).copied().unwrap_or(0);
            for game in &round.games {
                points += match (game.side_of(no), game.outcome) {
                    (None, _) | (_, None) => 0,
                    (_, Some(Outcome::Draw)) => score.draw,
                    (Some(Side::Red), Some(Outcome::RedWin)) => score.win,
                    (Some(Side::Black), Some(Outcome::BlackWin)) => score.win,
                    (_, Some(Outcome::RedWin | Outcome::BlackWin | Outcome::BothLose)) => {
                        score.loss
                    }
                    (Some(Side::Red), Some(Outcome::BlackForfeit)) => score.forfeit_win,
                    (Some(Side::Black), Some(Outcome::RedForfeit)) => score.forfeit_win,
                    _ => 0,
                };
            }
        }
        i64::from(points)
    }

    pub fn now(&self, no: StartNumber) -> i64 {
        self.score(no, self.history.rounds.len())
    }

    /// The games over the board with their rounds, counted from 0.
    pub fn games(&self, no: StartNumber) -> Vec<(usize, Side, StartNumber)> {
        let mut games = Vec::new();
        for (number, round) in self.history.rounds.iter().enumerate() {
            for game in &round.games {
                if let Some(side) = game.side_of(no).filter(|_| over_the_board(game)) {
                    let opponent = if side == Side::Red {
                        game.black
                    } else {
                        game.red
                    };
                    games.push((number, side, opponent));
                }
            }
        }
        games
    }

    /// R and B, the latest first.
    pub fn sides(&self, no: StartNumber) -> String {
        let letter = |(_, side, _)| if side == Side::Red { 'R' } else { 'B' };
        self.games(no).into_iter().rev().map(letter).collect()
    }

    pub fn red_of(&self, one: StartNumber, other: StartNumber) -> StartNumber {
        let (mine, theirs) = (self.sides(one), self.sides(other));
        let blacks = |sides: &str| sides.matches('B').count();
        if blacks(&mine) != blacks(&theirs) {
            return if blacks(&mine) > blacks(&theirs) {
                one
            } else {
                other
            };
        }
        for place in 0..mine.len().max(theirs.len()) {
            let at = |sides: &str| sides.chars().nth(place);
            if at(&mine) != at(&theirs) {
                // Who had red then has black now.
                return if at(&mine) == Some('R') { other } else { one };
            }
        }
        let odd = self.history.rounds.len().is_multiple_of(2);
        if odd == (self.rules.first_red == FirstRed::Smaller) {
            one.min(other)
        } else {
            one.max(other)
        }
    }

    pub fn vector(&self, (pairs, bye): &Complete) -> Vec<i64> {
        let mut vector = vec![self.sum(pairs, |no, side, _| {
            let sides = self.sides(no);
            let surplus = |letter| {
                let with = sides.matches(letter).count() as i64;
                2 * with - sides.len() as i64
            };
            let letter = if side == Side::Red { 'R' } else { 'B' };
            let freed = self.is_last() && self.rules.last_round.frees_sides;
            !freed
                && (sides.starts_with(&[letter, letter].iter().collect::<String>())
                    || surplus(letter) + 1 >= 3)
        })];
        vector.extend(match bye {
            None => [0, 0, 0],
            Some(no) => {
                let byes = self
                    .history
                    .rounds
                    .iter()
                    .filter(|round| round.byes.contains(no));
                let larger = self.active.iter().filter(|other| *other > no).count();
                [byes.count() as i64, self.now(*no), larger as i64]
            }
        });

        let scores: BTreeSet<i64> = self.active.iter().map(|&no| self.now(no)).collect();
        for &score in scores.iter().rev() {
            let drops: Vec<i64> = pairs
                .iter()
                .flat_map(|&(a, b)| [(a, b), (b, a)])
                .filter(|&(no, _)| self.now(no) == score)
                .map(|(no, opponent)| self.now(no) - self.now(opponent))
                .filter(|&drop| drop > 0)
                .collect();
            vector.push(drops.len() as i64);
            vector.push(drops.iter().map(|drop| drop * drop).sum());
        }

        let denied = |strong: bool| {
            self.sum(pairs, |no, side, _| {
                let sides = self.sides(no);
                let (reds, blacks) = (sides.matches('R').count(), sides.matches('B').count());
                let due = match sides.chars().next() {
                    None => return false,
                    Some(_) if reds < blacks => Side::Red,
                    Some(_) if blacks < reds => Side::Black,
                    Some('R') => Side::Black,
                    Some(_) => Side::Red,
                };
                (reds != blacks) == strong && side != due
            })
        };
        vector.push(denied(true));
        vector.push(denied(false));
        vector.push(self.sum(pairs, |no, _, opponent| {
            let now = (self.now(no) - self.now(opponent)).signum();
            let last = self.games(no).pop().map_or(0, |(round, _, opponent)| {
                (self.score(no, round) - self.score(opponent, round)).signum()
            });
            let freed = self.is_last() && self.rules.last_round.frees_floats;
            !freed && now != 0 && now == last
        }));
        vector.push(pairs.iter().map(|&(a, b)| self.off_pattern(a, b)).sum());
        vector
    }

    /// For how many players something holds, given side and opponent.
    fn sum(
        &self,
        pairs: &[(StartNumber, StartNumber)],
        holds: impl Fn(StartNumber, Side, StartNumber) -> bool,
    ) -> i64 {
        let mut count = 0;
        for &(a, b) in pairs {
            let red = self.red_of(a, b);
            for (no, opponent) in [(a, b), (b, a)] {
                let side = if no == red { Side::Red } else { Side::Black };
                count += i64::from(holds(no, side, opponent));
            }
        }
        count
    }

    fn off_pattern(&self, a: StartNumber, b: StartNumber) -> i64 {
        let group = |no| -> Vec<StartNumber> {
            let level = |other: &&StartNumber| self.now(**other) == self.now(no);
            self.active.iter().filter(level).copied().collect()
        };
        let place = |no| group(no).iter().position(|&other| other == no).unwrap() as i64 + 1;
        let size = |no| group(no).len() as i64;
        if self.now(a) == self.now(b) {
            let off = match self.rules.first_round {
                FirstRound::Adjacent => (place(a) - place(b)).abs() - 1,
                FirstRound::Fold => (place(a) - place(b)).abs() - size(a) / 2,
                FirstRound::FirstLast => place(a) + place(b) - size(a) - 1,
            };
            return off * off;
        }
        let (upper, lower) = if self.now(a) > self.now(b) {
            (a, b)
        } else {
            (b, a)
        };
        (size(upper) - place(upper)).pow(2) + (place(lower) - 1).pow(2)
    }

    /// Tables as they are called out. In round 1 sides change from table to table.
    pub fn tables(&self, (pairs, _): &Complete) -> Vec<Seat> {
        let mut pairs = pairs.clone();
        pairs.sort_by_key(|&(a, b)| {
            let (a_score, b_score) = (self.now(a), self.now(b));
            (-a_score.max(b_score), -a_score.min(b_score), a.min(b))
        });
        let first = self.history.rounds.is_empty();
        let shift = usize::from(self.rules.first_red == FirstRed::Larger);
        let mut seats = Vec::new();
        for (table, (a, b)) in pairs.into_iter().enumerate() {
            let red = match (table + shift) % 2 {
                0 if first => a.min(b),
                1 if first => a.max(b),
                _ => self.red_of(a, b),
            };
            let black = if red == a { b } else { a };
            seats.push(Seat { red, black });
        }
        seats
    }
}

fn over_the_board(game: &Game) -> bool {
    let forfeits = [
        Outcome::RedForfeit,
        Outcome::BlackForfeit,
        Outcome::BothForfeit,
    ];
    game.outcome
        .is_none_or(|outcome| !forfeits.contains(&outcome))
}

/// The vector of the program as the oracle writes it.
pub fn flat(pairing: &Pairing) -> Vec<i64> {
    let vector = &pairing.vector;
    let mut list = vec![
        vector.side_limits,
        vector.byes_before,
        vector.bye_score,
        vector.bye_rank,
    ];
    list.extend(
        vector
            .groups
            .iter()
            .flat_map(|group| [group.floaters, group.distance]),
    );
    list.extend([
        vector.strong_denied,
        vector.mild_denied,
        vector.repeated_floats,
        vector.pattern,
    ]);
    list.into_iter().map(|value| value as i64).collect()
}
