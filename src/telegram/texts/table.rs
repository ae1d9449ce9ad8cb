use super::words::{key, player};
use crate::config::RankKey;
use crate::desk::notice::{Row, Standings};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;

/// Figures shown in a row; a phone has no room for more. The rest decide all the same.
const SHOWN: usize = 3;

pub fn phrase(table: &Standings) -> Vec<Message> {
    let mut head = html!("<b>{}</b>　{}", title(table), as_of(table.after, table.of));
    if let Some(open) = left_out(table.open) {
        head.push(&html!("，{}", open));
    }
    head.push(&html!("\n依次比较：{}", keys(table)));
    let mut foot = html!("分数怎么来的：/standings 编号");
    if let Some(note) = foot_note(table) {
        foot = html!("{}\n{}", note, foot);
    }
    if let Some(note) = open_note(table.rows.iter().any(|row| row.open > 0)) {
        foot = html!("{}\n{}", note, foot);
    }
    pages(&head, table.rows.iter().map(|row| line(row, table)), &foot)
}

/// 积分榜, with the section ranked.
pub fn title(table: &Standings) -> String {
    let title = match (table.is_final, awaits_lot(table)) {
        (true, false) => "最终名次",
        (true, true) => "名次（待抽签）",
        (false, _) => "积分榜",
    };
    format!("{}{title}", table.section.as_deref().unwrap_or_default())
}

fn awaits_lot(table: &Standings) -> bool {
    table.rows.iter().any(|row| row.awaits_lot)
}

/// `第3轮后（共9轮）`
pub fn as_of(after: u32, of: u32) -> String {
    format!("第{after}轮后（共{of}轮）")
}

/// The keys in their order.
pub fn keys(table: &Standings) -> String {
    let keys: Vec<&str> = table.keys.iter().map(|shown| key(*shown)).collect();
    keys.join("、")
}

/// Games that count nowhere.
pub fn left_out(open: usize) -> Option<String> {
    (open > 0).then(|| format!("另有 {open} 台未定，未计入"))
}

/// Behind the name of one who has a game that counts nowhere yet.
pub const OPEN: &str = "＊";

/// What that mark says, if it is anywhere.
pub fn open_note(any: bool) -> Option<&'static str> {
    any.then_some("＊ 有对局未定，那一局没有计入。")
}

/// What the places mean once the stage is over.
pub fn foot_note(table: &Standings) -> Option<String> {
    if awaits_lot(table) && table.is_final {
        return Some("标“待抽签”的名次并列，由抽签决定。".to_owned());
    }
    let advance = table.advance?;
    Some(format!("前 {advance} 名进入下一阶段。"))
}

/// What a lot decided for this row, or that it is still to be drawn.
pub fn lot(row: &Row, table: &Standings) -> Option<String> {
    match row.lot {
        Some(lot) => Some(format!("抽签第{lot}")),
        None if row.awaits_lot && table.is_final => Some("待抽签".to_owned()),
        None => None,
    }
}

fn line(row: &Row, table: &Standings) -> Html {
    let keys = &table.keys;
    let rank = if row.shared { "并列" } else { "" };
    let figures = keys
        .iter()
        .zip(&row.values)
        .take(SHOWN)
        .map(|(shown, value)| match shown {
            RankKey::Points => html!("<b>{}分</b>", value),
            other => html!("{}{}", key(*other), value),
        });
    let lot = lot(row, table).map_or(Html::default(), |lot| html!(" {}", lot));
    let out = out(row);
    let open = if row.open > 0 { OPEN } else { "" };
    html!(
        "{}{}. {}{}{}　{}{}",
        rank,
        row.rank,
        player(&row.player),
        open,
        out,
        join(figures, " "),
        lot
    )
}

/// How one who is out is marked: （除名） who was removed, （退） who left.
pub fn out(row: &Row) -> &'static str {
    match (row.removed, row.out) {
        (true, _) => "（除名）",
        (false, true) => "（退）",
        (false, false) => "",
    }
}
