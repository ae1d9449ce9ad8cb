//! The group that the event speaks in.

use super::notice::Bind;
use super::{Chat, Duty, Halt, Refusal, Turn};
use crate::store::journal::Entry;
use crate::store::setting;

/// The group that was asked to be bound while another one is.
const WANTED: &str = "group.wanted";

/// Binds the event to the group it was said in, and to its topic. Where another group is bound, it has to
/// be said twice.
pub fn bind(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::BindGroup)?;
    let Some(Chat::Group { id, thread }) = turn.actor().map(|actor| actor.chat) else {
        return Err(Refusal::GroupOnly.into());
    };
    let in_topic = thread.is_some();
    let bound = setting::get_i64(turn.tx, setting::GROUP)?;
    let bound_thread = setting::get_i64(turn.tx, setting::GROUP_THREAD)?;
    if bound == Some(id) && bound_thread == thread {
        setting::clear(turn.tx, setting::GROUP_SHUT)?;
        return turn.reply(Bind::Already { in_topic });
    }
    let old = bound.filter(|old| *old != id);
    if old.is_some() && setting::get_i64(turn.tx, WANTED)? != Some(id) {
        setting::set(turn.tx, WANTED, &id.to_string())?;
        return turn.reply(Bind::Elsewhere);
    }
    take(turn, id, thread)?;
    if let Some(old) = old {
        turn.tell_chat(old, Bind::Left)?;
    }
    turn.journal(Entry {
        action: "group.bind".to_owned(),
        subject: "group".to_owned(),
        before: bound.map(|chat| place(chat, bound_thread)),
        after: Some(place(id, thread)),
        ..Entry::default()
    })?;
    turn.reply(Bind::Bound { in_topic })
}

/// Remembers the group; nothing stands in its way any more.
fn take(turn: &Turn<'_>, id: i64, thread: Option<i64>) -> Result<(), Halt> {
    setting::set(turn.tx, setting::GROUP, &id.to_string())?;
    match thread {
        Some(thread) => setting::set(turn.tx, setting::GROUP_THREAD, &thread.to_string())?,
        None => setting::clear(turn.tx, setting::GROUP_THREAD)?,
    }
    setting::clear(turn.tx, setting::GROUP_SHUT)?;
    setting::clear(turn.tx, WANTED)?;
    Ok(())
}

fn place(chat: i64, thread: Option<i64>) -> String {
    match thread {
        Some(thread) => format!("{chat} topic {thread}"),
        None => chat.to_string(),
    }
}
