use super::knockout;
use super::person;
use super::report::{game_line, place};
use super::words::{outcome, player, players};
use crate::desk::correct::{Change, CorrectRefusal, Ground};
use crate::desk::notice::{Consequences, Correct, Corrected, PlaceMoved};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};
use crate::tournament::Outcome;

/// Corrections: 更正.
pub fn messages(notice: &Correct) -> Vec<Message> {
    vec![match notice {
        Correct::Asked(consequences) => return asked(consequences),
        Correct::Done {
            corrected,
            discarded,
        } => {
            let mut text = html!("<b>已更正</b>\n{}", change(corrected));
            if let Some(number) = discarded {
                text.push(&html!("\n第{}轮方案已随之作废，请重新 /pair。", *number));
            }
            text.push(&html!("\n已通知双方和比赛群。要收回请发 /undo。"));
            Message::text(text)
        }
        Correct::Kept => Message::text(html!("没有更正，一切照旧。")),
        Correct::Told { corrected, stands } => {
            let mut text = html!("<b>成绩更正</b>\n{}", change(corrected));
            if let Some(row) = stands {
                text.push(&html!("\n{}", knockout::line(row)));
            }
            text.push(&match corrected.after {
                Some(_) => html!("\n如有异议，请联系裁判长。"),
                None => html!("\n请按实际结果重新报成绩。"),
            });
            Message::text(text)
        }
        Correct::Announced {
            corrected,
            bracket: Some(bracket),
            ..
        } => Message::text(html!(
            "<b>成绩更正</b>\n{}\n{}",
            change(corrected),
            knockout::announced(bracket)
        )),
        Correct::Announced {
            corrected,
            moves,
            bracket: None,
        } => {
            let mut text = html!("<b>成绩更正</b>\n{}", change(corrected));
            for moved in moves {
                if moved.points.0 != moved.points.1 {
                    text.push(&html!(
                        "\n{} 积分 {} → {}",
                        player(&moved.player),
                        moved.points.0,
                        moved.points.1
                    ));
                }
            }
            text.push(&html!("\n最新积分榜：/standings"));
            Message::text(text)
        }
        Correct::ProposalGone { number, corrected } => Message::text(html!(
            "第{}轮方案已作废：{} 的成绩有更正。请重新 /pair。",
            *number,
            place(&corrected.game)
        )),
    }]
}

/// The consequences as they are listed, a line each.
pub fn listed(consequences: &Consequences) -> Vec<Html> {
    let mut lines = vec![change(&consequences.corrected)];
    lines.extend(match &consequences.bracket {
        Some(bracket) => knockout::consequences(bracket),
        None => table(consequences),
    });
    if let Some((from, to)) = consequences.later.keeps {
        let rounds = if from == to {
            format!("第{from}轮")
        } else {
            format!("第{from}至{to}轮")
        };
        lines.push(html!("{}的对阵、轮空和成绩照旧，不重新编排。", rounds));
    }
    if let Some(number) = consequences.later.discards {
        lines.push(html!("⚠️ 第{}轮方案会作废，要重新编排。", number));
    }
    if !consequences.removed.is_empty() {
        lines.push(html!("⚠️ 无故弃权除名：{}", players(&consequences.removed)));
    }
    if !consequences.reinstated.is_empty() {
        lines.push(html!("恢复参赛：{}", players(&consequences.reinstated)));
    }
    if consequences.prizes {
        lines.push(html!("⚠️ 奖励名单已公布过，更正后请重新 /prizes。"));
    }
    lines
}

/// What becomes of points and places in the table of the points stage.
fn table(consequences: &Consequences) -> Vec<Html> {
    let mut lines = vec![match consequences.moves.is_empty() {
        true => html!("积分和名次没有变化。"),
        false => html!("<b>积分与名次</b>"),
    }];
    lines.extend(consequences.moves.iter().map(row));
    if consequences.others > 0 {
        lines.push(html!("……另有 {} 人名次变动", consequences.others));
    }
    lines
}

fn asked(consequences: &Consequences) -> Vec<Message> {
    let head = html!("<b>更正成绩</b>（尚未生效）");
    let foot = html!("确认请点更正的原因：");
    let mut messages = pages(&head, listed(consequences), &foot);
    let game = &consequences.corrected.game;
    let button = |label: &str, ground| {
        Button::tap(
            label,
            Tap::Correct {
                game: game.game,
                version: game.version,
                change: consequences.change,
                ground,
                shown: consequences.shown,
            },
        )
    };
    let first = [button("录入有误，更正", Ground::Entry)];
    let mut message = messages.pop().unwrap_or_default().row(first);
    if matches!(consequences.change, Change::Result(_)) {
        message = message.row([
            button("裁判改判", Ground::Ruling),
            button("申诉成立", Ground::Appeal),
        ]);
    }
    if !consequences.removed.is_empty() {
        message = message.row([button("裁判改判，保留参赛资格", Ground::Excused)]);
    }
    messages.push(message.row([Button::tap("不更正", Tap::KeepResult {})]));
    messages
}

/// The game, before and after.
fn change(corrected: &Corrected) -> Html {
    let Corrected {
        game,
        before,
        after,
        sides,
    } = corrected;
    if *sides {
        return html!(
            "{} 先后手更正：红 {} — 黑 {}，{}",
            place(game),
            player(&game.black),
            player(&game.red),
            result(*after)
        );
    }
    html!(
        "{}：{} → <b>{}</b>",
        game_line(game),
        result(*before),
        result(*after)
    )
}

fn result(result: Option<Outcome>) -> &'static str {
    result.map_or("未定", outcome)
}

fn row(moved: &PlaceMoved) -> Html {
    let section = moved
        .section
        .as_deref()
        .map_or(Html::default(), |section| html!("{} ", section));
    let mut pieces = Vec::new();
    if moved.points.0 != moved.points.1 {
        pieces.push(html!("积分 {} → {}", moved.points.0, moved.points.1));
    }
    if moved.rank.0 != moved.rank.1 {
        pieces.push(html!("{}第{} → 第{}", section, moved.rank.0, moved.rank.1));
    }
    html!("{}　{}", player(&moved.player), join(pieces, "，"))
}

/// Why nothing is corrected.
pub fn refusal(refusal: &CorrectRefusal) -> Html {
    match refusal {
        CorrectRefusal::LaterPublished { game, later } => html!(
            "第{}轮已经公布，{} 不能再改为未定。请直接写实际结果，例如 <code>/result {} {} 红胜</code>。",
            *later,
            place(game),
            game.number,
            game.table
        ),
        CorrectRefusal::NoResult { game } if game.part.is_some() => {
            let named = format!("{}-{}-{}", game.number, game.table, game.part.unwrap_or(0));
            html!(
                "{} 还没有成绩。先后手更正要在成绩生效之后：请先 <code>/result {} 结果</code>（按现在的红黑写），再发 <code>/sides {}</code>。",
                place(game),
                named,
                named
            )
        }
        CorrectRefusal::NoResult { game } => html!(
            "{} 还没有成绩。先后手更正要在成绩生效之后：请先 <code>/result {} 结果</code>（按现在的红黑写），再发 /sides。整轮还没有人报成绩时，可以先 /unpublish，再 <code>/flip {}</code>。",
            place(game),
            game.table,
            game.table
        ),
        CorrectRefusal::OtherSides { game } => html!(
            "{} 更正过先后手，双方手里的旧按钮已经对不上，不能改为未定。请直接写实际结果。",
            place(game)
        ),
        CorrectRefusal::Frozen { stage } => html!(
            "{}已经按积分赛的最终名次编排，积分赛的成绩不能再改。要更正，请先撤销{}的编排（/knockout），更正后再重新编排。",
            stage,
            stage
        ),
        CorrectRefusal::Changed => html!(
            "刚才情况有变化（成绩、对阵、方案或名次），与您看到的不同，没有更正。请重新发送命令，再看一次后果。"
        ),
        CorrectRefusal::People => html!(
            "/sides 只更正同一台的先后手。换人：还没有人报成绩时，请先 /unpublish 再 <code>/swap</code>；两台的成绩写反了，请用 /result 逐台更正；已经坐错台下完的，对阵按公布的为准，请裁判长裁定每一台的结果后用 /result 录入。"
        ),
        CorrectRefusal::SidesWords { typed } => html!(
            "没有看懂“{}”。请写 <code>/sides 台次</code>，以前的轮次写 <code>/sides 轮次 台次</code>，例如 <code>/sides 3 12</code>。",
            person::short(typed, 40)
        ),
    }
}
