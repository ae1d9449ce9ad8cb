use crate::config::Config;
use crate::desk::notice::{FeeStanding, Me, Mine, MyGame, Standing};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::Tap;
use crate::telegram::texts::fee::standing_text;
use crate::telegram::texts::{person, words};

pub fn messages(notice: &Me, config: &Config) -> Vec<Message> {
    let Me::List {
        mine,
        has_draft,
        draft_for,
    } = notice;
    let mut blocks: Vec<Html> = mine.iter().map(|one| player(one, config)).collect();
    if blocks.is_empty() {
        blocks.push(html!("您还没有报名。"));
    }
    if *has_draft {
        let which = draft_for.as_ref();
        let which = which.map_or(Html::default(), |name| html!("（{}）", name));
        blocks.push(html!(
            "有一份没有填完的报名{}，发 /register 接着填。",
            which
        ));
    } else if mine.is_empty() {
        blocks.push(html!("报名请发 /register。"));
    }
    let blank = html!("");
    let rows = blocks.into_iter().map(|block| html!("{}\n", block));
    let mut messages = pages(&blank, rows, &blank);
    let mut message = messages.pop().unwrap_or_default();
    for one in mine {
        if matches!(one.standing, Standing::Asked { .. }) {
            let label = format!("补充 {} 的材料", person::short(&one.name, 10));
            let registration = one.registration;
            message = message.row([Button::tap(label, Tap::Supplement { registration })]);
        }
        if matches!(one.fee, Some(FeeStanding::Owed { .. })) {
            let label = format!("交费凭证 {}", person::short(&one.name, 10));
            let registration = one.registration;
            message = message.row([Button::tap(label, Tap::Receipt { registration })]);
        }
        for (game, round, table) in one.records.iter().take(10) {
            let label = format!("交棋谱 第{round}轮第{table}台");
            message = message.row([Button::tap(label, Tap::GiveRecord { game: *game })]);
        }
        if matches!(one.standing, Standing::Offered { .. }) {
            let name = person::short(&one.name, 10);
            let (registration, version) = (one.registration, one.version);
            message = message.row([
                Button::tap(
                    format!("确认参加 {name}"),
                    Tap::ConfirmOffer {
                        registration,
                        version,
                    },
                ),
                Button::tap(
                    format!("放弃 {name}"),
                    Tap::DeclineOffer {
                        registration,
                        version,
                    },
                ),
            ]);
        }
    }
    let stands = |one: &Mine| {
        !matches!(
            one.standing,
            Standing::Refused { .. } | Standing::Withdrawn | Standing::Removed
        )
    };
    if mine.iter().any(stands) {
        message = message.row([Button::tap("交给选手本人", Tap::HandOverWhich { page: 0 })]);
    }
    messages.push(message);
    messages
}

fn player(mine: &Mine, config: &Config) -> Html {
    let head = match &mine.section {
        Some(section) => html!("<b>{}</b>（{}）", mine.name, section),
        None => html!("<b>{}</b>", mine.name),
    };
    let mut lines = vec![head];
    if let Some(competition) = &mine.competition {
        lines.push(html!("{}", competition));
    }
    lines.push(standing(&mine.standing, config));
    if !mine.reviewing.is_empty() {
        lines.push(reviewing(&mine.reviewing));
    }
    if let Some(no) = mine.start_no {
        lines.push(html!("编号 <b>{}</b>", no));
    }
    if let (Some(standing), Some(fee)) = (&mine.fee, &config.event.registration.fee) {
        lines.push(html!("费用 {} 元：{}", fee.amount, standing_text(standing)));
    }
    if mine.checked_in {
        lines.push(html!("已报到。"));
    }
    if !mine.records.is_empty() {
        let owed = mine.records.iter();
        let owed = owed.map(|(_, round, table)| html!("第{}轮第{}台", round, table));
        lines.push(html!("应交棋谱：{}", join(owed, "、")));
    }
    lines.extend(mine.games.iter().map(game));
    join(lines, "\n")
}

/// Where a registration stands, in a sentence.
pub(super) fn standing(standing: &Standing, config: &Config) -> Html {
    match standing {
        Standing::Accepted => html!("报名成功。"),
        Standing::Review => html!("材料审核中，名额留着。"),
        Standing::Asked { reason } => {
            html!("还缺：请补充材料（{}），发 /me 点按钮发送。", reason)
        }
        Standing::Waiting { position } => html!("候补第 {} 位，有名额会通知。", *position),
        Standing::Offered { until } => html!(
            "轮到递补，名额留到 <b>{}</b>，请发 /me 点按钮确认。",
            words::day_and_hour(*until, config)
        ),
        Standing::Refused { reason } => {
            html!("报名未通过：{}。条件有变可以重新 /register。", reason)
        }
        Standing::Withdrawn => html!("已退出。"),
        Standing::Removed => html!("已被除名，不列名次。有异议请发 /appeal。"),
    }
}

fn reviewing(clauses: &[String]) -> Html {
    let lines = clauses
        .iter()
        .map(|clause| html!("待审核：{}", person::short(clause, 60)));
    join(lines, "\n")
}

fn game(game: &MyGame) -> Html {
    match game {
        MyGame::Table {
            number,
            table,
            side,
            opponent,
            outcome,
        } => html!(
            "第{}轮 第{}台 执{} 对手 {}　{}",
            number,
            table,
            words::side(*side),
            words::player(opponent),
            outcome.map_or("未定", words::outcome)
        ),
        MyGame::Match {
            round,
            table,
            game,
            side,
            opponent,
            outcome,
        } => html!(
            "{} 第{}台 第{}局 执{} 对手 {}　{}",
            round,
            table,
            game,
            words::side(*side),
            words::player(opponent),
            outcome.map_or("未定", words::outcome)
        ),
        MyGame::Through {
            round,
            forfeited: false,
        } => html!("{} 轮空，直接晋级", round),
        MyGame::Through {
            round,
            forfeited: true,
        } => html!("{} 对方弃权，直接晋级", round),
        MyGame::Bye { number } => html!("第{}轮 轮空", number),
        MyGame::Granted { number, points } => {
            html!("第{}轮 报名前已公布，记 {} 分", number, points)
        }
        MyGame::Absent { number } => html!("第{}轮 缺席", number),
    }
}
