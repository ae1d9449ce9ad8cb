//! 代报: an arbiter registers a player who has no account, by the player's own form.

mod enter;
mod place;
mod refusal;

pub(super) use enter::{Entered, enter};
pub(super) use place::find_place;
pub use refusal::AddRefusal;

use std::collections::BTreeSet;

use super::Duty;
use super::conversation::Conversation;
use super::notice::{Add, Before};
use super::{Halt, Turn, register};
use crate::store::{competition, round};
use crate::tournament::form::{ByArbiter, Form};

/// Begins the form for a player without an account, or goes on with it. Once registration is over only
/// after the warning is confirmed.
pub fn begin(turn: &mut Turn<'_>) -> Result<(), Halt> {
    open(turn, false)
}

/// The warning is confirmed: begins although registration is over.
pub fn begin_late(turn: &mut Turn<'_>) -> Result<(), Halt> {
    open(turn, true)
}

fn open(turn: &mut Turn<'_>, is_confirmed: bool) -> Result<(), Halt> {
    turn.require(Duty::EnterPlayers)?;
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    conversation.take_up(true);
    let resumed = conversation.form.is_some();
    let mut form = match conversation.form.take() {
        Some(form) => form,
        None => Form::by_arbiter(register::first_version(turn)),
    };
    if form.competition.is_empty() {
        form.competition.clone_from(&turn.competition().key);
    }
    update(turn, &mut form)?;
    let (late, missed) = form
        .by_arbiter
        .as_ref()
        .map_or((false, 0), |by| (by.late, by.missed));
    if late && !resumed && !is_confirmed {
        let drawn = is_drawn(turn)?;
        return turn.reply(Add::Late { drawn, missed });
    }
    form.paused = false;
    conversation.form = Some(form);
    conversation.reason = None;
    conversation.save(turn)?;
    let before = if resumed {
        Before::Resumed
    } else {
        Before::Adding
    };
    register::ask(turn, &conversation, Some(before), is_confirmed)
}

/// Refuses whoever is no arbiter, goes over to the form's competition, and brings the form up to where that
/// stands now.
pub(super) fn update(turn: &mut Turn<'_>, form: &mut Form) -> Result<(), Halt> {
    turn.require(Duty::EnterPlayers)?;
    turn.enter(&form.competition)?;
    let missed = missed(turn)?;
    let swiss = turn.swiss();
    if missed >= swiss.rounds {
        let rounds = swiss.rounds;
        return Err(AddRefusal::StageOver { rounds }.into());
    }
    let offers = BTreeSet::from([0, swiss.score.draw, swiss.score.bye]);
    let now = ByArbiter {
        late: register::is_closed(turn)?,
        missed,
        offers: offers.into_iter().collect(),
        pools: turn
            .pools()
            .map(|pool| (pool.key.clone(), pool.name.clone()))
            .collect(),
        ..ByArbiter::default()
    };
    if form.by_arbiter.as_mut().is_some_and(|by| by.update(now)) {
        form.version += 1;
    }
    Ok(())
}

/// How many rounds are published.
fn missed(turn: &Turn<'_>) -> Result<u32, Halt> {
    let published = round::all(turn.tx, turn.stage_id()?)?
        .into_iter()
        .filter(|round| round.state != round::State::Proposed);
    Ok(published.map(|round| round.number).max().unwrap_or(0))
}

pub(super) fn is_drawn(turn: &Turn<'_>) -> Result<bool, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    Ok(progress.drawn_at.is_some())
}
