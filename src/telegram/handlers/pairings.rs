use super::print;
use crate::desk::{Halt, Refusal, Turn, pairings};
use crate::telegram::normal::normal;

/// The sheet on which both players of a table sign the result.
const TO_SIGN: &str = "成绩单";

/// /pairings or /pairings 3; as a picture or file: /pairings 3 图片; the sheet to sign: /pairings 3 成绩单
pub fn pairings(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let (form, rest) = print::form(rest);
    let typed = normal(&rest);
    let (to_sign, typed) = match typed.strip_suffix(TO_SIGN) {
        Some(before) => (true, before.trim().to_owned()),
        None => (false, typed),
    };
    let number = typed.trim_start_matches('第').trim_end_matches('轮').trim();
    let number = match number {
        "" => None,
        number => Some(number.parse().map_err(|_| Refusal::NumberWanted {
            typed: typed.clone(),
        })?),
    };
    match to_sign {
        true => pairings::to_sign(turn, number, form),
        false => pairings::show(turn, number, form),
    }
}
