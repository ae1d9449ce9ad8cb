use super::{ReviewRefusal, show_queue};
use crate::desk::conversation::{Conversation, Supplement};
use crate::desk::notice::Review;
use crate::desk::{Halt, Turn};
use crate::store::journal::Entry;
use crate::store::paper;
use crate::store::registration::{self, Registration};
use crate::tournament::form::Input;

/// Papers one registration may carry in all, those asked for later included.
const MOST_PAPERS: u32 = 20;

/// The player wants to send the papers asked for.
pub fn supplement(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let asked = asked_of_me(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    let given = match conversation.supplement {
        Some(begun) if begun.registration == registration => begun.given,
        _ => 0,
    };
    conversation.supplement = Some(Supplement {
        registration,
        given,
        paused: false,
    });
    conversation.receipt = None;
    conversation.save(turn)?;
    say_supplement(turn, &asked, given, false)
}

/// Whether the papers the account is sending are still asked for.
pub(in crate::desk) fn awaits_papers(
    turn: &Turn<'_>,
    conversation: &Conversation,
) -> Result<bool, Halt> {
    match conversation.supplement {
        Some(supplement) if !supplement.paused => {
            Ok(registration::is_asked(turn.tx, supplement.registration)?)
        }
        _ => Ok(false),
    }
}

/// A message while papers are awaited.
pub(in crate::desk) fn paper_given(
    turn: &mut Turn<'_>,
    supplement: Supplement,
    input: Input<'_>,
) -> Result<(), Halt> {
    let Supplement {
        registration,
        given,
        ..
    } = supplement;
    let asked = asked_of_me(turn, registration)?;
    let (kind, file) = match input {
        Input::Photo(file) => (paper::Kind::Photo, file),
        Input::Document(file) => (paper::Kind::Document, file),
        _ => return say_supplement(turn, &asked, given, true),
    };
    if paper::count(turn.tx, registration)? >= MOST_PAPERS {
        return Err(ReviewRefusal::TooManyPapers { most: MOST_PAPERS }.into());
    }
    paper::add(turn.tx, turn.sealer, registration, kind, file, turn.now)?;
    let mut conversation = Conversation::load(turn)?;
    let given = given + 1;
    conversation.supplement = Some(Supplement {
        registration,
        given,
        paused: false,
    });
    conversation.save(turn)?;
    say_supplement(turn, &asked, given, false)
}

/// All papers this account was asked for are sent. False: it is not sending any.
pub fn finish_supplement(turn: &mut Turn<'_>) -> Result<bool, Halt> {
    let conversation = Conversation::load(turn)?;
    if conversation.reason.is_some() || !awaits_papers(turn, &conversation)? {
        return Ok(false);
    }
    if let Some(sending) = conversation.supplement {
        supplemented(turn, sending.registration)?;
    }
    Ok(true)
}

/// All papers asked for are sent: an arbiter looks again.
pub fn supplemented(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let asked = asked_of_me(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    match conversation.supplement {
        Some(sent) if sent.registration == registration && sent.given > 0 => {}
        _ => return Err(ReviewRefusal::NoPapers.into()),
    }
    conversation.supplement = None;
    conversation.save(turn)?;
    registration::review_again(turn.tx, registration)?;
    turn.journal(Entry {
        action: "review.supplement".to_owned(),
        subject: format!("registration {registration}"),
        ..Entry::default()
    })?;
    show_queue(turn)?;
    turn.rewrite(Review::Supplemented { name: asked.name })
}

fn say_supplement(
    turn: &Turn<'_>,
    asked: &Registration,
    given: u32,
    wrong: bool,
) -> Result<(), Halt> {
    turn.reply(Review::Supplement {
        registration: asked.id,
        name: asked.name.clone(),
        reason: asked.reason.clone().unwrap_or_default(),
        given,
        wrong,
    })
}

/// The registration of this account whose papers are asked for.
fn asked_of_me(turn: &Turn<'_>, id: i64) -> Result<Registration, Halt> {
    let account = turn.account()?;
    let found = registration::find(turn.tx, id)?
        .filter(|found| found.account == Some(account))
        .ok_or(ReviewRefusal::NothingAsked)?;
    if !registration::is_asked(turn.tx, id)? {
        return Err(ReviewRefusal::NothingAsked.into());
    }
    Ok(found)
}
