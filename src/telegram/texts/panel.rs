use super::person;
use super::words::{day_and_hour, numbers};
use crate::config::Config;
use crate::desk::notice::{Next, Panel};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn messages(panel: &Panel, config: &Config) -> Vec<Message> {
    let mut text = html!(
        "<b>裁判台</b>　{}\n报名成功 {} 人",
        config.event.short_name,
        panel.accepted
    );
    if panel.in_review > 0 {
        text.push(&html!("，待审核 {} 人（/review）", panel.in_review));
    }
    if panel.waiting > 0 {
        text.push(&html!("，候补 {} 人", panel.waiting));
    }
    text.push(&html!("\n{}", next(&panel.next, config)));
    let refresh = Button::tap("刷新", Tap::Panel {});
    let buttons = match &panel.next {
        Next::Publish { round, .. } => vec![
            Button::tap("公布", Tap::Publish { round: *round }),
            Button::tap("作废", Tap::Discard { round: *round }),
            refresh,
        ],
        Next::Results { number, open, .. } if !open.is_empty() => vec![
            Button::tap("提醒未报的棋手", Tap::RemindOpen { number: *number }),
            refresh,
        ],
        Next::Matches { number, open, .. } if !open.is_empty() => vec![
            Button::tap("提醒未报的棋手", Tap::RemindOpen { number: *number }),
            refresh,
        ],
        Next::BeginRound { number, .. } => vec![
            Button::tap("公布", Tap::BeginMatches { number: *number }),
            refresh,
        ],
        Next::Seed => vec![Button::tap("淘汰赛定位", Tap::SeedPreview {}), refresh],
        _ => vec![refresh],
    };
    let mut message = Message::text(text).row(buttons);
    for (key, name) in &panel.others {
        let competition = key.clone();
        let label = format!("换到：{}", person::short(name, 24));
        message = message.row([Button::tap(label, Tap::ChooseCompetition { competition })]);
    }
    vec![message]
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
