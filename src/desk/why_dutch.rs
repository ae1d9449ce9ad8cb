//! Why a round is paired as it is by the Dutch system.

use super::field::Field;
use super::notice::{DutchBye, DutchTable, ExplainedDutch};
use super::proposal::Draft;
use super::{Halt, PlayRefusal, Turn, pair};
use crate::tournament::dutch::why::{self, WhyBye, WhyTable};
use crate::tournament::swiss::why::Paired;

/// Barred players named for one table.
const NAMED: usize = 6;

/// What is to be explained of a round.
pub(super) struct Wanted {
    pub(super) number: u32,
    pub(super) proposed: bool,
    /// By number; `None`: all of them.
    pub(super) tables: Option<Vec<u32>>,
    pub(super) bye: bool,
}

/// Explains tables and the bye.
pub(super) fn tell(
    turn: &Turn<'_>,
    field: &Field,
    draft: &Draft,
    paired: &Paired<'_>,
    wanted: &Wanted,
) -> Result<(), Halt> {
    let number = wanted.number;
    let all = why::why(paired, None).map_err(|none| pair::refusal(&none))?;
    let mut told = ExplainedDutch {
        number,
        proposed: wanted.proposed,
        tables: Vec::new(),
        bye: None,
    };
    for &table in wanted.tables.iter().flatten() {
        if draft.at(table).is_none() {
            return Err(PlayRefusal::NoSuchTable { number, table }.into());
        }
    }
    for (board, why) in draft.boards.iter().zip(all.tables) {
        let tables = wanted.tables.as_ref();
        if tables.is_none_or(|tables| tables.contains(&board.table)) {
            told.tables.push(table_told(field, board.table, why));
        }
    }
    if wanted.bye {
        told.bye = all.bye.map(|why| bye_told(field, why));
    }
    if told.tables.is_empty() && told.bye.is_none() {
        return Err(match wanted.bye {
            true => PlayRefusal::NoBye { number },
            false => PlayRefusal::WhyWhich { number },
        }
        .into());
    }
    turn.reply(told)
}

fn table_told(field: &Field, table: u32, why: WhyTable) -> DutchTable {
    let barred = why.barred.into_iter().take(NAMED);
    DutchTable {
        table,
        red: field.tag(why.seat.red),
        black: field.tag(why.seat.black),
        red_score: why.red_score,
        black_score: why.black_score,
        by_hand: why.by_hand,
        red_wish: why.red_wish,
        black_wish: why.black_wish,
        barred: barred
            .map(|one| (field.tag(one.who), field.tag(one.opponent), one.why))
            .collect(),
    }
}

fn bye_told(field: &Field, why: WhyBye) -> DutchBye {
    let instead = why.instead.into_iter().take(NAMED);
    DutchBye {
        who: field.tag(why.who),
        by_hand: why.by_hand,
        score: why.score,
        unplayed: why.unplayed,
        instead: instead.map(|(no, why)| (field.tag(no), why)).collect(),
    }
}
