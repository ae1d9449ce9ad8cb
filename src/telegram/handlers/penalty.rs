use crate::config::PenaltyKind;
use crate::desk::penalty::{self, Who};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;

/// `/foul`, `/foul 12 手机响`, `/warn 张三 吸烟`, `/expel 12 代打 禁赛一年`.
pub fn penalise(turn: &mut Turn<'_>, kind: PenaltyKind, rest: &str) -> Result<(), Halt> {
    let rest = rest.trim();
    if rest.is_empty() {
        return penalty::list(turn, 0);
    }
    let (first, mut reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let number = normal(first);
    let number = number.trim_end_matches('号');
    let who = match number.parse() {
        Ok(no) => Who::Number(no),
        Err(_) => Who::Name(first.to_owned()),
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
