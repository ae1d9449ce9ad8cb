use super::register::input;
use crate::desk::notice::FeeFilter;
use crate::desk::{Halt, Turn, fee};
use crate::telegram::said::Said;

/// `/fees`, or `/fees 张三` for those of that name.
pub fn fees(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match rest.trim() {
        "" => fee::list(turn, FeeFilter::Owed, 0),
        sought => fee::find(turn, sought),
    }
}

/// A photo or file while a receipt is awaited.
pub fn receipt(turn: &mut Turn<'_>, said: &Said) -> Result<(), Halt> {
    fee::receipt(turn, input(said))
}
