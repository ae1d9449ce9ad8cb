use super::words::player;
use super::{exit, person};
use crate::desk::notice::{Leaving, Withdraw};
use crate::html;
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Withdraw) -> Vec<Message> {
    vec![match notice {
        Withdraw::Which {
            players,
            is_arbiter,
        } => {
            let mut html = html!("哪一位选手退赛？");
            if *is_arbiter {
                html.push(&html!("\n{}", HOW));
            }
            let mut message = buttons(Message::text(html), players);
            if *is_arbiter {
                message =
                    message.row([Button::tap("没有账号的选手", Tap::LeavingList { page: 0 })]);
            }
            message.row([Button::tap("不退了", Tap::KeepPlaying {})])
        }
        Withdraw::List { players, page } => list(players, *page),
        Withdraw::Found { players } => {
            let mut html = html!("哪一位选手退赛？找到 {} 位", players.len());
            if players.len() > PAGE {
                html.push(&html!("，这里是前 {} 位，请把姓名写全一些或写编号", PAGE));
            }
            let shown = players.get(..PAGE.min(players.len())).unwrap_or_default();
            buttons(Message::text(html), shown).row([Button::tap("不退了", Tap::KeepPlaying {})])
        }
        Withdraw::ByArbiter { name } => Message::text(html!(
            "裁判已为 <b>{}</b> 办理退赛。有疑问请马上联系裁判。",
            name
        )),
        Withdraw::Confirm {
            player,
            in_play,
            open_table,
            exit,
        } => {
            let mut html = html!("确定 <b>{}</b> 退赛？", player.name);
            html.push(&if let Some(exit) = exit {
                html!(
                    "退赛后不能恢复，下过的棋成绩保留。\n{}",
                    exit::preview(exit)
                )
            } else if *in_play {
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
        Withdraw::OpponentLeft {
            number,
            table,
            player: who,
        } => Message::text(html!(
            "您的对手 <b>{}</b> 已退赛：第{}轮 第{}台由裁判裁定，裁判已收到通知，结果会告诉您。",
            player(who),
            *number,
            *table
        )),
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

/// Players shown at once, each a button.
const PAGE: usize = 20;

/// How an arbiter names a player.
const HOW: &str = "其他选手请发 /withdraw 加编号或姓名，例如 /withdraw 12。";

fn buttons(mut message: Message, players: &[Leaving]) -> Message {
    for player in players {
        let name = person::short(&player.name, 20);
        let label = match player.start_no {
            Some(no) => format!("{no} {name}"),
            None => name,
        };
        let label = match &player.competition {
            Some(competition) => format!("{label}（{}）", person::short(competition, 20)),
            None => label,
        };
        message = message.row([Button::tap(
            label,
            Tap::ChooseLeaving {
                registration: player.registration,
                version: player.version,
            },
        )]);
    }
    message
}

fn list(players: &[Leaving], page: u32) -> Message {
    if players.is_empty() {
        return Message::text(html!("没有账号的选手一个也没有。{}", HOW));
    }
    let pages = u32::try_from(players.len().div_ceil(PAGE)).unwrap_or(1);
    let page = page.min(pages.saturating_sub(1));
    let first = usize::try_from(page).unwrap_or(0) * PAGE;
    let last = players.len().min(first + PAGE);
    let text = html!(
        "没有账号的选手 {} 人（第 {}/{} 页），哪一位退赛？\n{}",
        players.len(),
        page + 1,
        pages,
        HOW
    );
    let shown = players.get(first..last).unwrap_or_default();
    let mut turn = Vec::new();
    if page > 0 {
        turn.push(Button::tap("上一页", Tap::LeavingList { page: page - 1 }));
    }
    if page + 1 < pages {
        turn.push(Button::tap("下一页", Tap::LeavingList { page: page + 1 }));
    }
    buttons(Message::text(text), shown)
        .row(turn)
        .row([Button::tap("不退了", Tap::KeepPlaying {})])
}
