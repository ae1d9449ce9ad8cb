//! The appeals of the competition and their deposits.

use super::{line, reader};
use crate::desk::notice::{Appeal as Said, Remedy, Upheld};
use crate::desk::{Duty, Halt, Refusal, Turn};
use crate::store::appeal;

/// Appeals of a page.
const PAGE: usize = 8;

/// A page of them, from 0, the newest first.
pub fn list(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::ShowAppeals)?;
    turn.require_private()?;
    let all = appeal::of_competition(turn.tx, &turn.competition().key)?;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let sum = |counts: &dyn Fn(&appeal::Appeal) -> bool| -> u32 {
        all.iter()
            .filter(|one| counts(one))
            .map(|one| one.deposit)
            .sum()
    };
    let upheld = |one: &appeal::Appeal| {
        one.decision
            .as_ref()
            .is_some_and(|decision| decision.verdict == appeal::Verdict::Upheld)
    };
    turn.rewrite(Said::List {
        received: sum(&|one| one.paid),
        returned: sum(&|one| one.returned),
        to_return: sum(&|one| one.paid && upheld(one) && !one.returned),
        kept: sum(&|one| one.paid && one.decision.is_some() && !upheld(one)),
        appeals: all
            .iter()
            .skip(page * PAGE)
            .take(PAGE)
            .map(|one| line(turn, one))
            .collect::<Result<_, _>>()?,
        page,
        pages,
    })
}

/// What is left to do about those that were upheld, oldest first: a deposit to return, a penalty to strike.
pub(in crate::desk) fn to_carry_out(turn: &Turn<'_>) -> Result<Vec<Upheld>, Halt> {
    let mut left = Vec::new();
    for one in appeal::of_competition(turn.tx, &turn.competition().key)?
        .iter()
        .rev()
    {
        let verdict = one.decision.as_ref().map(|decision| decision.verdict);
        if one.withdrawn || verdict != Some(appeal::Verdict::Upheld) {
            continue;
        }
        let owes = one.paid && !one.returned;
        let upheld = Upheld {
            appeal: one.id,
            deposit: if owes { one.deposit } else { 0 },
            strike: matches!(line(turn, one)?.remedy, Some(Remedy::Strike { .. })),
        };
        if upheld.deposit > 0 || upheld.strike {
            left.push(upheld);
        }
    }
    Ok(left)
}

/// One of them.
pub fn card(turn: &mut Turn<'_>, id: i64) -> Result<(), Halt> {
    turn.require(Duty::ShowAppeals)?;
    turn.require_private()?;
    let found = appeal::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    turn.enter_registration(found.registration)?;
    turn.reply(Said::Card {
        appeal: line(turn, &found)?,
        reader: reader(turn, &found)?,
    })
}
