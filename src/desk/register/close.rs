use super::{RegisterRefusal, is_over};
use crate::desk::notice::Register;
use crate::desk::{Duty, Halt, Turn};
use crate::store::competition::{self, Step};
use crate::store::journal::Entry;
use crate::store::registration::{self, State};

/// Shows what closing the registration would mean.
pub fn close(turn: &mut Turn<'_>) -> Result<(), Halt> {
    require_closable(turn)?;
    let (accepted, in_review, waiting) = counts(turn)?;
    turn.reply(Register::ClosePreview {
        accepted,
        in_review,
        waiting,
        closes: turn.config.event.registration.closes,
    })
}

/// Closes the registration before its deadline. Reviews go on.
pub fn confirm_close(turn: &mut Turn<'_>) -> Result<(), Halt> {
    require_closable(turn)?;
    shut(turn)?;
    let (accepted, in_review, waiting) = counts(turn)?;
    turn.rewrite(Register::Closed {
        accepted,
        in_review,
        waiting,
        by_deadline: false,
    })
}

/// Closes the registration once its deadline is past.
pub fn close_when_due(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if !is_over(turn) || closed_at(turn)?.is_some() {
        return Ok(());
    }
    shut(turn)?;
    let (accepted, in_review, waiting) = counts(turn)?;
    turn.tell_arbiters(Register::Closed {
        accepted,
        in_review,
        waiting,
        by_deadline: true,
    })
}

fn require_closable(turn: &Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::CloseRegistration)?;
    turn.require_private()?;
    match closed_at(turn)? {
        Some(at) => Err(RegisterRefusal::AlreadyClosed { at }.into()),
        None => Ok(()),
    }
}

fn closed_at(turn: &Turn<'_>) -> Result<Option<chrono::DateTime<chrono::Utc>>, Halt> {
    Ok(competition::progress(turn.tx, &turn.competition().key)?.registration_closed_at)
}

fn shut(turn: &Turn<'_>) -> Result<(), Halt> {
    let key = &turn.competition().key;
    competition::set(turn.tx, key, Step::RegistrationClosed, Some(turn.now))?;
    turn.journal(Entry {
        action: "registration.close".to_owned(),
        subject: format!("competition {key}"),
        ..Entry::default()
    })
}

/// Accepted, in review, waiting.
pub(in crate::desk) fn counts(turn: &Turn<'_>) -> Result<(u32, u32, u32), Halt> {
    let key = &turn.competition().key;
    Ok((
        registration::count(turn.tx, key, State::Accepted)?,
        registration::count(turn.tx, key, State::Review)?,
        registration::count(turn.tx, key, State::Waiting)?,
    ))
}
