use super::{ReviewRefusal, already_decided, is_drawn, show_next, show_queue};
use crate::desk::conversation::{AwaitedReason, Conversation};
use crate::desk::notice::{Decision, Review};
use crate::desk::{Duty, Halt, Notice, Refusal, Turn, waiting_list};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::tournament::form::Input;
use crate::tournament::mask_numbers;

/// An arbiter's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    /// More papers are needed.
    Ask,
    Refuse,
}

/// In characters.
const LONGEST_REASON: usize = 200;

/// Decides a case. Asking and refusing need a reason first.
pub fn decide(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    verdict: Verdict,
) -> Result<(), Halt> {
    turn.require(Duty::Review)?;
    turn.require_private()?;
    let case = open_case(turn, registration, version)?;
    let asks = match verdict {
        Verdict::Accept => {
            if is_drawn(turn)? {
                return Err(ReviewRefusal::AfterDraw { name: case.name }.into());
            }
            return settle(turn, case, Decision::Accepted);
        }
        Verdict::Ask => true,
        Verdict::Refuse => false,
    };
    let mut conversation = Conversation::load(turn)?;
    conversation.waiver = None;
    conversation.awaited = None;
    conversation.reason = Some(AwaitedReason {
        registration,
        version,
        asks,
        since: Some(turn.now),
    });
    conversation.save(turn)?;
    turn.reply(Review::Reason {
        registration,
        version,
        name: case.name,
        asks,
        clauses: super::clauses(turn, registration)?,
    })
}

/// The reason, chosen from the usual ones or typed. Numbers of papers and phones in it are masked: it goes
/// to the player and into the journal.
pub fn give_reason(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    asks: bool,
    reason: &str,
) -> Result<(), Halt> {
    turn.require(Duty::Review)?;
    turn.require_private()?;
    let case = open_case(turn, registration, version)?;
    let mut conversation = Conversation::load(turn)?;
    conversation.reason = None;
    conversation.save(turn)?;
    let reason = mask_numbers(reason);
    let decision = if asks {
        Decision::Asked { reason }
    } else {
        Decision::Refused { reason }
    };
    settle(turn, case, decision)
}

/// The reason, typed.
pub(in crate::desk) fn reason_given(
    turn: &mut Turn<'_>,
    mut conversation: Conversation,
    awaited: AwaitedReason,
    input: Input<'_>,
) -> Result<(), Halt> {
    let reason = match input {
        Input::Text(text) => text.trim(),
        _ => "",
    };
    let fits = (1..=LONGEST_REASON).contains(&reason.chars().count());
    if !fits {
        return Err(ReviewRefusal::ReasonWanted {
            longest: LONGEST_REASON,
        }
        .into());
    }
    let AwaitedReason {
        registration,
        version,
        asks,
        since: _,
    } = awaited;
    match open_case(turn, registration, version) {
        // Decided meanwhile: the reason is not wanted any more, and what is typed next is none.
        Err(Halt::Refused(refusal)) => {
            conversation.reason = None;
            conversation.save(turn)?;
            turn.reply(Notice::Refused(*refusal))
        }
        Err(fault) => Err(fault),
        Ok(_) => give_reason(turn, registration, version, asks, reason),
    }
}

/// The case as it was shown, still undecided.
pub(super) fn open_case(turn: &Turn<'_>, id: i64, version: i64) -> Result<Registration, Halt> {
    let found = registration::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    let waits = found.state == State::Review && !registration::is_asked(turn.tx, id)?;
    if waits && found.version == version {
        return Ok(found);
    }
    if waits {
        // Back in the queue with more papers, or reopened: look at it anew.
        return Err(Refusal::Stale.into());
    }
    Err(already_decided(turn, found)?)
}

/// Stores the decision, tells the arbiter and the player, hands a freed place on, and shows the next case.
fn settle(turn: &mut Turn<'_>, case: Registration, decision: Decision) -> Result<(), Halt> {
    let by = turn.account()?;
    let (action, state, reason) = match &decision {
        Decision::Accepted => ("review.accept", State::Accepted, None),
        Decision::Asked { reason } => ("review.ask", State::Review, Some(reason.as_str())),
        Decision::Refused { reason } => ("review.refuse", State::Refused, Some(reason.as_str())),
    };
    registration::decide(turn.tx, case.id, state, by, reason, turn.now)?;
    turn.journal(Entry {
        action: action.to_owned(),
        subject: format!("registration {}", case.id),
        before: Some("review".to_owned()),
        after: Some(match &decision {
            Decision::Asked { .. } => "review, papers asked for".to_owned(),
            _ => registration::state_word(state).to_owned(),
        }),
        reason: reason.map(str::to_owned),
        ..Entry::default()
    })?;
    if let Some(account) = case.account {
        turn.tell_now(
            account,
            Review::Told {
                registration: case.id,
                name: case.name.clone(),
                decision: decision.clone(),
            },
        )?;
    }
    turn.rewrite(Review::Decided {
        name: case.name,
        decision,
        registration: case.id,
        version: case.version + 1,
    })?;
    if state == State::Refused {
        waiting_list::promote(turn)?;
    }
    show_queue(turn)?;
    show_next(turn, Some(case.id))
}
