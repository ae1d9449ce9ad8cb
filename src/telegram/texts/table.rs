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
    let awaits_lot = table.rows.iter().any(|row| row.awaits_lot);
    let title = match (table.is_final, awaits_lot) {
        (true, false) => "最终名次",
        (true, true) => "名次（待抽签）",
        (false, _) => "积分榜",
    };
    let section = table.section.as_deref().unwrap_or_default();
    let mut head = html!(
        "<b>{}{}</b>　第{}轮后（共{}轮）",
        section,
        title,
        table.after,
        table.of
    );
    if table.open > 0 {
        head.push(&html!("，另有 {} 台未定，未计入", table.open));
    }
    let keys = table.keys.iter().map(|shown| html!("{}", key(*shown)));
    head.push(&html!("\n依次比较：{}", join(keys, "、")));
    let mut foot = html!("分数怎么来的：/standings 编号");
    if awaits_lot && table.is_final {
        foot = html!("标“待抽签”的名次并列，由抽签决定。\n{}", foot);
    } else if let Some(advance) = table.advance {
        foot = html!("前 {} 名进入下一阶段。\n{}", advance, foot);
    }
    pages(&head, table.rows.iter().map(|row| line(row, table)), &foot)
}

fn line(row: &Row, table: &Standings) -> Html {
    let (keys, is_final) = (&table.keys, table.is_final);
    let rank = if row.shared { "并列" } else { "" };
    let figures = keys
        .iter()
        .zip(&row.values)
        .take(SHOWN)
        .map(|(shown, value)| match shown {
            RankKey::Points => html!("<b>{}分</b>", value),
            other => html!("{}{}", key(*other), value),
        });
    let lot = match row.lot {
        Some(lot) => html!(" 抽签第{}", lot),
        None if row.awaits_lot && is_final => html!(" 待抽签"),
        None => Html::default(),
    };
    let out = if row.out { "（退）" } else { "" };
    html!(
        "{}{}. {}{}　{}{}",
        rank,
        row.rank,
        player(&row.player),
        out,
        join(figures, " "),
        lot
    )
}
