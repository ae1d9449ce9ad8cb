use crate::config::PenaltyKind;
use crate::desk::penalty::{self, Who};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;
use crate::tournament::Side;

/// `/foul`, `/foul 12 手机响`, `/foul 4 红 手机响` (table 4), `/warn 张三 吸烟`, `/expel 12 代打 禁赛一年`.
pub fn penalise(turn: &mut Turn<'_>, kind: PenaltyKind, rest: &str) -> Result<(), Halt> {
    let rest = rest.trim();
    if rest.is_empty() {
        return penalty::list(turn, 0);
    }
    let (first, mut reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let number = normal(first);
    let number = number.trim_end_matches('号');
    let seat = seat(first, reason);
    if let Some((_, _, after)) = seat {
        reason = after;
    }
    let who = match (seat, number.parse()) {
        (Some((table, side, _)), _) => Who::Seat(table, side),
        (None, Ok(no)) => Who::Number(no),
        (None, Err(_)) => Who::Name(first.to_owned()),
    };
    let mut ban = None;
    if kind == PenaltyKind::Removal {
        let (before, last) = reason
            .trim()
            .rsplit_once(char::is_whitespace)
            .unwrap_or(("", reason.trim()));
        if last.starts_with("禁赛") {
            (reason, ban) = (before, Some(last));
        }
    }
    let reason = Some(reason.trim()).filter(|reason| !reason.is_empty());
    penalty::begin(turn, kind, &who, reason, ban)
}

/// A table and a side with what follows them: `4 红 手机响`, `4台红 手机响`, `第4台 黑方`.
fn seat<'a>(first: &str, rest: &'a str) -> Option<(u32, Side, &'a str)> {
    let first = normal(first);
    let first = first.trim_start_matches('第');
    let named = |word: &str| match word {
        "红" | "红方" | "red" => Some(Side::Red),
        "黑" | "黑方" | "black" => Some(Side::Black),
        _ => None,
    };
    let table = |word: &str| word.trim_end_matches('台').trim().parse().ok();
    // In one word, or the side by itself.
    let joined = first.split_once('台').filter(|(_, side)| !side.is_empty());
    if let Some((number, side)) = joined {
        return Some((table(number)?, named(side)?, rest));
    }
    let rest = rest.trim_start();
    let (side, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((table(first)?, named(&normal(side))?, after))
}
