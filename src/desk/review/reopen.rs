use super::{ReviewRefusal, already_decided, case, is_drawn, show_queue};
use crate::desk::notice::Review;
use crate::desk::{Duty, Halt, Refusal, Turn};
use crate::store::journal::Entry;
use crate::store::registration::{self, State};
use crate::store::{place, review};

/// Takes a decision back: the case is in review again, with its place, and is shown. Only until the start
/// numbers are drawn, and a refused player only while a place of the pool is free.
pub fn reopen(turn: &mut Turn<'_>, registration: i64, version: i64) -> Result<(), Halt> {
    turn.require(Duty::Review)?;
    turn.require_private()?;
    let found = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let decision = review::decision(turn.tx, registration)?;
    let is_left = matches!(
        found.state,
        State::Withdrawn | State::Waiting | State::Offered
    );
    if is_left || (found.version != version && decision.is_some()) {
        return Err(already_decided(turn, found)?);
    }
    let name = || found.name.clone();
    if decision.is_none() {
        return Err(ReviewRefusal::NotDecided { name: name() }.into());
    }
    if is_drawn(turn)? {
        return Err(ReviewRefusal::AfterDraw { name: name() }.into());
    }
    let place = match (found.state, found.place) {
        (State::Refused, _) => {
            if review::came_again(turn.tx, registration)? {
                return Err(ReviewRefusal::CameAgain { name: name() }.into());
            }
            let free = place::free(turn.tx, &found.competition, &found.pool)?;
            free.ok_or_else(|| ReviewRefusal::NoPlaceLeft {
                name: name(),
                pool: found.pool.clone(),
            })?
        }
        (_, held) => held.ok_or(Refusal::Stale)?,
    };
    review::reopen(turn.tx, registration, place)?;
    turn.journal(Entry {
        action: "review.reopen".to_owned(),
        subject: format!("registration {registration}"),
        before: Some(registration::state_word(found.state).to_owned()),
        after: Some("review".to_owned()),
        reason: found.reason.clone(),
        ..Entry::default()
    })?;
    if let Some(account) = found.account {
        turn.tell_now(account, Review::Reopened { name: name() })?;
    }
    turn.rewrite(Review::ReopenedByYou { name: name() })?;
    show_queue(turn)?;
    let again = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let open = registration::to_review(turn.tx, &again.competition)?.len();
    turn.reply(Review::Case(Box::new(case::case(turn, again, open)?)))
}
