//! The Dutch system read anew: every pairing of the round is tried, and what the rules say of a bracket is
//! counted out for each. No matching, no weights; slow, and good for ten players.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use qisai::config::Swiss;
use qisai::tournament::swiss::Pair;
use qisai::tournament::{History, Side, StartNumber};

/// A pairing: red before black, and the bye.
pub type Answer = (BTreeSet<(u32, u32)>, Option<u32>);

/// All there is to know before a round.
pub struct Oracle {
    /// Best first.
    players: Vec<Player>,
    /// By places.
    legal: Vec<Vec<bool>>,
    first_side: Side,
}

impl Oracle {
    pub fn new(
        history: &History,
        active: &BTreeSet<StartNumber>,
        rules: &Swiss,
        forbidden: &BTreeSet<Pair>,
        first_side: Side,
    ) -> Oracle {
        let players = players(history, active, rules);
        let last = history.rounds.len() + 1 >= rules.rounds as usize;
        let best = history.rounds.len() as u32 * rules.score.win;
        let legal = |a: &Player, b: &Player| {
            let clash = a.absolute() && b.absolute() && a.wish() == b.wish();
            let top = last && (2 * a.score > best || 2 * b.score > best);
            !a.met.contains(&b.no)
                && !forbidden.contains(&Pair::new(StartNumber(a.no), StartNumber(b.no)))
                && (!clash || top)
        };
        Oracle {
            legal: players
                .iter()
                .map(|a| players.iter().map(|b| legal(a, b)).collect())
                .collect(),
            players,
            first_side,
        }
    }

    /// The next round, or nothing where there is no legal one.
    pub fn answer(&self) -> Option<Answer> {
        let mut all = Vec::new();
        self.complete(&mut vec![None; self.players.len()], &mut all);
        let lowest = all.iter().map(|round| self.bye_score(round)).min()?;
        all.retain(|round| self.bye_score(round) == lowest);
        let mut bracket = self.top();
        while let Some(here) = bracket {
            let chosen = all
                .iter()
                .min_by_key(|round| here.merit(round, self.first_side))?
                .clone();
            all.retain(|round| here.inside(round) == here.inside(&chosen));
            bracket = self.below(&here, &chosen);
        }
        Some(self.seated(all.first()?))
    }

    /// The first legal pairing that two pairs and the bye, taken apart and put together anew, can make
    /// better.
    pub fn better(&self, answer: &Answer) -> Option<Answer> {
        let round = self.mates(answer);
        assert!(self.is_legal(&round), "{answer:?}");
        // A player with the bye is his own partner here.
        let units: Vec<(usize, usize)> = (0..round.len())
            .map(|p| (p, round[p].unwrap_or(p)))
            .filter(|(p, mate)| p <= mate)
            .collect();
        for (index, &(a, b)) in units.iter().enumerate() {
            for &(c, d) in &units[index + 1..] {
                for (one, other) in [((a, c), (b, d)), ((a, d), (b, c))] {
                    let mut changed = round.clone();
                    for (p, q) in [one, other] {
                        changed[p] = Some(q).filter(|&q| p != q);
                        changed[q] = Some(p).filter(|&p| p != q);
                    }
                    if self.is_legal(&changed) && self.is_before(&changed, &round) {
                        return Some(self.seated(&changed));
                    }
                }
            }
        }
        None
    }

    fn mates(&self, (pairs, _): &Answer) -> Mates {
        let place = |no: u32| self.players.iter().position(|player| player.no == no);
        let mut mates = vec![None; self.players.len()];
        for &(red, black) in pairs {
            if let (Some(red), Some(black)) = (place(red), place(black)) {
                (mates[red], mates[black]) = (Some(black), Some(red));
            }
        }
        mates
    }

    fn is_legal(&self, round: &Mates) -> bool {
        let byes: Vec<usize> = (0..round.len()).filter(|&p| round[p].is_none()).collect();
        let pairs = round.iter().enumerate();
        byes.len() == round.len() % 2
            && byes
                .iter()
                .all(|&p| !self.players[p].had_points_for_nothing)
            && pairs.into_iter().all(|(p, mate)| {
                mate.is_none_or(|mate| self.legal[p][mate] && round[mate] == Some(p))
            })
    }

    /// Which of two pairings the rules put first.
    fn is_before(&self, one: &Mates, other: &Mates) -> bool {
        if self.bye_score(one) != self.bye_score(other) {
            return self.bye_score(one) < self.bye_score(other);
        }
        let mut bracket = self.top();
        while let Some(here) = bracket {
            if here.inside(one) != here.inside(other) {
                return here.merit(one, self.first_side) < here.merit(other, self.first_side);
            }
            bracket = self.below(&here, one);
        }
        false
    }

    /// C5
    fn bye_score(&self, round: &Mates) -> Option<u32> {
        let bye = round.iter().position(|mate| mate.is_none())?;
        Some(self.players[bye].score)
    }

    fn top(&self) -> Option<Bracket<'_>> {
        self.bracket(0, Vec::new())
    }

    fn below(&self, bracket: &Bracket, round: &Mates) -> Option<Bracket<'_>> {
        let from = bracket.residents.last()? + 1;
        let inside = bracket.inside(round);
        let floats = bracket.members().into_iter().zip(inside);
        self.bracket(
            from,
            floats
                .filter(|(_, mate)| mate.is_none())
                .map(|(p, _)| p)
                .collect(),
        )
    }

    fn bracket(&self, from: usize, down: Vec<usize>) -> Option<Bracket<'_>> {
        let group = |from: usize| -> Vec<usize> {
            let score = self.players.get(from).map(|player| player.score);
            (from..self.players.len())
                .filter(|&p| Some(self.players[p].score) == score)
                .collect()
        };
        let residents = group(from);
        let to = residents.last()? + 1;
        Some(Bracket {
            players: &self.players,
            down,
            residents,
            next: group(to),
        })
    }

    fn seated(&self, round: &Mates) -> Answer {
        let mut pairs = BTreeSet::new();
        let mut bye = None;
        for (p, mate) in round.iter().enumerate() {
            match mate {
                None => bye = Some(self.players[p].no),
                Some(mate) if p < *mate => {
                    let (a, b) = (&self.players[p], &self.players[*mate]);
                    pairs.insert(match side(a, b, self.first_side) {
                        Side::Red => (a.no, b.no),
                        Side::Black => (b.no, a.no),
                    });
                }
                Some(_) => {}
            }
        }
        (pairs, bye)
    }

    fn complete(&self, mates: &mut Mates, all: &mut Vec<Mates>) {
        // Until the end the player with the bye is his own partner.
        let Some(p) = (0..mates.len()).find(|&p| mates[p].is_none()) else {
            let done = mates.iter().enumerate();
            all.push(
                done.map(|(p, &mate)| mate.filter(|&mate| mate != p))
                    .collect(),
            );
            return;
        };
        for q in p + 1..mates.len() {
            if mates[q].is_none() && self.legal[p][q] {
                (mates[p], mates[q]) = (Some(q), Some(p));
                self.complete(mates, all);
                (mates[p], mates[q]) = (None, None);
            }
        }
        let bye_is_free = (0..mates.len()).all(|q| mates[q] != Some(q));
        if mates.len() % 2 == 1 && bye_is_free && !self.players[p].had_points_for_nothing {
            mates[p] = Some(p);
            self.complete(mates, all);
            mates[p] = None;
        }
    }
}

/// Whom each meets.
type Mates = Vec<Option<usize>>;

struct Player {
    no: u32,
    /// Even: second, fourth … of those who ever were in a pairing.
    number: usize,
    score: u32,
    met: BTreeSet<u32>,
    sides: Vec<Side>,
    /// Last round, round before: 1 up, -1 down.
    floats: [i8; 2],
    had_points_for_nothing: bool,
    games_missed: usize,
}

fn players(history: &History, active: &BTreeSet<StartNumber>, rules: &Swiss) -> Vec<Player> {
    let score = &rules.score;
    let points = |no: StartNumber, rounds: usize| -> u32 {
        history.rounds[..rounds]
            .iter()
            .map(|round| {
                let game = round
                    .games
                    .iter()
                    .find(|game| game.red == no || game.black == no);
                let game =
                    game.and_then(|game| Some(game.outcome?.points(game.side_of(no)?, score)));
                let bye = round.byes.contains(&no).then_some(score.bye);
                let absent = round.absent.contains(&no).then_some(score.absence);
                let granted = round.granted.get(&no).copied();
                [game, bye, absent, granted]
                    .into_iter()
                    .flatten()
                    .sum::<u32>()
            })
            .sum()
    };
    let mut number = 0;
    let mut players = Vec::new();
    for no in history.players.iter().map(|player| player.no) {
        let meets = history.rounds.iter().map(|round| {
            let game = round
                .games
                .iter()
                .find(|game| game.red == no || game.black == no)?;
            let side = if game.red == no {
                Side::Red
            } else {
                Side::Black
            };
            let played = game.outcome.is_none_or(|outcome| outcome.is_played());
            played.then_some((game.player(side.other()), side))
        });
        let meets: Vec<Option<(StartNumber, Side)>> = meets.collect();
        let entered = history.rounds.iter().any(|round| {
            round.byes.contains(&no)
                || round
                    .games
                    .iter()
                    .any(|game| game.red == no || game.black == no)
        });
        if entered || active.contains(&no) {
            number += 1;
        }
        if !active.contains(&no) {
            continue;
        }
        let gained = |round: usize| points(no, round + 1) - points(no, round);
        let float = |back: usize| {
            let Some(round) = meets.len().checked_sub(back) else {
                return 0;
            };
            match meets[round] {
                None if gained(round) > score.loss => -1,
                None => 0,
                Some((other, _)) => match points(no, round).cmp(&points(other, round)) {
                    std::cmp::Ordering::Greater => -1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => 1,
                },
            }
        };
        players.push(Player {
            no: no.0,
            number,
            score: points(no, meets.len()),
            met: meets.iter().flatten().map(|(other, _)| other.0).collect(),
            sides: meets.iter().flatten().map(|(_, side)| *side).collect(),
            floats: [float(1), float(2)],
            had_points_for_nothing: (0..meets.len()).any(|round| {
                meets[round].is_none()
                    && (gained(round) >= score.win || history.rounds[round].byes.contains(&no))
            }),
            games_missed: meets.iter().filter(|meet| meet.is_none()).count(),
        });
    }
    players.sort_by_key(|player| (Reverse(player.score), player.number));
    players
}

impl Player {
    fn surplus(&self) -> i32 {
        self.sides
            .iter()
            .map(|side| if *side == Side::Red { 1 } else { -1 })
            .sum()
    }

    fn twice(&self) -> Option<Side> {
        match self.sides[..] {
            [.., a, b] if a == b => Some(b),
            _ => None,
        }
    }

    fn absolute(&self) -> bool {
        self.surplus().abs() > 1 || self.twice().is_some()
    }

    fn wish(&self) -> Option<Side> {
        match (self.surplus(), self.twice()) {
            (2.., _) => Some(Side::Black),
            (..=-2, _) => Some(Side::Red),
            (_, Some(twice)) => Some(twice.other()),
            (1, None) => Some(Side::Black),
            (-1, None) => Some(Side::Red),
            _ => self.sides.last().map(|last| last.other()),
        }
    }

    /// 3 absolute, 2 strong, 1 mild, 0 none.
    fn strength(&self) -> i32 {
        if self.absolute() {
            3
        } else if self.surplus() != 0 {
            2
        } else {
            i32::from(!self.sides.is_empty())
        }
    }
}

/// 5.2, for the higher player.
fn side(a: &Player, b: &Player, first_side: Side) -> Side {
    let drawn = if a.number % 2 == 1 {
        first_side
    } else {
        first_side.other()
    };
    let (Some(mine), Some(theirs)) = (a.wish(), b.wish()) else {
        return a.wish().or(b.wish().map(Side::other)).unwrap_or(drawn);
    };
    if mine != theirs {
        return mine;
    }
    if a.strength() != b.strength() {
        return if a.strength() > b.strength() {
            mine
        } else {
            mine.other()
        };
    }
    if a.absolute() && a.surplus().abs() != b.surplus().abs() {
        return if a.surplus().abs() > b.surplus().abs() {
            mine
        } else {
            mine.other()
        };
    }
    let mut back = 1;
    while back <= a.sides.len() && back <= b.sides.len() {
        let (x, y) = (a.sides[a.sides.len() - back], b.sides[b.sides.len() - back]);
        if x != y {
            return y;
        }
        back += 1;
    }
    mine
}

struct Bracket<'a> {
    players: &'a [Player],
    down: Vec<usize>,
    residents: Vec<usize>,
    next: Vec<usize>,
}

impl Bracket<'_> {
    fn members(&self) -> Vec<usize> {
        self.down.iter().chain(&self.residents).copied().collect()
    }

    /// Partners within the bracket.
    fn inside(&self, round: &Mates) -> Vec<Option<usize>> {
        let members = self.members();
        let inside = |mate: &usize| members.contains(mate);
        members.iter().map(|&p| round[p].filter(inside)).collect()
    }

    fn merit(&self, round: &Mates, first_side: Side) -> (Vec<Vec<u32>>, Vec<Vec<i64>>) {
        (self.faults(round, first_side), self.place(round))
    }

    /// Scores, highest first, of those who do not meet one of the list.
    fn unpaired(&self, round: &Mates, list: &[usize]) -> Vec<u32> {
        let left = list
            .iter()
            .filter(|&&p| !round[p].is_some_and(|mate| list.contains(&mate)));
        let mut scores: Vec<u32> = left.map(|&p| self.players[p].score).collect();
        scores.sort_unstable_by_key(|&score| Reverse(score));
        scores
    }

    /// C6 to C21.
    fn faults(&self, round: &Mates, first_side: Side) -> Vec<Vec<u32>> {
        let members = self.members();
        let floats: Vec<usize> = members
            .iter()
            .copied()
            .filter(|&p| !round[p].is_some_and(|mate| members.contains(&mate)))
            .collect();
        let left = self.unpaired(round, &members);
        let below: Vec<usize> = floats.iter().chain(&self.next).copied().collect();
        let lost = self.unpaired(round, &below);
        let mut faults = vec![vec![left.len() as u32], left, vec![lost.len() as u32], lost];
        faults.push(match floats[..] {
            [only] if round[only].is_none() => vec![self.players[only].games_missed as u32],
            _ => vec![],
        });
        let mut sides = [0; 4];
        let mut ups = Vec::new();
        for &p in &members {
            let Some(mate) = round[p].filter(|mate| p < *mate && members.contains(mate)) else {
                continue;
            };
            if self.down.contains(&p) {
                ups.push((p, mate));
            }
            let (a, b) = (&self.players[p], &self.players[mate]);
            let clash = a.wish() == b.wish() && a.wish().is_some();
            let mine = side(a, b, first_side);
            for (player, side) in [(a, mine), (b, mine.other())] {
                let after = player.surplus() + if side == Side::Red { 1 } else { -1 };
                sides[0] += u32::from(after.abs() > 2);
                sides[1] += u32::from(player.twice() == Some(side));
            }
            sides[2] += u32::from(clash);
            sides[3] += u32::from(clash && a.strength().min(b.strength()) == 2);
        }
        faults.extend(sides.map(|count| vec![count]));
        for back in 0..2 {
            let again = floats
                .iter()
                .filter(|&&p| self.residents.contains(&p) && self.players[p].floats[back] == -1);
            faults.push(vec![again.count() as u32]);
            let again = ups
                .iter()
                .filter(|(_, mate)| self.players[*mate].floats[back] == 1);
            faults.push(vec![again.count() as u32]);
        }
        let own = self.players[self.residents[0]].score;
        let mut list = |differences: Vec<u32>| {
            let mut differences = differences;
            differences.sort_unstable_by_key(|&difference| Reverse(difference));
            faults.push(differences);
        };
        for back in 0..2 {
            let again = self
                .down
                .iter()
                .filter(|&&p| self.players[p].floats[back] == -1);
            list(
                again
                    .map(|p| {
                        self.players[*p].score - own + if floats.contains(p) { 1000 } else { 0 }
                    })
                    .collect(),
            );
            let again = ups
                .iter()
                .filter(|(_, mate)| self.players[*mate].floats[back] == 1);
            list(again.map(|(p, _)| self.players[*p].score - own).collect());
        }
        faults
    }

    /// When the candidate comes up: article 4.
    fn place(&self, round: &Mates) -> Vec<Vec<i64>> {
        let mut place = Vec::new();
        let members = self.members();
        let number = |list: &[usize], p: usize| {
            list.iter()
                .position(|&q| q == p)
                .map_or(-1, |index| index as i64)
        };
        let mate = |p: usize| round[p].filter(|mate| members.contains(mate));
        let paired: Vec<usize> = self
            .down
            .iter()
            .copied()
            .filter(|&p| mate(p).is_some())
            .collect();
        place.push(paired.iter().map(|&p| number(&members, p)).collect());
        place.push(
            paired
                .iter()
                .filter_map(|&p| mate(p))
                .map(|mate| number(&members, mate))
                .collect(),
        );

        let remainder: Vec<usize> = self
            .residents
            .iter()
            .copied()
            .filter(|&p| !mate(p).is_some_and(|mate| self.down.contains(&mate)))
            .collect();
        let s1: Vec<usize> = remainder
            .iter()
            .copied()
            .filter(|&p| mate(p).is_some_and(|mate| mate > p))
            .collect();
        let original = &remainder[..s1.len()];
        let mut gone: Vec<i64> = original
            .iter()
            .filter(|p| !s1.contains(p))
            .map(|&p| number(&remainder, p))
            .collect();
        let come: Vec<i64> = s1
            .iter()
            .filter(|p| !original.contains(p))
            .map(|&p| number(&remainder, p))
            .collect();
        place.push(vec![gone.len() as i64]);
        place.push(vec![come.iter().sum::<i64>() - gone.iter().sum::<i64>()]);
        gone.reverse();
        place.push(gone.iter().map(|number| -number).collect());
        place.push(come);
        place.push(
            s1.iter()
                .filter_map(|&p| mate(p))
                .map(|mate| number(&remainder, mate))
                .collect(),
        );
        place
    }
}
