use super::print;
use crate::desk::{Halt, Refusal, Turn, pairings};
use crate::telegram::normal::normal;

/// /pairings or /pairings 3; as a picture or file: /pairings 3 图片
pub fn pairings(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let (form, rest) = print::form(rest);
    let typed = normal(&rest);
    let number = typed.trim_start_matches('第').trim_end_matches('轮').trim();
    if number.is_empty() {
        return pairings::show(turn, None, form);
    }
    let number = number.parse().map_err(|_| Refusal::NumberWanted {
        typed: typed.clone(),
    })?;
    pairings::show(turn, Some(number), form)
}
