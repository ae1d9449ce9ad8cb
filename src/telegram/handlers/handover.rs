//! Claim codes: a player takes over an entry; a coach gives one away.

use super::hello;
use crate::desk::{Halt, Turn, handover};

/// What `/start` carries before a code.
pub const LINK: &str = "claim_";

/// A link with a code in it.
pub fn linked(turn: &mut Turn<'_>, code: &str, bot: &str) -> Result<(), Halt> {
    match handover::read(code) {
        Some(code) => handover::claim(turn, &code),
        None => hello::welcome(turn, bot),
    }
}
