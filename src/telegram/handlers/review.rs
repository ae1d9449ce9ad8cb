use crate::desk::{Halt, Refusal, Turn, review};
use crate::telegram::texts;

/// One of the usual reasons was chosen.
pub fn reason(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    asks: bool,
    index: usize,
) -> Result<(), Halt> {
    let reason = texts::usual_reason(asks, index).ok_or(Refusal::Stale)?;
    review::give_reason(turn, registration, version, asks, reason)
}
