//! Every game of the matches.

use crate::desk::notice::{PlayedRow, PlayerTag, SignRow};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::texts::words::{outcome, player};

/// `1台第3局 3 张三 黑胜 14 李四`
pub fn games(name: &str, rows: &[PlayedRow]) -> Vec<Message> {
    let head = html!("<b>{} 各局</b>", name);
    let lines = rows.iter().map(|row| {
        html!(
            "{} {}台第{}局 {} {} {}",
            row.round,
            row.table,
            row.game,
            player(&row.red),
            row.outcome.map_or("未定", outcome),
            player(&row.black)
        )
    });
    pages(&head, lines, &Html::default())
}

/// The sheet to sign (成绩单) of a round: every game of its matches.
pub fn to_sign(round: &str, rows: &[SignRow]) -> Vec<Message> {
    let head = html!("<b>{} 成绩单</b>", round);
    let who = |tag: &Option<PlayerTag>| tag.as_ref().map_or_else(|| html!("（待定）"), player);
    let lines = rows.iter().map(|row| {
        html!(
            "{}台第{}局 {} {} {}",
            row.table,
            row.game,
            who(&row.red),
            row.outcome.map_or("—", outcome),
            who(&row.black)
        )
    });
    pages(&head, lines, &Html::default())
}
