//! What holds beyond one proposal: pairs kept apart, leave from a round, tables of one's own.

use super::super::notice::{Hand, PlayerTag};
use super::super::pair::next_number;
use super::super::proposal::id_of;
use super::{Field, HandRefusal, Order};
use crate::desk::knockout::{self, KnockoutRefusal};
use crate::desk::{Duty, Halt, PlayRefusal, Refusal, Turn};
use crate::store::hand;
use crate::store::journal::Entry;
use crate::store::round::{self, State};
use crate::tournament::StartNumber;
use crate::tournament::swiss::{Pair, breaches};

/// No hall has more tables.
pub(in crate::desk) const LAST_TABLE: u32 = 999;

/// What is typed for one of the orders: the round is the coming one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Kept apart, or, if they are, no longer.
    Forbid(u32, u32),
    /// With leave, or, without points and if they have it, without.
    Absent {
        no: u32,
        points: Option<u32>,
    },
    OwnTable {
        no: u32,
        table: u32,
    },
}

/// Shows what an order would do and asks.
pub fn ask(turn: &mut Turn<'_>, asked: Asked) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    turn.require_private()?;
    if knockout::is_seeded(turn)? {
        return Err(KnockoutRefusal::NotByHand.into());
    }
    let field = Field::load(turn)?;
    let order = match asked {
        Asked::Forbid(one, other) => {
            if one == other {
                return Err(HandRefusal::SamePlayer { no: one }.into());
            }
            let pair = (player(&field, one)?, player(&field, other)?);
            if is_forbidden(turn, pair)? {
                Order::Lift(one, other)
            } else {
                Order::Forbid(one, other)
            }
        }
        Asked::Absent { no, points } => {
            let id = player(&field, no)?;
            let most = turn.swiss().score.win.max(turn.swiss().score.bye);
            if let Some(points) = points.filter(|points| *points > most) {
                return Err(HandRefusal::TooManyPoints { points, most }.into());
            }
            if !field.active().contains(&StartNumber(no)) {
                return Err(HandRefusal::NotInRound { no }.into());
            }
            let round = coming(turn)?;
            let given = hand::absent(turn.tx, turn.stage_id()?, round)?;
            if points.is_none() && given.iter().any(|(player, _)| *player == id) {
                Order::Present { no, round }
            } else {
                Order::Absent { no, round, points }
            }
        }
        Asked::OwnTable { no, table } => {
            player(&field, no)?;
            if table > LAST_TABLE {
                let most = LAST_TABLE;
                return Err(HandRefusal::TableTooLarge { table, most }.into());
            }
            Order::OwnTable { no, table }
        }
    };
    turn.reply(Hand::Asked {
        order,
        players: players(&field, order),
        met: met(turn, &field, order),
        points: points(turn, order),
        waiting: waiting(turn)?,
    })
}

/// Does what was confirmed.
pub fn give(turn: &mut Turn<'_>, order: Order) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let field = Field::load(turn)?;
    let stage = turn.stage_id()?;
    let (mut before, mut after) = (None, None);
    match order {
        Order::Forbid(one, other) | Order::Lift(one, other) => {
            let pair = (player(&field, one)?, player(&field, other)?);
            let forbid = matches!(order, Order::Forbid(..));
            if is_forbidden(turn, pair)? == forbid {
                return Err(Refusal::Stale.into());
            }
            if forbid {
                hand::forbid(turn.tx, pair.0, pair.1, turn.account()?, turn.now)?;
                after = Some("apart".to_owned());
            } else {
                hand::lift(turn.tx, pair.0, pair.1)?;
                before = Some("apart".to_owned());
            }
        }
        Order::Absent { no, round, .. } | Order::Present { no, round } => {
            let id = player(&field, no)?;
            if coming(turn)? != round {
                return Err(Refusal::Stale.into());
            }
            let given = hand::absent(turn.tx, stage, round)?;
            let was = given.iter().find(|(player, _)| *player == id);
            before = was.map(|(_, points)| format!("leave {points:?}"));
            if let Order::Absent { points, .. } = order {
                hand::set_absent(turn.tx, stage, round, id, points)?;
                after = Some(format!("leave {points:?}"));
            } else if was.is_some() {
                hand::set_present(turn.tx, stage, round, id)?;
            } else {
                return Err(Refusal::Stale.into());
            }
        }
        Order::OwnTable { no, table } => {
            let id = player(&field, no)?;
            let own = hand::own_tables(turn.tx, &turn.competition().key)?;
            let was = own.iter().find(|(player, _)| *player == id);
            before = was.map(|(_, table)| format!("table {table}"));
            after = (table > 0).then(|| format!("table {table}"));
            hand::set_own_table(turn.tx, id, Some(table).filter(|table| *table > 0))?;
        }
    }
    turn.journal(Entry {
        action: action(order).to_owned(),
        subject: order.to_string(),
        before,
        after,
        ..Entry::default()
    })?;
    tell_player(turn, &field, order)?;
    turn.rewrite(Hand::Given {
        order,
        players: players(&field, order),
        points: points(turn, order),
        waiting: waiting(turn)?,
    })
}

/// Everything that is ordered now, with a button to take each back.
pub fn list(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let competition = &turn.competition().key;
    let round = coming(turn).ok();
    let absent = match round {
        Some(round) => hand::absent(turn.tx, turn.stage_id()?, round)?,
        None => Vec::new(),
    };
    let forbidden = hand::forbidden(turn.tx, competition)?;
    let own = hand::own_tables(turn.tx, competition)?;
    turn.reply(Hand::Orders {
        number: round,
        forbidden: forbidden
            .into_iter()
            .map(|(one, other)| {
                let (one, other) = (field.tag_of(one), field.tag_of(other));
                if one.no <= other.no {
                    (one, other)
                } else {
                    (other, one)
                }
            })
            .collect(),
        absent: absent
            .into_iter()
            .map(|(player, points)| {
                let usual = turn.swiss().score.absence;
                (field.tag_of(player), points.unwrap_or(usual))
            })
            .collect(),
        own_tables: own
            .into_iter()
            .map(|(player, table)| (field.tag_of(player), table))
            .collect(),
    })
}

/// The round that comes next: the one proposed, or the one after the newest.
fn coming(turn: &Turn<'_>) -> Result<u32, Halt> {
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let rounds = turn.swiss().rounds;
    match latest {
        None => Ok(1),
        Some(latest) if latest.state == State::Proposed => Ok(latest.number),
        Some(latest) if latest.number >= rounds => {
            Err(HandRefusal::NoRoundToCome { rounds }.into())
        }
        Some(latest) if latest.state == State::Closed => {
            // A stage ended early has no further round.
            next_number(turn, Some(&latest), &Field::load(turn)?)
        }
        Some(latest) => Ok(latest.number + 1),
    }
}

/// The proposal that the order leaves behind.
fn waiting(turn: &Turn<'_>) -> Result<Option<u32>, Halt> {
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let waiting = latest.filter(|latest| latest.state == State::Proposed);
    Ok(waiting.map(|waiting| waiting.number))
}

fn player(field: &Field, no: u32) -> Result<i64, Halt> {
    if field.player(StartNumber(no)).is_none() {
        return Err(PlayRefusal::NoSuchPlayer { no }.into());
    }
    id_of(field, StartNumber(no))
}

fn is_forbidden(turn: &Turn<'_>, (one, other): (i64, i64)) -> Result<bool, Halt> {
    let pairs = hand::forbidden(turn.tx, &turn.competition().key)?;
    Ok(pairs.contains(&(one.min(other), one.max(other))))
}

fn players(field: &Field, order: Order) -> Vec<PlayerTag> {
    let numbers = match order {
        Order::Forbid(one, other) | Order::Lift(one, other) => vec![one, other],
        Order::Absent { no, .. } | Order::Present { no, .. } | Order::OwnTable { no, .. } => {
            vec![no]
        }
    };
    let tag = |no| field.tag(StartNumber(no));
    numbers.into_iter().map(tag).collect()
}

/// The round in which two to be kept apart have met.
fn met(turn: &Turn<'_>, field: &Field, order: Order) -> Option<u32> {
    let Order::Forbid(one, other) = order else {
        return None;
    };
    let pair = Pair::new(StartNumber(one), StartNumber(other));
    let seat = crate::tournament::swiss::Seat {
        red: pair.smaller(),
        black: pair.larger(),
    };
    let none = std::collections::BTreeSet::new();
    let broken = breaches(&field.history, turn.swiss(), &none, &[seat], &[]);
    broken.into_iter().find_map(|breach| match breach {
        crate::tournament::swiss::Breach::Rematch { round, .. } => Some(round),
        _ => None,
    })
}

fn points(turn: &Turn<'_>, order: Order) -> u32 {
    match order {
        Order::Absent { points, .. } => points.unwrap_or(turn.swiss().score.absence),
        _ => 0,
    }
}

fn action(order: Order) -> &'static str {
    match order {
        Order::Forbid(..) => "pair.forbid",
        Order::Lift(..) => "pair.lift",
        Order::Absent { .. } => "absence.give",
        Order::Present { .. } => "absence.take_back",
        Order::OwnTable { .. } => "table.own",
    }
}

/// Leave is the player's business too.
fn tell_player(turn: &Turn<'_>, field: &Field, order: Order) -> Result<(), Halt> {
    let (no, round, leave) = match order {
        Order::Absent { no, round, .. } => (no, round, true),
        Order::Present { no, round } => (no, round, false),
        Order::Forbid(..) | Order::Lift(..) | Order::OwnTable { .. } => return Ok(()),
    };
    let Some(account) = field
        .player(StartNumber(no))
        .and_then(|player| player.account)
    else {
        return Ok(());
    };
    turn.tell(
        account,
        Hand::Leave {
            player: field.tag(StartNumber(no)),
            number: round,
            points: leave.then(|| points(turn, order)),
        },
    )
}
