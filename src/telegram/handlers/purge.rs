use crate::desk::{Halt, Turn, purge};
use crate::telegram::normal::normal;

/// What would go; behind the command the event's short name: it goes.
pub fn purge(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if rest.trim().is_empty() {
        return purge::preview(turn);
    }
    let wanted = &turn.config.event.short_name;
    if normal(rest) == normal(wanted) {
        purge::confirm(turn, wanted)
    } else {
        purge::confirm(turn, rest.trim())
    }
}
