use super::person;
use crate::desk::notice::{Rated, Rating};
use crate::desk::rating::RatingRefusal;
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;

pub fn phrase(notice: &Rating) -> Vec<Message> {
    match notice {
        Rating::List { rows } => {
            let number = match rows.first() {
                Some(Rated { no: Some(_), .. }) => "编号",
                _ => "报名号",
            };
            let head = html!(
                "<b>等级分</b>　共 {} 人，{} 人没有\n{} 姓名 等级分",
                rows.len(),
                rows.iter().filter(|row| row.rating.is_none()).count(),
                number
            );
            let foot = html!(
                "录入或更正：<code>/rating {}或姓名 分数</code>，0 表示没有",
                number
            );
            pages(&head, rows.iter().map(line), &foot)
        }
        Rating::Entered { player, before } => {
            let was = match before {
                Some(before) => html!("（原为 {}）", *before),
                None => Html::default(),
            };
            vec![Message::text(html!("已记：{}{}。", line(player), was))]
        }
    }
}

fn line(row: &Rated) -> Html {
    let rating = row
        .rating
        .map_or_else(|| "无".to_owned(), |rating| rating.to_string());
    match row.no {
        Some(no) => html!("{} {} {}", no, row.name, rating),
        None => html!("{} {} {}", row.registration, row.name, rating),
    }
}

pub fn refusal(refusal: &RatingRefusal) -> Html {
    match refusal {
        RatingRefusal::Unread { typed } => html!(
            "“{}”读不懂。录入等级分请写编号（抽签前写报名号）或姓名，再写分数，例如：/rating 12 1850。",
            person::short(typed, 40)
        ),
        RatingRefusal::Nobody { typed } => html!(
            "名单里没有“{}”。编号和姓名见 /rating。",
            person::short(typed, 40)
        ),
        RatingRefusal::Several { name, ids } => html!(
            "有 {} 位“{}”，请写号码：{}。",
            ids.len(),
            person::short(name, 20),
            ids.iter()
                .take(20)
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("、")
        ),
        RatingRefusal::TooHigh { points, highest } => html!(
            "等级分最高 {}，您写的是 {}。请核对后再发。",
            *highest,
            *points
        ),
    }
}
