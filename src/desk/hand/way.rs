//! Ways out where no complete pairing exists. None is taken but by an arbiter.

use std::collections::{BTreeMap, BTreeSet};

use super::super::notice::{Hand, Round as Said};
use super::super::pair::{next_number, propose, show};
use super::super::progress;
use super::super::proposal::{Basis, Draft, id_of};
use super::{Allowance, Field, Way};
use crate::desk::{Duty, Halt, Refusal, Turn};
use crate::store::hand;
use crate::store::journal::Entry;
use crate::store::round;
use crate::tournament::StartNumber;
use crate::tournament::swiss::{self, Deadlock, Fixed, NoPairing, Pair, Relaxation, Seat};

/// Ways offered; a telephone shows no more.
const MOST: usize = 18;

impl Way {
    /// Start numbers of those concerned, in the order of the allowances.
    pub fn players(&self) -> Vec<u32> {
        let Way::Allow(all) = self else {
            return Vec::new();
        };
        let players = |allowance: &Allowance| match *allowance {
            Allowance::Rematch(one, other)
            | Allowance::Teammates(one, other)
            | Allowance::Sides(one, other)
            | Allowance::Lift(one, other) => vec![one, other],
            Allowance::Bye(no) => vec![no],
        };
        all.iter().flat_map(players).collect()
    }
}

impl From<&Relaxation> for Allowance {
    fn from(relaxation: &Relaxation) -> Allowance {
        match relaxation {
            Relaxation::Rematch(seat) => Allowance::Rematch(seat.red.0, seat.black.0),
            Relaxation::Teammates(pair) => Allowance::Teammates(pair.smaller().0, pair.larger().0),
            Relaxation::Forbidden(pair) => Allowance::Lift(pair.smaller().0, pair.larger().0),
            Relaxation::Sides(pair) => Allowance::Sides(pair.smaller().0, pair.larger().0),
            Relaxation::Bye { who, .. } => Allowance::Bye(who.0),
        }
    }
}

/// The ways out: what the domain found, and the end of the stage. Where there are too many, each kind has
/// its share of those that are offered, and it is counted how many are not.
pub(in crate::desk) fn ways(field: &Field, deadlock: &Deadlock) -> (Vec<Way>, usize) {
    let mut of_kind = BTreeMap::new();
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (place, way) in deadlock.ways.iter().enumerate() {
        let kind = way.first().map(kind);
        let before = of_kind.entry(kind).or_insert(0);
        order.push((*before, place));
        *before += 1;
    }
    order.sort_unstable();
    order.truncate(MOST);
    order.sort_unstable_by_key(|&(_, place)| place);
    let found = order
        .iter()
        .filter_map(|&(_, place)| deadlock.ways.get(place));
    let mut ways: Vec<Way> = found
        .map(|way| Way::Allow(way.iter().map(Allowance::from).collect()))
        .collect();
    let left_out = deadlock.ways.len() - ways.len();
    if !field.rounds.is_empty() {
        ways.push(Way::End);
    }
    (ways, left_out)
}

fn kind(relaxation: &Relaxation) -> u8 {
    match relaxation {
        Relaxation::Rematch(_) => 0,
        Relaxation::Teammates(_) => 1,
        Relaxation::Forbidden(_) => 2,
        Relaxation::Sides(_) => 3,
        Relaxation::Bye { .. } => 4,
    }
}

/// Takes a way that was offered for this round, if it is still one.
pub fn take(turn: &mut Turn<'_>, number: u32, way: &Way) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let (field, mut basis, way) = at_a_loss(turn, number, way)?;
    let reason = Some(format!("no complete pairing; approved: {way}"));
    let Way::Allow(allowed) = &way else {
        return turn.rewrite(Hand::EndAsked {
            number: number.saturating_sub(1),
            of: turn.swiss().rounds,
        });
    };
    let mut fixed = Fixed::default();
    let mut sit_out = BTreeSet::new();
    for allowance in allowed {
        match *allowance {
            Allowance::Rematch(red, black) => {
                fixed.games.insert(Seat {
                    red: StartNumber(red),
                    black: StartNumber(black),
                });
            }
            Allowance::Teammates(one, other) | Allowance::Sides(one, other) => {
                let (one, other) = (StartNumber(one), StartNumber(other));
                let by_rule = swiss::seat(&field.history, turn.swiss(), one, other);
                let (seat, _) = by_rule.ok_or(Refusal::Stale)?;
                // Together with a second meeting they are seated already.
                if fixed
                    .games
                    .iter()
                    .all(|other| other.red != seat.red && other.black != seat.red)
                {
                    fixed.games.insert(seat);
                }
            }
            Allowance::Lift(one, other) => {
                let pair = Pair::new(StartNumber(one), StartNumber(other));
                basis.forbidden.remove(&pair);
                let (one, other) = (
                    id_of(&field, pair.smaller())?,
                    id_of(&field, pair.larger())?,
                );
                hand::lift(turn.tx, one, other)?;
            }
            Allowance::Bye(no) => {
                sit_out.insert(StartNumber(no));
            }
        }
    }
    let pairing = basis.pair(turn, &field, &fixed, &sit_out);
    let pairing = pairing.map_err(|_| Refusal::Stale)?;
    let mut draft = Draft::of(&pairing, &fixed, &basis, sit_out);
    draft.approval = Some(way.to_string());
    let round = propose(turn, &field, &basis, None, &draft, "round.approve", reason)?;
    turn.rewrite(Hand::Taken { number })?;
    show(turn, &field, &round)
}

/// Ends the stage before its last round, once confirmed.
pub fn end_stage(turn: &mut Turn<'_>, number: u32) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    at_a_loss(turn, number + 1, &Way::End)?;
    let stage = turn.stage_id()?;
    round::finish_stage(turn.tx, stage, Some(turn.now))?;
    turn.journal(Entry {
        action: "stage.end".into(),
        subject: format!("after round {number}"),
        reason: Some("no complete pairing".into()),
        ..Entry::default()
    })?;
    turn.rewrite(Hand::Ended { number })?;
    turn.tell_group(Said::EndedEarly { number })?;
    progress::tell_standings(turn)
}

/// The field and the way whole, if the round of this number is the next and cannot be paired, and the way leads out.
fn at_a_loss(turn: &Turn<'_>, number: u32, way: &Way) -> Result<(Field, Basis, Way), Halt> {
    let field = Field::load(turn)?;
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    if latest
        .as_ref()
        .is_some_and(|latest| latest.number >= number)
        || next_number(turn, latest.as_ref(), &field)? != number
    {
        return Err(Refusal::Stale.into());
    }
    let basis = Basis::load(turn, &field, number)?;
    let ways = match basis.pair(turn, &field, &Fixed::default(), &BTreeSet::new()) {
        Err(NoPairing::Impossible(deadlock)) => ways(&field, &deadlock).0,
        Err(NoPairing::TooFew(_)) if !field.rounds.is_empty() => vec![Way::End],
        _ => Vec::new(),
    };
    let mut ways = ways.into_iter();
    let way = ways.find(|one| one.is(way)).ok_or(Refusal::Stale)?;
    Ok((field, basis, way))
}
