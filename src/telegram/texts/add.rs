use super::{handover, me, person, words};
use crate::config::Config;
use crate::desk::notice::{Add, Entrance};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Add, config: &Config) -> Vec<Message> {
    vec![match notice {
        Add::Late { drawn, missed } => Message::text(late(*drawn, *missed, config))
            .row([Button::tap("仍要代报", Tap::AddLate {})]),
        Add::Left { version } => Message::text(html!(
            "已离开代报，<b>没有提交</b>。填过的内容加密保留着，发 /add 可以接着填。"
        ))
        .row([
            Button::tap("继续代报", Tap::AddPlayer {}),
            Button::tap("删除内容", Tap::DropForm { version: *version }),
        ]),
        Add::Done {
            registration,
            name,
            standing,
            pool,
            entered,
            code,
            again,
        } => {
            let mut lines = Vec::new();
            if *again {
                lines.push(html!("这份代报已经提交过了，不会重复。"));
            }
            let pool = person::pool(pool, config);
            lines.push(html!(
                "✅ 已代报 <b>{}</b>（{}）。{}",
                name,
                pool,
                me::standing(standing, config)
            ));
            lines.extend(entered.iter().map(entrance));
            let mut message = Vec::new();
            if let Some(code) = code {
                lines.push(html!(
                    "认领码：<code>{}</code>，交给选手本人，私聊发给我就能用自己的账号看对阵、报成绩。以后发 /add 认领码 可以再看。",
                    handover::spaced(code)
                ));
                let registration = *registration;
                message.push(Button::tap("认领链接", Tap::HandOver { registration }));
            }
            message.push(Button::tap("再代报一位", Tap::AddPlayer {}));
            Message::text(join(lines, "\n")).row(message)
        }
        Add::Entered {
            player,
            from,
            granted,
        } => {
            let mut html = html!(
                "新增选手：<b>{}</b>，从第 {} 轮起参加编排。抽签确定的编号不变。",
                words::player(player),
                *from
            );
            if !granted.is_empty() {
                let rounds = granted
                    .iter()
                    .map(|(round, points)| html!("第{}轮 {}分", *round, *points));
                html.push(&html!("\n裁判确定的此前积分：{}。", join(rounds, "，")));
            }
            Message::text(html)
        }
        Add::DrawToConfirm { game, has_left } => Message::text(html!(
            "第{}轮 第{}台 {} 对 {} 报了和棋，另一方{}，不能自己确认。请当面核实后发 /result {} 和。",
            game.number,
            game.table,
            words::player(&game.red),
            words::player(&game.black),
            if *has_left {
                "已退出比赛"
            } else {
                "没有账号"
            },
            game.table
        )),
        Add::NoAccount { players } => {
            let head = html!("以下选手没有账号，收不到私聊，请当面通知台次（只提醒这一次）：");
            let foot = html!("要让本人绑定账号，发 /add 认领码。");
            return pages(&head, players.iter().map(words::player), &foot);
        }
    }]
}

fn late(drawn: bool, missed: u32, config: &Config) -> Html {
    let mut html = html!(
        "⚠️ 报名已截止（规程定 {}截止）。",
        words::day_and_hour(config.event.registration.closes, config)
    );
    html.push(&match (drawn, missed) {
        (false, _) => html!("仍要代报，须写明原因，记入裁判记录。"),
        (true, 0) => html!(
            "已经抽签：新选手排在最后一个编号之后，抽签结果不变。须写明原因，记入裁判记录。"
        ),
        (true, missed) => html!(
            "已经公布到第 {} 轮：新选手排在最后一个编号之后，从第 {} 轮起编排，此前各轮的积分由您确定。须写明原因，记入裁判记录。",
            missed,
            missed + 1
        ),
    });
    html
}

fn entrance(entrance: &Entrance) -> Html {
    let mut html = html!(
        "编号 <b>{}</b>（抽签结果不变），从第 {} 轮起编排。",
        entrance.start_no,
        entrance.from
    );
    if let Some(round) = entrance.outdated {
        html.push(&html!(
            "\n⚠️ 第 {} 轮的编排已经过时，公布前请重新发 /pair。",
            round
        ));
    }
    html
}
