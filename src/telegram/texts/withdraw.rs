use super::person;
use crate::desk::notice::Withdraw;
use crate::html;
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Withdraw) -> Vec<Message> {
    vec![match notice {
        Withdraw::Which { players } => {
            let mut message = Message::text(html!("哪一位选手退赛？"));
            for player in players {
                message = message.row([Button::tap(
                    person::short(&player.name, 20),
                    Tap::ChooseLeaving {
                        registration: player.registration,
                        version: player.version,
                    },
                )]);
            }
            message.row([Button::tap("不退了", Tap::KeepPlaying {})])
        }
        Withdraw::Confirm {
            player,
            in_play,
            open_table,
        } => {
            let mut html = html!("确定 <b>{}</b> 退赛？", player.name);
            html.push(&if *in_play {
                html!("已经抽签，退赛后不能恢复，以后各轮不再编排，下过的棋成绩保留。")
            } else {
                html!("退出后名额让给候补的下一位。")
            });
            if let Some(table) = open_table {
                html.push(&html!("第 {} 台的这一局还没有成绩，由裁判裁定。", *table));
            }
            let (registration, version) = (player.registration, player.version);
            Message::text(html).row([
                Button::tap(
                    "确定退赛",
                    Tap::ConfirmLeaving {
                        registration,
                        version,
                    },
                ),
                Button::tap("不退了", Tap::KeepPlaying {}),
            ])
        }
        Withdraw::Kept => Message::text(html!("好的，没有退赛。")),
        Withdraw::Done { name, open_table } => Message::text(match open_table {
            Some(table) => html!(
                "<b>{}</b> 已退赛。第 {} 台的这一局由裁判裁定，裁判已收到通知。",
                name,
                *table
            ),
            None => html!("<b>{}</b> 已退赛，裁判已收到通知。", name),
        }),
        Withdraw::Told {
            name,
            start_no,
            open_table,
        } => {
            let mut html = match start_no {
                Some(no) => html!("退赛：{} 号 <b>{}</b>。", *no, name),
                None => html!("退赛：<b>{}</b>。", name),
            };
            if let Some(table) = open_table {
                html.push(&html!(
                    "第 {} 台还没有成绩，请用 /result {} 裁定。",
                    *table,
                    *table
                ));
            }
            Message::text(html)
        }
    }]
}
