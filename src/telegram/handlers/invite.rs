use crate::desk::{Halt, Turn, invite};
use crate::telegram::normal::normal;

/// `/invite 5`
pub fn invite(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let wanted = normal(rest).trim_end_matches('个').trim().parse().ok();
    invite::invite(turn, wanted)
}
