use super::words::player;
use crate::desk::notice::{Drawn, Lot};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::tournament::lot::Purpose;

pub fn phrase(notice: &Lot) -> Vec<Message> {
    match notice {
        Lot::Committed {
            purpose,
            commitment,
            entries,
        } => {
            let head = html!(
                "<b>抽签承诺</b>　{}\n{}\n{}\n参加抽签：",
                name(purpose),
                meaning(purpose),
                promise(commitment)
            );
            let entries = entries.iter().map(|entry| html!("{}", entry));
            // Few to a line, so that a long list still breaks between lines.
            let lines: Vec<Html> = entries.collect::<Vec<_>>().chunks(3).map(row_of).collect();
            pages(&head, lines, &Html::default())
        }
        Lot::SaltWanted => vec![salt_wanted()],
        Lot::PlacesLevel { players } => {
            let head = html!(
                "<b>抽签定名次</b>　下列 {} 人各项比较都相同，名次由抽签决定。\n下一步：/draw 公布承诺，再带上您选的一句话抽签。",
                players.len()
            );
            pages(&head, players.iter().map(player), &Html::default())
        }
        Lot::PlacesDrawn { players } => vec![Message::text(html!(
            "抽签完成，{} 人的名次已定，新的名次已公布在群里。",
            *players
        ))],
        Lot::Drawn {
            purpose,
            commitment,
            secret,
            salt,
            rows,
        } => {
            let head = html!("<b>抽签结果</b>　{}\n{}", name(purpose), meaning(purpose));
            published(&head, "签号", [commitment, secret, salt], rows)
        }
    }
}

fn row_of(entries: &[Html]) -> Html {
    join(entries.iter().cloned(), "、")
}

/// The commitment, and what it is for.
pub fn promise(commitment: &str) -> Html {
    html!(
        "秘密已经定下，它的 SHA-256 现在公布，之后不能再改：\n承诺 <code>{}</code>\n裁判长将在此之后当众说出一句“盐”，秘密与盐一起决定结果，任何人都可以复算。",
        commitment
    )
}

/// To the arbiter, after the commitment.
pub fn salt_wanted() -> Message {
    Message::text(html!(
        "承诺已公布在群里。现在请当众选一句话作为盐（最多64字），发送：\n<code>/draw 您选的话</code>"
    ))
}

/// All it takes to recompute a lot: commitment, secret, salt, how many numbers, then a line for each.
pub fn published(
    title: &Html,
    number: &str,
    [commitment, secret, salt]: [&str; 3],
    rows: &[Drawn],
) -> Vec<Message> {
    let head = html!(
        "{}\n承诺 <code>{}</code>\n秘密 <code>{}</code>\n盐 <code>{}</code>\n{} 报名号 姓名（共 {} 人）",
        title,
        commitment,
        secret,
        salt,
        number,
        rows.len()
    );
    let foot = html!(
        "复算：回复本消息发 /verify，或转发给我私聊；也可存成文件，运行 <code>qisai verify-draw 文件</code>"
    );
    pages(&head, rows.iter().map(row), &foot)
}

/// A line of a published lot.
pub fn row(drawn: &Drawn) -> Html {
    html!("{} {} {}", drawn.no, drawn.id, drawn.name)
}

/// What is drawn.
pub fn name(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::StartNumbers => "参赛编号",
        Purpose::Rating => "等级分相同者的先后",
        Purpose::Ranking { .. } => "名次",
        Purpose::Sides { .. } => "先后手",
    }
}

/// The game whose sides were drawn, as the lot is called: `knockout/1/3/4/1`.
pub fn which(purpose: &Purpose) -> Html {
    let Purpose::Sides { games } = purpose else {
        return Html::default();
    };
    let parts: Vec<&str> = games.split('/').collect();
    match parts.as_slice() {
        ["knockout", round, table, game, ..] => {
            html!("：淘汰赛第{}轮 {}台 第{}局", *round, *table, *game)
        }
        _ => Html::default(),
    }
}

fn meaning(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::StartNumbers => "编号由电脑抽签决定。",
        Purpose::Rating => "等级分相同的棋手，签号小的编号在前。",
        Purpose::Ranking { .. } => "各项比较都相同的棋手，签号小的名次在前。",
        Purpose::Sides { .. } => "同一局的两人，签号小的执红先走。",
    }
}
