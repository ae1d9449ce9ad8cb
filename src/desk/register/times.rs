use chrono::TimeDelta;

use super::{is_closed, is_over};
use crate::desk::conversation::Conversation;
use crate::desk::notice::Register;
use crate::desk::{Halt, Turn};
use crate::store::{draft, reminder};

/// Before the deadline those who have not finished their form are reminded.
const REMINDED: TimeDelta = TimeDelta::hours(24);

/// Tells the group when registration opens, and those with an unfinished form before it closes. Each is
/// told once; a time that passed while the program was off is made up for while it still helps.
pub fn announce_times(turn: &mut Turn<'_>) -> Result<(), Halt> {
    // Registration is the whole event's: one competition is enough to speak of it.
    let first = turn.competitions().first().map(|one| one.key.as_str());
    if first != Some(turn.competition().key.as_str()) || is_over(turn) || is_closed(turn)? {
        return Ok(());
    }
    let key = &turn.competition().key;
    let times = &turn.config.event.registration;
    let closes = times.closes;
    if let Some(opens) = times.opens.filter(|opens| turn.now >= *opens)
        && reminder::once(turn.tx, key, "registration.opens", opens, turn.now)?
    {
        turn.tell_group(Register::Opened { closes })?;
    }
    let is_open = times.opens.is_none_or(|opens| turn.now >= opens);
    if is_open
        && turn.now >= closes - REMINDED
        && reminder::once(turn.tx, key, "registration.closes", closes, turn.now)?
    {
        for account in draft::accounts(turn.tx)? {
            let conversation: Option<Conversation> = draft::load(turn.tx, turn.sealer, account)?;
            if conversation.is_some_and(|conversation| conversation.form.is_some()) {
                turn.tell(account, Register::Unfinished { closes })?;
            }
        }
    }
    Ok(())
}
