use crate::desk::{Halt, Refusal, Turn, review};
use crate::telegram::normal::normal;
use crate::telegram::said::Said;
use crate::telegram::texts;

/// What a player types who has sent all papers.
const FINISHED: [&str; 4] = ["完成", "好了", "发完了", "done"];

/// The next case; behind the command the name of a section or of a player, or 全部.
pub fn review(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match rest.trim() {
        "" => review::next(turn),
        "全部" | "全部组别" | "all" => review::choose_section(turn, None),
        name => review::find(turn, name),
    }
}

/// One of the usual reasons was chosen, or below them what has to be proved.
pub fn reason(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    asks: bool,
    index: usize,
) -> Result<(), Halt> {
    let reason = match texts::usual_reason(asks, index) {
        Ok(usual) => usual.to_owned(),
        Err(beyond) => {
            let clauses = review::clauses(turn, registration)?;
            let clause = clauses.get(beyond).ok_or(Refusal::Stale)?;
            texts::clause_reason(asks, clause)
        }
    };
    review::give_reason(turn, registration, version, asks, &reason)
}

/// A section was chosen, by its place in the list from 1; 0: all.
pub fn section(turn: &mut Turn<'_>, section: usize) -> Result<(), Halt> {
    let Some(index) = section.checked_sub(1) else {
        return review::choose_section(turn, None);
    };
    let sections = &turn.competition().sections;
    let chosen = sections.get(index).ok_or(Refusal::Stale)?;
    review::choose_section(turn, Some(&chosen.key))
}

/// Whether the words end the sending of the papers that were asked for; then that is done.
pub fn is_finished(turn: &mut Turn<'_>, said: &Said) -> Result<bool, Halt> {
    let words = said.text.as_deref().map(normal).unwrap_or_default();
    let ends = said.attachment.is_none() && !said.is_forward && FINISHED.contains(&words.as_str());
    Ok(ends && review::finish_supplement(turn)?)
}
