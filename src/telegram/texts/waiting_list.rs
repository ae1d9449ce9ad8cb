use super::person;
use super::words::day_and_hour;
use crate::config::Config;
use crate::desk::notice::{OfferedPlace, Queue, WaitingList};
use crate::desk::waiting_list::WaitingListRefusal;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &WaitingList, config: &Config) -> Vec<Message> {
    vec![match notice {
        WaitingList::Offered(offer) if offer.again => Message::text(html!(
            "<b>{}</b> 上次的递补名额逾期未确认。现在又轮到您，名额留到 <b>{}</b>；再逾期将退出候补。",
            offer.name,
            day_and_hour(offer.until, config)
        ))
        .row(answers(offer)),
        WaitingList::Offered(offer) => Message::text(html!(
            "有名额了：<b>{}</b> 轮到递补，名额为您留到 <b>{}</b>。\n请在此之前确认；逾期让给下一位，您排到候补末位。",
            offer.name,
            day_and_hour(offer.until, config)
        ))
        .row(answers(offer)),
        WaitingList::Ask { offer, has_account } => {
            let why = if *has_account {
                "消息没有送到本人"
            } else {
                "本人没有账号"
            };
            Message::text(html!(
                "候补递补：<b>{}</b>（{}）。请联系本人，{}前代为确认或放弃；逾期让给下一位。",
                offer.name,
                why,
                day_and_hour(offer.until, config)
            ))
            .row(answers(offer))
        }
        WaitingList::Confirmed { name, in_review } => Message::text(if *in_review {
            html!("✅ 已确认：<b>{}</b> 的名额留好了，材料审核中，结果会通知您。", name)
        } else {
            html!("✅ 已确认：<b>{}</b> <b>报名成功</b>。不能参加请发 /withdraw 让给下一位。", name)
        }),
        WaitingList::Declined { name } => Message::text(html!(
            "已放弃：<b>{}</b> 不再候补，名额让给下一位。",
            name
        )),
        WaitingList::Lapsed {
            name,
            position: Some(position),
        } => Message::text(html!(
            "<b>{}</b> 的递补名额逾期未确认，已让给下一位。您现在排在候补第 <b>{}</b> 位；再逾期一次将退出候补。",
            name,
            *position
        )),
        WaitingList::Lapsed {
            name,
            position: None,
        } => Message::text(html!(
            "<b>{}</b> 的递补名额两次逾期未确认，已退出候补。有疑问请联系裁判。",
            name
        )),
        WaitingList::Passed { name, lapsed } => Message::text(if *lapsed {
            html!("候补：{} 逾期未确认，名额让给下一位。", name)
        } else {
            html!("候补：{} 放弃了名额，让给下一位。", name)
        }),
        WaitingList::Ended { name } => Message::text(html!(
            "参赛名单已定，候补到此结束，<b>{}</b> 未能递补。感谢报名！",
            name
        )),
        WaitingList::EndedFyi { waiting } => Message::text(html!(
            "候补已结束，{} 人未能递补，都已通知。",
            *waiting
        )),
        WaitingList::EndPreview { offers, waits } => Message::text(html!(
            "<b>结束候补？</b>\n待确认的 {} 个名额收回，候补的 {} 人不再递补，都会通知。抽签时候补也会自动结束。",
            *offers,
            *waits + *offers
        ))
        .row([
            Button::tap("确认结束候补", Tap::EndWaiting {}),
            Button::tap("不结束", Tap::Waiting { page: 0 }),
        ]),
        WaitingList::List {
            offers,
            waits,
            rows,
            page,
            pages,
            ended,
        } => list(*offers, *waits, rows, (*page, *pages), *ended, config),
    }]
}

pub fn refusal(refusal: &WaitingListRefusal) -> Html {
    match refusal {
        WaitingListRefusal::AlreadyConfirmed { name } => {
            html!("{} 的名额已经确认过了。进度请发 /me。", name)
        }
        WaitingListRefusal::Lapsed { name, position } => html!(
            "{} 的确认时间已过，名额让给了下一位；现在候补第 {} 位。",
            name,
            *position
        ),
        WaitingListRefusal::OutOfLine { name } => {
            html!("{} 已不在候补中，这个按钮没有生效。进度请发 /me。", name)
        }
        WaitingListRefusal::AlreadyEnded => html!("候补早已结束，不用再结束。"),
    }
}

/// The player's answers to an offer.
pub fn answers(offer: &OfferedPlace) -> [Button; 2] {
    let (registration, version) = (offer.registration, offer.version);
    [
        Button::tap(
            "确认参加",
            Tap::ConfirmOffer {
                registration,
                version,
            },
        ),
        Button::tap(
            "放弃",
            Tap::DeclineOffer {
                registration,
                version,
            },
        ),
    ]
}

fn list(
    offers: usize,
    waits: usize,
    rows: &[Queue],
    (page, pages): (usize, usize),
    ended: bool,
    config: &Config,
) -> Message {
    let mut lines = vec![html!(
        "<b>候补</b>　待确认 {} 人，候补 {} 人",
        offers,
        waits
    )];
    if ended {
        lines.push(html!("候补已结束，不再递补。"));
    }
    lines.extend(rows.iter().map(|row| {
        let pool = person::pool(&row.pool, config);
        match &row.offer {
            Some(offer) => html!(
                "· {}（{}）等待确认，{}截止",
                row.name,
                pool,
                day_and_hour(offer.until, config)
            ),
            None => html!("{}. {}（{}）", row.position, row.name, pool),
        }
    }));
    let mut message = Message::text(join(lines, "\n"));
    for offer in rows.iter().filter_map(|row| row.offer.as_ref()) {
        let (registration, version) = (offer.registration, offer.version);
        let name = person::short(&offer.name, 10);
        message = message.row([
            Button::tap(
                format!("代确认 {name}"),
                Tap::ConfirmOffer {
                    registration,
                    version,
                },
            ),
            Button::tap(
                format!("代放弃 {name}"),
                Tap::DeclineOffer {
                    registration,
                    version,
                },
            ),
        ]);
    }
    message = message.row(super::words::turns(page, pages, |page| Tap::Waiting {
        page,
    }));
    if ended {
        message
    } else {
        message.row([
            Button::tap("刷新", Tap::Waiting { page }),
            Button::tap("结束候补…", Tap::EndWaitingPreview {}),
        ])
    }
}
