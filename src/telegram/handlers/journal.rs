use crate::desk::journal::{self, Filter};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;

/// `/journal`, `/journal 12` or `/journal 张三`: a player; `/journal 第3轮`, `/journal 第3轮 12台`, `/journal 12台`;
/// `/journal 1-3` or `/journal 1-3-2`: a match of the knockout, or a game of it.
pub fn journal(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    let number = |text: &str| {
        let text = text.trim().trim_start_matches('第').trim();
        text.parse::<u32>().ok()
    };
    let table = |text: &str| number(text.trim().trim_end_matches(['台', '桌']));
    if typed.is_empty() {
        return journal::show(turn, Filter::All, 0);
    }
    if let Some((round, rest)) = typed.split_once('轮') {
        let rest = rest.trim();
        if let Some(round) = number(round) {
            if rest.is_empty() {
                return journal::show(turn, Filter::Round(round), 0);
            }
            if let Some(table) = table(rest) {
                return journal::show(turn, Filter::Table(round, table), 0);
            }
        }
    }
    if typed.ends_with(['台', '桌'])
        && let Some(table) = table(&typed)
    {
        return journal::newest_table(turn, table);
    }
    let parts: Option<Vec<u32>> = typed.split('-').map(|part| part.parse().ok()).collect();
    match parts.as_deref() {
        Some(&[round, table]) => return journal::show(turn, Filter::Match(round, table), 0),
        Some(&[round, table, game]) => {
            return journal::show(turn, Filter::Game(round, table, game), 0);
        }
        _ => {}
    }
    match number(&typed) {
        Some(no) => journal::show(turn, Filter::Player(no), 0),
        None => journal::by_name(turn, &typed),
    }
}
