//! Which competition of the event a registration is for.

use super::conversation::{ask as ask_form, is_full, new_form};
use super::{require_open, require_open_in};
use crate::config::Competition;
use crate::desk::conversation::Conversation;
use crate::desk::notice::{Before, Offer, Places, Register};
use crate::desk::{Halt, Turn};
use crate::store::place;
use crate::tournament::form::Form;

/// The competition was chosen: a registration for it begins, or the one that was begun goes over to it.
pub fn begin_in(turn: &mut Turn<'_>, key: &str) -> Result<(), Halt> {
    turn.require_private()?;
    turn.enter(key)?;
    require_open(turn)?;
    let mut conversation = Conversation::load(turn)?;
    conversation.take_up(false);
    let before = match &mut conversation.form {
        Some(form) => {
            let is_other = form.competition != key;
            if is_other {
                move_to(form, key);
            }
            form.paused = false;
            if is_other {
                Before::Moved
            } else {
                Before::Resumed
            }
        }
        None => {
            conversation.form = Some(new_form(turn));
            let full = is_full(turn)?;
            Before::Welcome { full }
        }
    };
    conversation.reason = None;
    conversation.save(turn)?;
    ask_form(turn, &conversation, Some(before), false)
}

/// What was told of the person stays; what belongs to the rules and codes of one competition does not.
fn move_to(form: &mut Form, key: &str) {
    form.competition = key.to_owned();
    form.section = None;
    form.team = None;
    form.code = None;
    form.editing = None;
    form.choosing = false;
    form.forget_section();
    form.version += 1;
}

/// The competition the form is for; `None`: it has to be chosen, as the event has several or this one no
/// more.
pub(super) fn of_form<'a>(turn: &Turn<'a>, form: &Form) -> Option<&'a Competition> {
    match turn.competitions() {
        [only] => Some(only),
        all => all.iter().find(|one| one.key == form.competition),
    }
}

/// Goes over to the form's competition, or to the only one that takes registrations where there is no
/// form. False: it has to be chosen first.
pub(super) fn enter(turn: &mut Turn<'_>, form: Option<&Form>) -> Result<bool, Halt> {
    let open: Vec<&Competition> = turn
        .competitions()
        .iter()
        .filter(|one| require_open_in(turn, &one.key).is_ok())
        .collect();
    let of_form = form.and_then(|form| of_form(turn, form));
    match (of_form, open.as_slice()) {
        // Closed everywhere: this one says so.
        (Some(found), []) => turn.enter(&found.key)?,
        (None, []) => {}
        (Some(found), open) if open.iter().any(|one| one.key == found.key) => {
            turn.enter(&found.key)?;
        }
        (None, [only]) if form.is_none() => turn.enter(&only.key)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Asks for the competition, a button each.
pub(super) fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let mut offers = Vec::new();
    for one in turn.competitions() {
        let places = if require_open_in(turn, &one.key).is_err() {
            Places::Closed
        } else {
            places(turn, &one.key)?
        };
        offers.push(Offer {
            key: one.key.clone(),
            name: one.name.clone(),
            places,
        });
    }
    turn.rewrite(Register::Which { offers })
}

fn places(turn: &Turn<'_>, key: &str) -> Result<Places, Halt> {
    let pools = turn.config.event.registration.pools_of(key);
    let mut free = None;
    for pool in pools.filter(|pool| !pool.by_code) {
        let more = place::count_free(turn.tx, key, &pool.key)?;
        free = Some(free.unwrap_or(0) + more);
    }
    Ok(match free {
        None => Places::ByCode,
        Some(0) => Places::Full,
        Some(free) => Places::Free(free),
    })
}
