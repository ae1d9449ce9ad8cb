use std::fmt;

use serde::{Deserialize, Serialize};

use crate::config::RankKey;
use crate::tournament::StartNumber;

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Place, from 1. Players level after every key share it, and the places after are left out.
    pub rank: u32,
    /// Others have the same rank.
    pub shared: bool,
    pub no: StartNumber,
    /// One for each key of the ranking, in its order.
    pub values: Vec<(RankKey, Value)>,
    /// Place among those level after every key, where a lot decided between them; from 1.
    pub lot: Option<u32>,
    /// Level with others where the ranking asks for a lot that is not drawn yet: the place is provisional.
    pub awaits_lot: bool,
    pub tally: Tally,
}

/// A figure of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Number(u32),
    /// Points left after dropping one round, two rounds … until none is left.
    Trim(Vec<u32>),
    /// The key says nothing about this player: no rating, no lot, not all of the tied have met.
    Nothing,
}

/// What a player has to show. Games without an outcome count in `open` alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub points: u32,
    /// Games played over the board; the sum of the next three.
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub forfeit_wins: u32,
    pub forfeit_losses: u32,
    pub byes: u32,
    /// Rounds missed with leave.
    pub absences: u32,
    /// Rounds before a late entry, for which an arbiter stated the points.
    pub granted: u32,
    /// Games published and not finished.
    pub open: u32,
}

/// A summand of a figure: the amounts of all terms add up to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// From 1; `None` where the figure does not come from rounds.
    pub round: Option<u32>,
    pub opponent: Option<StartNumber>,
    pub amount: u32,
    pub why: Reason,
    /// The points of an opponent who has a game without an outcome: they can still grow.
    pub is_open: bool,
}

/// What happened to a player in a round, or why a summand is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
    Bye,
    /// With leave.
    Absent,
    /// Before a late entry: points stated by an arbiter.
    Granted,
    /// Not in the round.
    NotThere,
    /// Without an outcome: counts nowhere.
    Open,
    /// The best or the worst opponent's score, left out.
    LeftOut,
    /// A round dropped in the first step of a trim.
    Dropped,
    /// Played and annulled: the opponent, or the player, was removed.
    Annulled,
    /// The figure was entered, not computed.
    Entered,
}

impl Standing {
    /// Where the figures first differ from another row's of the same table: the place of the key that
    /// ranks the two. `None`: level in every key, so that they share a place or a lot decided.
    pub fn parted_by(&self, other: &Standing) -> Option<usize> {
        let mut pairs = self.values.iter().zip(&other.values);
        pairs.position(|(own, theirs)| own != theirs)
    }
}

impl Value {
    /// The figure as a number, where it is one.
    pub fn number(&self) -> Option<u32> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Trim(_) | Value::Nothing => None,
        }
    }
}

impl fmt::Display for Value {
    /// As it stands in a table: a number, the points left step by step, or a dash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Nothing => f.write_str("–"),
            Value::Trim(steps) => {
                for (index, points) in steps.iter().enumerate() {
                    if index > 0 {
                        f.write_str("/")?;
                    }
                    points.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}
