use crate::desk::{Halt, Turn, appeal};

/// `/appeal`, or `/appeal 第3轮判罚有误`; an arbiter or the committee sees all of them.
pub fn appeal(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match rest.trim() {
        "" if turn.office()?.is_some() => appeal::list(turn, 0),
        "" => appeal::mine(turn),
        text => appeal::begin(turn, Some(text)),
    }
}
