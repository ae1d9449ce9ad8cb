//! Registration: the conversation, submitting, the waiting list, the deadline.

mod close;
mod conversation;
mod refusal;
mod submit;
mod times;
mod which;

pub(super) use close::counts;
pub use close::{close, close_when_due, confirm_close};
pub(super) use conversation::{ask, first_version};
pub use conversation::{awaits, awaits_papers, begin, cancel, drop_form, hear, pick};
pub use refusal::RegisterRefusal;
pub use times::announce_times;
pub use which::begin_in;

use super::notice::Standing;
use super::{Halt, Turn, absence};
use crate::store::registration::{self, Registration, State};
use crate::store::{competition, penalty, waiting_list};
use crate::tournament::form::FormRules;

/// What forms of this competition are asked by, today.
fn rules<'a>(turn: &Turn<'a>) -> FormRules<'a> {
    FormRules {
        sections: &turn.competition().sections,
        registration: &turn.config.event.registration,
        teams: &turn.competition().teams,
        has_codes: turn.pools().any(|pool| pool.by_code),
        by_code_only: turn.pools().all(|pool| pool.by_code),
        several: turn.is_one_of_several(),
        today: turn.now.with_timezone(&turn.config.event.zone).date_naive(),
    }
}

/// Refuses outside the time in which people may register. The second of the deadline counts in full.
fn require_open(turn: &Turn<'_>) -> Result<(), Halt> {
    require_open_in(turn, &turn.competition().key)
}

/// The same of a competition that may be another than the turn's.
fn require_open_in(turn: &Turn<'_>, competition: &str) -> Result<(), Halt> {
    let times = &turn.config.event.registration;
    if let Some(opens) = times.opens.filter(|opens| turn.now < *opens) {
        return Err(RegisterRefusal::NotYetOpen { opens }.into());
    }
    let closed_at = competition::progress(turn.tx, competition)?.registration_closed_at;
    if let Some(at) = closed_at {
        let closes = at.min(times.closes);
        return Err(RegisterRefusal::Closed { closes }.into());
    }
    if is_over(turn) {
        let closes = times.closes;
        return Err(RegisterRefusal::Closed { closes }.into());
    }
    Ok(())
}

/// Whether registration has ended, by an arbiter or by the deadline.
pub(super) fn is_closed(turn: &Turn<'_>) -> Result<bool, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    Ok(progress.registration_closed_at.is_some() || is_over(turn))
}

fn is_over(turn: &Turn<'_>) -> bool {
    turn.now.timestamp() > turn.config.event.registration.closes.timestamp()
}

/// Where the registration stands, with what its account needs to know.
pub(super) fn standing(turn: &Turn<'_>, registration: &Registration) -> Result<Standing, Halt> {
    let reason = || registration.reason.clone().unwrap_or_default();
    Ok(match registration.state {
        State::Accepted => Standing::Accepted,
        State::Review if registration::is_asked(turn.tx, registration.id)? => {
            Standing::Asked { reason: reason() }
        }
        State::Review => Standing::Review,
        State::Waiting => Standing::Waiting {
            position: waiting_list::position(turn.tx, registration)?,
        },
        State::Offered => Standing::Offered {
            until: registration.offered_until.unwrap_or(turn.now),
        },
        State::Refused => Standing::Refused { reason: reason() },
        State::Withdrawn
            if absence::is_removed_for_absence(registration)
                || penalty::is_removed(turn.tx, registration.id)? =>
        {
            Standing::Removed
        }
        State::Withdrawn => Standing::Withdrawn,
    })
}
