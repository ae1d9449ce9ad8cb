use super::refusal::role as name_of;
use crate::config::Role;
use crate::desk::notice::Arbiter;
use crate::html;
use crate::telegram::message::Message;

pub fn messages(arbiter: &Arbiter) -> Vec<Message> {
    let html = match arbiter {
        Arbiter::Code { code, role } => html!(
            "{}的一次性裁判码：<code>{}</code>\n请转给本人，由他私聊发给我：\n<code>/arbiter {}</code>",
            name_of(*role),
            code,
            code
        ),
        Arbiter::Appointed { role: Role::Chief } => html!(
            "您现在是裁判长。下一步：把我加进比赛群，在群里发 /bind 绑定；给其他裁判发码请用 /arbiter 裁判员 或 /arbiter 编排长。"
        ),
        Arbiter::Appointed {
            role: Role::Committee,
        } => html!(
            "您现在是仲裁委员。有人申诉时会通知您，由您裁决；全部申诉请发 /appeal，赛况请发 /desk。"
        ),
        Arbiter::Appointed { role } => html!("您现在是{}。发 /desk 打开裁判台。", name_of(*role)),
        Arbiter::Joined { name, role } => html!(
            "{} 用裁判码成为{}。如果不是您安排的，请联系裁判长。",
            name,
            name_of(*role)
        ),
        Arbiter::Usage {
            role: Some(Role::Chief),
        } => html!(
            "给裁判发一次性码：/arbiter 裁判员、/arbiter 编排长 或 /arbiter 裁判长；给仲裁委员发码：/arbiter 仲裁。"
        ),
        Arbiter::Usage { role: Some(role) } => html!(
            "您是{}。收到更高职务的裁判码时，请发“/arbiter 裁判码”。",
            name_of(*role)
        ),
        Arbiter::Usage { role: None } => html!(
            "请把裁判长给您的码发给我，例如：<code>/arbiter ABCD2345</code>。没有码请联系裁判长。"
        ),
    };
    vec![Message::text(html)]
}
