use crate::desk::{self, Halt, Turn};
use crate::telegram::said::Said;

/// `/announce`, with everything behind the command word as it was typed.
pub fn announce(turn: &mut Turn<'_>, said: &Said) -> Result<(), Halt> {
    let text = said.text.as_deref().unwrap_or_default().trim();
    let words = text
        .split_once(char::is_whitespace)
        .map_or("", |(_, words)| words);
    desk::announce::preview(turn, words)
}
