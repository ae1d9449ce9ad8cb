//! The arbiter's hand on a proposal: each change is tried and shown with what it breaks, and done when
//! confirmed. Every change makes a new proposal, so that a button of an older one is refused.

mod boards;
mod code;
mod order;
mod way;

use serde::{Deserialize, Serialize};

pub use boards::{boards, card};
pub use code::{Allowance, Change, Order, Pick, UnknownCode, Way};
pub(super) use order::LAST_TABLE;
pub use order::{Asked, ask, give, list};
pub(super) use way::ways;
pub use way::{end_stage, take};

use super::Duty;
use super::field::Field;
use super::knockout::{self, KnockoutRefusal};
use super::notice::{Hand, Placing};
use super::pair::{self, propose, proposed};
use super::proposal::{Basis, Board, Bye, Draft, is_current, told};
use super::{Halt, PlayRefusal, Refusal, Turn};
use crate::store::round::{self, Round, State};
use crate::tournament::StartNumber;
use crate::tournament::swiss::{self, Breach, Fixed, Seat};

/// Why a proposal cannot be changed like that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandRefusal {
    /// Two different players are needed.
    SamePlayer {
        no: u32,
    },
    /// Not in this round: out, or with leave.
    NotInRound {
        no: u32,
    },
    NoSuchTable {
        table: u32,
    },
    /// They sit there already, set by hand.
    NothingChanges,
    /// An even field has no bye.
    EvenField {
        players: usize,
    },
    /// The words behind the command were not understood.
    Words {
        command: String,
        typed: String,
    },
    /// A leave counts at most a win.
    TooManyPoints {
        points: u32,
        most: u32,
    },
    /// There is no game to come that leave could be from.
    NoRoundToCome {
        rounds: u32,
    },
    /// A larger number than there can be tables.
    TableTooLarge {
        table: u32,
        most: u32,
    },
}

/// A change tried out.
struct Trial {
    round: Round,
    field: Field,
    basis: Basis,
    after: Draft,
    /// What was not broken before.
    newly: Vec<Breach>,
    /// The boards that differ.
    boards: Vec<Placing>,
    /// The new receiver of the bye.
    bye: Option<StartNumber>,
}

/// Tries a change of the proposal that waits, and shows what it would do.
pub fn preview(turn: &mut Turn<'_>, change: Change) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    turn.require_private()?;
    if knockout::is_seeded(turn)? {
        return Err(KnockoutRefusal::NotByHand.into());
    }
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let waiting = match latest {
        Some(latest) if latest.state == State::Proposed => latest,
        Some(latest) => {
            let number = latest.number;
            return Err(PlayRefusal::AlreadyPublished { number }.into());
        }
        None => return Err(PlayRefusal::NothingProposed.into()),
    };
    preview_in(turn, waiting, change)
}

/// The same by a button of a proposal.
pub fn preview_by_button(turn: &mut Turn<'_>, round: i64, change: Change) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let waiting = proposed(turn, round)?;
    preview_in(turn, waiting, change)
}

fn preview_in(turn: &mut Turn<'_>, waiting: Round, change: Change) -> Result<(), Halt> {
    let trial = Trial::of(turn, waiting, change)?;
    turn.rewrite(Hand::Preview {
        round: trial.round.id,
        number: trial.round.number,
        change,
        bye: trial.bye.map(|no| trial.field.tag(no)),
        warnings: trial
            .newly
            .iter()
            .map(|breach| told(&trial.field, breach))
            .collect(),
        broken: trial.broken(),
        boards: trial.boards,
    })
}

/// Does what was shown; `broken`: how much it breaks, as the confirmation said.
pub fn apply(turn: &mut Turn<'_>, round: i64, change: Change, broken: u32) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let waiting = proposed(turn, round)?;
    let trial = Trial::of(turn, waiting, change)?;
    if trial.broken() != broken {
        return Err(Refusal::Stale.into());
    }
    let (field, basis) = (&trial.field, &trial.basis);
    let reason = (!trial.newly.is_empty()).then(|| format!("{change}: {:?}", trial.newly));
    let round = propose(
        turn,
        field,
        basis,
        Some(&trial.round),
        &trial.after,
        "round.change",
        reason.or_else(|| Some(change.to_string())),
    )?;
    let breaches = trial.after.breaches(turn, field, basis);
    let by_hand = trial.after.boards.iter().filter(|board| board.by_hand);
    turn.rewrite(Hand::Changed {
        round: round.id,
        number: round.number,
        boards: trial.boards.clone(),
        bye: trial.bye.map(|no| field.tag(no)),
        warnings: breaches.iter().map(|breach| told(field, breach)).collect(),
        by_hand: by_hand.map(|board| board.table).collect(),
    })
}

/// Leaves the proposal as it is.
pub fn keep(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.rewrite(Hand::Kept)
}

impl Trial {
    fn of(turn: &Turn<'_>, round: Round, change: Change) -> Result<Trial, Halt> {
        let field = Field::load(turn)?;
        if !is_current(turn, &field, &round)? {
            let number = round.number;
            return Err(PlayRefusal::ProposalOutdated { number }.into());
        }
        let basis = Basis::load(turn, &field, round.number)?;
        let before = Draft::load(turn, &field, &round)?;
        let after = changed(turn, &field, &basis, &before, change)?;
        if after == before {
            return Err(HandRefusal::NothingChanges.into());
        }
        let known = before.breaches(turn, &field, &basis);
        let mut newly = after.breaches(turn, &field, &basis);
        newly.retain(|breach| !known.contains(breach));
        let is_new = |board: &&Board| {
            !before
                .boards
                .iter()
                .any(|old| old.table == board.table && old.seat == board.seat)
        };
        let boards = after.boards.iter().filter(is_new);
        let boards = boards.map(|board| after.placing(&field, board)).collect();
        let (was, is) = (before.bye.map(|bye| bye.no), after.bye.map(|bye| bye.no));
        Ok(Trial {
            boards,
            bye: is.filter(|_| was != is),
            round,
            field,
            basis,
            after,
            newly,
        })
    }

    fn broken(&self) -> u32 {
        u32::try_from(self.newly.len()).unwrap_or(u32::MAX)
    }
}

fn changed(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    before: &Draft,
    change: Change,
) -> Result<Draft, Halt> {
    let mut draft = match change {
        Change::Swap(one, other) => swapped(turn, field, before, one, other)?,
        Change::Sides(table) => {
            let mut draft = before.clone();
            let board = draft.boards.iter_mut().find(|board| board.table == table);
            let board = board.ok_or(HandRefusal::NoSuchTable { table })?;
            board.seat = Seat {
                red: board.seat.black,
                black: board.seat.red,
            };
            board.by_hand = true;
            draft
        }
        Change::Fix(one, other) => fixed(turn, field, basis, before, one, other)?,
        Change::Bye(no) => {
            let who = in_round(field, before, no)?;
            let players = basis.active.len() - before.sit_out.len();
            if players.is_multiple_of(2) {
                return Err(HandRefusal::EvenField { players }.into());
            }
            let mut fixed = before.fixed();
            fixed
                .games
                .retain(|seat| seat.red != who && seat.black != who);
            fixed.bye = Some(who);
            around(turn, field, basis, before, &fixed)?
        }
        Change::Free(table) => {
            let mut fixed = before.fixed();
            if table == 0 {
                fixed.bye = None;
            } else {
                let board = before.at(table).ok_or(HandRefusal::NoSuchTable { table })?;
                fixed.games.remove(&board.seat);
            }
            around(turn, field, basis, before, &fixed)?
        }
    };
    draft.approval = before.approval.clone();
    Ok(draft)
}

/// Two players in each other's place; sides as the rules give them, in round 1 those of the place.
fn swapped(
    turn: &Turn<'_>,
    field: &Field,
    before: &Draft,
    one: u32,
    other: u32,
) -> Result<Draft, Halt> {
    let (one, other) = (
        in_round(field, before, one)?,
        in_round(field, before, other)?,
    );
    if one == other {
        return Err(HandRefusal::SamePlayer { no: one.0 }.into());
    }
    if let Some(board) = before.board_of(one)
        && [board.seat.red, board.seat.black].contains(&other)
    {
        return Err(HandRefusal::NothingChanges.into());
    }
    let instead = |no: StartNumber| match no {
        no if no == one => other,
        no if no == other => one,
        no => no,
    };
    let mut draft = before.clone();
    for board in &mut draft.boards {
        let Seat { red, black } = board.seat;
        let placed = Seat {
            red: instead(red),
            black: instead(black),
        };
        if placed == board.seat {
            continue;
        }
        board.by_hand = true;
        let is_first = field.history.rounds.is_empty();
        let by_rule = swiss::seat(&field.history, turn.swiss(), placed.red, placed.black);
        board.seat = match by_rule {
            Some((seat, _)) if !is_first => seat,
            _ => placed,
        };
    }
    draft.sit_out = before.sit_out.iter().copied().map(instead).collect();
    draft.bye = before.bye.map(|bye| Bye {
        no: instead(bye.no),
        by_hand: bye.by_hand || instead(bye.no) != bye.no,
    });
    Ok(draft)
}

fn fixed(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    before: &Draft,
    one: u32,
    other: u32,
) -> Result<Draft, Halt> {
    let (one, other) = (
        in_round(field, before, one)?,
        in_round(field, before, other)?,
    );
    if one == other {
        return Err(HandRefusal::SamePlayer { no: one.0 }.into());
    }
    let mut fixed = before.fixed();
    let together = before
        .board_of(one)
        .filter(|board| [board.seat.red, board.seat.black].contains(&other));
    if let Some(board) = together {
        // They meet already: nobody else is moved.
        let mut draft = before.clone();
        for old in &mut draft.boards {
            old.by_hand |= old.table == board.table;
        }
        return Ok(draft);
    }
    let concerns = |no: StartNumber| no == one || no == other;
    fixed
        .games
        .retain(|seat| !concerns(seat.red) && !concerns(seat.black));
    fixed.bye = fixed.bye.filter(|no| !concerns(*no));
    let by_rule = swiss::seat(&field.history, turn.swiss(), one, other);
    let (seat, _) = by_rule.ok_or(HandRefusal::NotInRound { no: other.0 })?;
    fixed.games.insert(seat);
    around(turn, field, basis, before, &fixed)
}

/// The best of the rest around the fixed boards. Who was allowed to sit out does so still, unless fixed.
fn around(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    before: &Draft,
    fixed: &Fixed,
) -> Result<Draft, Halt> {
    let mut sit_out = before.sit_out.clone();
    for seat in &fixed.games {
        sit_out.remove(&seat.red);
        sit_out.remove(&seat.black);
    }
    match basis.pair(turn, field, fixed, &sit_out) {
        Ok(pairing) => Ok(Draft::of(&pairing, fixed, basis, sit_out)),
        Err(none) => Err(pair::refusal(&none)),
    }
}

fn in_round(field: &Field, draft: &Draft, no: u32) -> Result<StartNumber, Halt> {
    let start = StartNumber(no);
    if draft.players().contains(&start) {
        return Ok(start);
    }
    match field.player(start) {
        Some(_) => Err(HandRefusal::NotInRound { no }.into()),
        None => Err(PlayRefusal::NoSuchPlayer { no }.into()),
    }
}
