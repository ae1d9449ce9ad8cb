use teloxide::types::{
    CallbackQuery, Chat as TelegramChat, ChatMemberKind, ChatMemberUpdated, MediaKind, Message,
    MessageKind, Update, UpdateKind, User,
};

use super::said::{Attachment, Said};
use crate::desk::membership::Standing;
use crate::desk::{Actor, Chat};

/// An update as the bot understands it: who acts, and what they did.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub actor: Actor,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq)]
pub enum What {
    Said(Said),
    /// Said by an administrator in the name of the group: nobody can tell who.
    Anonymous(Said),
    /// Pressed a button.
    Tapped {
        /// Telegram's id of the press, to be answered.
        query: String,
        data: String,
    },
    /// Blocked the bot, or took that back.
    Blocked(bool),
    /// What the bot may do in the group changed.
    Standing {
        was: Standing,
        is: Standing,
    },
    /// The group became a supergroup and has another id now.
    Migrated {
        from: i64,
        to: i64,
    },
}

/// The sender Telegram names for those who post in a group's name.
const GROUP_ANONYMOUS_BOT: u64 = 1_087_968_824;

/// Reads an update; `None` when it is meant for nobody here: channel posts, service messages, other bots.
pub fn read(update: &Update) -> Option<Incoming> {
    match &update.kind {
        UpdateKind::Message(message) => migration(message).or_else(|| said(message, false)),
        UpdateKind::EditedMessage(message) => said(message, true),
        UpdateKind::CallbackQuery(query) => tapped(query),
        UpdateKind::MyChatMember(change) => member(change),
        _ => None,
    }
}

/// Updates with the same key are handled in order.
pub fn lane(update: &Update) -> Option<i64> {
    let chat = update.chat().map(|chat| chat.id.0);
    chat.or_else(|| update.from().map(|user| account(user)))
}

fn said(message: &Message, is_edit: bool) -> Option<Incoming> {
    let MessageKind::Common(common) = &message.kind else {
        return dice(message);
    };
    if message.is_automatic_forward() {
        return None;
    }
    let from = message.from.as_ref()?;
    let text = message.text().or_else(|| message.caption());
    let said = Said {
        text: text.map(str::to_owned),
        attachment: attachment(&common.media_kind),
        is_forward: common.forward_origin.is_some(),
        is_edit,
        message: i64::from(message.id.0),
        written: message.date,
    };
    // A live location changes all the time; only changed words are an edit.
    if is_edit && said.text.is_none() {
        return None;
    }
    let actor = actor(from, &message.chat, thread(message), Some(said.message))?;
    let what = match &message.sender_chat {
        Some(chat) if chat.id == message.chat.id && from.id.0 == GROUP_ANONYMOUS_BOT => {
            What::Anonymous(said)
        }
        Some(_) => return None,
        None if from.is_bot => return None,
        None => What::Said(said),
    };
    Some(Incoming { actor, what })
}

/// A thrown die counts as a service message for teloxide, yet a person sent it.
fn dice(message: &Message) -> Option<Incoming> {
    message.dice()?;
    let from = message.from.as_ref().filter(|from| !from.is_bot)?;
    let said = Said {
        attachment: Some(Attachment::Other("dice")),
        message: i64::from(message.id.0),
        written: message.date,
        ..Said::default()
    };
    Some(Incoming {
        actor: actor(from, &message.chat, thread(message), Some(said.message))?,
        what: What::Said(said),
    })
}

fn tapped(query: &CallbackQuery) -> Option<Incoming> {
    let message = query.message.as_ref()?;
    let thread = message.regular_message().and_then(thread);
    let mut actor = actor(
        &query.from,
        message.chat(),
        thread,
        Some(i64::from(message.id().0)),
    )?;
    actor.tapped = true;
    Some(Incoming {
        actor,
        what: What::Tapped {
            query: query.id.0.clone(),
            data: query.data.clone().unwrap_or_default(),
        },
    })
}

fn member(change: &ChatMemberUpdated) -> Option<Incoming> {
    let actor = actor(&change.from, &change.chat, None, None)?;
    let was = standing(&change.old_chat_member.kind);
    let is = standing(&change.new_chat_member.kind);
    let what = if actor.is_private() {
        What::Blocked(is == Standing::Gone)
    } else {
        What::Standing { was, is }
    };
    Some(Incoming { actor, what })
}

fn migration(message: &Message) -> Option<Incoming> {
    let here = message.chat.id.0;
    let (from, to) = match (message.migrate_to_chat_id(), message.migrate_from_chat_id()) {
        (Some(to), _) => (here, to.0),
        (_, Some(from)) => (from.0, here),
        (None, None) => return None,
    };
    Some(Incoming {
        actor: actor(message.from.as_ref()?, &message.chat, None, None)?,
        what: What::Migrated { from, to },
    })
}

fn standing(kind: &ChatMemberKind) -> Standing {
    match kind {
        ChatMemberKind::Left | ChatMemberKind::Banned(_) => Standing::Gone,
        ChatMemberKind::Restricted(restricted) if !restricted.is_member => Standing::Gone,
        ChatMemberKind::Restricted(restricted) if !restricted.can_send_messages => {
            Standing::Silenced
        }
        ChatMemberKind::Restricted(_)
        | ChatMemberKind::Member(_)
        | ChatMemberKind::Administrator(_)
        | ChatMemberKind::Owner(_) => Standing::Writes,
    }
}

fn actor(
    user: &User,
    chat: &TelegramChat,
    thread: Option<i64>,
    message: Option<i64>,
) -> Option<Actor> {
    if chat.is_channel() {
        return None;
    }
    Some(Actor {
        account: account(user),
        name: user.full_name(),
        username: user.username.clone(),
        chat: if chat.is_private() {
            Chat::Private
        } else {
            Chat::Group {
                id: chat.id.0,
                thread,
            }
        },
        message,
        tapped: false,
    })
}

/// Telegram's user ids have at most 52 significant bits.
fn account(user: &User) -> i64 {
    user.id.0.cast_signed()
}

fn thread(message: &Message) -> Option<i64> {
    let thread = message.thread_id.filter(|_| message.is_topic_message)?;
    Some(i64::from(thread.0.0))
}

fn attachment(media: &MediaKind) -> Option<Attachment> {
    match media {
        MediaKind::Text(_) => None,
        MediaKind::Photo(photo) => match photo.photo.last() {
            Some(largest) => Some(Attachment::Photo(largest.file.id.0.clone())),
            None => Some(Attachment::Other("photo")),
        },
        MediaKind::Document(document) => Some(Attachment::Document {
            file: document.document.file.id.0.clone(),
            name: document.document.file_name.clone(),
        }),
        MediaKind::Sticker(_) => Some(Attachment::Other("sticker")),
        MediaKind::Voice(_) => Some(Attachment::Other("voice")),
        MediaKind::Audio(_) => Some(Attachment::Other("audio")),
        MediaKind::Video(_) => Some(Attachment::Other("video")),
        MediaKind::VideoNote(_) => Some(Attachment::Other("video_note")),
        MediaKind::Animation(_) => Some(Attachment::Other("animation")),
        MediaKind::Contact(_) => Some(Attachment::Other("contact")),
        MediaKind::Location(_) => Some(Attachment::Other("location")),
        MediaKind::Venue(_) => Some(Attachment::Other("venue")),
        MediaKind::Poll(_) => Some(Attachment::Other("poll")),
        _ => Some(Attachment::Other("other")),
    }
}
