//! One file a use case's noun: parse, call the desk. Each runs inside the desk's transaction.

mod checkin;
mod pairings;
pub mod report;

use super::command::{Typed, Verb, read};
use super::said::Said;
use super::tap::Tap;
use crate::desk::{self, Halt, Refusal, Turn};

/// A message in a private chat.
pub fn private(turn: &mut Turn<'_>, said: &Said, bot: &str) -> Result<(), Halt> {
    let text = said.text.as_deref().unwrap_or_default();
    match read(text, bot) {
        Typed::Command(verb, rest) => command(turn, verb, &rest),
        Typed::Words(_) if report::by_words(turn, said, text)? => Ok(()),
        Typed::ForAnotherBot | Typed::UnknownCommand(_) | Typed::Words(_) => Ok(()),
    }
}

/// A pressed button.
pub fn tapped(turn: &mut Turn<'_>, data: &str) -> Result<(), Halt> {
    let tap = data.parse::<Tap>().map_err(|_| Refusal::Stale)?;
    match tap {
        Tap::Here { registration } => desk::checkin::here(turn, registration),
        Tap::CheckinPanel {} => desk::checkin::refresh(turn),
        Tap::Chase {} => desk::checkin::chase(turn),
        Tap::CheckinPreview {} => desk::checkin::preview(turn),
        Tap::CheckinClose { here } => desk::checkin::close(turn, here),
        Tap::Publish { round } => desk::publish::publish(turn, Some(round)),
        Tap::Discard { round } => desk::pair::discard(turn, round),
        Tap::Claim {
            game,
            version,
            outcome,
        } => desk::report::by_button(turn, game, version, outcome.0),
        Tap::Confirm { game, version } => desk::report::confirm(turn, game, version),
        Tap::Object { game, version } => desk::report::object(turn, game, version),
        Tap::Rule {
            game,
            version,
            outcome,
        } => desk::rule::rule_game(turn, game, version, outcome.0),
        Tap::RemindOpen { number } => desk::open::remind(turn, number),
    }
}

fn command(turn: &mut Turn<'_>, verb: Verb, rest: &str) -> Result<(), Halt> {
    match verb {
        Verb::Pairings => pairings::pairings(turn, rest),
        Verb::Standings => desk::table::show(turn),
        Verb::Report => report::report(turn),
        Verb::Draw => desk::draw::draw(turn, rest),
        Verb::Checkin => checkin::checkin(turn, rest),
        Verb::Pair => desk::pair::pair(turn),
        Verb::Publish => desk::publish::publish(turn, None),
        Verb::Result => report::result(turn, rest),
        Verb::Open => desk::open::show(turn),
        _ => Ok(()),
    }
}
