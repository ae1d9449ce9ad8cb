use super::report_card;
use super::round::{forfeits, ruling};
use super::words::{hour, outcome, player, players, side};
use crate::config::Config;
use crate::desk::correct::Change;
use crate::desk::notice::{GameTag, Held, PlayerTag, Report, TooEarly, Why};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::tap::{OutcomeCode, Tap};
use crate::telegram::{Button, Message};
use crate::tournament::{Outcome, Side};

pub fn phrase(notice: &Report, config: &Config) -> Vec<Message> {
    vec![match notice {
        Report::Ask { game, side: mine } => {
            Message::text(html!("{}\n您执{}，结果是？", game_line(game), side(*mine)))
                .row(buttons(game.game, *mine))
        }
        Report::Card {
            games,
            total,
            page,
            pages,
        } => report_card::card(games, *total, *page, *pages, config),
        Report::Received {
            game,
            outcome: said,
            until: Some(until),
            alone,
            ..
        } => Message::text(html!(
            "收到：{} <b>{}</b>。{}{} 前无异议即生效。报错了可以重新报。",
            place(game),
            outcome(*said),
            if *alone { "" } else { "已请对方确认；" },
            hour(*until, config)
        )),
        Report::Received {
            game,
            outcome: said,
            until: None,
            held: Some(held),
            ..
        } => Message::text(html!(
            "收到：{} <b>{}</b>。{}报错了可以重新报。",
            place(game),
            outcome(*said),
            held_back(*held, config)
        )),
        Report::Received {
            game,
            outcome: said,
            until: None,
            ..
        } if *said != Outcome::Draw => Message::text(html!(
            "收到：{} <b>{}</b>，等对方确认。报错了可以重新报。",
            place(game),
            outcome(*said)
        )),
        Report::Received {
            game,
            outcome: said,
            until: None,
            alone,
            ..
        } => Message::text(html!(
            "收到：{} <b>{}</b>。和棋要双方都报，{}。报错了可以重新报。",
            place(game),
            outcome(*said),
            if *alone {
                "对方不能在这里确认，已请裁判核实"
            } else {
                "已请对方确认"
            }
        )),
        Report::Prompt {
            game,
            outcome: said,
            by,
            until,
        } => {
            let deadline = until.map_or(Html::default(), |until| {
                html!("{} 前不回应即生效。", hour(until, config))
            });
            Message::text(html!(
                "{}\n{}方报：<b>{}</b>。请确认；有出入请点“异议”，由裁判裁定。{}",
                game_line(game),
                side(*by),
                outcome(*said),
                deadline
            ))
            .row([
                Button::tap(
                    "确认",
                    Tap::Confirm {
                        game: game.game,
                        version: game.version,
                    },
                ),
                Button::tap(
                    "异议",
                    Tap::Object {
                        game: game.game,
                        version: game.version,
                    },
                ),
            ])
        }
        Report::Settled {
            game,
            outcome: result,
            why,
        } => Message::text(html!(
            "{} <b>{}</b>，成绩已生效（{}）。",
            game_line(game),
            outcome(*result),
            ground(*why)
        )),
        Report::Already {
            game,
            outcome: result,
        } => Message::text(html!(
            "{} 的成绩已经是 <b>{}</b>，不用再报。",
            place(game),
            outcome(*result)
        )),
        Report::Disputed { game } => Message::text(html!(
            "{}\n双方所报不一致，已交裁判裁定，请双方到裁判台。",
            game_line(game)
        )),
        Report::DisputeToRule { game, said } => {
            let claims = join(
                said.iter()
                    .map(|(by, result)| html!("{}方报 {}", side(*by), outcome(*result))),
                "，",
            );
            let objected = if said.len() == 1 {
                "；对方有异议"
            } else {
                ""
            };
            Message::text(html!(
                "<b>成绩争议</b>\n{}\n{}{}。请裁定：",
                game_line(game),
                claims,
                objected
            ))
            .row(ruling(game.game, game.version))
        }
        Report::ToRule { game, said } => {
            let claims = join(
                said.iter()
                    .map(|(by, result)| html!("{}方报 {}", side(*by), outcome(*result))),
                "，",
            );
            let claims = if said.is_empty() {
                html!("双方都没有报")
            } else {
                claims
            };
            Message::text(html!("{}\n{}。请裁定：", game_line(game), claims))
                .row(ruling(game.game, game.version))
                .row(forfeits(game.game, game.version))
        }
        Report::Ruled {
            game,
            before,
            outcome: result,
        } => {
            let now = result.map_or("未定", outcome);
            if before == result {
                let text = html!("{} 成绩未变：<b>{}</b>", place(game), now);
                return vec![Message::text(text)];
            }
            let before = before.map_or(Html::default(), |before| {
                html!("（原为{}）", outcome(before))
            });
            Message::text(html!("{} 裁定：<b>{}</b>{}", place(game), now, before))
        }
        Report::OverruleAsked {
            game,
            before,
            after,
            reinstated,
        } => overruled(game, *before, *after, reinstated),
        Report::AbsenceAsked {
            early,
            game,
            before,
            forfeit,
            removed,
            reinstated,
        } => absence(
            game,
            *before,
            *forfeit,
            *early,
            (removed, reinstated),
            config,
        ),
        Report::Reopened { game } => Message::text(html!(
            "{}\n裁判已把这一台改为未定，请按实际结果重新报成绩。",
            game_line(game)
        )),
        Report::Reinstated {
            player: who,
            number,
        } => Message::text(html!(
            "{} 第{}轮的弃权已更正，除名随之撤销，以后各轮照常编排。",
            player(who),
            number
        )),
        Report::NotReinstated {
            player: who,
            number,
        } => Message::text(html!(
            "⚠️ {} 第{}轮的弃权已更正，但名额已被占用，没有恢复参赛。要恢复，请在 bot.toml 给这类名额加 seats，重启后把这一台改为未定，再裁定一次。",
            player(who),
            number
        )),
        Report::Removed {
            player: who,
            number,
        } => Message::text(html!(
            "{} 在第{}轮无故弃权，按规程自动除名，以后各轮不再编排。如有异议请联系裁判长。",
            player(who),
            number
        )),
    }]
}

/// A final result is changed on a tap: the number of a table is soon mistyped.
fn overruled(
    game: &GameTag,
    before: Outcome,
    after: Option<Outcome>,
    reinstated: &[PlayerTag],
) -> Message {
    let change = Tap::Overrule {
        game: game.game,
        version: game.version,
        change: Change::Result(after),
    };
    let mut text = html!(
        "{}\n这一台的成绩已经是 <b>{}</b>，改为 <b>{}</b>？",
        game_line(game),
        outcome(before),
        after.map_or("未定", outcome)
    );
    if !reinstated.is_empty() {
        text.push(&html!("\n恢复参赛：{}", players(reinstated)));
    }
    Message::text(text).row([
        Button::tap("确认更改", change),
        Button::tap("不改", Tap::KeepResult {}),
    ])
}

/// Why a win does not stand by itself, and what makes it stand.
fn held_back(held: Held, config: &Config) -> Html {
    match held {
        Held::Absent => html!("对方已记为未到场，由裁判组宣布弃权；人到了、棋下完了，请对方确认。"),
        Held::BeforeStart { starts } => html!(
            "这一局 {} 才开赛，要对方确认才生效。报的是上一轮？请找裁判。",
            hour(starts, config)
        ),
    }
}

/// The forfeit is ruled on a tap: with the removal that the event has for an absence, or without.
fn absence(
    game: &GameTag,
    before: Option<Outcome>,
    forfeit: Outcome,
    early: Option<TooEarly>,
    (removed, reinstated): (&[PlayerTag], &[PlayerTag]),
    config: &Config,
) -> Message {
    let before = before.map_or(Html::default(), |before| {
        html!("（原为{}）", outcome(before))
    });
    let mut text = html!(
        "{}\n判<b>{}</b>{}（尚未生效）。",
        game_line(game),
        outcome(forfeit),
        before
    );
    if let Some(early) = early {
        text.push(&too_early(early, config));
    }
    let removes = !removed.is_empty();
    if removes {
        text.push(&html!(
            "\n无故缺席按规程除名，以后各轮不再编排：{}",
            players(removed)
        ));
    }
    if !reinstated.is_empty() {
        text.push(&html!("\n恢复参赛：{}", players(reinstated)));
    }
    if removes {
        text.push(&html!("\n除名还是保留？请选："));
    }
    let mut message = Message::text(text);
    for button in declare(forfeit, removes, |keeps| Tap::DeclareAbsent {
        game: game.game,
        version: game.version,
        outcome: OutcomeCode(forfeit),
        keeps,
    }) {
        message = message.row([button]);
    }
    message.row([Button::tap("不判了", Tap::KeepResult {})])
}

/// A warning that a forfeit comes before its time.
pub fn too_early(early: TooEarly, config: &Config) -> Html {
    match early.from {
        Some(from) => html!(
            "\n⚠️ 还没到 <b>{}</b>（迟到满时）。仍判弃权？",
            hour(from, config)
        ),
        None => html!("\n⚠️ 本轮还没有宣布开赛，迟到无从算起。仍判弃权？"),
    }
}

/// Buttons that declare a forfeit; where an absence `removes`, with the choice.
pub fn declare(forfeit: Outcome, removes: bool, tap: impl Fn(bool) -> Tap) -> Vec<Button> {
    let what = match forfeit {
        Outcome::RedForfeit => "判红方弃权",
        Outcome::BlackForfeit => "判黑方弃权",
        _ => "判双方弃权",
    };
    if removes {
        vec![
            Button::tap(format!("{what}，无故缺席除名"), tap(false)),
            Button::tap(format!("{what}，保留参赛资格"), tap(true)),
        ]
    } else {
        vec![Button::tap(what, tap(false))]
    }
}

/// Buttons for the player of `mine` to report with.
pub fn buttons(game: i64, mine: Side) -> Vec<Button> {
    let (won, lost) = match mine {
        Side::Red => (Outcome::RedWin, Outcome::BlackWin),
        Side::Black => (Outcome::BlackWin, Outcome::RedWin),
    };
    [("我胜", won), ("和棋", Outcome::Draw), ("我负", lost)]
        .into_iter()
        .map(|(label, result)| {
            Button::tap(
                label,
                Tap::Claim {
                    game,
                    outcome: OutcomeCode(result),
                },
            )
        })
        .collect()
}

/// `第3轮 第5台`
pub fn place(game: &GameTag) -> Html {
    match game.part {
        Some(part) => match &game.round_name {
            Some(name) => html!("{} 第{}台 第{}局", name, game.table, part),
            None => html!("淘汰赛第{}轮 第{}台 第{}局", game.number, game.table, part),
        },
        None => html!("第{}轮 第{}台", game.number, game.table),
    }
}

/// `第3轮 第5台 红 12 张三 — 黑 7 李四`
pub fn game_line(game: &GameTag) -> Html {
    html!(
        "{} 红 {} — 黑 {}",
        place(game),
        player(&game.red),
        player(&game.black)
    )
}

fn ground(why: Why) -> &'static str {
    match why {
        Why::Agreed => "双方一致",
        Why::Conceded => "负方确认",
        Why::Unopposed => "期限内无异议",
        Why::Trusted => "胜方已报",
        Why::Ruled => "裁判裁定",
        Why::Penalty => "犯规判负",
        Why::Removal => "一方被取消资格",
        Why::Withdrawal => "一方退赛",
        Why::Struck => "处罚已撤销",
    }
}
