//! Every game of the matches.

use crate::desk::notice::PlayedRow;
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
