//! The review of papers: one case at a time.

mod case;
mod decide;
mod find;
mod refusal;
mod reopen;
mod supplement;

use super::Duty;
use super::conversation::Conversation;
use super::notice::Review;
use super::{Halt, Refusal, Turn};
use crate::store::registration::{self, Registration, State};
use crate::store::{competition, review};

pub use case::clauses;
pub(super) use decide::reason_given;
pub use decide::{Verdict, decide, give_reason};
pub use find::find;
pub use refusal::ReviewRefusal;
pub use reopen::reopen;
pub(super) use supplement::{awaits_papers, paper_given};
pub use supplement::{finish_supplement, supplement, supplemented};

/// The arbiters' message that counts the cases.
const QUEUE: &str = "review";

/// Shows the case that has waited longest.
pub fn next(turn: &mut Turn<'_>) -> Result<(), Halt> {
    begin(turn)?;
    show_next(turn, None)
}

/// Leaves a case undecided and shows the one that came after it; after the last comes the first again.
pub fn skip(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    begin(turn)?;
    show_next(turn, Some(registration))
}

/// Shows one case out of turn.
pub fn show(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    begin(turn)?;
    let found = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let version = found.version;
    let case = decide::open_case(turn, registration, version)?;
    let open = registration::to_review(turn.tx, &case.competition)?.len();
    turn.reply(Review::Case(Box::new(case::case(turn, case, open)?)))
}

/// From now on this arbiter sees the cases of one section, by its key; `None`: of all.
pub fn choose_section(turn: &mut Turn<'_>, section: Option<&str>) -> Result<(), Halt> {
    begin(turn)?;
    let mut conversation = Conversation::load(turn)?;
    conversation.review_section = section.map(str::to_owned);
    conversation.save(turn)?;
    show_next(turn, None)
}

/// An arbiter turns to the queue: a reason that was awaited is not awaited any more.
fn begin(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Review)?;
    turn.require_private()?;
    turn_away(turn)
}

/// Something else is asked for: the reason of a decision or a waiver that was awaited is not awaited any
/// more, so that words typed later are not taken for it.
pub fn turn_away(turn: &Turn<'_>) -> Result<(), Halt> {
    let mut conversation = Conversation::load(turn)?;
    let (reason, waiver) = (conversation.reason.take(), conversation.waiver.take());
    if reason.is_some() || waiver.is_some() {
        conversation.save(turn)?;
    }
    Ok(())
}

/// Shows every arbiter how many cases wait.
pub(super) fn show_queue(turn: &Turn<'_>) -> Result<(), Halt> {
    let open = registration::to_review(turn.tx, &turn.competition().key)?.len();
    turn.show_arbiters(QUEUE, Review::Queue { open })
}

/// The first case after this one in the section the arbiter chose.
fn show_next(turn: &Turn<'_>, after: Option<i64>) -> Result<(), Halt> {
    let competition = turn.competition();
    let chosen = Conversation::load(turn)?.review_section;
    let section = chosen
        .as_deref()
        .and_then(|key| competition.sections.iter().find(|one| one.key == key));
    let mut waiting: Vec<Registration> = registration::to_review(turn.tx, &competition.key)?;
    let all = waiting.len();
    if let Some(section) = section {
        waiting.retain(|case| case.section == section.key);
    }
    let open = waiting.len();
    let found = waiting
        .iter()
        .position(|case| after.is_none_or(|after| case.id > after))
        .unwrap_or(0);
    if found < waiting.len() {
        let next = waiting.swap_remove(found);
        return turn.reply(Review::Case(Box::new(case::case(turn, next, open)?)));
    }
    turn.reply(Review::Empty {
        asked: review::count_asked(turn.tx, &competition.key)?,
        section: section.map(|section| section.name.clone()),
        elsewhere: all,
    })
}

fn is_drawn(turn: &Turn<'_>) -> Result<bool, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    Ok(progress.drawn_at.is_some())
}

/// Someone was faster, the player left, or nothing is to be decided: who decided what, and when.
fn already_decided(turn: &Turn<'_>, found: Registration) -> Result<Halt, Halt> {
    let decision = review::decision(turn.tx, found.id)?;
    Ok(ReviewRefusal::AlreadyDecided {
        asked: found.state == State::Review && decision.is_some(),
        by: decision.as_ref().and_then(|decision| decision.by.clone()),
        at: decision.map(|decision| decision.at),
        name: found.name,
        state: found.state,
    }
    .into())
}
