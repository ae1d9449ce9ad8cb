use super::lot;
use super::words::player;
use crate::desk::notice::Draw;
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;

pub fn phrase(notice: &Draw) -> Vec<Message> {
    match notice {
        Draw::Committed { commitment } => vec![Message::text(html!(
            "<b>抽签承诺</b>\n编号即将由电脑抽签。{}",
            lot::promise(commitment)
        ))],
        Draw::SaltWanted => vec![lot::salt_wanted()],
        Draw::Drawn {
            commitment,
            secret,
            salt,
            rows,
        } => {
            let head = html!("<b>抽签结果</b>");
            lot::published(&head, "编号", [commitment, secret, salt], rows)
        }
        Draw::Numbered { rows } => {
            let head = html!("<b>参赛编号</b>（按报名先后）\n编号 报名号 姓名");
            pages(&head, rows.iter().map(lot::row), &Html::default())
        }
        Draw::Rated { rows, ratings } => {
            let head = html!("<b>参赛编号</b>（按等级分）\n编号 报名号 姓名 等级分");
            let rated = rows.iter().zip(ratings).map(|(drawn, rating)| {
                let rating = rating.map_or_else(|| "无".to_owned(), |rating| rating.to_string());
                html!("{} {}", lot::row(drawn), rating)
            });
            pages(&head, rated, &Html::default())
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
