use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::criteria::smaller_is_red;
use super::dossier::{Dossier, dossiers, is_red};
use super::pairing::Seat;
use super::past::{Past, pasts};
use crate::config::Swiss;
use crate::tournament::{History, Side, StartNumber};

/// The rule that gave a player red.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideRule {
    /// An arbiter did.
    ByHand,
    /// Round 1: the smaller number has red at tables 1, 3, 5 …, the larger at the others.
    FirstRound,
    /// More games as black so far: red's count, and black's.
    MoreBlack { red: usize, black: usize },
    /// Counts are level; from the latest game back, here their sides differ, and each gets the other one
    /// now. `None`: that player has no game so far back.
    Alternate {
        red: Option<Played>,
        black: Option<Played>,
    },
    /// Sides are alike: the smaller number has red in odd rounds, the larger in even ones; the other way
    /// round where the event lets the larger begin.
    Number { round: u32 },
    /// A second meeting: the sides of the first, swapped.
    Swapped { round: u32 },
}

/// A game over the board, as far as sides go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Played {
    /// From 1.
    pub round: u32,
    pub side: Side,
}

/// What decides sides and the order of tables.
pub(super) struct Seating {
    players: Vec<Dossier>,
    pasts: HashMap<StartNumber, Past>,
    forfeit_is_met: bool,
    pub(super) smaller_is_red: bool,
    /// To be seated, from 1.
    pub(super) round: u32,
}

/// The sides of two players in the next round by the rules, and which rule gave them; a second meeting
/// swaps the sides. `None` where one of them is not in the field.
pub fn seat(
    history: &History,
    rules: &Swiss,
    one: StartNumber,
    other: StartNumber,
) -> Option<(Seat, SideRule)> {
    Seating::new(history, rules).seat(one, other)
}

/// Games in the order of tables: higher score of the pair, then the lower score, then the smaller number.
pub fn in_table_order(history: &History, rules: &Swiss, games: &[Seat]) -> Vec<Seat> {
    let seating = Seating::new(history, rules);
    let mut games = games.to_vec();
    games.sort_by_key(|seat| seating.order(*seat));
    games
}

/// The table of each game, in their order: a player with a table of their own brings the game to it, the
/// others take the free tables from 1 on. Where two games want one table, it goes to the earlier game.
pub fn table_numbers(games: &[Seat], own: &BTreeMap<StartNumber, u32>) -> Vec<u32> {
    let mut taken = BTreeSet::new();
    let wanted: Vec<Option<u32>> = games
        .iter()
        .map(|seat| {
            let mut wishes = [seat.red.min(seat.black), seat.red.max(seat.black)]
                .into_iter()
                .filter_map(|no| own.get(&no).copied());
            wishes.find(|table| taken.insert(*table))
        })
        .collect();
    let mut free = (1..).filter(|table| !taken.contains(table));
    wanted
        .into_iter()
        .map(|table| table.or_else(|| free.next()).unwrap_or(u32::MAX))
        .collect()
}

impl Seating {
    pub(super) fn new(history: &History, rules: &Swiss) -> Seating {
        let round = u32::try_from(history.rounds.len()).map_or(u32::MAX, |rounds| rounds + 1);
        let known: BTreeSet<StartNumber> = history.players.iter().map(|player| player.no).collect();
        Seating {
            players: dossiers(history, &known, &rules.score).unwrap_or_default(),
            pasts: pasts(history),
            forfeit_is_met: rules.forfeit_is_met,
            smaller_is_red: smaller_is_red(rules, round),
            round,
        }
    }

    pub(super) fn player(&self, no: StartNumber) -> Option<&Dossier> {
        let found = self.players.binary_search_by_key(&no, |player| player.no);
        found.ok().and_then(|index| self.players.get(index))
    }

    pub(super) fn past(&self, no: StartNumber) -> Option<&Past> {
        self.pasts.get(&no)
    }

    pub(super) fn order(&self, seat: Seat) -> (Reverse<u64>, Reverse<u64>, StartNumber) {
        let score = |no| self.player(no).map_or(0, |player| player.score);
        let (red, black) = (score(seat.red), score(seat.black));
        (
            Reverse(red.max(black)),
            Reverse(red.min(black)),
            seat.red.min(seat.black),
        )
    }

    /// Of two players in a game that the rules pair.
    pub(super) fn seat(&self, one: StartNumber, other: StartNumber) -> Option<(Seat, SideRule)> {
        let meeting = self
            .past(one)
            .and_then(|past| past.meeting(other, self.forfeit_is_met));
        if let Some(meeting) = meeting {
            let (red, black) = match meeting.side {
                Side::Red => (other, one),
                Side::Black => (one, other),
            };
            let round = meeting.round;
            return Some((Seat { red, black }, SideRule::Swapped { round }));
        }
        self.fresh_seat(one, other)
    }

    /// The same as if they had not met.
    fn fresh_seat(&self, one: StartNumber, other: StartNumber) -> Option<(Seat, SideRule)> {
        let (one, other) = (self.player(one)?, self.player(other)?);
        let (red, black) = if is_red(one, other, self.smaller_is_red) {
            (one, other)
        } else {
            (other, one)
        };
        let seat = Seat {
            red: red.no,
            black: black.no,
        };
        Some((seat, self.rule(red, black)))
    }

    /// Why the first has red, where the rules say that.
    fn rule(&self, red: &Dossier, black: &Dossier) -> SideRule {
        let (reds, blacks) = (red.games(Side::Black), black.games(Side::Black));
        if reds != blacks {
            return SideRule::MoreBlack {
                red: reds,
                black: blacks,
            };
        }
        let sides = |no: StartNumber| -> Vec<Played> {
            let games = self.past(no).into_iter().flat_map(Past::played);
            games
                .map(|game| Played {
                    round: game.round,
                    side: game.side,
                })
                .collect()
        };
        let (reds, blacks) = (sides(red.no), sides(black.no));
        for place in 0..reds.len().max(blacks.len()) {
            let (mine, theirs) = (reds.get(place).copied(), blacks.get(place).copied());
            if mine.map(|game| game.side) != theirs.map(|game| game.side) {
                return SideRule::Alternate {
                    red: mine,
                    black: theirs,
                };
            }
        }
        SideRule::Number { round: self.round }
    }
}
