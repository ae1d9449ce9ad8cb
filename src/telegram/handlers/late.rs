use crate::desk::late::{self, LateRefusal};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;
use crate::tournament::Side;

/// `/late`, `/late 12`, `/late 12 红`
pub fn late(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    if typed.is_empty() {
        return late::roll(turn, 0);
    }
    let wrong = || LateRefusal::Words {
        typed: rest.trim().to_owned(),
    };
    let plain = typed.trim_start_matches('第');
    let end = plain
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(plain.len());
    let (number, behind) = plain.split_at_checked(end).ok_or_else(wrong)?;
    let table = number.parse().map_err(|_| wrong())?;
    let who = behind.trim_start_matches([' ', '台', '桌', '号', ',', ':']);
    let who = who.trim_end_matches("未到").trim_end_matches(['方', ' ']);
    match who {
        "" => late::at_table(turn, table),
        "红" | "red" => late::note_at(turn, table, &[Side::Red]),
        "黑" | "black" => late::note_at(turn, table, &[Side::Black]),
        "双" | "都" | "both" => late::note_at(turn, table, &[Side::Red, Side::Black]),
        _ => Err(wrong().into()),
    }
}
