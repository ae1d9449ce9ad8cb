//! Choosing a board by buttons, some at a time.

use super::super::notice::{Hand, Placing};
use super::super::pair::proposed;
use super::super::proposal::Draft;
use super::{Field, HandRefusal, Pick};
use crate::desk::{Duty, Halt, Turn};

/// Boards on one page.
const PAGE: usize = 20;

/// A page of the proposal's boards; one of them is to be chosen.
pub fn boards(turn: &mut Turn<'_>, round: i64, page: u32, pick: Pick) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let waiting = proposed(turn, round)?;
    let field = Field::load(turn)?;
    let draft = Draft::load(turn, &field, &waiting)?;
    let all: Vec<Placing> = draft
        .boards
        .iter()
        .map(|board| draft.placing(&field, board))
        .collect();
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = usize::try_from(page).unwrap_or(0).min(pages - 1);
    let rows = all.into_iter().skip(page * PAGE).take(PAGE).collect();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    turn.rewrite(Hand::Boards {
        round,
        number: waiting.number,
        page: count(page),
        pages: count(pages),
        pick,
        rows,
        bye: draft.bye.map(|bye| field.tag(bye.no)),
    })
}

/// One board, and what can be done with it; table 0 is the bye.
pub fn card(turn: &mut Turn<'_>, round: i64, table: u32, pick: Pick) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let waiting = proposed(turn, round)?;
    let field = Field::load(turn)?;
    let draft = Draft::load(turn, &field, &waiting)?;
    let odd = draft.bye.is_some();
    let number = waiting.number;
    if table == 0 {
        let bye = draft.bye.ok_or(HandRefusal::NoSuchTable { table })?;
        return turn.rewrite(Hand::ByeCard {
            round,
            number,
            pick,
            player: field.tag(bye.no),
            by_hand: bye.by_hand,
        });
    }
    let board = draft.at(table).ok_or(HandRefusal::NoSuchTable { table })?;
    turn.rewrite(Hand::Card {
        round,
        number,
        pick,
        board: draft.placing(&field, board),
        odd,
    })
}
