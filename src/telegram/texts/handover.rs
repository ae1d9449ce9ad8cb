use super::{me, person};
use crate::config::Config;
use crate::desk::notice::{Handover, Unclaimed};
use crate::html;
use crate::telegram::handlers::handover::LINK;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::Tap;

/// Players shown at once, each a button.
const PAGE: usize = 20;

pub fn messages(notice: &Handover, config: &Config) -> Vec<Message> {
    vec![match notice {
        Handover::Code { name, code, bot } => Message::text(html!(
            "<b>{}</b> 的认领码：<code>{}</code>\n请只交给选手本人：私聊发给我，或打开 https://t.me/{}?start={}{}\n认领以后对阵和成绩都由本人接收，只能用一次。",
            name,
            spaced(code),
            bot,
            LINK,
            code
        )),
        Handover::Codes { list } => return codes(list),
        Handover::Which { players, page } => which(players, *page),
        Handover::Claimed {
            name,
            document,
            phone,
            standing,
            pool,
            start_no,
        } => {
            let mut lines = vec![
                html!("✅ 已认领，<b>{}</b> 的报名现在由您的账号管理。", name),
                html!("证件：<code>{}</code>", document),
                html!("手机：<code>{}</code>", phone),
                html!("名额：{}", person::pool(pool, config)),
                me::standing(standing, config),
            ];
            if let Some(no) = start_no {
                lines.push(html!("编号 <b>{}</b>", *no));
            }
            lines.push(html!(
                "内容有错或不是本人，请马上告诉裁判。对阵和进度随时发 /me。"
            ));
            Message::text(join(lines, "\n"))
        }
        Handover::Taken { name, by } => Message::text(html!(
            "<b>{}</b> 的报名已由「{}」凭认领码接管，以后的通知发给本人。不对请联系裁判长。",
            name,
            by
        )),
        Handover::Unknown { left } => Message::text(html!(
            "没有这个认领码，请对照着再发一次。还可以试 {} 次，之后要等一小时。",
            *left
        )),
        Handover::Used { mine: Some(name) } => Message::text(html!(
            "这个认领码您已经用过，<b>{}</b> 就在您的账号里，发 /me 看进度。",
            name
        )),
        Handover::Used { mine: None } => Message::text(html!(
            "这个认领码已被用过，一码只能用一次。不是您用的，请马上告诉裁判。"
        )),
        Handover::Yours { name } => Message::text(html!(
            "<b>{}</b> 本来就在您的账号里，不用认领，这个码仍然有效，请交给选手本人。",
            name
        )),
    }]
}

/// `ABCDE-FGHJK`
pub fn spaced(code: &str) -> String {
    match code.split_at_checked(5) {
        Some((one, other)) => format!("{one}-{other}"),
        None => code.to_owned(),
    }
}

fn codes(list: &[Unclaimed]) -> Vec<Message> {
    if list.is_empty() {
        return vec![Message::text(html!(
            "没有待认领的选手：每位选手都有账号。代报请发 /add。"
        ))];
    }
    let head = html!(
        "待认领 <b>{}</b> 人。把码交给本人，私聊发给我即可，一码一人，只能用一次：",
        list.len()
    );
    let rows = list.iter().map(|one| {
        let code = spaced(&one.code);
        match one.start_no {
            Some(no) => html!("{} {}　<code>{}</code>", no, one.name, code),
            None => html!("{}　<code>{}</code>", one.name, code),
        }
    });
    pages(&head, rows, &Html::default())
}

fn which(players: &[(i64, String)], page: u32) -> Message {
    let pages = u32::try_from(players.len().div_ceil(PAGE)).unwrap_or(1);
    let page = page.min(pages.saturating_sub(1));
    let first = usize::try_from(page).unwrap_or(0) * PAGE;
    let mut message = Message::text(html!(
        "把哪一位选手的报名交给本人？交出以后由本人的账号管理。"
    ));
    for (registration, name) in players.iter().skip(first).take(PAGE) {
        message = message.row([Button::tap(
            person::short(name, 20),
            Tap::HandOver {
                registration: *registration,
            },
        )]);
    }
    let mut turn = Vec::new();
    if page > 0 {
        turn.push(Button::tap("上一页", Tap::HandOverWhich { page: page - 1 }));
    }
    if page + 1 < pages {
        turn.push(Button::tap("下一页", Tap::HandOverWhich { page: page + 1 }));
    }
    message.row(turn)
}
