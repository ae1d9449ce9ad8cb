use super::{hello, paper, review};
use crate::desk::{Halt, Turn, register};
use crate::telegram::said::{Attachment, Said};
use crate::tournament::form::Input;

/// What `/start` carries when the person comes from the group's button.
pub const DEEP_LINK: &str = "register";

/// Begins in the private chat; in a group a button leads there.
pub fn register(turn: &mut Turn<'_>, bot: &str) -> Result<(), Halt> {
    if turn.actor().is_some_and(|actor| !actor.is_private()) {
        return hello::door(turn, bot, Some(DEEP_LINK));
    }
    register::begin(turn)
}

/// A message while the registration, a reason or papers are awaited.
pub fn said(turn: &mut Turn<'_>, said: &Said) -> Result<(), Halt> {
    if review::is_finished(turn, said)? {
        return Ok(());
    }
    paper::check(turn, said)?;
    register::hear(turn, input(said))
}

pub(super) fn input(said: &Said) -> Input<'_> {
    match (&said.attachment, &said.text) {
        _ if said.is_edit => Input::Edited,
        // Papers may be handed on; words are one's own.
        (Some(Attachment::Photo(file)), _) => Input::Photo(file),
        (Some(Attachment::Document { file, .. }), _) => Input::Document(file),
        _ if said.is_forward => Input::Forwarded,
        (Some(Attachment::Other(kind)), _) => Input::Other(kind),
        (None, Some(text)) => Input::Text(text),
        (None, None) => Input::Other("message"),
    }
}
