use super::{paper, person};
use crate::config::Config;
use crate::desk::fee::FeeRefusal;
use crate::desk::notice::{Fee, FeeCard, FeeFilter, FeeList, FeeRow, FeeStanding};
use crate::html;
use crate::store::registration::State;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::{FilterCode, Tap};

pub fn messages(notice: &Fee, config: &Config) -> Vec<Message> {
    let message = match notice {
        Fee::AskReceipt { name } => Message::text(html!(
            "请发送 <b>{}</b> 的交费凭证（照片或文件）。不发了请发 /cancel。",
            name
        )),
        Fee::ReceiptKept { name, receipts } => Message::text(html!(
            "已收到 <b>{}</b> 的交费凭证（第 {} 份），裁判核对后会通知您。",
            name,
            *receipts
        )),
        Fee::Told { name, standing } => Message::text(match standing {
            FeeStanding::Paid => html!("<b>{}</b> 的费用已收到，谢谢。", name),
            FeeStanding::Waived { reason } => {
                html!("<b>{}</b> 的费用已减免：{}。", name, reason)
            }
            FeeStanding::Owed { .. } => html!(
                "裁判更正：<b>{}</b> 的费用还没有交清{}。请发 /me 交凭证，有疑问请联系裁判。",
                name,
                due(config)
            ),
        }),
        Fee::Receipts { open: 0 } => Message::text(html!("交费凭证：都核对过了。")),
        Fee::Receipts { open } => {
            Message::text(html!("交费凭证待核对 <b>{}</b> 人。", *open)).row([Button::tap(
                "查看凭证",
                Tap::Fees {
                    filter: FilterCode(FeeFilter::Receipt),
                    page: 0,
                },
            )])
        }
        Fee::List(list) => list_message(list, config),
        Fee::Card(card) => return card_messages(card),
        Fee::WhyWaived { name } => Message::text(html!(
            "<b>{}</b> 为什么减免？请写理由，会告诉本人。不减免了请发 /cancel。",
            name
        )),
        Fee::Settled { name, standing } => {
            Message::text(html!("<b>{}</b>：{}", name, standing_text(standing)))
        }
    };
    vec![message]
}

pub fn refusal(refusal: &FeeRefusal) -> Html {
    match refusal {
        FeeRefusal::NoFee => html!("本次比赛不收费。"),
        FeeRefusal::NoPlace { name } => html!("{} 没有占用名额，不用交费。", name),
        FeeRefusal::Already { name, by, standing } => html!(
            "{} 的费用{}{}，您的操作没有生效。",
            name,
            by.as_ref()
                .map_or(Html::default(), |by| html!("已由 {} 处理：", by)),
            standing_text(standing)
        ),
        FeeRefusal::ReasonWanted { longest } => html!(
            "请用文字写减免的理由，1 到 {} 个字。不减免了请发 /cancel。",
            *longest
        ),
        FeeRefusal::TooManyReceipts { most } => html!(
            "已有 {} 份凭证，这一份没有保存。需要更换请联系裁判。",
            *most
        ),
        FeeRefusal::NobodyNamed { sought } => html!(
            "没有名字里有“{}”的选手。看全部请发 /fees。",
            person::short(sought, 20)
        ),
    }
}

/// A fee's standing in a few words.
pub fn standing_text(standing: &FeeStanding) -> Html {
    match standing {
        FeeStanding::Owed { receipts: 0 } => html!("未交"),
        FeeStanding::Owed { receipts } => html!("未核对，凭证 {} 份", *receipts),
        FeeStanding::Paid => html!("已交"),
        FeeStanding::Waived { reason } => html!("减免（{}）", reason),
    }
}

fn due(config: &Config) -> Html {
    match &config.event.registration.fee {
        Some(fee) => html!("（{} 元）", fee.amount),
        None => Html::default(),
    }
}

fn list_message(list: &FeeList, config: &Config) -> Message {
    let count = |wanted: FeeFilter| {
        let found = list.counts.iter().find(|(filter, _)| *filter == wanted);
        found.map_or(0, |(_, count)| *count)
    };
    let mut lines = vec![html!(
        "<b>费用</b>{}　未交 {} 人（有凭证 {}），已交 {} 人，减免 {} 人\n已收 {} 元",
        due(config),
        count(FeeFilter::Owed),
        count(FeeFilter::Receipt),
        count(FeeFilter::Paid),
        count(FeeFilter::Waived),
        list.received
    )];
    lines.push(match &list.sought {
        Some(sought) => html!("名字里有“{}”的：", sought),
        None => html!("<b>{}</b>：", filter_name(list.filter)),
    });
    if list.rows.is_empty() {
        lines.push(html!("没有人。"));
    }
    lines.extend(list.rows.iter().map(row_text));
    let mut message = Message::text(join(lines, "\n"));
    let filter = FilterCode(list.filter);
    for row in &list.rows {
        let registration = row.registration;
        let mut buttons = vec![Button::tap(
            person::short(&row.name, 12),
            Tap::Fee { registration },
        )];
        if matches!(row.standing, FeeStanding::Owed { .. }) {
            let page = list.page;
            buttons.push(Button::tap(
                format!("✓ 已交 {}", person::short(&row.name, 8)),
                Tap::TickFee {
                    registration,
                    filter,
                    page,
                },
            ));
        }
        message = message.row(buttons);
    }
    message = message.row(super::words::turns(list.page, list.pages, |page| {
        Tap::Fees { filter, page }
    }));
    message.row(FeeFilter::ALL.map(|filter| {
        Button::tap(
            filter_name(filter),
            Tap::Fees {
                filter: FilterCode(filter),
                page: 0,
            },
        )
    }))
}

fn row_text(row: &FeeRow) -> Html {
    let gone = match row.state {
        State::Review => "，待审核",
        State::Withdrawn => "，已退赛",
        State::Refused => "，未通过",
        State::Accepted | State::Waiting | State::Offered => "",
    };
    html!("· {}：{}{}", row.name, standing_text(&row.standing), gone)
}

fn filter_name(filter: FeeFilter) -> &'static str {
    match filter {
        FeeFilter::Owed => "未交",
        FeeFilter::Receipt => "有凭证",
        FeeFilter::Paid => "已交",
        FeeFilter::Waived => "减免",
    }
}

fn card_messages(card: &FeeCard) -> Vec<Message> {
    let mut messages = paper::attached(&card.receipts, |no, of| {
        html!("{} 的交费凭证 {}/{}", card.row.name, no, of)
    });
    let by = card
        .by
        .as_ref()
        .map_or(Html::default(), |by| html!("（{}）", by));
    let text = html!(
        "<b>{}</b>　费用 {} 元：{}{}",
        card.row.name,
        card.amount,
        standing_text(&card.row.standing),
        by
    );
    let registration = card.row.registration;
    let buttons = match card.row.standing {
        FeeStanding::Owed { .. } => vec![
            Button::tap("已交", Tap::PayFee { registration }),
            Button::tap("减免…", Tap::WaiveFee { registration }),
        ],
        FeeStanding::Paid | FeeStanding::Waived { .. } => {
            vec![Button::tap("撤销，改为未交", Tap::UndoFee { registration })]
        }
    };
    messages.push(Message::text(text).row(buttons));
    messages
}
