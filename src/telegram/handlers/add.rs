use crate::desk::{Halt, Turn, add, handover};
use crate::telegram::normal::normal;

/// `/add`: registers a player without an account; `/add 认领码` shows the codes of those there are.
pub fn add(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match normal(rest).to_lowercase().as_str() {
        "认领码" | "codes" | "code" => handover::codes(turn),
        _ => add::begin(turn),
    }
}
