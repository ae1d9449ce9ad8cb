use crate::desk::notice::Invite;
use crate::html;
use crate::telegram::html::join;
use crate::telegram::message::Message;

pub fn messages(notice: &Invite) -> Vec<Message> {
    let Invite::Codes { pool, codes, left } = notice;
    let mut lines = vec![html!(
        "{}邀请码 {} 个，一码一人。报名时问到邀请码就输入；没有问到的，到最后一步点「使用邀请码」：",
        pool,
        codes.len()
    )];
    lines.extend(codes.iter().map(|code| html!("<code>{}</code>", code)));
    lines.push(html!("还可以再发 {} 个。", *left));
    vec![Message::text(join(lines, "\n"))]
}
