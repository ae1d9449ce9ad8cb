use std::collections::BTreeMap;

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
    let rows = (0..).zip(&table.rows);
    pages(&head, rows.map(|(at, row)| line(row, at, table)), &foot)
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
    let going = table.rows.iter().filter(|row| row.goes_on).count();
    if going == 0 {
        return Some(format!("前 {advance} 名进入下一阶段。"));
    }
    let mut note = format!("标“晋级”的 {going} 人进入下一阶段。");
    let moved_up = table.rows.iter().filter(|row| row.moved_up);
    let moved_up: Vec<String> = moved_up
        .map(|row| format!("{} {}", row.player.no, row.player.name))
        .collect();
    if !moved_up.is_empty() {
        note.push_str(&format!("前面有人退出，递补：{}。", moved_up.join("、")));
    }
    Some(note)
}

/// What is said of a row beside its figures: the lot, and whether it goes on to the next stage.
pub fn mark(row: &Row, table: &Standings) -> Option<String> {
    let goes_on = match (row.goes_on, row.moved_up) {
        (true, true) => Some("递补晋级"),
        (true, false) => Some("晋级"),
        (false, _) => None,
    };
    let marks = lot(row, table)
        .into_iter()
        .chain(goes_on.map(str::to_owned));
    let marks: Vec<String> = marks.collect();
    (!marks.is_empty()).then(|| marks.join(" "))
}

/// What a lot decided for this row, or that it is still to be drawn.
pub fn lot(row: &Row, table: &Standings) -> Option<String> {
    match row.lot {
        Some(lot) => Some(format!("抽签第{lot}")),
        None if row.awaits_lot && table.is_final => Some("待抽签".to_owned()),
        None => None,
    }
}

fn line(row: &Row, at: usize, table: &Standings) -> Html {
    let rank = match (row.placeless, row.shared) {
        (true, _) => html!("—"),
        (false, true) => html!("并列{}.", row.rank),
        (false, false) => html!("{}.", row.rank),
    };
    let figures = table.keys.iter().zip(&row.values).take(SHOWN);
    let figures = figures.map(|(shown, value)| figure(*shown, value));
    let figures = figures.chain(deciding(row, at, table));
    let mark = mark(row, table).map_or(Html::default(), |mark| html!(" {}", mark));
    let out = out(row);
    let open = if row.open > 0 { OPEN } else { "" };
    html!(
        "{} {}{}{}　{}{}",
        rank,
        player(&row.player),
        open,
        out,
        join(figures, " "),
        mark
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
fn figure(shown: RankKey, value: &str) -> Html {
    match shown {
        RankKey::Points => html!("<b>{}分</b>", value),
        other => html!("{}{}", key(other), value),
    }
}

/// The figures behind those shown that part the row from the one above and the one below, where those
/// shown are the same. Of a trimmed figure the steps up to the one that decides.
fn deciding(row: &Row, at: usize, table: &Standings) -> Vec<Html> {
    let above = at.checked_sub(1).and_then(|above| table.rows.get(above));
    let neighbours = above.into_iter().chain(table.rows.get(at + 1));
    let mut parting: BTreeMap<usize, usize> = BTreeMap::new();
    for other in neighbours {
        let mut pairs = row.values.iter().zip(&other.values);
        let Some(place) = pairs.position(|(own, theirs)| own != theirs) else {
            continue;
        };
        if let (true, Some(own), Some(theirs)) = (
            place >= SHOWN,
            row.values.get(place),
            other.values.get(place),
        ) {
            let mut steps = own.split('/').zip(theirs.split('/'));
            let step = steps.position(|(own, theirs)| own != theirs).unwrap_or(0);
            let most = parting.entry(place).or_default();
            *most = step.max(*most);
        }
    }
    let figures = parting.into_iter().filter_map(|(place, step)| {
        let steps: Vec<&str> = row.values.get(place)?.split('/').take(step + 1).collect();
        Some(figure(*table.keys.get(place)?, &steps.join("/")))
    });
    figures.collect()
}
