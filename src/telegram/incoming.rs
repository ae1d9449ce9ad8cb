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

/// What a size that Telegram does not tell is read as.
const UNTOLD: u64 = u32::MAX as u64;

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

/// Updates with the same key are handled in order: all of them, so that whoever submits first has the place.
/// The database takes one writer at a time anyway.
pub fn lane(_: &Update) -> Option<i64> {
    Some(0)
}

fn said(message: &Message, is_edit: bool) -> Option<Incoming> {
    let MessageKind::Common(common) = &message.kind else {
        return other(message);
    };
    if message.is_automatic_forward() {
        return None;
    }
    let from = message.from.as_ref()?;
    let text = message.text().or_else(|| message.caption());
    let said = Said {
        text: text.map(str::to_owned),
        attachment: attachment(&common.media_kind),
        content: None,
        replied: common
            .reply_to_message
            .as_ref()
            .and_then(|to| to.text().or_else(|| to.caption()))
            .map(str::to_owned),
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

/// A thrown die counts as a service message for teloxide, and what it does not know as an empty one; yet a
/// person sent it.
fn other(message: &Message) -> Option<Incoming> {
    let kind = match &message.kind {
        MessageKind::Dice(_) => "dice",
        MessageKind::Empty {} => "other",
        _ => return None,
    };
    let from = message.from.as_ref().filter(|from| !from.is_bot)?;
    let said = Said {
        attachment: Some(Attachment::Other(kind)),
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
            media_type: document
                .document
                .mime_type
                .as_ref()
                .map(ToString::to_string),
            size: Some(u64::from(document.document.file.size)).filter(|size| *size < UNTOLD),
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The update as the inbox keeps it, read.
    fn incoming(kind: &str, body: Value) -> Option<Incoming> {
        let mut update = json!({"update_id": 7});
        update[kind] = body;
        // As the inbox keeps it: parsed as JSON and written again.
        let kept = update.to_string().into_bytes();
        let update: Update = serde_json::from_slice(&kept).unwrap();
        assert!(!matches!(update.kind, UpdateKind::Error(_)), "{kind}");
        read(&update)
    }

    fn zhang() -> Value {
        json!({"id": 5_000_000_001_i64, "is_bot": false, "first_name": "张", "last_name": "三"})
    }

    fn private(more: Value) -> Value {
        let mut message = json!({
            "message_id": 3, "date": 1_700_000_000, "from": zhang(),
            "chat": {"id": 5_000_000_001_i64, "type": "private", "first_name": "张"},
        });
        for (key, value) in more.as_object().unwrap() {
            message[key] = value.clone();
        }
        message
    }

    fn group() -> Value {
        json!({"id": -1_001_i64, "type": "supergroup", "title": "象棋赛", "is_forum": true})
    }

    fn said_in(incoming: Option<Incoming>) -> Said {
        match incoming.unwrap().what {
            What::Said(said) => said,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_photos_and_files_are_read() {
        let text = incoming("message", private(json!({"text": "报名"}))).unwrap();
        assert_eq!(text.actor.account, 5_000_000_001);
        assert_eq!(text.actor.name, "张 三");
        assert!(text.actor.is_private());
        assert_eq!(said_in(Some(text)).text.as_deref(), Some("报名"));

        let size = |id: &str, side: u32| json!({"file_id": id, "file_unique_id": id, "width": side, "height": side});
        let photo = json!({"photo": [size("small", 90), size("large", 800)], "caption": "证件"});
        let photo = said_in(incoming("message", private(photo)));
        assert_eq!(
            photo.attachment,
            Some(Attachment::Photo("large".to_owned()))
        );
        assert_eq!(photo.text.as_deref(), Some("证件"));

        let file =
            json!({"document": {"file_id": "d1", "file_unique_id": "u", "file_name": "社保.pdf"}});
        let file = said_in(incoming("message", private(file)));
        assert_eq!(
            file.attachment,
            Some(Attachment::Document {
                file: "d1".to_owned(),
                name: Some("社保.pdf".to_owned()),
                media_type: None,
                size: None,
            })
        );

        let dice = private(json!({"dice": {"emoji": "🎲", "value": 3}}));
        let dice = said_in(incoming("message", dice));
        assert_eq!(dice.attachment, Some(Attachment::Other("dice")));

        let unheard_of = private(json!({"checklist": {"title": "t", "tasks": []}}));
        let unheard_of = said_in(incoming("message", unheard_of));
        assert_eq!(unheard_of.attachment, Some(Attachment::Other("other")));

        let edit = private(json!({"text": "改", "edit_date": 1_700_000_009}));
        assert!(said_in(incoming("edited_message", edit)).is_edit);
    }

    #[test]
    fn buttons_tell_which_message_they_stood_on() {
        let press = |message: Value| {
            json!({"id": "42", "from": zhang(), "chat_instance": "c", "data": "rc:1:rw",
                   "message": message})
        };
        let bot = json!({"id": 1, "is_bot": true, "first_name": "棋赛"});
        let message = json!({"message_id": 9, "date": 1_700_000_000, "from": bot, "chat": group(),
                             "is_topic_message": true, "message_thread_id": 4, "text": "对阵"});
        let tapped = incoming("callback_query", press(message)).unwrap();
        assert!(tapped.actor.tapped);
        assert_eq!(tapped.actor.message, Some(9));
        let chat = Chat::Group {
            id: -1001,
            thread: Some(4),
        };
        assert_eq!(tapped.actor.chat, chat);
        assert_eq!(
            tapped.what,
            What::Tapped {
                query: "42".to_owned(),
                data: "rc:1:rw".to_owned()
            }
        );
        // The message is gone: only where it stood is known.
        let gone = json!({"message_id": 9, "date": 0, "chat": group()});
        let tapped = incoming("callback_query", press(gone)).unwrap();
        assert_eq!(tapped.actor.message, Some(9));
    }

    #[test]
    fn standing_and_blocking_are_read() {
        let bot = json!({"id": 1, "is_bot": true, "first_name": "棋赛"});
        let change = |chat: Value, old: &str, new: Value| {
            let mut is = json!({"user": bot});
            for (key, value) in new.as_object().unwrap() {
                is[key] = value.clone();
            }
            json!({"chat": chat, "from": zhang(), "date": 1_700_000_000,
                   "old_chat_member": {"user": bot, "status": old}, "new_chat_member": is})
        };
        let own = private(json!({}))["chat"].clone();
        let kicked = json!({"status": "kicked", "until_date": 0});
        let blocked = change(own, "member", kicked.clone());
        assert_eq!(
            incoming("my_chat_member", blocked).unwrap().what,
            What::Blocked(true)
        );
        let standing = |was, is| What::Standing { was, is };
        let out = change(group(), "member", kicked);
        assert_eq!(
            incoming("my_chat_member", out).unwrap().what,
            standing(Standing::Writes, Standing::Gone)
        );
        let joined = change(group(), "left", json!({"status": "member"}));
        assert_eq!(
            incoming("my_chat_member", joined).unwrap().what,
            standing(Standing::Gone, Standing::Writes)
        );
    }

    #[test]
    fn what_is_meant_for_nobody_is_passed_over() {
        let post = json!({"message_id": 3, "date": 1_700_000_000, "text": "公告",
                          "chat": {"id": -1_002_i64, "type": "channel", "title": "频道"}});
        assert_eq!(incoming("channel_post", post), None);
        let bot = json!({"id": 9, "is_bot": true, "first_name": "别的"});
        let robot = json!({"message_id": 3, "date": 1_700_000_000, "from": bot, "chat": group(),
                           "text": "/help"});
        assert_eq!(incoming("message", robot), None);
        let pinned = private(json!({"pinned_message": private(json!({"text": "旧"}))}));
        assert_eq!(incoming("message", pinned), None);
    }

    #[test]
    fn a_migration_is_read_in_either_chat() {
        let migrated = What::Migrated {
            from: -5,
            to: -1_001,
        };
        let old = json!({"message_id": 3, "date": 1_700_000_000, "from": zhang(),
                         "chat": {"id": -5, "type": "group", "title": "象棋赛"},
                         "migrate_to_chat_id": -1_001_i64});
        assert_eq!(incoming("message", old).unwrap().what, migrated);
        let new = json!({"message_id": 1, "date": 1_700_000_000, "from": zhang(), "chat": group(),
                         "migrate_from_chat_id": -5});
        assert_eq!(incoming("message", new).unwrap().what, migrated);
    }
}
