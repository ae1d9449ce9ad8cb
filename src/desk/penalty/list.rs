//! The penalties of the competition, with buttons to take each back.

use crate::desk::field::Field;
use crate::desk::notice::{Penalty, PenaltyLine};
use crate::desk::{Duty, Halt, Turn, knockout};
use crate::store::penalty;

use super::card::line;

/// Penalties of a page: each may carry a button.
const PAGE: usize = 8;

/// A page of them, from 0, the newest first.
pub fn list(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Penalize)?;
    turn.require_private()?;
    let all = lines(turn)?;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    turn.rewrite(Penalty::List {
        count: all.iter().filter(|one| one.struck_by.is_none()).count(),
        penalties: all.into_iter().skip(page * PAGE).take(PAGE).collect(),
        page,
        pages,
    })
}

/// All of them as a file, the oldest first.
pub fn export(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Penalize)?;
    turn.require_private()?;
    let mut penalties = lines(turn)?;
    penalties.reverse();
    turn.reply(Penalty::File {
        penalties,
        at: turn.now,
    })
}

fn lines(turn: &Turn<'_>) -> Result<Vec<PenaltyLine>, Halt> {
    let field = Field::load(turn)?;
    let mut all = penalty::of_stage(turn.tx, turn.stage_id()?)?;
    if let Some(rules) = knockout::rules(turn) {
        let stage = knockout::stage_id(turn, rules)?;
        all.extend(penalty::of_stage(turn.tx, stage)?);
        all.sort_by_key(|one| std::cmp::Reverse(one.id));
    }
    all.iter().map(|one| line(turn, &field, one)).collect()
}
