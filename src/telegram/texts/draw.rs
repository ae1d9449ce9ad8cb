use super::words::player;
use crate::desk::notice::{Draw, Drawn};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;

pub fn phrase(notice: &Draw) -> Vec<Message> {
    match notice {
        Draw::Committed { commitment } => vec![Message::text(html!(
            "<b>抽签承诺</b>\n编号即将由电脑抽签。秘密已经定下，它的 SHA-256 现在公布，之后不能再改：\n承诺 <code>{}</code>\n裁判长将在此之后当众说出一句“盐”，秘密与盐一起决定全部编号，任何人都可以复算。",
            commitment
        ))],
        Draw::SaltWanted => vec![Message::text(html!(
            "承诺已公布在群里。现在请当众选一句话作为盐（最多64字），发送：\n<code>/draw 您选的话</code>"
        ))],
        Draw::Drawn {
            commitment,
            secret,
            salt,
            rows,
        } => {
            let head = html!(
                "<b>抽签结果</b>\n承诺 <code>{}</code>\n秘密 <code>{}</code>\n盐 <code>{}</code>\n编号 报名号 姓名",
                commitment,
                secret,
                salt
            );
            let foot = html!("复算：把以上内容存成文件，运行 <code>qisai verify-draw 文件</code>");
            pages(&head, rows.iter().map(row), &foot)
        }
        Draw::Numbered { rows } => {
            let head = html!("<b>参赛编号</b>（按报名先后）\n编号 报名号 姓名");
            pages(&head, rows.iter().map(row), &Html::default())
        }
        Draw::Yours { player: tag } => {
            vec![Message::text(html!("您的参赛编号：<b>{}</b>", player(tag)))]
        }
        Draw::Done { players } => vec![Message::text(html!(
            "抽签完成，{} 位棋手已有编号，结果已公布在群里。下一步：/checkin 开始报到。",
            players
        ))],
    }
}

fn row(drawn: &Drawn) -> Html {
    html!("{} {} {}", drawn.no, drawn.id, drawn.name)
}
