use super::words::{day_and_hour, numbers, some_players};
use super::{lot_word, person};
use crate::config::Config;
use crate::desk::notice::{Block, MatchPlace, Next, Panel, Upheld};
use crate::desk::panel::Step;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn messages(panel: &Panel, config: &Config) -> Vec<Message> {
    let stage = panel.stage.as_ref();
    let mut text = html!(
        "<b>裁判台</b>　{}{}\n报名成功 {} 人",
        config.event.short_name,
        stage.map_or(Html::default(), |name| html!("　{}", name)),
        panel.accepted
    );
    if panel.in_review > 0 {
        text.push(&html!("，待审核 {} 人（/review）", panel.in_review));
    }
    if panel.waiting > 0 {
        text.push(&html!("，候补 {} 人", panel.waiting));
    }
    text.push(&html!("\n{}", next(&panel.next, config)));
    for one in &panel.blocks {
        text.push(&html!("\n⚠️ {}", block(one, config)));
    }
    if panel.looks_only {
        let message = Message::text(text).row([
            button("申诉…", Step::Appeals),
            Button::tap("刷新", Tap::Panel {}),
        ]);
        return vec![others(message, panel)];
    }
    let mut steps = steps(&panel.next);
    let seeds_level = |one: &Block| matches!(one, Block::SeedsLevel { .. });
    if panel.blocks.iter().any(seeds_level) {
        steps.push(button("抽签…", Step::Draw));
    }
    if panel
        .blocks
        .iter()
        .any(|one| matches!(one, Block::LotWord { .. }))
    {
        steps.push(button("公开词…", Step::Draw));
    }
    let mut message = Message::text(text).row(steps);
    let mut queues = Vec::new();
    if panel.in_review > 0 {
        let label = format!("审核 {}", panel.in_review);
        queues.push(button(label, Step::Review));
    }
    if panel.waiting > 0 {
        queues.push(button(format!("候补 {}", panel.waiting), Step::Waiting));
    }
    message = message.row(queues).row(matters(&panel.blocks)).row([
        Button::tap("刷新", Tap::Panel {}),
        button("记录", Step::Journal),
        button("撤销…", Step::Undo),
    ]);
    vec![others(message, panel)]
}

/// The other competitions to go over to.
fn others(message: Message, panel: &Panel) -> Message {
    panel.others.iter().fold(message, |message, (key, name)| {
        let competition = key.clone();
        let label = format!("换到：{}", person::short(name, 24));
        message.row([Button::tap(label, Tap::ChooseCompetition { competition })])
    })
}

/// What is left undecided as buttons.
fn matters(blocks: &[Block]) -> Vec<Button> {
    let matter = |block: &Block| match block {
        Block::EarlyDraws { tables, matches } => {
            let count = tables.len() + matches.len();
            Some(button(format!("早和、认输 {count}…"), Step::Open))
        }
        Block::Appeals { count } => Some(button(format!("申诉 {count}…"), Step::Appeals)),
        Block::Upheld { appeals } => Some(button(
            format!("申诉待办 {}…", appeals.len()),
            Step::Appeals,
        )),
        Block::Records { count } => Some(button(format!("录谱 {count}…"), Step::Records)),
        _ => None,
    };
    blocks.iter().filter_map(matter).collect()
}

/// What is left undecided, for whoever is about to publish; empty: nothing.
pub fn undecided(blocks: &[Block], config: &Config) -> Html {
    if blocks.is_empty() {
        return Html::default();
    }
    let mut text = html!("⚠️ <b>还有未了结的事项</b>，请先处理；不处理也可以公布：");
    for one in blocks {
        text.push(&html!("\n· {}", block(one, config)));
    }
    text
}

fn button(label: impl Into<String>, step: Step) -> Button {
    Button::tap(label, Tap::DeskStep { step })
}

/// The next step as buttons.
fn steps(next: &Next) -> Vec<Button> {
    match next {
        Next::Close { .. } => vec![button("提前截止…", Step::CloseRegistration)],
        Next::Roster => vec![button("报名成功名单…", Step::Roster)],
        Next::Draw => vec![
            button("抽签…", Step::Draw),
            button("重发名单…", Step::Roster),
        ],
        Next::Checkin { opened: false, .. } => vec![button("开始报到", Step::CheckIn)],
        Next::Checkin { opened: true, .. } => vec![button("报到…", Step::CheckIn)],
        Next::Pair { number } => vec![button(format!("编排第{number}轮"), Step::Pair)],
        Next::Publish { round, .. } => vec![
            Button::tap("公布", Tap::DeskPublish { round: *round }),
            button("看方案", Step::Pair),
            Button::tap("作废", Tap::DeskDiscard { round: *round }),
        ],
        Next::Results {
            number,
            open,
            start,
            ..
        } if !open.is_empty() => {
            let begin = start.map(|round| Button::tap("宣布开赛", Tap::DeskStart { round }));
            let others = [
                button("未定台次…", Step::Open),
                Button::tap("提醒未报的棋手", Tap::RemindOpen { number: *number }),
            ];
            begin.into_iter().chain(others).collect()
        }
        Next::Results { .. } => Vec::new(),
        Next::Matches { number, open, .. } if !open.is_empty() => vec![
            button("未定台次…", Step::Open),
            Button::tap("提醒未报的棋手", Tap::RemindOpen { number: *number }),
        ],
        Next::Matches { .. } => Vec::new(),
        Next::BeginRound { number, .. } => {
            vec![Button::tap(
                "公布",
                Tap::DeskBeginMatches { number: *number },
            )]
        }
        Next::Seed => vec![button("淘汰赛定位", Step::Seed)],
        Next::Crowned => vec![button("获奖名单", Step::Prizes)],
        Next::PlacesLevel { .. } => vec![button("抽签…", Step::Draw)],
        Next::Over { .. } => vec![button("获奖名单", Step::Prizes)],
    }
}

fn block(block: &Block, config: &Config) -> Html {
    match block {
        Block::NoGroup => {
            html!("还没有绑定比赛群，公告无处可发：请裁判长在群里发 /bind。")
        }
        Block::NoPlayers => html!("还没有报名成功的棋手。"),
        Block::Reviews { count } => html!("{} 份报名待审核，抽签前都要有结论。", *count),
        Block::Offers { count, until } => html!(
            "{} 个递补名额等待确认，最晚到 {}。",
            *count,
            day_and_hour(*until, config)
        ),
        Block::TooFew { active } => html!("可以编排的棋手只有 {} 人，编不出对局。", *active),
        Block::Outdated => html!("方案做出之后参赛名单或指令有变化：请重看方案，会重新编排。"),
        Block::SeedsLevel { players: level } => html!(
            "各项都相同、名次并列：{}。种子先后可抽签：/draw。",
            some_players(level)
        ),
        Block::Disputed { tables } => html!("争议待裁定：{} 台", numbers(tables)),
        Block::Choosing { tables } => {
            html!("等棋手选先后手：{} 台。", numbers(tables))
        }
        Block::LotWord { round, tables } => lot_word::missing(round, tables),
        Block::Pending { tables } => html!("待对方确认：{} 台", numbers(tables)),
        Block::RoundOpen { number, tables } => html!(
            "第{}轮 {} 台还没有成绩：<code>/result {} 台次 结果</code>",
            *number,
            numbers(tables),
            *number
        ),
        Block::EarlyDraws { tables, matches } => html!(
            "过早和棋或认输待裁定 {} 局（{}）：/open",
            tables.len() + matches.len(),
            places(tables, matches)
        ),
        Block::Appeals { count } => html!("申诉待裁决 {} 件：/appeal", *count),
        Block::Upheld { appeals } => html!("申诉成立，待办：{}：/appeal", upheld(appeals)),
        Block::Records { count } => html!("棋谱未交 {} 份，记犯规可能影响名次：/record", *count),
    }
}

/// `1 号待退押金 500 元，3 号待撤销处罚…`
fn upheld(appeals: &[Upheld]) -> String {
    const NAMED: usize = 6;
    let one = |one: &Upheld| {
        let deposit = (one.deposit > 0).then(|| format!("待退押金 {} 元", one.deposit));
        let strike = one.strike.then(|| "待撤销处罚".to_owned());
        let left: Vec<String> = [strike, deposit].into_iter().flatten().collect();
        format!("{} 号{}", one.appeal, left.join("、"))
    };
    let named: Vec<String> = appeals.iter().take(NAMED).map(one).collect();
    let more = if appeals.len() > NAMED { "…" } else { "" };
    format!("{}{more}", named.join("，"))
}

/// `第3轮第5台、第3轮第7台、半决赛1台第2局…`
fn places(tables: &[(u32, u32)], matches: &[(MatchPlace, u32)]) -> String {
    const NAMED: usize = 8;
    let tables = tables.iter();
    let tables = tables.map(|(round, table)| format!("第{round}轮第{table}台"));
    let matches = matches.iter();
    let matches = matches.map(|(at, game)| format!("{}{}台第{game}局", at.name, at.table));
    let all: Vec<String> = tables.chain(matches).collect();
    let more = if all.len() > NAMED { "…" } else { "" };
    let named: Vec<&str> = all.iter().take(NAMED).map(String::as_str).collect();
    format!("{}{more}", named.join("、"))
}

fn next(next: &Next, config: &Config) -> Html {
    match next {
        Next::Close { closes } => html!(
            "<b>报名中</b>，{} 自动截止。\n发推荐名额：/invite 数量；提前截止：/close。",
            day_and_hour(*closes, config)
        ),
        Next::Roster => html!("<b>报名已截止</b>。\n下一步：/roster 公布报名成功名单。"),
        Next::Draw => html!("<b>名单已公布</b>。\n下一步：/draw 抽签定编号。"),
        Next::Checkin { opened: false, .. } => {
            html!("<b>编号已抽定</b>。\n下一步：/checkin 开始报到。")
        }
        Next::Checkin {
            opened: true,
            missing,
        } => {
            html!(
                "<b>报到中</b>，还有 {} 人未到。\n下一步：在 /checkin 里结束报到。",
                missing
            )
        }
        Next::Pair { number } => html!("下一步：/pair 编排<b>第{}轮</b>。", number),
        Next::Publish { number, .. } => {
            html!(
                "<b>第{}轮方案</b>等待公布，棋手还看不到。\n重看方案：/pair。",
                number
            )
        }
        Next::Results {
            number,
            open,
            tables,
            ..
        } => html!(
            "<b>第{}轮</b>进行中，已报 {}/{}。\n未定：{} 台。详情：/open；裁定：/result 台次 结果。",
            number,
            tables.saturating_sub(open.len()),
            tables,
            numbers(open)
        ),
        Next::PlacesLevel { players } => html!(
            "<b>积分赛已全部结束</b>，{} 人各项比较都相同。\n下一步：/draw 抽签定名次。",
            *players
        ),
        Next::Seed => html!(
            "<b>积分赛已全部结束</b>。\n已定名次的奖励：/prizes。\n下一步：/knockout 定位淘汰赛。"
        ),
        Next::BeginRound { name, .. } => {
            html!("下一步：/pair 查看并公布<b>{}</b>。", name)
        }
        Next::Matches {
            name, open, tables, ..
        } => html!(
            "<b>{}</b>进行中，已结束 {}/{} 场。\n进行中：{} 台。详情：/open；裁定：/result 台次 结果；每场：/knockout。",
            name,
            tables.saturating_sub(open.len()),
            tables,
            numbers(open)
        ),
        Next::Crowned => html!("<b>全部比赛已结束</b>。获奖名单：/prizes；对阵表：/knockout。"),
        Next::Over { rounds } => {
            html!(
                "<b>积分赛 {} 轮已全部结束</b>。最终名次：/standings。",
                rounds
            )
        }
    }
}
