use super::person;
use super::words::turns;
use crate::config::Config;
use crate::desk::notice::{Code, Invite};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Invite, config: &Config) -> Vec<Message> {
    vec![match notice {
        Invite::Codes { pool, codes, left } => made(pool, codes, *left),
        Invite::Which { wanted, pools } => {
            let mut message = Message::text(html!("{} 个邀请码，哪一类名额？", *wanted));
            for (key, name, left) in pools {
                let label = format!("{}（还可发 {left} 个）", person::short(name, 16));
                let (wanted, pool) = (*wanted, key.clone());
                message = message.row([Button::tap(label, Tap::InviteInto { wanted, pool })]);
            }
            message
        }
        Invite::List {
            unused,
            used,
            rows,
            page,
            pages,
        } => list((*unused, *used), rows, (*page, *pages), config),
    }]
}

fn made(pool: &str, codes: &[String], left: u32) -> Message {
    let mut lines = vec![html!(
        "{}邀请码 {} 个，一码一人。报名到最后一步点「使用邀请码」输入，或在参赛依据里选「邀请对象」输入：",
        pool,
        codes.len()
    )];
    lines.extend(codes.iter().map(|code| html!("<code>{}</code>", code)));
    lines.push(html!("还可以再发 {} 个。查看和作废：/invite 列表", left));
    Message::text(join(lines, "\n"))
}

fn list(
    (unused, used): (usize, usize),
    rows: &[Code],
    (page, pages): (usize, usize),
    config: &Config,
) -> Message {
    let mut lines = vec![html!("<b>邀请码</b>　未用 {} 个，已用 {} 个", unused, used)];
    lines.extend(rows.iter().map(|row| {
        let state = match &row.used_by {
            Some(name) => html!("{} 已用", name),
            None if row.revoked => html!("已作废"),
            None => html!("未用"),
        };
        let pool = person::pool(&row.pool, config);
        html!("<code>{}</code>（{}）{}", row.code, pool, state)
    }));
    if rows.is_empty() {
        lines.push(Html::trusted("还没有发过。".to_owned()));
    }
    let mut message = Message::text(join(lines, "\n"));
    for row in rows
        .iter()
        .filter(|row| row.used_by.is_none() && !row.revoked)
    {
        let code = row.code.clone();
        let label = format!("作废 {code}");
        message = message.row([Button::tap(label, Tap::RevokeCode { code, page })]);
    }
    message.row(turns(page, pages, |page| Tap::Codes { page }))
}
