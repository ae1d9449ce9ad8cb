use super::{paper, person};
use crate::config::Config;
use crate::desk::notice::{Case, Decision, Found, Review};
use crate::html;
use crate::store::registration::State;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Keyboard, Message};
use crate::telegram::tap::Tap;
use crate::telegram::texts::words::day_and_hour;
use crate::tournament::eligibility::Clause;

/// More sections than this are chosen by typing.
const MOST_FILTERS: usize = 20;

/// More clauses than this are typed.
const MOST_PROOFS: usize = 20;

/// Usual reasons to ask for more papers.
const ASKING: [&str; 4] = [
    "照片不清楚，请重拍",
    "材料不全，请补齐",
    "材料上看不到姓名或日期，请补拍",
    "证件与填写的内容不一致，请补充说明材料",
];

/// Usual reasons to refuse.
const REFUSING: [&str; 4] = [
    "材料不能证明符合参赛资格",
    "证件与填写的内容不一致",
    "没有按要求补齐材料",
    "主办方没有邀请记录",
];

/// The usual reason at this place of the list; `Err`: how far the place lies behind them.
pub fn usual_reason(asks: bool, index: usize) -> Result<&'static str, usize> {
    let list: &[&str] = if asks { &ASKING } else { &REFUSING };
    list.get(index)
        .copied()
        .ok_or(index - list.len().min(index))
}

/// What has to be proved, as a reason.
pub fn clause_reason(asks: bool, clause: &Clause) -> String {
    let text = clause.text.trim_end_matches('。');
    if asks {
        format!("缺证明材料：{text}")
    } else {
        format!("不符合{}：{text}", clause.clause)
    }
}

pub fn messages(notice: &Review, config: &Config) -> Vec<Message> {
    let message = match notice {
        Review::Queue { open: 0 } => Message::text(html!("待审核：没有了。")),
        Review::Queue { open } => Message::text(html!("待审核 <b>{}</b> 件。", *open))
            .row([Button::tap("开始审核", Tap::NextCase {})]),
        Review::Case(case) => return case_messages(case, config),
        Review::Empty {
            asked,
            section,
            elsewhere,
        } => empty(*asked, section.as_deref(), *elsewhere),
        Review::Reason {
            registration,
            version,
            name,
            asks,
            clauses,
        } => reason(*registration, *version, name, *asks, clauses),
        Review::Decided {
            name,
            decision,
            registration,
            version,
        } => Message::text(match decision {
            Decision::Accepted => html!("✅ 已通过：{}", name),
            Decision::Asked { reason } => html!("已要求 {} 补充：{}", name, reason),
            Decision::Refused { reason } => html!("❌ 未通过：{}。理由：{}", name, reason),
        })
        .row([Button::tap(
            "审错了，重审",
            Tap::ReopenCase {
                registration: *registration,
                version: *version,
            },
        )]),
        Review::Reopened { name } => Message::text(html!(
            "裁判正在重新审核 <b>{}</b> 的报名，之前的结果作废。您现在不用做什么，有结果会通知您。",
            name
        )),
        Review::ReopenedByYou { name } => Message::text(html!(
            "已撤回 {} 的审核结果，选手已得到通知，请重审。",
            name
        )),
        Review::Found { rows } => return found(rows, config),
        Review::Told {
            registration,
            name,
            decision,
        } => told(*registration, name, decision),
        Review::Supplement {
            registration,
            name,
            reason,
            given,
            wrong,
        } => supplement(*registration, name, reason, *given, *wrong),
        Review::Supplemented { name } => Message::text(html!(
            "<b>{}</b> 的补充材料已交给裁判，有结果会通知您。",
            name
        )),
        Review::Undone => Message::text(html!("已取消，其他都没有变。")),
    };
    vec![message]
}

fn case_messages(case: &Case, config: &Config) -> Vec<Message> {
    let mut messages = paper::attached(&case.papers, |no, of| {
        html!("{} 的材料 {}/{}", case.name, no, of)
    });
    let (registration, version) = (case.registration, case.version);
    messages.push(
        Message::text(case_text(case, config))
            .row([
                Button::tap(
                    "通过",
                    Tap::AcceptCase {
                        registration,
                        version,
                    },
                ),
                Button::tap(
                    "要求补充",
                    Tap::AskCase {
                        registration,
                        version,
                    },
                ),
            ])
            .row([
                Button::tap(
                    "不通过",
                    Tap::RefuseCase {
                        registration,
                        version,
                    },
                ),
                Button::tap("先看下一件", Tap::SkipCase { registration }),
            ]),
    );
    if let Some(last) = messages.last_mut()
        && !case.filters.is_empty()
    {
        last.keyboard.extend(filters(&case.filters));
    }
    messages
}

/// Buttons that keep the review to one section.
fn filters(sections: &[String]) -> Keyboard {
    let all = Button::tap("全部组别", Tap::ReviewSection { section: 0 });
    let one = |(section, name): (usize, &String)| {
        Button::tap(format!("只看{name}"), Tap::ReviewSection { section })
    };
    let mut buttons: Vec<Button> = (1..).zip(sections).take(MOST_FILTERS).map(one).collect();
    buttons.push(all);
    buttons.chunks(2).map(<[Button]>::to_vec).collect()
}

fn empty(asked: u32, section: Option<&str>, elsewhere: usize) -> Message {
    let mut text = match section {
        Some(section) => html!("{} 没有待审核的报名", section),
        None => html!("没有待审核的报名"),
    };
    if asked > 0 {
        text.push(&html!("；另有 {} 件在等选手补充材料", asked));
    }
    if elsewhere == 0 || section.is_none() {
        text.push(&html!("。"));
        return Message::text(text);
    }
    text.push(&html!("；其他组别还有 {} 件。", elsewhere));
    let all = Button::tap("看全部组别", Tap::ReviewSection { section: 0 });
    Message::text(text).row([all])
}

fn found(rows: &[Found], config: &Config) -> Vec<Message> {
    rows.iter()
        .map(|row| {
            let state = match row.state {
                State::Accepted => "报名成功",
                State::Refused => "未通过审核",
                State::Review if row.asked => "等选手补充材料",
                State::Review => "待审核",
                State::Waiting => "候补",
                State::Offered => "候补递补，待确认",
                State::Withdrawn => "已退出",
            };
            let mut text = html!(
                "<b>{}</b>　{}出生　{}",
                row.name,
                person::day(row.born),
                state
            );
            if let Some(at) = row.at {
                let by = row.by.as_deref().unwrap_or("裁判");
                text.push(&html!("\n{} 于{}处理", by, day_and_hour(at, config)));
            }
            if let Some(reason) = row.reason.as_deref().filter(|reason| !reason.is_empty()) {
                text.push(&html!("\n理由：{}", reason));
            }
            let (registration, version) = (row.registration, row.version);
            let message = Message::text(text);
            if row.can_reopen {
                let tap = Tap::ReopenCase {
                    registration,
                    version,
                };
                message.row([Button::tap("重审", tap)])
            } else if row.state == State::Review {
                message.row([Button::tap("审这一件", Tap::ShowCase { registration })])
            } else {
                message
            }
        })
        .collect()
}

fn case_text(case: &Case, config: &Config) -> Html {
    let mut lines = vec![
        match &case.section {
            Some(section) => html!("<b>审核</b>　{}（待审 {} 件）", section, case.open),
            None => html!("<b>审核</b>（待审 {} 件）", case.open),
        },
        html!(
            "<b>{}</b>　{}　{}出生",
            case.name,
            person::sex(case.sex),
            person::day(case.born)
        ),
        html!(
            "{}：<code>{}</code>",
            case.permit.map_or("身份证", person::permit),
            case.document
        ),
        html!("手机：<code>{}</code>", case.phone),
        html!("称号：{}", person::title(case.title)),
        html!("名额：{}", person::pool(&case.pool, config)),
    ];
    if let Some(months) = case.months {
        lines.push(html!("自报社保：连续 {} 个月", months));
    }
    if let Some((name, phone)) = &case.guardian {
        lines.push(html!("监护人：{} <code>{}</code>", name, phone));
    }
    lines.push(html!("\n需要核实："));
    if case.permit.is_some() {
        lines.push(html!("· 证件：姓名、性别、出生日期是否一致"));
    }
    lines.extend(
        case.clauses
            .iter()
            .map(|clause| html!("· {} {}", clause.clause, clause.text)),
    );
    if case.papers.is_empty() {
        lines.push(html!("没有交材料。"));
    }
    if let Some(asked) = &case.asked_before {
        lines.push(html!("上次要求补充：{}", asked));
    }
    join(lines, "\n")
}

fn reason(registration: i64, version: i64, name: &str, asks: bool, clauses: &[Clause]) -> Message {
    let html = if asks {
        html!(
            "要 <b>{}</b> 补充什么？点一条，或直接输入，会原样告诉选手。不想了请发 /cancel。",
            name
        )
    } else {
        html!(
            "<b>{}</b> 不通过的理由？点一条，或直接输入，会原样告诉选手。不想了请发 /cancel。",
            name
        )
    };
    let mut message = Message::text(html);
    let list: &[&str] = if asks { &ASKING } else { &REFUSING };
    let labels = list.iter().map(|label| (*label).to_owned());
    let proofs = clauses.iter().take(MOST_PROOFS);
    let proofs = proofs.map(|clause| person::short(&clause_reason(asks, clause), 30));
    for (index, label) in labels.chain(proofs).enumerate() {
        message = message.row([Button::tap(
            label,
            Tap::Reason {
                registration,
                version,
                asks,
                reason: index,
            },
        )]);
    }
    message
}

fn told(registration: i64, name: &str, decision: &Decision) -> Message {
    match decision {
        Decision::Accepted => Message::text(html!("✅ 审核通过，<b>{}</b> 报名成功。", name)),
        Decision::Asked { reason } => Message::text(html!(
            "<b>{}</b> 的报名需要补充材料：{}。\n名额为您留着，请点下面的按钮发送。",
            name,
            reason
        ))
        .row([Button::tap("补充材料", Tap::Supplement { registration })]),
        Decision::Refused { reason } => Message::text(html!(
            "<b>{}</b> 的报名未通过审核：{}。\n如有疑问请联系裁判；补齐条件后可以重新 /register。",
            name,
            reason
        )),
    }
}

fn supplement(registration: i64, name: &str, reason: &str, given: u32, wrong: bool) -> Message {
    let mut lines = Vec::new();
    if wrong {
        lines.push(html!("⚠️ 这里需要照片或文件，刚才发的没有保存。"));
    }
    lines.push(html!("为 <b>{}</b> 补充材料：{}。", name, reason));
    if given == 0 {
        lines.push(html!(
            "请发送照片或文件（PDF、Word，20 MB 以内），可以发多张，发完点「完成」。以后再发请先 /cancel。"
        ));
        return Message::text(join(lines, "\n"));
    }
    lines.push(html!(
        "已收到 <b>{}</b> 张。还有就接着发，发完点「完成」。",
        given
    ));
    Message::text(join(lines, "\n")).row([Button::tap("完成", Tap::Supplemented { registration })])
}
