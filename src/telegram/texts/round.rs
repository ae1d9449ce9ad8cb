use super::words::{hour, numbers, outcome, player, side};
use crate::config::Config;
use crate::desk::notice::{OpenState, OpenTable, Round, Table, Tables, Warning};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::{OutcomeCode, Tap};
use crate::telegram::{Button, Message};
use crate::tournament::Outcome;

pub fn phrase(notice: &Round, config: &Config) -> Vec<Message> {
    match notice {
        Round::Proposed {
            round,
            tables,
            warnings,
        } => proposed(*round, tables, warnings, config),
        Round::Discarded { number } => vec![Message::text(html!(
            "第{}轮的编排方案已作废，没有对外公布。重新编排：/pair",
            number
        ))],
        Round::Published { tables } => {
            let foot = html!("赛后请胜方向我报成绩（私聊发“胜”“和”“负”，或在群里发“5台红胜”）。");
            listing(&title("对阵", tables, config), tables, &[], &foot)
        }
        Round::PublishedToArbiter { number, tables } => vec![Message::text(html!(
            "第{}轮已公布，共 {} 台，每位棋手都会收到自己的台次。未报的台：/open",
            number,
            tables
        ))],
        Round::Seat {
            number,
            table,
            side: mine,
            player: me,
            opponent,
            starts,
            game,
        } => {
            let starts = starts.map_or(Html::default(), |at| html!(" {} 开赛", hour(at, config)));
            let text = html!(
                "{}：第{}轮 <b>第{}台</b> 您执<b>{}</b> 对手 {}{}\n赛后发“胜”“和”“负”，或点下面的按钮报成绩。",
                player(me),
                number,
                table,
                side(*mine),
                player(opponent),
                starts
            );
            vec![Message::text(text).row(super::report::buttons(*game, *mine))]
        }
        Round::Bye {
            number,
            player: me,
            points,
        } => vec![Message::text(html!(
            "{}：第{}轮您轮空，得 {} 分，请等候下一轮。",
            player(me),
            number,
            points
        ))],
        Round::Mentioned { account, seat } => mentioned(*account, seat, config),
        Round::Shown { tables, mine } => listing(
            &title("对阵", tables, config),
            tables,
            mine,
            &Html::default(),
        ),
        Round::Progress {
            number,
            tables,
            open,
            waiting,
        } => vec![Message::text(progress(*number, *tables, open, waiting))],
        Round::Complete {
            number,
            last: false,
        } => vec![Message::text(html!(
            "第{}轮成绩已报齐，积分榜已发到群里。下一步：/pair 编排第{}轮。",
            number,
            number + 1
        ))],
        Round::Complete { number, last: true } => vec![Message::text(html!(
            "第{}轮成绩已报齐，积分赛全部结束，最终名次已发到群里。如有更正，请用 /result 台次 结果。",
            number
        ))],
        Round::Open { number, games } => open(*number, games),
        Round::Reminder {
            number,
            table,
            opponent,
        } => vec![Message::text(html!(
            "提醒：第{}轮第{}台（对手 {}）还没有报成绩。下完请发“胜”“和”或“负”。",
            number,
            table,
            player(opponent)
        ))],
        Round::Reminded { players } => {
            vec![Message::text(html!("已提醒 {} 位棋手报成绩。", players))]
        }
    }
}

fn progress(number: u32, tables: usize, open: &[u32], waiting: &[u32]) -> Html {
    if open.is_empty() && waiting.is_empty() {
        return html!("<b>第{}轮</b>　{} 台成绩已全部报齐", number, tables);
    }
    let reported = tables.saturating_sub(open.len());
    let mut text = html!("<b>第{}轮</b>　已报 {}/{}", number, reported, tables);
    if !open.is_empty() {
        text.push(&html!("\n未报：{} 台", numbers(open)));
    }
    if !waiting.is_empty() {
        text.push(&html!("\n待确认：{} 台", numbers(waiting)));
    }
    text
}

/// The mention rings the player's telephone although the private chat is closed to the bot.
fn mentioned(account: i64, seat: &Round, config: &Config) -> Vec<Message> {
    let mut messages = phrase(seat, config);
    for message in &mut messages {
        message.html = html!(
            "<a href=\"tg://user?id={}\">@</a> {}",
            account,
            message.html
        );
        message.keyboard.clear();
    }
    messages
}

fn title(what: &str, tables: &Tables, config: &Config) -> Html {
    let starts = tables
        .starts
        .map_or(Html::default(), |at| html!("　{} 开赛", hour(at, config)));
    html!(
        "<b>第{}轮{}</b>（共{}轮）{}\n台次　红方 — 黑方",
        tables.number,
        what,
        tables.of,
        starts
    )
}

fn listing(head: &Html, tables: &Tables, mine: &[u32], foot: &Html) -> Vec<Message> {
    let byes = tables.byes.iter().map(|bye| html!("轮空　{}", player(bye)));
    let rows = tables
        .rows
        .iter()
        .map(|row| line(row, mine.contains(&row.table)))
        .chain(byes);
    pages(head, rows, foot)
}

fn line(row: &Table, mine: bool) -> Html {
    let result = match row.outcome {
        None => Html::default(),
        Some(result) => html!("　{}", outcome(result)),
    };
    let text = html!(
        "{}　{} — {}{}",
        row.table,
        player(&row.red),
        player(&row.black),
        result
    );
    if mine {
        html!("▶ <b>{}</b>", text)
    } else {
        text
    }
}

fn proposed(round: i64, tables: &Tables, warnings: &[Warning], config: &Config) -> Vec<Message> {
    let mut messages = listing(
        &title("编排方案", tables, config),
        tables,
        &[],
        &Html::default(),
    );
    let mut last = html!("<b>第{}轮方案</b>：{} 台", tables.number, tables.rows.len());
    if warnings.is_empty() {
        last.push(&html!("，先后手与轮空都合规则。"));
    } else {
        let lines = join(warnings.iter().map(warning), "\n");
        last.push(&html!("。请注意（已是所有编排中最好的）：\n{}", lines));
    }
    last.push(&html!("\n棋手现在还看不到。"));
    messages.push(Message::text(last).row([
        Button::tap("公布", Tap::Publish { round }),
        Button::tap("作废", Tap::Discard { round }),
    ]));
    messages
}

fn warning(warning: &Warning) -> Html {
    match warning {
        Warning::ThirdRunning {
            player: who,
            side: which,
        } => {
            html!("· {} 将连续第三次执{}", player(who), side(*which))
        }
        Warning::SurplusOfThree {
            player: who,
            side: which,
        } => {
            html!("· {} 执{}将比另一方多三局", player(who), side(*which))
        }
        Warning::AnotherBye { player: who, had } => {
            html!("· {} 已轮空 {} 次，将再次轮空", player(who), had)
        }
    }
}

fn open(number: u32, games: &[OpenTable]) -> Vec<Message> {
    if games.is_empty() {
        return vec![Message::text(html!(
            "第{}轮成绩已全部报齐。下一步：/pair 编排下一轮。",
            number
        ))];
    }
    let head = html!("<b>第{}轮未定 {} 台</b>", number, games.len());
    let rows = games.iter().map(|game| {
        let state = match game.state {
            OpenState::Silent => html!("未报"),
            OpenState::Reported(result) => html!("已报{}，待对方确认", outcome(result)),
            OpenState::Disputed => html!("争议，待裁判裁定"),
        };
        html!(
            "{}　{} — {}　{}",
            game.table,
            player(&game.red),
            player(&game.black),
            state
        )
    });
    let foot =
        html!("裁定：<code>/result 台次 红胜</code>（红胜 黑胜 和 红弃权 黑弃权 双弃 未定）");
    let mut messages = pages(&head, rows, &foot);
    if let Some(last) = messages.pop() {
        messages.push(last.row([Button::tap("提醒未报的棋手", Tap::RemindOpen { number })]));
    }
    messages
}

/// Buttons for an arbiter to rule a game.
pub fn ruling(game: i64, version: i64) -> Vec<Button> {
    [
        ("红胜", Outcome::RedWin),
        ("和", Outcome::Draw),
        ("黑胜", Outcome::BlackWin),
        ("双弃", Outcome::BothForfeit),
    ]
    .into_iter()
    .map(|(label, result)| {
        Button::tap(
            label,
            Tap::Rule {
                game,
                version,
                outcome: OutcomeCode(result),
            },
        )
    })
    .collect()
}
