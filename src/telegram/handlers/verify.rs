use crate::desk::{self, Halt, Turn};
use crate::telegram::said::Said;
use crate::tournament::lot::Pasted;

/// Whether a text is a published lot: it is recomputed wherever it is pasted or forwarded in private.
pub fn is_published(text: &str) -> bool {
    Pasted::is_in(text)
}

/// /verify behind which the message is pasted, or as a reply to it.
pub fn verify(turn: &mut Turn<'_>, said: &Said) -> Result<(), Halt> {
    // The lines as they are: what the command was read from has lost its line breaks.
    let text = said.text.as_deref().unwrap_or_default().trim();
    let pasted = text
        .split_once(char::is_whitespace)
        .map_or("", |(_, rest)| rest);
    let replied = said.replied.as_deref().unwrap_or_default();
    let lot = if pasted.trim().is_empty() {
        replied
    } else {
        pasted
    };
    desk::verify::verify(turn, lot)
}
