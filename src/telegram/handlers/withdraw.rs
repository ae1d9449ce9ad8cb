use crate::desk::{Halt, Turn, withdraw};
use crate::telegram::normal::normal;

/// `/withdraw`; by an arbiter also `/withdraw 12` or a name.
pub fn withdraw(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if turn.role()?.is_none() {
        return withdraw::withdraw(turn);
    }
    let number = normal(rest);
    let number = number.trim_end_matches('号').trim();
    match (number.parse(), rest.trim()) {
        (_, "") => withdraw::withdraw(turn),
        (Ok(no), _) => withdraw::numbered(turn, no),
        (Err(_), name) => withdraw::named(turn, name),
    }
}
