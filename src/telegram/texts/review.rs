use super::person;
use crate::config::Config;
use crate::desk::notice::{Case, Decision, FileId, Review};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, File, Message};
use crate::telegram::tap::Tap;

/// Usual reasons to ask for more papers.
const ASKING: [&str; 5] = [
    "照片不清楚，请重拍",
    "缺户口本户主页和本人页",
    "缺社保缴纳记录（须满 12 个月）",
    "缺学生证或在读证明",
    "证件与填写的内容不一致，请补充说明材料",
];

/// Usual reasons to refuse.
const REFUSING: [&str; 4] = [
    "材料不能证明符合参赛资格",
    "社保连续缴纳不足 12 个月",
    "证件与填写的内容不一致",
    "协会没有邀请记录",
];

/// The usual reason at this place of the list.
pub fn usual_reason(asks: bool, index: usize) -> Option<&'static str> {
    let list: &[&str] = if asks { &ASKING } else { &REFUSING };
    list.get(index).copied()
}

pub fn messages(notice: &Review, config: &Config) -> Vec<Message> {
    let message = match notice {
        Review::Queue { open: 0 } => Message::text(html!("待审核：没有了。")),
        Review::Queue { open } => Message::text(html!("待审核 <b>{}</b> 件。", *open))
            .row([Button::tap("开始审核", Tap::NextCase {})]),
        Review::Case(case) => return case_messages(case, config),
        Review::Empty { asked: 0 } => Message::text(html!("没有待审核的报名。")),
        Review::Empty { asked } => Message::text(html!(
            "没有待审核的报名；另有 {} 件在等选手补充材料。",
            *asked
        )),
        Review::Reason {
            registration,
            version,
            name,
            asks,
        } => reason(*registration, *version, name, *asks),
        Review::Decided { name, decision } => Message::text(match decision {
            Decision::Accepted => html!("✅ 已通过：{}", name),
            Decision::Asked { reason } => html!("已要求 {} 补充：{}", name, reason),
            Decision::Refused { reason } => html!("❌ 未通过：{}。理由：{}", name, reason),
        }),
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
    let of = case.papers.len();
    let mut messages: Vec<Message> = case
        .papers
        .iter()
        .enumerate()
        .filter_map(|(index, paper)| {
            let FileId::Open(file) = &paper.file else {
                return None;
            };
            let mut message = Message::text(html!("{} 的材料 {}/{}", case.name, index + 1, of));
            message.file = Some(if paper.is_photo {
                File::Photo(file.clone())
            } else {
                File::Document(file.clone())
            });
            Some(message)
        })
        .collect();
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
            .row([Button::tap(
                "不通过",
                Tap::RefuseCase {
                    registration,
                    version,
                },
            )]),
    );
    messages
}

fn case_text(case: &Case, config: &Config) -> Html {
    let mut lines = vec![
        html!("<b>审核</b>（待审 {} 件）", case.open),
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

fn reason(registration: i64, version: i64, name: &str, asks: bool) -> Message {
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
    for (index, label) in list.iter().enumerate() {
        message = message.row([Button::tap(
            *label,
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
            "请发送照片或文件，可以发多张，发完点「完成」。以后再发请先 /cancel。"
        ));
        return Message::text(join(lines, "\n"));
    }
    lines.push(html!(
        "已收到 <b>{}</b> 张。还有就接着发，发完点「完成」。",
        given
    ));
    Message::text(join(lines, "\n")).row([Button::tap("完成", Tap::Supplemented { registration })])
}
