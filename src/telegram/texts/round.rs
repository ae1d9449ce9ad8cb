use chrono::{DateTime, Utc};

use super::words::{hour, numbers, outcome, place_line, player, players, side, start};
use super::{knockout, lot_word, panel};
use crate::config::Config;
use crate::desk::hand::{Pick, Way};
use crate::desk::notice::{
    Ahead, Alternative, Block, OpenState, OpenTable, PlayerTag, Round, Table, Tables, Warning,
};
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
            by_hand,
            bye_by_hand,
            approved,
            ahead,
            bye_can_be_spared,
            undecided,
        } => {
            let mut messages = proposed(
                *round,
                tables,
                warnings,
                (by_hand, *bye_by_hand),
                (*approved, undecided),
                config,
            );
            // What can be done with the proposal stays at the end.
            let last = messages.pop();
            messages.extend(ahead.iter().map(|ahead| dead_end(*round, ahead)));
            messages.extend(bye_can_be_spared.then(|| second_bye(*round)));
            messages.extend(last);
            messages
        }
        Round::Stuck {
            number,
            stuck,
            ways,
            left_out,
        } => no_pairing(*number, stuck, ways, *left_out),
        Round::TooFew { number, active } => {
            let (number, way) = (*number, Way::End);
            let text = html!(
                "<b>第{}轮排不出</b>：在场棋手只有 {} 人，至少要两人。可以任选一项：\n1. 取消请假：/orders\n2. 补报棋手：/add\n3. 积分赛就此结束",
                number,
                active
            );
            vec![Message::text(text).row([Button::tap(
                "3. 结束积分赛",
                Tap::TakeWay { number, way },
            )])]
        }
        Round::PublishAnyway {
            round,
            number,
            warnings,
            ahead,
        } => {
            let mut text = html!("第{}轮还没有公布。", number);
            if !warnings.is_empty() {
                text.push(&html!("方案有破例之处：\n{}", warning_lines(warnings)));
            }
            text.push(&html!("\n确定要这样公布吗？"));
            let label = if warnings.is_empty() {
                "仍然公布"
            } else {
                "破例公布"
            };
            let anyway = Button::tap(label, Tap::PublishAnyway { round: *round });
            let mut messages: Vec<Message> = ahead
                .iter()
                .map(|ahead| dead_end(*round, ahead))
                .collect();
            messages.push(Message::text(text).row([anyway]));
            messages
        }
        Round::UnpublishAsked { round, number } => vec![
            Message::text(html!(
                "撤回已公布的第{}轮？还没有人报成绩。群里和每位棋手都会收到撤回通知，之后它又是方案，可以改。",
                number
            ))
            .row([Button::tap("确认撤回", Tap::Unpublish { round: *round })]),
        ],
        Round::Unpublished { number } => vec![Message::text(html!(
            "第{}轮已撤回，群里和棋手都会收到通知。现在它是方案：/pair 查看和改动，改好再 /publish。",
            number
        ))],
        Round::TakenBack { number } => vec![Message::text(html!(
            "<b>第{}轮对阵已撤回</b>，先前公布的台次作废，请勿入座，等候重新公布。",
            number
        ))],
        Round::EndedEarly { number } => vec![Message::text(html!(
            "经裁判决定，积分赛在第{}轮后结束，不再编排下一轮。最终名次如下。",
            number
        ))],
        Round::Absent {
            number,
            player: me,
            points,
        } => vec![Message::text(html!(
            "{}：第{}轮您请假，得 {} 分，下一轮恢复参赛。",
            player(me),
            number,
            points
        ))],
        Round::Discarded { number } => vec![Message::text(html!(
            "第{}轮的编排方案已作废，没有对外公布。重新编排：/pair",
            number
        ))],
        Round::Published { tables } => {
            let foot = html!("赛后请胜方向我报成绩（私聊发“胜”“和”“负”，或在群里发“5台红胜”）。");
            listing(&title("对阵", tables, config), tables, &[], &foot)
        }
        Round::PublishedToArbiter {
            number,
            tables,
            starts,
            start,
        } => vec![published(*number, *tables, *starts, *start, config)],
        Round::Seat {
            number,
            table,
            side: mine,
            player: me,
            opponent,
            starts,
            venue,
            game,
            part,
        } => {
            let starts = starts.map_or(Html::default(), |at| {
                html!(" {} 开赛", start(at, venue, config))
            });
            let place = place_line(venue);
            if let Some(part) = part {
                let text = html!(
                    "{}：{} <b>第{}台</b> 第{}局 您执<b>{}</b> 对手 {}{}{}\n{}{}{}{}\n下完发“胜”“和”“负”，或点下面的按钮报成绩。",
                    player(me),
                    part.round,
                    table,
                    part.game,
                    side(*mine),
                    player(opponent),
                    starts,
                    place,
                    knockout::rung(&part.rung),
                    if part.rung.armageddon { "，" } else { "" },
                    knockout::black_draws(&part.rung),
                    so_far(&part.legs)
                );
                return vec![Message::text(text).row(super::report::buttons(*game, *mine))];
            }
            let text = html!(
                "{}：第{}轮 <b>第{}台</b> 您执<b>{}</b> 对手 {}{}{}\n赛后发“胜”“和”“负”，或点下面的按钮报成绩。",
                player(me),
                number,
                table,
                side(*mine),
                player(opponent),
                starts,
                place
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
        Round::ToSign { tables } => {
            listing(&title("成绩单", tables, config), tables, &[], &Html::default())
        }
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
        } => {
            let next = number + 1;
            vec![
                Message::text(html!(
                    "第{}轮成绩已报齐，积分榜已发到群里。下一步：/pair 编排第{}轮。",
                    number,
                    next
                ))
                .row([Button::tap(
                    format!("编排第{next}轮"),
                    Tap::PairNext { number: next },
                )]),
            ]
        }
        Round::Complete { number, last: true } => vec![Message::text(html!(
            "第{}轮成绩已报齐，积分赛全部结束，最终名次已发到群里。如有更正，请用 /result 台次 结果。",
            number
        ))],
        Round::Open {
            number,
            name,
            games,
            before_pairing,
            choosing,
            word,
        } => {
            let others = !choosing.is_empty() || word.is_some();
            let mut messages = match games.is_empty() && others {
                true => Vec::new(),
                false => open(*number, name.as_deref(), games, *before_pairing),
            };
            messages.extend(knockout::to_choose(choosing, config));
            let word = word.as_ref();
            messages.extend(
                word.map(|(round, tables)| Message::text(lot_word::missing(round, tables))),
            );
            messages
        }
        Round::Reminder {
            number,
            table,
            part,
            opponent,
        } => {
            let place = match part {
                Some((round, game)) => html!("{} 第{}台第{}局", round, *table, *game),
                None => html!("第{}轮第{}台", *number, *table),
            };
            vec![Message::text(html!(
                "提醒：{}（对手 {}）还没有报成绩。下完请发“胜”“和”或“负”。",
                place,
                player(opponent)
            ))]
        }
        Round::Reminded { players } => {
            vec![Message::text(html!("已提醒 {} 位棋手报成绩。", players))]
        }
    }
}

/// The match so far, the player's points first.
fn so_far(legs: &[[u32; 2]]) -> Html {
    if legs.is_empty() {
        return Html::default();
    }
    html!("\n目前比分（您在前）：{}", knockout::legs(legs))
}

fn published(
    number: u32,
    tables: usize,
    starts: Option<DateTime<Utc>>,
    start: Option<i64>,
    config: &Config,
) -> Message {
    let mut text = html!(
        "第{}轮已公布，共 {} 台，每位棋手都会收到自己的台次。未报的台：/open",
        number,
        tables
    );
    if let Some(starts) = starts {
        text.push(&html!(
            "\n<b>{} 开赛</b>。改时间：<code>/timetable {} 时刻</code>；谁没到场：/late",
            hour(starts, config),
            number
        ));
    }
    let Some(round) = start else {
        return Message::text(text);
    };
    text.push(&html!(
        "\n日程里没有这一轮的开赛时间。人齐了请点“宣布开赛”，迟到从那时算起。"
    ));
    Message::text(text).row([super::timetable::start(round)])
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
    let venue = &tables.venue;
    let starts = tables.starts.map_or(Html::default(), |at| {
        html!("　{} 开赛", start(at, venue, config))
    });
    html!(
        "<b>第{}轮{}</b>（共{}轮）{}{}\n台次　红方 — 黑方",
        tables.number,
        what,
        tables.of,
        starts,
        place_line(venue)
    )
}

fn listing(head: &Html, tables: &Tables, mine: &[u32], foot: &Html) -> Vec<Message> {
    let byes = tables.byes.iter().map(|bye| html!("轮空　{}", player(bye)));
    let absent = tables.absent.iter();
    let byes = byes.chain(absent.map(|away| html!("请假　{}", player(away))));
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

fn proposed(
    round: i64,
    tables: &Tables,
    warnings: &[Warning],
    (by_hand, bye_by_hand): (&[u32], bool),
    (approved, undecided): (bool, &[Block]),
    config: &Config,
) -> Vec<Message> {
    let mut messages = listing(
        &title("编排方案", tables, config),
        tables,
        &[],
        &Html::default(),
    );
    let mut last = html!("<b>第{}轮方案</b>：{} 台", tables.number, tables.rows.len());
    if approved {
        last.push(&html!("。本轮没有完全合规的编排，此案经裁判批准"));
    }
    if bye_by_hand {
        last.push(&html!("\n轮空由裁判指定"));
    }
    if !undecided.is_empty() {
        last.push(&html!("\n{}", panel::undecided(undecided, config)));
    }
    messages.push(after_proposal(last, round, warnings, by_hand));
    messages
}

/// The end of a proposal: what it breaks, and what can be done with it.
pub(super) fn after_proposal(
    mut text: Html,
    round: i64,
    warnings: &[Warning],
    by_hand: &[u32],
) -> Message {
    text.push(&super::hand::by_hand(by_hand));
    if warnings.is_empty() {
        text.push(&html!("\n先后手与轮空都合规则。"));
    } else {
        text.push(&html!(
            "\n<b>请注意</b>，公布即为破例：\n{}",
            warning_lines(warnings)
        ));
    }
    text.push(&html!("\n棋手现在还看不到。"));
    let publish = if warnings.is_empty() {
        Button::tap("公布", Tap::Publish { round })
    } else {
        Button::tap("破例公布", Tap::PublishAnyway { round })
    };
    let boards = Tap::Boards {
        round,
        page: 0,
        pick: Pick::Open,
    };
    Message::text(text)
        .row([publish, Button::tap("作废", Tap::Discard { round })])
        .row([
            Button::tap("改动", boards),
            Button::tap("全部重排", Tap::PairAgain { round }),
        ])
        .row([
            Button::tap("为何这样排", Tap::WhyAll { round }),
            Button::tap("看全部台次", Tap::ShowProposal { round }),
        ])
}

/// A proposal with a second bye that can be avoided.
fn second_bye(round: i64) -> Message {
    let text = html!(
        "<b>有人第二次轮空</b>：按指标这是最优方案，须经裁判同意。另有一种编排不让任何人第二次轮空（先后手等指标稍逊）。"
    );
    Message::text(text).row([Button::tap(
        "改用无人再次轮空的编排",
        Tap::SpareBye { round },
    )])
}

/// A proposal after which nothing can be paired, and what to do about it.
fn dead_end(round: i64, ahead: &Ahead) -> Message {
    let text = html!(
        "<b>下一轮排不出</b>：照此公布，无论本轮结果如何，下一轮都不存在合规的编排，因为以下各组之间再无可配：\n{}",
        groups(&ahead.stuck)
    );
    match ahead.alternative {
        Alternative::Better => {
            let mut text = text;
            text.push(&html!("\n另有一种本轮编排（指标稍逊）能让下一轮排得出来。"));
            Message::text(text).row([Button::tap("改用那一种", Tap::LookAhead { round })])
        }
        Alternative::Nothing => {
            let mut text = text;
            text.push(&html!("\n本轮怎样编排都是如此，请预先想好下一轮的办法。"));
            Message::text(text)
        }
        Alternative::NotSought => {
            let mut text = text;
            text.push(&html!(
                "\n要避免，请在公布前人工调整（/swap）；按本规程的编排法不另找方案。"
            ));
            Message::text(text)
        }
        Alternative::NotFound => {
            let mut text = text;
            text.push(&html!("\n较好的编排里没有找到能避免的。"));
            Message::text(text)
        }
    }
}

fn groups(stuck: &[Vec<PlayerTag>]) -> Html {
    const GROUPS: usize = 6;
    let lines = stuck.iter().take(GROUPS);
    join(lines.map(|group| html!("· {}", some(group))), "\n")
}

/// Warnings in one message; a proposal with more is beyond repair.
const WARNED: usize = 15;

pub(super) fn warning_lines(warnings: &[Warning]) -> Html {
    let mut lines: Vec<Html> = warnings.iter().take(WARNED).map(warning).collect();
    if warnings.len() > WARNED {
        lines.push(html!("……共 {} 处", warnings.len()));
    }
    join(lines, "\n")
}

/// A pair that the rules rule out.
pub(super) fn is_hard(warning: &Warning) -> bool {
    matches!(
        warning,
        Warning::Rematch { .. } | Warning::Forbidden { .. } | Warning::Teammates { .. }
    )
}

fn warning(warning: &Warning) -> Html {
    match warning {
        Warning::ThirdRunning {
            player: who,
            side: which,
            rounds,
        } => html!(
            "· {} 将连续第三次执{}{}",
            player(who),
            side(*which),
            in_rounds("前两次：", rounds)
        ),
        Warning::SurplusOfThree {
            player: who,
            side: which,
            rounds,
        } => html!(
            "· {} 执{}将比另一方多三局{}",
            player(who),
            side(*which),
            in_rounds("已有：", rounds)
        ),
        Warning::AnotherBye {
            player: who,
            had,
            rounds,
        } => html!(
            "· {} 已轮空 {} 次，将再次轮空{}",
            player(who),
            had,
            in_rounds("此前：", rounds)
        ),
        Warning::Rematch {
            red,
            black,
            round,
            swapped,
        } => html!(
            "· {} 与 {} 第{}轮已交过手{}",
            player(red),
            player(black),
            round,
            if *swapped {
                "，本轮先后手互换"
            } else {
                "，先后手也相同"
            }
        ),
        Warning::Forbidden { red, black } => {
            html!("· {} 与 {} 已定为回避", player(red), player(black))
        }
        Warning::Teammates { red, black, team } => html!(
            "· {} 与 {} 同属{}，本轮须回避",
            player(red),
            player(black),
            team
        ),
    }
}

fn in_rounds(what: &str, rounds: &[u32]) -> Html {
    if rounds.is_empty() {
        Html::default()
    } else {
        html!("（{}第{}轮）", what, numbers(rounds))
    }
}

fn no_pairing(
    number: u32,
    stuck: &[Vec<PlayerTag>],
    ways: &[(Way, Vec<PlayerTag>)],
    left_out: usize,
) -> Vec<Message> {
    let head = html!(
        "<b>第{}轮不存在任何合规的编排</b>：以下各组棋手之间都已交过手或须回避，总有人无法安排。\n{}\n可以任选一项，选后先成方案，再由您公布：",
        number,
        groups(stuck)
    );
    let (lines, buttons) = super::hand::ways(number, ways);
    let more = match left_out {
        0 => Html::default(),
        count => html!("另有 {} 种同类办法未列出。\n", count),
    };
    let foot = html!("{}没有公布任何内容，请裁判长决定。", more);
    let mut messages = pages(&head, lines, &foot);
    if let Some(last) = messages.last_mut() {
        last.keyboard = buttons.into_iter().map(|button| vec![button]).collect();
    }
    messages
}

/// The first of a group.
fn some(group: &[PlayerTag]) -> Html {
    const NAMED: usize = 6;
    let mut text = players(group.get(..NAMED).unwrap_or(group));
    if group.len() > NAMED {
        text.push(&html!(" 等 {} 人", group.len()));
    }
    text
}

/// Buttons of tables at most, in a message: Telegram allows 100.
const TABLES: usize = 90;

/// `name`: of the knockout, in it.
fn open(
    number: u32,
    name: Option<&str>,
    games: &[OpenTable],
    before_pairing: bool,
) -> Vec<Message> {
    if let (true, Some(name)) = (games.is_empty(), name) {
        return vec![Message::text(html!(
            "{}没有等待成绩的局。下一步：/desk。",
            name
        ))];
    }
    if games.is_empty() {
        return vec![Message::text(html!(
            "第{}轮成绩已全部报齐。下一步：/pair 编排下一轮。",
            number
        ))];
    }
    let head = if before_pairing {
        html!(
            "<b>第{}轮还有 {} 台没有成绩</b>，每一台都要有结论才能编排下一轮：",
            number,
            games.len()
        )
    } else {
        match name {
            Some(name) => html!("<b>{}未定 {} 局</b>", name, games.len()),
            None => html!("<b>第{}轮未定 {} 台</b>", number, games.len()),
        }
    };
    let rows = games.iter().map(|game| {
        let state = match game.state {
            OpenState::Silent => html!("未报"),
            OpenState::Reported(result) => html!("已报{}，待对方确认", outcome(result)),
            OpenState::Disputed => html!("争议，待裁判裁定"),
        };
        let place = match &game.part {
            Some((round, part)) => html!("{} {}台 第{}局", round, game.table, *part),
            None => html!("{}", game.table),
        };
        html!(
            "{}　红 {} — 黑 {}　{}",
            place,
            player(&game.red),
            player(&game.black),
            state
        )
    });
    let foot = html!(
        "点台次逐台裁定，或发 <code>/result 台次 红胜</code>（红胜 黑胜 和 双负 红弃权 黑弃权 双弃 未定）"
    );
    let mut messages = pages(&head, rows, &foot);
    if let Some(mut last) = messages.pop() {
        let tables = games.iter().filter(|game| game.game > 0).take(TABLES);
        let buttons: Vec<Button> = tables
            .map(|one| {
                let game = one.game;
                Button::tap(format!("{}台", one.table), Tap::OpenTable { game })
            })
            .collect();
        for row in buttons.chunks(5) {
            last = last.row(row.to_vec());
        }
        messages.push(last.row([Button::tap("提醒未报的棋手", Tap::RemindOpen { number })]));
    }
    messages
}

/// Buttons for an arbiter to rule who did not come.
pub fn forfeits(game: i64, version: i64) -> Vec<Button> {
    rulings(
        game,
        version,
        &[
            ("红弃权", Outcome::RedForfeit),
            ("黑弃权", Outcome::BlackForfeit),
            ("双弃", Outcome::BothForfeit),
        ],
    )
}

/// Buttons for an arbiter to rule a game that was played.
pub fn ruling(game: i64, version: i64) -> Vec<Button> {
    rulings(
        game,
        version,
        &[
            ("红胜", Outcome::RedWin),
            ("和", Outcome::Draw),
            ("黑胜", Outcome::BlackWin),
            ("双负", Outcome::BothLose),
        ],
    )
}

fn rulings(game: i64, version: i64, decisions: &[(&str, Outcome)]) -> Vec<Button> {
    let button = |(label, result): &(&str, Outcome)| {
        let outcome = OutcomeCode(*result);
        Button::tap(
            *label,
            Tap::Rule {
                game,
                version,
                outcome,
            },
        )
    };
    decisions.iter().map(button).collect()
}
