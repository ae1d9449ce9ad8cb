//! Every sentence the bot says. One function a noun's notices, each in the file of that noun.

mod refusal;

use super::Message;
use crate::config::Config;
use crate::desk::Notice;
use crate::html;

/// Phrases a notice. The same notice gives the same messages, so that a restart can go on with the part
/// that was not yet sent.
pub fn phrase(notice: &Notice, config: &Config) -> Vec<Message> {
    let _ = config;
    match notice {
        Notice::Refused(refused) => vec![Message::text(refusal::text(refused))],
        Notice::Fault { id } => vec![Message::text(html!(
            "抱歉，程序出了差错，您刚才的操作没有生效，其他内容都还在。请稍后再试一次；仍不行，请把编号 <code>{}</code> 告诉裁判。",
            id
        ))],
    }
}
