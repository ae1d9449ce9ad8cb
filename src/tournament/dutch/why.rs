//! Why a round is paired as it is by the Dutch system, as values.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::card::{Card, Strength, cards};
use super::field::Terms;
use super::pair::{kept_apart, terms};
use crate::tournament::swiss::why::Paired;
use crate::tournament::swiss::{NoPairing, Pair, Seat};
use crate::tournament::{History, Side, StartNumber};

/// A whole round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// In the order of `Paired::games`.
    pub tables: Vec<WhyTable>,
    /// Why its receiver has the bye.
    pub bye: Option<WhyBye>,
}

/// Two who meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyTable {
    /// Who has which side.
    pub seat: Seat,
    /// An arbiter set this board.
    pub by_hand: bool,
    /// Points before the round.
    pub red_score: u32,
    /// Points before the round.
    pub black_score: u32,
    /// What red would have, by the games so far; `None`: no game yet.
    pub red_wish: Option<Wish>,
    /// What black would have.
    pub black_wish: Option<Wish>,
    /// Players of the score group of one of the two whom that one cannot meet, by number.
    pub barred: Vec<Barred>,
}

/// The side a player should have (1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// Should have this side.
    pub side: Side,
    /// How much so.
    pub strength: WishStrength,
}

/// 1.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WishStrength {
    /// Sides are level: the other one than last.
    Mild,
    /// One game more with the other side.
    Strong,
    /// Two games more with the other side, or that side twice running.
    Absolute,
}

/// Two who cannot meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred {
    /// One of the table.
    pub who: StartNumber,
    /// Whom that one cannot meet.
    pub opponent: StartNumber,
    /// What stands against it.
    pub why: Bar,
}

/// Why two cannot meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// C1: they have met in this round.
    Met(u32),
    /// An arbiter keeps them apart.
    Forbidden,
    /// The regulation keeps this team's players apart.
    Teammates(String),
    /// C3: both must have this side.
    MustHave(Side),
}

/// Who has the bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyBye {
    /// The receiver.
    pub who: StartNumber,
    /// An arbiter gave it.
    pub by_hand: bool,
    /// Points before the round.
    pub score: u32,
    /// Rounds without a game (C9).
    pub unplayed: u32,
    /// Players with fewer points, by number, and why they have not.
    pub instead: Vec<(StartNumber, NoBye)>,
}

/// Why somebody does not have the bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoBye {
    /// C2: a bye, or the points of a win without a game, has been had.
    Had,
    /// C4: the others could not all be paired.
    NoCompletion,
}

/// Explains every table and the bye. `first_side` as for [`super::pair`].
///
/// # Errors
/// [`NoPairing::Unknown`] when somebody seated is not in the history.
pub fn why(paired: &Paired<'_>, first_side: Option<Side>) -> Result<Why, NoPairing> {
    let rules = paired.rules;
    let cards = cards(paired.history, paired.active, &rules.score).map_err(NoPairing::Unknown)?;
    let none = BTreeSet::new();
    let view = View {
        paired,
        cards,
        terms: terms(paired.history, rules, &none, first_side),
        apart: kept_apart(paired.history, paired.active, rules),
    };
    let tables: Result<_, _> = paired.games.iter().map(|seat| view.table(*seat)).collect();
    Ok(Why {
        tables: tables?,
        bye: paired.bye.map(|no| view.bye(no)).transpose()?,
    })
}

struct View<'a> {
    paired: &'a Paired<'a>,
    cards: Vec<Card>,
    terms: Terms<'a>,
    apart: BTreeSet<Pair>,
}

impl View<'_> {
    fn card(&self, no: StartNumber) -> Result<&Card, NoPairing> {
        let found = self.cards.iter().find(|card| card.no == no);
        found.ok_or(NoPairing::Unknown(no))
    }

    fn table(&self, seat: Seat) -> Result<WhyTable, NoPairing> {
        let (red, black) = (self.card(seat.red)?, self.card(seat.black)?);
        let mut barred = Vec::new();
        for me in [red, black] {
            let group = self.cards.iter().filter(|other| other.score == me.score);
            for other in group.filter(|other| other.no != me.no) {
                let why = self.bar(me, other);
                barred.extend(why.map(|why| Barred {
                    who: me.no,
                    opponent: other.no,
                    why,
                }));
            }
        }
        Ok(WhyTable {
            seat,
            by_hand: self.paired.fixed.games.contains(&seat),
            red_score: red.score,
            black_score: black.score,
            red_wish: wish(red),
            black_wish: wish(black),
            barred,
        })
    }

    fn bar(&self, one: &Card, other: &Card) -> Option<Bar> {
        let pair = Pair::new(one.no, other.no);
        if one.met.contains(&other.no) {
            return Some(Bar::Met(last_meeting(self.paired.history, pair)));
        }
        if self.paired.forbidden.contains(&pair) {
            return Some(Bar::Forbidden);
        }
        if self.apart.contains(&pair) {
            let meeting = last_meeting(self.paired.history, pair);
            return Some(match self.team(one.no) {
                Some(team) if meeting == 0 => Bar::Teammates(team),
                _ => Bar::Met(meeting),
            });
        }
        self.terms.side_of_both(one, other).map(Bar::MustHave)
    }

    fn team(&self, no: StartNumber) -> Option<String> {
        let mut players = self.paired.history.players.iter();
        players.find(|player| player.no == no)?.team.clone()
    }

    fn bye(&self, who: StartNumber) -> Result<WhyBye, NoPairing> {
        let receiver = self.card(who)?;
        let by_hand = self.paired.fixed.bye == Some(who);
        let lower = self.cards.iter().filter(|card| card.score < receiver.score);
        let why = |card: &Card| match card.may_have_bye {
            true => NoBye::NoCompletion,
            false => NoBye::Had,
        };
        Ok(WhyBye {
            who,
            by_hand,
            score: receiver.score,
            unplayed: receiver.unplayed,
            instead: if by_hand {
                Vec::new()
            } else {
                lower.map(|card| (card.no, why(card))).collect()
            },
        })
    }
}

fn wish(card: &Card) -> Option<Wish> {
    card.preference.map(|preference| Wish {
        side: preference.side,
        strength: match preference.strength {
            Strength::Mild => WishStrength::Mild,
            Strength::Strong => WishStrength::Strong,
            Strength::Absolute => WishStrength::Absolute,
        },
    })
}

/// The last round in which the two were paired, from 1; 0: in none.
fn last_meeting(history: &History, pair: Pair) -> u32 {
    let met = |games: &[crate::tournament::Game]| {
        games
            .iter()
            .any(|game| Pair::new(game.red, game.black) == pair)
    };
    let rounds = (1..).zip(&history.rounds);
    rounds
        .filter(|(_, round)| met(&round.games))
        .map(|(number, _)| number)
        .last()
        .unwrap_or(0)
}
