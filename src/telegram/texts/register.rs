use super::{form, person, refusal};
use crate::config::Config;
use crate::desk::notice::{Before, Offer, Places, Register, Standing};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Register, config: &Config) -> Vec<Message> {
    vec![match notice {
        Register::Ask {
            version,
            before,
            question,
        } => form::message(
            *version,
            before.as_ref().map(|before| before_text(before, config)),
            question,
            config,
        ),
        Register::Which { offers } => which(offers),
        Register::Left { version } => Message::text(html!(
            "已离开报名，<b>没有提交</b>。您填的内容加密保留着，发 /register 可以接着填。"
        ))
        .row([
            Button::tap("继续报名", Tap::BeginForm {}),
            Button::tap("删除内容", Tap::DropForm { version: *version }),
        ]),
        Register::Dropped => Message::text(html!("填写的内容已删除。需要时请再发 /register。")),
        Register::Submitted {
            name,
            standing,
            pool,
            again,
            at_once,
        } => {
            let mut text = submitted(name, standing, pool, *again, config);
            if !at_once.is_empty() {
                text.push(&html!(
                    "\n⚠️ {} 还报了{}，按日程与本项<b>同时进行</b>：人不在场的一边按迟到、弃权处理。请先问裁判能否兼顾，不能的请发 /withdraw 退一项。",
                    name,
                    at_once.join("、")
                ));
            }
            Message::text(text)
        }
        Register::Promoted { name, in_review } => Message::text(if *in_review {
            html!("有名额了：<b>{}</b> 已从候补递补，名额为您留着，材料审核中，结果会通知您。", name)
        } else {
            html!("有名额了：<b>{}</b> 已从候补递补，<b>报名成功</b>。不能参加请发 /withdraw 让给下一位。", name)
        }),
        Register::PromotedFyi { name, in_review } => Message::text(if *in_review {
            html!("候补递补：{}，等待审核。", name)
        } else {
            html!("候补递补：{}，报名成功。", name)
        }),
        Register::Opened { closes } => Message::text(html!(
            "<b>报名开始</b>，{} 截止。\n请在与我的私聊里发 /register 报名；要求请发 /rules 查看。",
            super::words::day_and_hour(*closes, config)
        )),
        Register::Unfinished { closes } => Message::text(html!(
            "您有一份报名还没有提交，{} 截止，过时不能再提交。",
            super::words::day_and_hour(*closes, config)
        ))
        .row([Button::tap("继续报名", Tap::BeginForm {})]),
        Register::ClosePreview {
            accepted,
            in_review,
            waiting,
            closes,
        } => Message::text(html!(
            "现在截止报名？\n报名成功 <b>{}</b> 人，待审核 <b>{}</b> 人，候补 <b>{}</b> 人。\n原定 {}截止。截止后不能再提交，审核可以继续。",
            *accepted,
            *in_review,
            *waiting,
            super::words::day_and_hour(*closes, config)
        ))
        .row([Button::tap("确认截止", Tap::CloseRegistration {})]),
        Register::Closed {
            accepted,
            in_review,
            waiting,
            by_deadline,
        } => {
            let next = if *in_review > 0 {
                "审核完请发 /roster 公布名单。"
            } else {
                "接着请发 /roster 公布名单。"
            };
            let head = if *by_deadline {
                "报名时间已到，报名截止。"
            } else {
                "报名已截止。"
            };
            Message::text(html!(
                "{}\n报名成功 <b>{}</b> 人，待审核 <b>{}</b> 人，候补 <b>{}</b> 人。\n{}",
                head,
                *accepted,
                *in_review,
                *waiting,
                next
            ))
        }
    }]
}

fn which(offers: &[Offer]) -> Message {
    let mut lines = vec![html!(
        "本赛事有 {} 个项目，<b>报哪一个</b>？每个项目分别报名，同一位选手可以报几个项目。",
        offers.len()
    )];
    lines.extend(offers.iter().map(|offer| {
        let places = match offer.places {
            Places::Free(free) => html!("还有 {} 个名额", free),
            Places::Full => html!("名额已满，可以候补"),
            Places::ByCode => html!("凭邀请码"),
            Places::Closed => html!("现在不能报名"),
        };
        html!("· {}：{}", offer.name, places)
    }));
    let mut message = Message::text(join(lines, "\n"));
    for offer in offers {
        let mark = match offer.places {
            Places::Free(_) => "",
            Places::Full => "（候补）",
            Places::ByCode => "（凭邀请码）",
            Places::Closed => continue,
        };
        let label = format!("{}{mark}", person::short(&offer.name, 24));
        let competition = offer.key.clone();
        message = message.row([Button::tap(label, Tap::BeginIn { competition })]);
    }
    message
}

fn before_text(before: &Before, config: &Config) -> Html {
    match before {
        Before::Welcome { full } => {
            let mut lines = vec![html!(
                "报名「{}」。一步一步填，随时可以点「返回」修改，发 /cancel 离开，填过的都会保留。",
                config.event.name
            )];
            if *full {
                lines.push(html!(
                    "公开名额已满，现在提交会排入<b>候补</b>，有人退出时依次递补。"
                ));
            }
            join(lines, "\n")
        }
        Before::Moved => html!("已换到这个项目，选手的信息都保留。"),
        Before::Adding => html!(
            "代报：替没有账号的选手填报名表，规则与本人报名相同。随时可以点「返回」，发 /cancel 离开，填过的都会保留。"
        ),
        Before::Resumed => html!("接着上次的报名继续。"),
        Before::Refused(refused) => html!("⚠️ {}", refusal::form(refused)),
        Before::UnknownCode => html!("⚠️ 没有这个邀请码。请核对后重新输入，或点下面的按钮。"),
        Before::UsedCode => {
            html!("⚠️ 这个邀请码已被用过，一码只能用一次。请向发码的人再要一个，或点下面的按钮。")
        }
        Before::OldButton => html!("刚才的按钮属于前面的一步，没有生效。现在到这一步："),
        Before::Card { masked, born, sex } => html!(
            "已记下身份证 <code>{}</code>：{}，{}出生。",
            masked,
            person::sex(*sex),
            person::day(*born)
        ),
    }
}

fn submitted(name: &str, standing: &Standing, pool: &str, again: bool, config: &Config) -> Html {
    let mut lines = Vec::new();
    if again {
        lines.push(html!("这份报名已经提交过了，不会重复。"));
    }
    let pool = person::pool(pool, config);
    lines.push(match standing {
        Standing::Accepted => html!("✅ <b>{}</b> 报名成功（{}）。", name, pool),
        Standing::Review => html!(
            "✅ 已提交：<b>{}</b>（{}）。名额已为您留着，裁判审核材料后会通知您。",
            name,
            pool
        ),
        Standing::Asked { reason } => {
            html!("<b>{}</b> 需要补充材料：{}。请发 /me 补充。", name, reason)
        }
        Standing::Waiting { position } => html!(
            "已提交：<b>{}</b>。{}名额已满，您在候补第 <b>{}</b> 位，有名额会依次通知。",
            name,
            pool,
            *position
        ),
        Standing::Offered { until } => html!(
            "<b>{}</b> 轮到递补，请在 {} 前发 /me 确认。",
            name,
            super::words::day_and_hour(*until, config)
        ),
        Standing::Refused { reason } => html!("<b>{}</b> 的报名未通过：{}。", name, reason),
        Standing::Withdrawn => html!("<b>{}</b> 已退出。", name),
        Standing::Removed => html!("<b>{}</b> 已被除名。", name),
    });
    if !again && matches!(standing, Standing::Accepted | Standing::Review) {
        if let Some(fee) = &config.event.registration.fee {
            lines.push(html!("费用 {} 元：{}", fee.amount, fee.note));
        }
        lines.push(html!(
            "随时发 /me 看进度；给另一位选手报名请再发 /register。"
        ));
    }
    join(lines, "\n")
}
