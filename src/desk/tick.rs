use super::notice::Membership;
use super::{Halt, Turn, report};
use crate::store::{competition, setting};

/// Set once the arbiters were told that the registration deadline has passed.
const DEADLINE_TOLD: &str = "registration.deadline";

/// Does what a time has come for; called about once a second.
pub fn tick(turn: &mut Turn<'_>) -> Result<(), Halt> {
    registration_deadline(turn)?;
    report::settle_due(turn)
}

/// Tells the arbiters once that the registration deadline has passed.
fn registration_deadline(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let closes = turn.config.event.registration.closes;
    if turn.now <= closes || setting::get(turn.tx, DEADLINE_TOLD)?.is_some() {
        return Ok(());
    }
    setting::set(turn.tx, DEADLINE_TOLD, "told")?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.registration_closed_at.is_none() {
        turn.tell_arbiters(Membership::RegistrationOver { closes })?;
    }
    Ok(())
}
