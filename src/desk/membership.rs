//! The bot's place in groups and private chats as Telegram reports it.

use chrono::{DateTime, Utc};

use super::notice::Membership;
use super::{Chat, Halt, Turn};
use crate::store::instant::to_ms;
use crate::store::journal::Entry;
use crate::store::{account, outbox, setting};

/// What the bot is in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Gone,
    Silenced,
    Writes,
}

/// A person blocked the bot, or took that back.
pub fn blocked(turn: &mut Turn<'_>, blocked: bool) -> Result<(), Halt> {
    account::set_reachable(turn.tx, turn.account()?, !blocked)?;
    Ok(())
}

/// What the bot is in a group changed.
pub fn standing(turn: &mut Turn<'_>, was: Standing, is: Standing) -> Result<(), Halt> {
    let Some(Chat::Group { id, .. }) = turn.actor().map(|actor| actor.chat) else {
        return Ok(());
    };
    let is_bound = setting::get_i64(turn.tx, setting::GROUP)? == Some(id);
    match is {
        Standing::Writes if is_bound => open(turn),
        Standing::Writes if was == Standing::Gone => turn.reply(Membership::Joined),
        Standing::Gone | Standing::Silenced if is_bound => shut(turn, turn.now),
        _ => Ok(()),
    }
}

/// The bound group became a supergroup and has another id now. Messages' ids begin anew there, and so do
/// topics.
pub fn migrated(turn: &mut Turn<'_>, from: i64, to: i64) -> Result<(), Halt> {
    if setting::get_i64(turn.tx, setting::GROUP)? != Some(from) {
        return Ok(());
    }
    setting::set(turn.tx, setting::GROUP, &to.to_string())?;
    setting::clear(turn.tx, setting::GROUP_THREAD)?;
    outbox::forget_places(turn.tx, outbox::GROUP_CHAT)?;
    open(turn)?;
    turn.journal(Entry {
        action: "group.migrate".to_owned(),
        subject: "group".to_owned(),
        before: Some(from.to_string()),
        after: Some(to.to_string()),
        ..Entry::default()
    })
}

/// The bound group does not let the bot write: nothing is sent there before `until`. The arbiters are
/// told once.
pub fn shut(turn: &mut Turn<'_>, until: DateTime<Utc>) -> Result<(), Halt> {
    let is_news = setting::get(turn.tx, setting::GROUP_SHUT)?.is_none();
    setting::set(turn.tx, setting::GROUP_SHUT, &to_ms(until).to_string())?;
    if is_news {
        turn.tell_arbiters(Membership::GroupShut)?;
    }
    Ok(())
}

/// A topic is gone or closed. If it is the one the bot kept to, the group's general one is left.
pub fn topic_gone(turn: &mut Turn<'_>, thread: i64) -> Result<(), Halt> {
    if setting::get_i64(turn.tx, setting::GROUP_THREAD)? == Some(thread) {
        setting::clear(turn.tx, setting::GROUP_THREAD)?;
        turn.tell_arbiters(Membership::TopicGone)?;
    }
    Ok(())
}

/// The bound group can be written to again.
pub fn open(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if setting::get(turn.tx, setting::GROUP_SHUT)?.is_some() {
        setting::clear(turn.tx, setting::GROUP_SHUT)?;
        turn.tell_arbiters(Membership::GroupOpen)?;
    }
    Ok(())
}
