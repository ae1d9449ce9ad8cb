use super::play::names;
use super::report::{declare, game_line};
use super::timetable::start;
use super::words::{declaring, hour, outcome, player, round_name, side, turns};
use crate::config::{Config, ForfeitBy};
use crate::desk::late::LateRefusal;
use crate::desk::notice::{Absent, Late, LateGame, LateTable};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::{OutcomeCode, SideCode, Tap};
use crate::telegram::{Button, Message};
use crate::tournament::Side;

pub fn messages(notice: &Late, config: &Config) -> Vec<Message> {
    match notice {
        Late::Roll {
            number,
            starts,
            from,
            tables,
            total,
            absent,
            page,
            pages,
        } => {
            let mut text = html!(
                "<b>第{}轮点名</b>　{} 开赛，{} 起可判弃权",
                number,
                hour(*starts, config),
                hour(*from, config)
            );
            if !absent.is_empty() {
                text.push(&html!("\n未到场：\n{}", named(absent, config)));
            }
            if tables.is_empty() {
                text.push(&html!("\n各台都已有成绩。"));
            } else {
                text.push(&html!("\n未报成绩 {} 台，谁没到场请点台号：", total));
            }
            vec![roll(text, tables, *page, *pages)]
        }
        Late::NoStart { number, round } => vec![
            Message::text(html!(
                "第{}轮还没有定开赛时间，无从计算迟到。现在开赛请点下面；另定时间请发 <code>/timetable {} 09:00</code>。",
                *number,
                *number
            ))
            .row([start(*round)]),
        ],
        Late::Card(table) => vec![card(table, config)],
        Late::Matches {
            name,
            games,
            absent,
        } => vec![matches(name, games, absent, config)],
        Late::Call {
            number,
            table,
            player: who,
            from,
            part,
            declared_by,
        } => {
            let place = match part {
                Some((name, game)) => html!("{} <b>第{}台</b> 第{}局", name, table, game),
                None => html!("第{}轮 <b>第{}台</b>", number, table),
            };
            let rest = match from {
                Some(from) => html!(
                    "{} 以后仍未到场，由{}宣布弃权判负。",
                    hour(*from, config),
                    declaring(*declared_by)
                ),
                None => html!(
                    "迟到时限已过，{}随时可以宣布弃权判负。",
                    declaring(*declared_by)
                ),
            };
            vec![Message::text(html!(
                "⏰ <b>{}</b> 请马上到{}。{}",
                player(who),
                place,
                rest
            ))]
        }
        Late::Due {
            number,
            minutes,
            absent,
            name,
            declared_by,
        } => due(
            &round_name(*number, name.as_deref()),
            *minutes,
            absent,
            *declared_by,
        ),
    }
}

/// Those not there in one message; the list below has a button for every table.
const NAMED: usize = 40;

fn named(absent: &[Absent], config: &Config) -> Html {
    let mut lines: Vec<Html> = absent
        .iter()
        .take(NAMED)
        .map(|one| html!("· {}（{} 记）", who(one), hour(one.noted_at, config)))
        .collect();
    if absent.len() > NAMED {
        lines.push(html!("……共 {} 人", absent.len()));
    }
    join(lines, "\n")
}

/// The games of matches that nobody has reported, each with its own hours: one follows the other.
fn matches(name: &str, games: &[LateGame], absent: &[Absent], config: &Config) -> Message {
    let mut text = html!("<b>{}点名</b>", name);
    if !absent.is_empty() {
        text.push(&html!("\n未到场：\n{}", named(absent, config)));
    }
    if games.is_empty() {
        text.push(&html!("\n没有等待成绩的对局。"));
        return Message::text(text);
    }
    for one in games {
        let hours = match one.hours {
            Some((starts, from)) => html!(
                "{} 开赛，{} 起可判弃权",
                hour(starts, config),
                hour(from, config)
            ),
            None => html!("没有定开赛时间"),
        };
        text.push(&html!("\n{}台 第{}局　{}", one.table, one.number, hours));
    }
    text.push(&html!("\n谁没到场请点台号："));
    let mut message = Message::text(text);
    for row in games.chunks(8) {
        message = message.row(row.iter().map(|one| {
            let late = if one.is_late { "缺" } else { "" };
            let game = one.game;
            Button::tap(format!("{}台{late}", one.table), Tap::LateTable { game })
        }));
    }
    message
}

/// `第12台 红 5 张三`
fn who(one: &Absent) -> Html {
    let tag = match one.side {
        Side::Red => &one.game.red,
        Side::Black => &one.game.black,
    };
    let game = one
        .game
        .part
        .map_or(Html::default(), |game| html!("第{}局 ", game));
    html!(
        "第{}台 {}{} {}",
        one.game.table,
        game,
        side(one.side),
        player(tag)
    )
}

fn roll(text: Html, tables: &[(i64, u32, bool)], page: usize, pages: usize) -> Message {
    const PER_ROW: usize = 8;
    let mut message = Message::text(text);
    for row in tables.chunks(PER_ROW) {
        message = message.row(row.iter().map(|(game, table, is_late)| {
            let label = if *is_late {
                format!("{table}缺")
            } else {
                table.to_string()
            };
            Button::tap(label, Tap::LateTable { game: *game })
        }));
    }
    message.row(turns(page, pages, |page| Tap::Roll { page }))
}

fn card(table: &LateTable, config: &Config) -> Message {
    let game = table.game.game;
    let mut text = game_line(&table.game);
    match table.absent.as_slice() {
        [] => text.push(&html!("\n谁没有到场？")),
        [one] => text.push(&html!("\n<b>{}方未到场</b>。", side(*one))),
        _ => text.push(&html!("\n<b>双方都未到场</b>。")),
    }
    if let Some(forfeit) = table.forfeit {
        let at = hour(table.from, config);
        text.push(&if table.is_over {
            html!("迟到时限（{}）已过，可以宣布：{}。", at, outcome(forfeit))
        } else {
            html!("{} 起可以宣布：{}。", at, outcome(forfeit))
        });
    }
    let toggle = |side_: Side| {
        let is_absent = table.absent.contains(&side_);
        let label = if is_absent { "到了" } else { "未到" };
        let tap = Tap::NotThere {
            game,
            side: SideCode(side_),
            absent: !is_absent,
        };
        Button::tap(format!("{}方{label}", side(side_)), tap)
    };
    let mut message = Message::text(text).row([toggle(Side::Red), toggle(Side::Black)]);
    // Who declares is asked about removal on the same card, where the event removes for an absence.
    if let Some(forfeit) = table.forfeit {
        let tap = |keeps| Tap::Forfeit {
            game,
            version: table.game.version,
            outcome: OutcomeCode(forfeit),
            keeps,
        };
        for button in declare(forfeit, table.removes, tap) {
            message = message.row([button]);
        }
    }
    message
}

fn due(round: &str, minutes: u32, absent: &[Absent], by: ForfeitBy) -> Vec<Message> {
    let may = match by {
        ForfeitBy::Arbiter => "可以宣布弃权",
        ForfeitBy::Chief => "裁判长可以宣布弃权",
    };
    let head = if minutes == 0 {
        html!("<b>{}未到场</b>，{}：", round, may)
    } else {
        html!("<b>{}迟到已满 {} 分钟</b>，{}：", round, minutes, may)
    };
    let foot = html!("请点台号宣布。人到了就点“到了”。");
    let mut messages = pages(&head, absent.iter().map(who), &foot);
    if let Some(last) = messages.pop() {
        let mut games: Vec<(i64, u32)> = absent
            .iter()
            .map(|one| (one.game.game, one.game.table))
            .collect();
        games.dedup();
        let mut last = last;
        for row in games.chunks(5).take(20) {
            last = last.row(row.iter().map(|(game, table)| {
                Button::tap(format!("{table}台"), Tap::LateTable { game: *game })
            }));
        }
        messages.push(last);
    }
    messages
}

pub fn refusal(refusal: &LateRefusal, config: &Config) -> Html {
    match refusal {
        LateRefusal::NoStart { number, who } => html!(
            "第{}轮还没有定开赛时间，无从计算迟到。请{}先宣布开赛（/late），或定时间：<code>/timetable {} 09:00</code>。",
            *number,
            if who.is_empty() {
                "编排长".to_owned()
            } else {
                names(who)
            },
            *number
        ),
        LateRefusal::NotStarted { number, starts } => html!(
            "第{}轮 {} 才开赛，开赛后再记未到场。",
            number,
            hour(*starts, config)
        ),
        LateRefusal::TooSoon { table, from } => html!(
            "第{}台还在迟到时限内，{} 起才能宣布弃权。",
            table,
            hour(*from, config)
        ),
        LateRefusal::Words { typed } => html!(
            "没有看懂“{}”。请写 <code>/late 台次</code> 或 <code>/late 台次 红</code>（红、黑、双方）；不带台次看全部。",
            super::person::short(typed, 40)
        ),
    }
}
