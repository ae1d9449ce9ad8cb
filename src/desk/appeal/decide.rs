//! What the arbiters do with an appeal: the deposit, the decision, and each step taken back.

use super::{AppealRefusal, LONGEST, fresh, judge, line, reader, show};
use crate::config::Role;
use crate::desk::Duty;
use crate::desk::awaited::{What, await_next, turn_away};
use crate::desk::notice::{Appeal as Said, AppealStep};
use crate::desk::{Halt, Notice, Refusal, Turn};
use crate::store::account;
use crate::store::appeal::{self, Appeal, Decision, Verdict};
use crate::store::journal::Entry;
use crate::tournament::form::Input;
use crate::tournament::mask_numbers;

/// The deposit is there.
pub fn pay(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<(), Halt> {
    require(turn, Duty::Appeals)?;
    let found = fresh(turn, id, version)?;
    if found.paid || found.deposit == 0 || found.decision.is_some() {
        return Err(Refusal::Stale.into());
    }
    judge::require_neutral(turn, &found)?;
    let by = turn.account()?;
    appeal::set_paid(turn.tx, id, Some(by), turn.now)?;
    let after = format!("{} yuan paid", found.deposit);
    for member in judge::judges(turn, &found)? {
        turn.tell_now(member, Said::VerdictDue { appeal: id })?;
    }
    done(turn, &found, "appeal.pay", &after, AppealStep::Paid)
}

/// The decision is to be typed.
pub fn decide(turn: &mut Turn<'_>, id: i64, version: i64, upheld: bool) -> Result<(), Halt> {
    judge::require(turn, appeal::find(turn.tx, id)?.as_ref())?;
    let found = decidable(turn, id, version)?;
    await_next(
        turn,
        What::AppealVerdict {
            appeal: id,
            version,
            upheld,
        },
    )?;
    turn.reply(Said::WantVerdict {
        appeal: line(turn, &found)?,
        upheld,
    })
}

/// The decision, typed.
pub(in crate::desk) fn verdict_given(
    turn: &mut Turn<'_>,
    (id, version): (i64, i64),
    upheld: bool,
    input: Input<'_>,
) -> Result<(), Halt> {
    judge::require(turn, appeal::find(turn.tx, id)?.as_ref())?;
    let text = match input {
        Input::Text(text) => mask_numbers(text.trim()),
        _ => String::new(),
    };
    if !(1..=LONGEST).contains(&text.chars().count()) {
        return Err(AppealRefusal::TextWanted { longest: LONGEST }.into());
    }
    turn_away(turn)?;
    let found = match decidable(turn, id, version) {
        Ok(found) => found,
        // Somebody was faster: what is typed next is no decision.
        Err(Halt::Refused(refusal)) => return turn.reply(Notice::Refused(*refusal)),
        Err(fault) => return Err(fault),
    };
    let verdict = if upheld {
        Verdict::Upheld
    } else {
        Verdict::Rejected
    };
    let decision = Decision {
        verdict,
        text,
        by: turn.account()?,
    };
    appeal::set_decision(turn.tx, id, Some(&decision), turn.now)?;
    let after = format!("{verdict:?}: {}", decision.text);
    done(turn, &found, "appeal.decide", &after, AppealStep::Decided)
}

/// The deposit went back.
pub fn give_back(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<(), Halt> {
    require(turn, Duty::Appeals)?;
    let found = fresh(turn, id, version)?;
    let is_upheld = found
        .decision
        .as_ref()
        .is_some_and(|decision| decision.verdict == Verdict::Upheld);
    if !is_upheld || !found.paid || found.returned {
        return Err(Refusal::Stale.into());
    }
    judge::require_neutral(turn, &found)?;
    let by = turn.account()?;
    appeal::set_returned(turn.tx, id, Some(by), turn.now)?;
    let after = format!("{} yuan returned", found.deposit);
    done(turn, &found, "appeal.return", &after, AppealStep::Returned)
}

/// Takes the last step back: the verdict by those who give it, the rest by the arbiters.
pub fn undo(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<(), Halt> {
    require(turn, Duty::ShowAppeals)?;
    let found = fresh(turn, id, version)?;
    let mut step = AppealStep::Undone;
    if found.decision.is_some() && !found.returned {
        judge::require(turn, Some(&found))?;
        if is_of_committee(turn)? {
            step = AppealStep::VerdictUndone;
        }
    } else {
        require(turn, Duty::Appeals)?;
        judge::require_neutral(turn, &found)?;
    }
    let after = if found.returned {
        appeal::set_returned(turn.tx, id, None, turn.now)?;
        "not returned"
    } else if found.decision.is_some() {
        appeal::set_decision(turn.tx, id, None, turn.now)?;
        "not decided"
    } else if found.paid {
        appeal::set_paid(turn.tx, id, None, turn.now)?;
        "not paid"
    } else {
        return Err(AppealRefusal::NothingToUndo.into());
    };
    done(turn, &found, "appeal.undo", after, step)
}

fn require(turn: &Turn<'_>, duty: Duty) -> Result<(), Halt> {
    turn.require(duty)?;
    turn.require_private()
}

fn is_of_committee(turn: &Turn<'_>) -> Result<bool, Halt> {
    Ok(turn.office()? == Some(Role::Committee))
}

/// The appeal while it waits for its decision.
fn decidable(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<Appeal, Halt> {
    let found = appeal::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    if found.withdrawn {
        return Err(AppealRefusal::Withdrawn { appeal: id }.into());
    }
    if let Some(decision) = &found.decision {
        let by = account::find(turn.tx, decision.by)?;
        return Err(AppealRefusal::Decided {
            appeal: id,
            verdict: decision.verdict,
            by: by.map(|by| by.name).unwrap_or_default(),
        }
        .into());
    }
    if !found.paid && found.deposit > 0 {
        let deposit = found.deposit;
        return Err(AppealRefusal::NotPaid { deposit }.into());
    }
    fresh(turn, id, version)
}

/// Writes the journal, draws every card anew, and tells the player; of a verdict of the committee the
/// arbiters, who carry it out.
fn done(
    turn: &Turn<'_>,
    before: &Appeal,
    action: &str,
    after: &str,
    step: AppealStep,
) -> Result<(), Halt> {
    turn.journal(Entry {
        action: action.to_owned(),
        subject: format!("appeal {}, registration {}", before.id, before.registration),
        after: Some(after.to_owned()),
        ..Entry::default()
    })?;
    let found = appeal::find(turn.tx, before.id)?.ok_or(Refusal::Stale)?;
    let appeal = line(turn, &found)?;
    show(turn, &found, &appeal)?;
    let is_verdict = matches!(step, AppealStep::Decided | AppealStep::VerdictUndone);
    if is_verdict && is_of_committee(turn)? {
        let appeal = appeal.clone();
        turn.tell_arbiters(Said::FromCommittee { appeal, step })?;
    }
    turn.tell_now(
        before.account,
        Said::Told {
            appeal: appeal.clone(),
            step,
        },
    )?;
    let reader = reader(turn, &found)?;
    turn.reply(Said::Done {
        appeal,
        step,
        reader,
    })
}
