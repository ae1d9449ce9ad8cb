use super::{ReviewRefusal, choose_section};
use crate::desk::notice::{Found, Review};
use crate::desk::{Duty, Halt, Turn};
use crate::store::registration::State;
use crate::store::{account, review};

/// More players of one name than this are not listed.
const MOST: u32 = 20;

/// The cases of a competition or section, or what became of the players whose name contains `typed`, so that a decision
/// can be looked up and reopened.
pub fn find(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::Review)?;
    turn.require_private()?;
    for one in turn.competitions() {
        if turn.is_one_of_several() && (one.name == typed || one.key == typed) {
            turn.enter(&one.key)?;
            account::choose_competition(turn.tx, turn.account()?, &one.key)?;
            return choose_section(turn, None);
        }
    }
    let section = turn
        .competition()
        .sections
        .iter()
        .find(|section| section.name == typed || section.key == typed);
    if let Some(section) = section {
        return choose_section(turn, Some(&section.key));
    }
    let mut rows = Vec::new();
    for one in review::by_name(turn.tx, typed, MOST)? {
        let decision = review::decision(turn.tx, one.id)?;
        let is_left = matches!(
            one.state,
            State::Withdrawn | State::Waiting | State::Offered
        );
        rows.push(Found {
            registration: one.id,
            version: one.version,
            can_reopen: decision.is_some() && !is_left,
            asked: one.state == State::Review && decision.is_some(),
            by: decision.as_ref().and_then(|decision| decision.by.clone()),
            at: decision.map(|decision| decision.at),
            name: one.name,
            born: one.born,
            state: one.state,
            reason: one.reason,
        });
    }
    if rows.is_empty() {
        let typed = crate::tournament::mask_numbers(typed);
        return Err(ReviewRefusal::NobodyFound { typed }.into());
    }
    turn.reply(Review::Found { rows })
}
