mod compare;
mod figure;
mod record;
mod standing;

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

pub use self::compare::{Compared, compare as compare_tables};
use self::record::Field;
pub use self::standing::{Reason, Standing, Tally, Term, Value};
use super::{History, StartNumber};
use crate::config::{RankKey, Ranking, Score, Tie};

/// The table of a points stage: everyone in `history`, best first; players level after every key by
/// start number. Computed from final totals; games without an outcome count nowhere.
pub fn standings(history: &History, score: &Score, ranking: &Ranking) -> Vec<Standing> {
    let everyone = (0..history.players.len()).collect();
    Table::new(history, score, ranking).rank(everyone)
}

/// The table of some of the field, such as one section of a mixed competition (混合编排): ranked apart,
/// while opponents from outside count in full.
pub fn standings_among(
    history: &History,
    score: &Score,
    ranking: &Ranking,
    among: &BTreeSet<StartNumber>,
) -> Vec<Standing> {
    let table = Table::new(history, score, ranking);
    let members = table.members(among);
    table.rank(members)
}

/// The summands of one figure of the table, by round. Their amounts add up to it; a trimmed figure is
/// unfolded in its first step. Empty where the key says nothing about the player.
pub fn unfold(
    history: &History,
    score: &Score,
    ranking: &Ranking,
    no: StartNumber,
    key: RankKey,
) -> Vec<Term> {
    let everyone = (0..history.players.len()).collect();
    Table::new(history, score, ranking).unfold(everyone, no, key)
}

/// [`unfold`] in the table of [`standings_among`]: a direct comparison depends on who is ranked.
pub fn unfold_among(
    history: &History,
    score: &Score,
    ranking: &Ranking,
    among: &BTreeSet<StartNumber>,
    no: StartNumber,
    key: RankKey,
) -> Vec<Term> {
    let table = Table::new(history, score, ranking);
    let members = table.members(among);
    table.unfold(members, no, key)
}

struct Table<'a> {
    history: &'a History,
    ranking: &'a Ranking,
    field: Field,
    /// The place of each player in each lot.
    lots: Vec<HashMap<StartNumber, usize>>,
}

/// A player on the way to a place: the figures so far.
struct Line {
    player: usize,
    no: StartNumber,
    values: Vec<(RankKey, Value)>,
    /// Place by lot among those level after every key.
    lot: Option<u32>,
    awaits_lot: bool,
}

impl<'a> Table<'a> {
    fn new(history: &'a History, score: &Score, ranking: &'a Ranking) -> Table<'a> {
        Table {
            history,
            ranking,
            field: Field::new(history, score),
            lots: history
                .lots
                .iter()
                .map(|lot| {
                    lot.iter()
                        .enumerate()
                        .map(|(place, no)| (*no, place))
                        .collect()
                })
                .collect(),
        }
    }

    fn members(&self, among: &BTreeSet<StartNumber>) -> Vec<usize> {
        among
            .iter()
            .filter_map(|&no| self.field.index_of(no))
            .collect()
    }

    fn rank(&self, players: Vec<usize>) -> Vec<Standing> {
        let mut groups = self.sort(players, &self.ranking.keys);
        if self.ranking.tie == Tie::Lot {
            groups = self.draw_lots(groups);
        }
        let mut table = Vec::with_capacity(self.history.players.len());
        let mut rank = 1;
        for group in groups {
            let shared = group.len() > 1;
            let next = rank + u32::try_from(group.len()).unwrap_or(u32::MAX);
            table.extend(group.into_iter().map(|line| {
                Standing {
                    rank,
                    shared,
                    no: line.no,
                    values: line.values,
                    lot: line.lot,
                    awaits_lot: line.awaits_lot,
                    tally: self
                        .field
                        .tallies
                        .get(line.player)
                        .copied()
                        .unwrap_or_default(),
                }
            }));
            rank = next;
        }
        table
    }

    /// Groups of players level under all keys, best group first, each in order of start numbers.
    fn sort(&self, players: Vec<usize>, keys: &[RankKey]) -> Vec<Vec<Line>> {
        let mut lines: Vec<Line> = players
            .into_iter()
            .filter_map(|player| {
                let about = self.history.players.get(player)?;
                Some(Line {
                    player,
                    no: about.no,
                    values: keys
                        .iter()
                        .map(|&key| {
                            let value =
                                figure::figure(&self.field, self.ranking, player, about, key);
                            (key, value)
                        })
                        .collect(),
                    lot: None,
                    awaits_lot: false,
                })
            })
            .collect();
        lines.sort_by_key(|line| line.no);
        let mut groups = vec![lines];
        for (place, &key) in keys.iter().enumerate() {
            groups = groups
                .into_iter()
                .flat_map(|mut group| {
                    match key {
                        RankKey::Direct => self.compare_directly(&mut group, place),
                        RankKey::Lot => {
                            self.draw(&mut group);
                            for line in &mut group {
                                if let (Some(lot), Some((_, value))) =
                                    (line.lot.take(), line.values.get_mut(place))
                                {
                                    *value = Value::Number(lot);
                                }
                            }
                        }
                        _ => {}
                    }
                    split(group, |one, other| {
                        match (one.values.get(place), other.values.get(place)) {
                            (Some((_, one)), Some((_, other))) => compare(key, one, other),
                            _ => Ordering::Equal,
                        }
                    })
                })
                .collect();
        }
        groups
    }

    fn draw_lots(&self, groups: Vec<Vec<Line>>) -> Vec<Vec<Line>> {
        let lots = groups.into_iter().flat_map(|mut group| {
            self.draw(&mut group);
            split(group, |one, other| one.lot.cmp(&other.lot))
        });
        lots.collect()
    }

    /// Places among those level by the oldest lot that all of them were in; without one they wait for it.
    fn draw(&self, tied: &mut [Line]) {
        if tied.len() < 2 {
            return;
        }
        let covers =
            |lot: &&HashMap<StartNumber, usize>| tied.iter().all(|line| lot.contains_key(&line.no));
        let Some(lot) = self.lots.iter().find(covers) else {
            for line in tied {
                line.awaits_lot = true;
            }
            return;
        };
        let mut order: Vec<StartNumber> = tied.iter().map(|line| line.no).collect();
        order.sort_by_key(|no| lot.get(no));
        let places: HashMap<StartNumber, u32> = order.into_iter().zip(1..).collect();
        for line in tied {
            line.lot = places.get(&line.no).copied();
        }
    }

    /// Points from the games among the tied, where all of them have met over the board.
    fn compare_directly(&self, tied: &mut [Line], place: usize) {
        let among: BTreeSet<usize> = tied.iter().map(|line| line.player).collect();
        if !self.all_have_met(&among) {
            return;
        }
        for line in tied {
            let points = self
                .mutual(line.player, &among)
                .map(|(_, entry)| entry.points);
            if let Some((_, value)) = line.values.get_mut(place) {
                *value = Value::Number(points.sum());
            }
        }
    }

    fn all_have_met(&self, among: &BTreeSet<usize>) -> bool {
        // Nobody meets more opponents than there are rounds: spares the large groups.
        1 < among.len()
            && among.len() <= self.history.rounds.len() + 1
            && among.iter().all(|&player| {
                let met: BTreeSet<usize> = self
                    .mutual(player, among)
                    .filter_map(|(_, entry)| entry.opponent_index)
                    .collect();
                met.len() + 1 == among.len()
            })
    }

    /// The player's games over the board against others of a group, with their rounds.
    fn mutual<'b>(
        &'b self,
        player: usize,
        among: &'b BTreeSet<usize>,
    ) -> impl Iterator<Item = (u32, &'b record::Entry)> {
        (1..).zip(self.field.row(player)).filter(move |(_, entry)| {
            entry.is_played()
                && entry
                    .opponent_index
                    .is_some_and(|opponent| opponent != player && among.contains(&opponent))
        })
    }

    fn unfold(&self, players: Vec<usize>, no: StartNumber, key: RankKey) -> Vec<Term> {
        let Some((player, about)) = self
            .field
            .index_of(no)
            .and_then(|player| Some((player, self.history.players.get(player)?)))
        else {
            return Vec::new();
        };
        match key {
            RankKey::Direct => {}
            RankKey::Lot => return self.lot_term(players, no),
            _ => {
                let mut terms = figure::terms(&self.field, self.ranking, player, about, key);
                self.mark_open(&mut terms, key);
                return terms;
            }
        }
        let before: Vec<RankKey> = self
            .ranking
            .keys
            .iter()
            .copied()
            .take_while(|&before| before != RankKey::Direct)
            .collect();
        let tied: BTreeSet<usize> = self
            .sort(players, &before)
            .into_iter()
            .find(|group| group.iter().any(|line| line.no == no))
            .unwrap_or_default()
            .iter()
            .map(|line| line.player)
            .collect();
        if !self.all_have_met(&tied) {
            return Vec::new();
        }
        self.mutual(player, &tied)
            .map(|(round, entry)| figure::term(round, entry, entry.points))
            .collect()
    }
}

impl Table<'_> {
    /// The points of an opponent who has a game without an outcome are not the last word.
    fn mark_open(&self, terms: &mut [Term], key: RankKey) {
        if !matches!(key, RankKey::Opponents | RankKey::Median) {
            return;
        }
        for term in terms {
            let opponent = term.opponent.and_then(|no| self.field.index_of(no));
            let tally = opponent.and_then(|opponent| self.field.tallies.get(opponent));
            term.is_open = tally.is_some_and(|tally| tally.open > 0);
        }
    }

    fn lot_term(&self, players: Vec<usize>, no: StartNumber) -> Vec<Term> {
        let lines = self.sort(players, &self.ranking.keys);
        let line = lines.iter().flatten().find(|line| line.no == no);
        let values = line.map(|line| line.values.as_slice()).unwrap_or_default();
        let value = values.iter().find(|(key, _)| *key == RankKey::Lot);
        let amount = value.and_then(|(_, value)| value.number());
        let term = amount.map(|amount| Term {
            round: None,
            opponent: None,
            amount,
            why: Reason::Entered,
            is_open: false,
        });
        term.into_iter().collect()
    }
}

/// Sorts a group, stable, and cuts it wherever neighbours differ.
fn split(
    mut group: Vec<Line>,
    order: impl Fn(&Line, &Line) -> Ordering,
) -> impl Iterator<Item = Vec<Line>> {
    group.sort_by(&order);
    let mut parts: Vec<Vec<Line>> = Vec::new();
    for line in group {
        match parts.last_mut() {
            Some(part) if part.last().is_some_and(|last| order(last, &line).is_eq()) => {
                part.push(line);
            }
            _ => parts.push(vec![line]),
        }
    }
    parts.into_iter()
}

/// Better first; a player about whom the key says nothing comes last.
fn compare(key: RankKey, one: &Value, other: &Value) -> Ordering {
    let more_first = match (one, other) {
        (Value::Number(one), Value::Number(other)) => other.cmp(one),
        (Value::Trim(one), Value::Trim(other)) => other.cmp(one),
        (Value::Nothing, Value::Nothing) => return Ordering::Equal,
        (Value::Nothing, _) => return Ordering::Greater,
        (_, Value::Nothing) => return Ordering::Less,
        (Value::Number(_), Value::Trim(_)) | (Value::Trim(_), Value::Number(_)) => {
            return Ordering::Equal;
        }
    };
    match key {
        RankKey::Fouls | RankKey::StartNumber | RankKey::Lot => more_first.reverse(),
        RankKey::Points
        | RankKey::Opponents
        | RankKey::Progressive
        | RankKey::Wins
        | RankKey::BlackGames
        | RankKey::BlackWins
        | RankKey::ReverseTrim
        | RankKey::ForwardTrim
        | RankKey::Direct
        | RankKey::Median
        | RankKey::Rating => more_first,
    }
}
