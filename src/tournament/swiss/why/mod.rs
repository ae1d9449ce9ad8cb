//! Why a pairing is as it is, as values: score groups, float, side, and what looked better but may not
//! be, or costs more.

mod bye;
mod criterion;
mod float;
mod instead;

use std::collections::BTreeSet;

pub use criterion::{Criterion, Difference};
pub use float::{FloatDown, FloatReason};
pub use instead::{Instead, Obstacle};

use super::fixed::Fixed;
use super::pairing::{NoPairing, Pair, Seat};
use super::seating::{Seating, SideRule};
use crate::config::Swiss;
use crate::tournament::{History, StartNumber};

/// A round and what it was paired from.
#[derive(Debug, Clone, Copy)]
pub struct Paired<'a> {
    /// The rounds before.
    pub history: &'a History,
    /// Who is in the games or has the bye.
    pub active: &'a BTreeSet<StartNumber>,
    pub rules: &'a Swiss,
    pub forbidden: &'a BTreeSet<Pair>,
    /// The boards an arbiter set.
    pub fixed: &'a Fixed,
    /// In any order.
    pub games: &'a [Seat],
    pub bye: Option<StartNumber>,
}

/// Why these two meet, and why on these sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyTable {
    pub seat: Seat,
    /// Points before the round.
    pub red_score: u64,
    pub black_score: u64,
    /// An arbiter set this board.
    pub by_hand: bool,
    /// Who of the two meets fewer points; `None`: they are of one score group.
    pub float: Option<FloatDown>,
    pub side: SideRule,
    /// Opponents that would have looked better, the nearest first, and what stood against each.
    pub instead: Vec<Instead>,
}

/// Why this player has the bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyBye {
    pub who: StartNumber,
    /// Byes had before, and points.
    pub byes: u64,
    pub score: u64,
    pub by_hand: bool,
    /// Players the rules would rather give it to, the first of them first, and what stood against each.
    pub instead: Vec<Instead>,
}

/// A whole round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// In the order of `Paired::games`.
    pub tables: Vec<WhyTable>,
    pub bye: Option<WhyBye>,
}

/// How many better-looking opponents are named for a player.
const NAMED: usize = 3;

/// Explains every table and the bye. What could not be is named, what would cost more is not compared:
/// for that ask for one table.
///
/// # Errors
/// [`NoPairing::Unknown`] when somebody seated is not in the history.
pub fn why(paired: &Paired<'_>) -> Result<Why, NoPairing> {
    let view = View::new(paired)?;
    let tables: Result<Vec<WhyTable>, NoPairing> = paired
        .games
        .iter()
        .map(|seat| view.table(*seat, false))
        .collect();
    let bye = paired.bye.map(|who| view.bye(who, false)).transpose()?;
    Ok(Why {
        tables: tables?,
        bye,
    })
}

/// Explains one table, with an exact comparison: each better-looking opponent that may be is paired, the
/// rest as well as can be, and the first criterion named in which that is worse.
///
/// # Errors
/// [`NoPairing::Unknown`] when somebody seated is not in the history.
pub fn why_table(paired: &Paired<'_>, seat: Seat) -> Result<WhyTable, NoPairing> {
    View::new(paired)?.table(seat, true)
}

/// Explains the bye in the same way; `None` where nobody has it.
///
/// # Errors
/// [`NoPairing::Unknown`] when somebody seated is not in the history.
pub fn why_bye(paired: &Paired<'_>) -> Result<Option<WhyBye>, NoPairing> {
    let view = View::new(paired)?;
    paired.bye.map(|who| view.bye(who, true)).transpose()
}

/// The round in the terms of the criteria.
struct View<'a> {
    paired: &'a Paired<'a>,
    field: super::criteria::Field,
    permission: super::permission::Permission<'a>,
    seating: Seating,
    /// The games by the order of the rules, not of the tables.
    ordered: Vec<Seat>,
}

impl<'a> View<'a> {
    fn new(paired: &'a Paired<'a>) -> Result<View<'a>, NoPairing> {
        let rules = paired.rules;
        let players = super::dossier::dossiers(paired.history, paired.active, &rules.score)
            .map_err(NoPairing::Unknown)?;
        let seating = Seating::new(paired.history, rules);
        let mut ordered = paired.games.to_vec();
        ordered.sort_by_key(|seat| seating.order(*seat));
        let round = seating.round;
        Ok(View {
            paired,
            field: super::criteria::Field::new(players, round, rules),
            permission: super::permission::Permission::new(rules, paired.forbidden, round),
            seating,
            ordered,
        })
    }

    fn vertex(&self, no: StartNumber) -> Result<usize, NoPairing> {
        let players = &self.field.players;
        let found = players.binary_search_by_key(&no, |player| player.no);
        found.map_err(|_| NoPairing::Unknown(no))
    }

    fn table(&self, seat: Seat, exact: bool) -> Result<WhyTable, NoPairing> {
        let (red, black) = (self.vertex(seat.red)?, self.vertex(seat.black)?);
        let by_hand = self.is_by_hand(seat);
        let score = |vertex: usize| {
            self.field
                .players
                .get(vertex)
                .map_or(0, |player| player.score)
        };
        Ok(WhyTable {
            seat,
            red_score: score(red),
            black_score: score(black),
            by_hand,
            float: self.float(red, black, by_hand),
            side: self.side(seat),
            instead: if by_hand {
                Vec::new()
            } else {
                self.instead_of(red, black, exact)?
            },
        })
    }

    fn is_by_hand(&self, seat: Seat) -> bool {
        self.paired.fixed.seat(seat.red, seat.black).is_some()
    }

    fn side(&self, seat: Seat) -> SideRule {
        if self.seating.round == 1 {
            let place = self.ordered.iter().position(|other| *other == seat);
            let smaller_is_red =
                place.is_some_and(|place| place.is_multiple_of(2) == self.seating.smaller_is_red);
            return if (seat.red < seat.black) == smaller_is_red {
                SideRule::FirstRound
            } else {
                SideRule::ByHand
            };
        }
        match self.seating.seat(seat.red, seat.black) {
            Some((by_rule, rule)) if by_rule == seat => rule,
            _ => SideRule::ByHand,
        }
    }
}
