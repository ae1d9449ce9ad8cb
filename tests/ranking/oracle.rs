//! The ranking once more, written from the words of the rules alone: slow, with types of its own. Nothing here
//! knows the program.

use std::cmp::Ordering;

/// An event as it was played. Players are named by their place in `players`.
#[derive(Debug, Clone, Default)]
pub struct Event {
    pub players: Vec<Entrant>,
    pub rounds: Vec<Vec<Happened>>,
    /// Oldest first; in each the better lot first.
    pub lots: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub struct Entrant {
    /// 编号
    pub number: i64,
    pub team: Option<usize>,
    pub rating: Option<i64>,
    pub fouls: i64,
}

/// One thing that happened in a round. Who is named nowhere was not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    Game {
        red: usize,
        black: usize,
        end: End,
    },
    /// A game that an arbiter annulled.
    Annulled {
        red: usize,
        black: usize,
    },
    Bye(usize),
    Leave(usize),
    /// Before a late entry: points an arbiter stated.
    Stated(usize, i64),
    /// Won by forfeit against nobody known.
    Walkover(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    RedWon,
    BlackWon,
    Drawn,
    BothLost,
    RedStayedAway,
    BlackStayedAway,
    NobodyCame,
    NotOver,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Points,
    Opponents,
    Progressive,
    Wins,
    Fouls,
    BlackGames,
    BlackWins,
    ReverseTrim,
    ForwardTrim,
    Direct,
    Median,
    Rating,
    Number,
    Lot,
}

#[derive(Debug, Clone)]
pub struct Rules {
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    pub bye: i64,
    pub forfeit_win: i64,
    pub leave: i64,
    pub keys: Vec<Key>,
    /// A bye adds the lowest score of the field to the opponents' score, else nothing.
    pub bye_adds_lowest: bool,
    pub forfeit_adds_opponent: bool,
    pub bye_in_progressive: bool,
    pub forfeit_win_is_win: bool,
    pub bye_is_win: bool,
    pub bye_has_side: bool,
    /// Level after everything: a lot, else a shared place.
    pub lot_at_the_end: bool,
}

/// A row of the table: who, place, whether it is shared.
pub type Place = (usize, i64, bool);

pub struct Oracle<'a> {
    pub event: &'a Event,
    pub rules: &'a Rules,
}

impl Oracle<'_> {
    fn of(&self, who: usize, round: usize) -> Option<Happened> {
        let mut all = self.event.rounds[round].iter().copied();
        all.find(|happened| match *happened {
            Happened::Game { red, black, .. } | Happened::Annulled { red, black } => {
                red == who || black == who
            }
            Happened::Bye(one)
            | Happened::Leave(one)
            | Happened::Stated(one, _)
            | Happened::Walkover(one) => one == who,
        })
    }

    /// Points of one round.
    fn gained(&self, who: usize, round: usize) -> i64 {
        let rules = self.rules;
        match self.of(who, round) {
            None | Some(Happened::Annulled { .. }) => 0,
            Some(Happened::Bye(_)) => rules.bye,
            Some(Happened::Leave(_)) => rules.leave,
            Some(Happened::Stated(_, points)) => points,
            Some(Happened::Walkover(_)) => rules.forfeit_win,
            Some(Happened::Game { red, end, .. }) => match end {
                End::Drawn => rules.draw,
                End::RedWon if red == who => rules.win,
                End::BlackWon if red != who => rules.win,
                End::RedWon | End::BlackWon | End::BothLost => rules.loss,
                End::BlackStayedAway if red == who => rules.forfeit_win,
                End::RedStayedAway if red != who => rules.forfeit_win,
                End::RedStayedAway | End::BlackStayedAway | End::NobodyCame | End::NotOver => 0,
            },
        }
    }

    pub fn points(&self, who: usize) -> i64 {
        let rounds = 0..self.event.rounds.len();
        rounds.map(|round| self.gained(who, round)).sum()
    }

    /// The opponent, if the two sat down and finished.
    fn met(&self, who: usize, round: usize) -> Option<usize> {
        match self.of(who, round)? {
            Happened::Game {
                red,
                black,
                end: End::RedWon | End::BlackWon | End::Drawn | End::BothLost,
            } => Some(if red == who { black } else { red }),
            _ => None,
        }
    }

    /// The opponent of a forfeited game.
    fn forfeited(&self, who: usize, round: usize) -> Option<usize> {
        match self.of(who, round)? {
            Happened::Game {
                red,
                black,
                end: End::RedStayedAway | End::BlackStayedAway | End::NobodyCame,
            } => Some(if red == who { black } else { red }),
            _ => None,
        }
    }

    /// What each round adds to the opponents' score.
    fn opponents(&self, who: usize) -> Vec<i64> {
        let everyone = 0..self.event.players.len();
        let lowest = everyone.map(|one| self.points(one)).min().unwrap_or(0);
        let mut scores = Vec::new();
        for round in 0..self.event.rounds.len() {
            if let Some(opponent) = self.met(who, round) {
                scores.push(self.points(opponent));
            }
            if let Some(opponent) = self.forfeited(who, round)
                && self.rules.forfeit_adds_opponent
            {
                scores.push(self.points(opponent));
            }
            if self.of(who, round) == Some(Happened::Bye(who)) {
                scores.push(if self.rules.bye_adds_lowest {
                    lowest
                } else {
                    0
                });
            }
        }
        scores
    }

    fn progressive(&self, who: usize) -> i64 {
        let mut total = 0;
        for last in 0..self.event.rounds.len() {
            if let Some(Happened::Game {
                end: End::NotOver, ..
            }) = self.of(who, last)
            {
                continue;
            }
            for round in 0..=last {
                let is_bye = self.of(who, round) == Some(Happened::Bye(who));
                if !is_bye || self.rules.bye_in_progressive {
                    total += self.gained(who, round);
                }
            }
        }
        total
    }

    /// Won over the board with a side: `Some(true)` with black.
    fn won(&self, who: usize, round: usize) -> Option<bool> {
        match self.of(who, round)? {
            Happened::Game { red, end, .. } => match end {
                End::RedWon if red == who => Some(false),
                End::BlackWon if red != who => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    fn wins(&self, who: usize) -> i64 {
        let rounds = 0..self.event.rounds.len();
        let is_win = |&round: &usize| match self.of(who, round) {
            Some(Happened::Bye(_)) => self.rules.bye_is_win,
            Some(Happened::Walkover(_)) => self.rules.forfeit_win_is_win,
            Some(Happened::Game { red, end, .. }) => match end {
                End::BlackStayedAway => red == who && self.rules.forfeit_win_is_win,
                End::RedStayedAway => red != who && self.rules.forfeit_win_is_win,
                _ => self.won(who, round).is_some(),
            },
            _ => false,
        };
        count(rounds, is_win)
    }

    /// The side drawn in a round: `Some(true)` is black. A bye has that which was due.
    fn side(&self, who: usize, round: usize) -> Option<bool> {
        match self.of(who, round)? {
            Happened::Game { black, .. } => Some(black == who),
            Happened::Bye(_) => {
                let earlier: Vec<bool> = (0..round).filter_map(|one| self.side(who, one)).collect();
                let blacks = earlier.iter().filter(|black| **black).count();
                let reds = earlier.len() - blacks;
                Some(match reds.cmp(&blacks) {
                    Ordering::Greater => true,
                    Ordering::Less => false,
                    Ordering::Equal => earlier.last().is_some_and(|black| !black),
                })
            }
            _ => None,
        }
    }

    fn black_bye(&self, who: usize, round: usize) -> bool {
        self.rules.bye_has_side
            && self.of(who, round) == Some(Happened::Bye(who))
            && self.side(who, round) == Some(true)
    }

    fn black_games(&self, who: usize) -> i64 {
        let rounds = 0..self.event.rounds.len();
        count(rounds, |&round| {
            let played = self.met(who, round).is_some() && self.side(who, round) == Some(true);
            played || self.black_bye(who, round)
        })
    }

    fn black_wins(&self, who: usize) -> i64 {
        let rounds = 0..self.event.rounds.len();
        count(rounds, |&round| {
            let by_bye = self.rules.bye_is_win && self.black_bye(who, round);
            self.won(who, round) == Some(true) || by_bye
        })
    }

    /// What a key says of a player among those who are level so far; more is better, the first difference
    /// counts. `None`: nothing, which is worse than anything.
    pub fn merit(&self, key: Key, who: usize, level: &[usize]) -> Option<Vec<i64>> {
        let rounds = self.event.rounds.len();
        let entrant = &self.event.players[who];
        let sum = |rounds: std::ops::Range<usize>| -> i64 {
            rounds.map(|round| self.gained(who, round)).sum()
        };
        match key {
            Key::Points => Some(vec![self.points(who)]),
            Key::Opponents => Some(vec![self.opponents(who).iter().sum()]),
            Key::Median => {
                let mut scores = self.opponents(who);
                scores.sort_unstable();
                let inner = scores.get(1..scores.len().saturating_sub(1));
                Some(vec![inner.unwrap_or_default().iter().sum()])
            }
            Key::Progressive => Some(vec![self.progressive(who)]),
            Key::Wins => Some(vec![self.wins(who)]),
            Key::Fouls => Some(vec![-entrant.fouls]),
            Key::BlackGames => Some(vec![self.black_games(who)]),
            Key::BlackWins => Some(vec![self.black_wins(who)]),
            Key::ReverseTrim => Some((1..=rounds).map(|off| sum(0..rounds - off)).collect()),
            Key::ForwardTrim => Some((1..=rounds).map(|off| sum(off..rounds)).collect()),
            Key::Rating => entrant.rating.map(|rating| vec![rating]),
            Key::Number => Some(vec![-entrant.number]),
            Key::Direct => self.direct(who, level).map(|points| vec![points]),
            Key::Lot => self.lot(who, level).map(|place| vec![-place]),
        }
    }

    /// Points from the games among those level, if all of them have met each other.
    fn direct(&self, who: usize, level: &[usize]) -> Option<i64> {
        let rounds = 0..self.event.rounds.len();
        let have_met = |one: usize, other: usize| {
            rounds
                .clone()
                .any(|round| self.met(one, round) == Some(other))
        };
        let all = level.iter().all(|&one| {
            let mut others = level.iter().filter(|&&other| other != one);
            others.all(|&other| have_met(one, other))
        });
        if level.len() < 2 || !all {
            return None;
        }
        let among = rounds
            .clone()
            .filter(|&round| self.met(who, round).is_some_and(|one| level.contains(&one)));
        Some(among.map(|round| self.gained(who, round)).sum())
    }

    /// The place among those level in the first lot that has them all.
    fn lot(&self, who: usize, level: &[usize]) -> Option<i64> {
        let mut lots = self.event.lots.iter();
        let lot = lots.find(|lot| level.iter().all(|one| lot.contains(one)))?;
        let drawn: Vec<&usize> = lot.iter().filter(|one| level.contains(one)).collect();
        let place = drawn.iter().position(|one| **one == who)?;
        (level.len() > 1).then(|| as_number(place) + 1)
    }

    /// The groups of those level after some keys, better groups first.
    pub fn groups(&self, among: &[usize], keys: &[Key]) -> Vec<Vec<usize>> {
        let Some((last, before)) = keys.split_last() else {
            return if among.is_empty() {
                Vec::new()
            } else {
                vec![among.to_vec()]
            };
        };
        let mut groups = Vec::new();
        for level in self.groups(among, before) {
            let mut merits: Vec<Option<Vec<i64>>> = level
                .iter()
                .map(|&who| self.merit(*last, who, &level))
                .collect();
            merits.sort();
            merits.dedup();
            for merit in merits.into_iter().rev() {
                let same = level.iter().copied();
                let same = same.filter(|&who| self.merit(*last, who, &level) == merit);
                groups.push(same.collect());
            }
        }
        groups
    }

    /// The table of some of the field; those who share a place by number.
    pub fn table(&self, among: &[usize]) -> Vec<Place> {
        let mut keys = self.rules.keys.clone();
        if self.rules.lot_at_the_end {
            keys.push(Key::Lot);
        }
        let mut table = Vec::new();
        for mut group in self.groups(among, &keys) {
            group.sort_by_key(|&who| self.event.players[who].number);
            let place = as_number(table.len()) + 1;
            let shared = group.len() > 1;
            table.extend(group.into_iter().map(|who| (who, place, shared)));
        }
        table
    }
}

fn count(rounds: std::ops::Range<usize>, counts: impl Fn(&usize) -> bool) -> i64 {
    as_number(rounds.filter(counts).count())
}

fn as_number(count: usize) -> i64 {
    i64::try_from(count).expect("few")
}

/// How a team is ranked.
#[derive(Debug, Clone, Copy)]
pub enum Scoring {
    PointsThenBestRank,
    PointsThenBestPoints,
    Ranks,
}

/// A team's row: place (none for a short team that is not ranked), points, sum of ranks.
pub type TeamPlace = (usize, Option<i64>, i64, i64);

/// The table of teams in the order of their names. `size`: members of a full team, of more the best count.
pub fn teams(
    oracle: &Oracle<'_>,
    scoring: Scoring,
    size: Option<usize>,
    short_counts: bool,
) -> Vec<TeamPlace> {
    let players = &oracle.event.players;
    let everyone: Vec<usize> = (0..players.len()).collect();
    let table = oracle.table(&everyone);
    let names: std::collections::BTreeSet<usize> =
        players.iter().filter_map(|one| one.team).collect();
    let mut rows = Vec::new();
    for name in names {
        let members = table
            .iter()
            .filter(|(who, ..)| players[*who].team == Some(name));
        let mut places: Vec<(i64, i64, i64)> = members
            .map(|&(who, place, _)| (place, players[who].number, oracle.points(who)))
            .collect();
        places.sort_unstable();
        let full = size.unwrap_or(places.len());
        places.truncate(full);
        let missing = as_number(full - places.len());
        let points: i64 = places.iter().map(|member| member.2).sum();
        let present: i64 = places.iter().map(|member| member.0).sum();
        let ranks = present + missing * (as_number(table.len()) + 1);
        let best_rank = places
            .iter()
            .map(|member| member.0)
            .min()
            .expect("a member");
        let best_points = places
            .iter()
            .map(|member| member.2)
            .max()
            .expect("a member");
        let merit = match scoring {
            Scoring::PointsThenBestRank => (points, -best_rank),
            Scoring::PointsThenBestPoints => (points, best_points),
            Scoring::Ranks => (-ranks, 0),
        };
        rows.push((
            name,
            (missing == 0 || short_counts).then_some(merit),
            points,
            ranks,
        ));
    }
    rows.iter()
        .map(|&(name, merit, points, ranks)| {
            let better = rows
                .iter()
                .filter(|other| other.1 > merit && other.1.is_some());
            (
                name,
                merit.map(|_| as_number(better.count()) + 1),
                points,
                ranks,
            )
        })
        .collect()
}
