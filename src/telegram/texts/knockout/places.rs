//! Places that are final.

use crate::config::Config;
use crate::desk::notice::{PlacedRow, PlayerTag};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::texts::words::{player, some_players};

pub fn placed(
    rows: &[PlacedRow],
    corrected: bool,
    removed: &[PlayerTag],
    config: &Config,
) -> Vec<Message> {
    let event = &config.event.short_name;
    let first = rows.first().map_or(0, |row| row.place);
    let last = rows.last().map_or(0, |row| row.place);
    let head = match (corrected, first == last) {
        (true, _) => html!("<b>更正：{} 名次</b>", event),
        (false, true) => html!("<b>{} 第{}名已定</b>", event, first),
        (false, false) => html!("<b>{} 第{}至{}名已定</b>", event, first, last),
    };
    let mut foot = out_note(rows);
    if corrected {
        foot.push(&html!("其余已公布的名次不变。"));
    }
    foot.push(&placeless(removed));
    pages(&head, rows.iter().map(placed_row), &foot)
}

/// `不列名次（取消资格）：3 张三。`
pub fn placeless(removed: &[PlayerTag]) -> Html {
    match removed {
        [] => Html::default(),
        removed => html!("除名，不列名次：{}。", some_players(removed)),
    }
}

/// `并列17. 3 张三（退）`
fn placed_row(row: &PlacedRow) -> Html {
    let shared = if row.shared { "并列" } else { "" };
    let out = if row.out { "（退）" } else { "" };
    html!("{}{}. {}{}", shared, row.place, player(&row.player), out)
}

fn out_note(rows: &[PlacedRow]) -> Html {
    match rows.iter().any(|row| row.out) {
        true => html!("（退）：已退出比赛。"),
        false => Html::default(),
    }
}

/// 最终名次
pub fn ranking(
    rows: &[PlacedRow],
    undecided: u32,
    removed: &[PlayerTag],
    config: &Config,
) -> Vec<Message> {
    let head = html!("<b>{} 最终名次</b>", config.event.short_name);
    let mut foot = out_note(rows);
    if undecided > 0 {
        foot.push(&html!("第 1 至 {} 名未定。", undecided));
    }
    foot.push(&placeless(removed));
    pages(&head, rows.iter().map(placed_row), &foot)
}
