//! One file a use case's noun: parse, call the desk. Each runs inside the desk's transaction.

use super::command::{Typed, Verb, read};
use super::said::Said;
use super::tap::Tap;
use crate::desk::{Halt, Refusal, Turn};

/// A message in a private chat.
pub fn private(turn: &mut Turn<'_>, said: &Said, bot: &str) -> Result<(), Halt> {
    match read(said.text.as_deref().unwrap_or_default(), bot) {
        Typed::Command(verb, rest) => command(turn, verb, &rest),
        Typed::ForAnotherBot | Typed::UnknownCommand(_) | Typed::Words(_) => Ok(()),
    }
}

/// A pressed button.
pub fn tapped(turn: &mut Turn<'_>, data: &str) -> Result<(), Halt> {
    let _ = turn;
    match data.parse::<Tap>() {
        Ok(_) | Err(_) => Err(Refusal::Stale.into()),
    }
}

fn command(turn: &mut Turn<'_>, verb: Verb, rest: &str) -> Result<(), Halt> {
    let _ = (turn, verb, rest);
    Ok(())
}
