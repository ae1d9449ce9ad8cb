use std::collections::{BTreeMap, BTreeSet};

use crate::config::Score;
use crate::tournament::{History, Round, Side, StartNumber};

/// The pairing card of a player of the next round: all that the rules of C.04.3 ask about him.
#[derive(Debug, Clone)]
pub(super) struct Card {
    pub(super) no: StartNumber,
    /// Place in the initial order among those who have a pairing number by now, from 1.
    pub(super) rank: usize,
    pub(super) score: u32,
    /// Whom he played over the board.
    pub(super) met: BTreeSet<StartNumber>,
    /// Sides of the games played, first to last.
    pub(super) sides: Vec<Side>,
    pub(super) preference: Option<Preference>,
    /// How he floated in the last round and the one before (1.4).
    pub(super) floats: [Option<Float>; 2],
    /// May get the bye of the round: has had none, and never a win's points without playing (C2).
    pub(super) may_have_bye: bool,
    /// Rounds without a game (C9).
    pub(super) unplayed: u32,
}

/// Which way a player left the group of his score (1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
}

/// The side a player should have (1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) side: Side,
    pub(super) strength: Strength,
    /// By how many games the sides he had differ.
    pub(super) difference: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Mild,
    Strong,
    Absolute,
}

/// Cards of the active players; an active player unknown to the history is returned instead.
pub(super) fn cards(
    history: &History,
    active: &BTreeSet<StartNumber>,
    score: &Score,
) -> Result<Vec<Card>, StartNumber> {
    let mut cards = BTreeMap::new();
    for player in &history.players {
        let entered = history.rounds.iter().any(|round| round.pairs(player.no));
        if entered || active.contains(&player.no) {
            let card = Card {
                no: player.no,
                rank: cards.len() + 1,
                score: 0,
                met: BTreeSet::new(),
                sides: Vec::new(),
                preference: None,
                floats: [None; 2],
                may_have_bye: true,
                unplayed: 0,
            };
            cards.insert(player.no, card);
        }
    }
    for round in &history.rounds {
        add(&mut cards, round, score);
    }
    for card in cards.values_mut() {
        card.preference = Preference::of(&card.sides);
    }
    active
        .iter()
        .map(|no| cards.remove(no).ok_or(*no))
        .collect()
}

/// Enters a round into the cards.
fn add(cards: &mut BTreeMap<StartNumber, Card>, round: &Round, score: &Score) {
    let before: BTreeMap<StartNumber, u32> =
        cards.iter().map(|(&no, card)| (no, card.score)).collect();
    let mut played = BTreeMap::new();
    let mut points: BTreeMap<StartNumber, u32> = BTreeMap::new();
    for game in round.seated() {
        let counts = !round.annulled.contains(game);
        for side in [Side::Red, Side::Black] {
            let no = game.player(side);
            if let Some(outcome) = game.outcome.filter(|_| counts) {
                *points.entry(no).or_default() += outcome.points(side, score);
            }
            if game.outcome.is_none_or(|outcome| outcome.is_played()) {
                played.insert(no, (game.player(side.other()), side));
            }
        }
    }
    let unpaired = round
        .byes
        .iter()
        .map(|no| (no, score.bye))
        .chain(round.walkovers.iter().map(|no| (no, score.forfeit_win)))
        .chain(round.absent.iter().map(|no| (no, score.absence)))
        .chain(round.granted.iter().map(|(no, &points)| (no, points)));
    for (&no, given) in unpaired {
        *points.entry(no).or_default() += given;
    }
    for (no, card) in cards {
        let points = points.get(no).copied().unwrap_or(0);
        let float = match played.get(no) {
            Some(&(opponent, side)) => {
                card.met.insert(opponent);
                card.sides.push(side);
                let theirs = before.get(&opponent).copied().unwrap_or(0);
                match card.score.cmp(&theirs) {
                    std::cmp::Ordering::Greater => Some(Float::Down),
                    std::cmp::Ordering::Less => Some(Float::Up),
                    std::cmp::Ordering::Equal => None,
                }
            }
            None => {
                card.unplayed += 1;
                if round.byes.contains(no) || points >= score.win {
                    card.may_have_bye = false;
                }
                (points > score.loss).then_some(Float::Down)
            }
        };
        card.score += points;
        card.floats = [float, card.floats[0]];
    }
}

impl Card {
    /// Red games less black games (1.6).
    fn difference(&self) -> isize {
        self.sides.iter().fold(0, |sum, side| sum + sign(*side))
    }

    /// Would have a difference of more than two.
    pub(super) fn is_out_of_balance(&self, side: Side) -> bool {
        (self.difference() + sign(side)).abs() > 2
    }

    /// Would have this side a third time running.
    pub(super) fn is_third_running(&self, side: Side) -> bool {
        self.sides.len() > 1 && self.sides.iter().rev().take(2).all(|&past| past == side)
    }

    pub(super) fn floated(&self, rounds_ago: usize, float: Float) -> bool {
        self.floats.get(rounds_ago).copied().flatten() == Some(float)
    }
}

fn sign(side: Side) -> isize {
    match side {
        Side::Red => 1,
        Side::Black => -1,
    }
}

impl Preference {
    /// Of the sides of the games played.
    pub(super) fn of(sides: &[Side]) -> Option<Preference> {
        let &last = sides.last()?;
        let reds = sides.iter().filter(|&&side| side == Side::Red).count();
        let blacks = sides.len() - reds;
        let difference = reds.abs_diff(blacks);
        let rarer = if reds > blacks {
            Side::Black
        } else {
            Side::Red
        };
        let twice = sides.len() > 1 && sides[sides.len() - 2] == last;
        let (side, strength) = match (difference, twice) {
            (2.., _) => (rarer, Strength::Absolute),
            (_, true) => (last.other(), Strength::Absolute),
            (1, false) => (rarer, Strength::Strong),
            (_, false) => (last.other(), Strength::Mild),
        };
        Some(Preference {
            side,
            strength,
            difference,
        })
    }
}
