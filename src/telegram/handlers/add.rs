use crate::desk::{Halt, Turn, add, handover, import};
use crate::telegram::normal::normal;

/// `/add`: registers a player without an account; `/add 认领码` shows the codes of those there are,
/// `/add 模板` a sample of a roster.
pub fn add(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match normal(rest).to_lowercase().as_str() {
        "认领码" | "codes" | "code" => handover::codes(turn),
        "模板" | "template" | "sample" => import::template(turn),
        _ => add::begin(turn),
    }
}
