//! What a person can do in a chat.

use rusqlite::params;
use serde_json::{Value, json};

use super::{
    Content, Draft, Kind, Member, Rights, Role, Tx, Upload, WorldError, schema::GROUP_ANONYMOUS_BOT,
};
use crate::rehearsal::{image, limits, mention};

/// One thing that a person does in a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Opens the private chat with the bot (unblocking it if need be) and so
    /// sends `/start`, with the payload of a deep link.
    Start(Option<String>),
    /// Sends a text.
    Says(String),
    /// Sends a text in a forum topic.
    SaysInTopic {
        /// The topic.
        thread: i64,
        /// The text.
        text: String,
    },
    /// Answers a message with a text.
    Replies {
        /// The message answered.
        to: i64,
        /// The text.
        text: String,
    },
    /// Sends a text as the group itself: what an anonymous administrator does.
    SaysAnonymously(String),
    /// Changes the text (or caption) of a message of theirs.
    Edits {
        /// The message.
        message: i64,
        /// The new text.
        text: String,
    },
    /// Deletes a message of theirs.
    Deletes {
        /// The message.
        message: i64,
    },
    /// Forwards a message from a chat they are in.
    Forwards {
        /// The chat it is taken from.
        from_chat: i64,
        /// The message.
        message: i64,
    },
    /// Presses the inline button with this label (or this callback data).
    Taps {
        /// The message that carries it.
        message: i64,
        /// Label or callback data.
        button: String,
    },
    /// Sends callback data whatever buttons the message has now: a press that
    /// crossed an edit, or a client that makes things up.
    TapsStale {
        /// The message that carried it.
        message: i64,
        /// Callback data.
        data: String,
    },
    /// Sends a picture, which is a PNG or JPEG.
    Photo {
        /// The picture.
        bytes: Vec<u8>,
        /// Its caption; may be empty.
        caption: String,
    },
    /// Sends a file.
    Document {
        /// Its name.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
        /// Its caption; may be empty.
        caption: String,
    },
    /// Sends a sticker.
    Sticker,
    /// Sends a voice message.
    Voice,
    /// Sends a point on the map.
    Location {
        /// Degrees north, in millionths.
        latitude: i32,
        /// Degrees east, in millionths.
        longitude: i32,
    },
    /// Sends their own telephone number as a contact.
    Contact {
        /// The number.
        phone: String,
    },
    /// Blocks the bot.
    Blocks,
    /// Unblocks the bot.
    Unblocks,
    /// Writes a note of the director, see [`World::note`](super::World::note).
    Note {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
    },
    /// Does something in another chat.
    In(i64, Box<Act>),
}

/// What came of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// A message was sent (or edited, deleted).
    Message(i64),
    /// A button was pressed: the callback query's id.
    Query(i64),
    /// Nothing that has an id.
    Nothing,
}

impl Done {
    /// The message's id.
    pub fn message(self) -> Option<i64> {
        match self {
            Done::Message(id) => Some(id),
            _ => None,
        }
    }

    /// The callback query's id.
    pub fn query(self) -> Option<i64> {
        match self {
            Done::Query(id) => Some(id),
            _ => None,
        }
    }
}

impl Tx<'_> {
    /// Lets `user` do `act` in `chat`.
    pub(crate) fn perform(&self, user: i64, chat: i64, act: &Act) -> Result<Done, WorldError> {
        match act {
            Act::Start(payload) => self.start(user, payload.as_deref()).map(Done::Message),
            Act::Says(text) => self.speak(user, chat, written(text)?, |_| {}),
            Act::SaysInTopic { thread, text } => {
                if self.topic(chat, *thread)?.is_none() {
                    return Err(WorldError::NoSuchTopic {
                        chat,
                        thread: *thread,
                    });
                }
                self.speak(user, chat, written(text)?, |draft| {
                    draft.thread = Some(*thread);
                })
            }
            Act::Replies { to, text } => {
                let target = self
                    .find_visible(chat, *to)?
                    .ok_or(WorldError::NoSuchMessage { chat, message: *to })?;
                self.speak(user, chat, written(text)?, |draft| {
                    draft.reply_to = Some(*to);
                    draft.thread = target.thread;
                })
            }
            Act::SaysAnonymously(text) => self.speak(user, chat, written(text)?, |draft| {
                draft.sender = GROUP_ANONYMOUS_BOT;
                draft.sender_chat = Some(chat);
            }),
            Act::Edits { message, text } => self.rewrite(user, chat, *message, text),
            Act::Deletes { message } => {
                self.own_message(user, chat, *message)?;
                self.erase(chat, *message, false)?;
                Ok(Done::Message(*message))
            }
            Act::Forwards { from_chat, message } => self.forward(user, chat, *from_chat, *message),
            Act::Taps { message, button } => {
                self.press(user, chat, *message, button).map(Done::Query)
            }
            Act::TapsStale { message, data } => {
                self.query(user, chat, *message, data).map(Done::Query)
            }
            Act::Photo { bytes, caption } => self.send_photo(user, chat, bytes, caption),
            Act::Document {
                name,
                bytes,
                caption,
            } => {
                let upload = Upload {
                    mime: Some(media_type(name).to_owned()),
                    name: Some(name.clone()),
                    bytes: bytes.clone(),
                };
                self.send_file(user, chat, Kind::Document, &upload, (0, 0), caption)
            }
            Act::Sticker => {
                let upload = made_up(b"RIFF rehearsal WEBP", None);
                self.send_file(user, chat, Kind::Sticker, &upload, (512, 512), "")
            }
            Act::Voice => {
                let upload = made_up(b"OggS rehearsal", Some("audio/ogg"));
                self.send_file(user, chat, Kind::Voice, &upload, (0, 0), "")
            }
            Act::Location {
                latitude,
                longitude,
            } => {
                let degrees = |millionths: i32| f64::from(millionths) / 1e6;
                let extra = json!({"location": {"latitude": degrees(*latitude), "longitude": degrees(*longitude)}});
                self.speak(user, chat, special(Kind::Location, extra), |_| {})
            }
            Act::Contact { phone } => {
                let person = self.user(user)?;
                let mut contact = json!({"phone_number": phone, "first_name": person.first_name, "user_id": user});
                if let Some(last_name) = person.last_name {
                    contact["last_name"] = json!(last_name);
                }
                let content = special(Kind::Contact, json!({"contact": contact}));
                self.speak(user, chat, content, |_| {})
            }
            Act::Blocks => self.set_blocked(user, true).map(|()| Done::Nothing),
            Act::Unblocks => self.set_blocked(user, false).map(|()| Done::Nothing),
            Act::Note { key, value } => self.set_note(key, value).map(|()| Done::Nothing),
            Act::In(other, act) => self.perform(user, *other, act),
        }
    }

    /// Checks that `user` can do something in `chat` now.
    pub(crate) fn may_act(&self, user: i64, chat: i64) -> Result<(), WorldError> {
        self.user(user)?;
        let place = self.chat(chat)?;
        if place.is_private() {
            if user != chat {
                return Err(WorldError::NotAMember { user, chat });
            }
            if place.blocked {
                return Err(WorldError::Blocked(user));
            }
            if !place.started {
                return Err(WorldError::NotStarted(user));
            }
            return Ok(());
        }
        if let Some(new) = place.migrated_to {
            return Err(WorldError::Migrated(new));
        }
        match self.member(chat, user)? {
            Some(member) if member.role.is_present() => Ok(()),
            _ => Err(WorldError::NotAMember { user, chat }),
        }
    }

    fn start(&self, user: i64, payload: Option<&str>) -> Result<i64, WorldError> {
        self.user(user)?;
        if self.chat(user)?.blocked {
            self.set_blocked(user, false)?;
        }
        self.db
            .prepare_cached("UPDATE chat SET started = 1 WHERE id = ?")?
            .execute([user])?;
        let text = match payload {
            Some(payload) => format!("/start {payload}"),
            None => "/start".to_owned(),
        };
        self.post_for_bot(Draft::new(user, user, written(&text)?))
    }

    /// Blocks or unblocks the bot; the bot is told.
    fn set_blocked(&self, user: i64, blocked: bool) -> Result<(), WorldError> {
        let chat = self.chat(user)?;
        if !chat.is_private() || chat.blocked == blocked {
            return Ok(());
        }
        self.db
            .prepare_cached("UPDATE chat SET blocked = ? WHERE id = ?")?
            .execute(params![blocked, user])?;
        let bot = self.bot()?.user;
        let standing = |blocked| Member {
            user: bot.clone(),
            role: if blocked { Role::Kicked } else { Role::Member },
            rights: Rights::MEMBER,
        };
        self.queue_member_update(
            "my_chat_member",
            &chat,
            user,
            &standing(!blocked),
            &standing(blocked),
        )
    }

    fn speak(
        &self,
        user: i64,
        chat: i64,
        content: Content,
        with: impl FnOnce(&mut Draft),
    ) -> Result<Done, WorldError> {
        self.may_act(user, chat)?;
        let mut draft = Draft::new(chat, user, content);
        with(&mut draft);
        self.post_for_bot(draft).map(Done::Message)
    }

    fn own_message(
        &self,
        user: i64,
        chat: i64,
        message: i64,
    ) -> Result<super::message::Stored, WorldError> {
        self.may_act(user, chat)?;
        let stored = self
            .find_visible(chat, message)?
            .ok_or(WorldError::NoSuchMessage { chat, message })?;
        if stored.sender != user || stored.content.kind == Kind::Service {
            return Err(WorldError::NotTheirs {
                chat,
                message,
                user,
            });
        }
        Ok(stored)
    }

    fn rewrite(&self, user: i64, chat: i64, message: i64, text: &str) -> Result<Done, WorldError> {
        let old = self.own_message(user, chat, message)?;
        let mut new = if old.content.kind == Kind::Text {
            written(text)?
        } else {
            captioned(old.content.kind, text)?
        };
        new.file = old.content.file;
        self.revise(&old, &new)?;
        let draft = Draft {
            thread: old.thread,
            reply_to: old.reply_to,
            ..Draft::new(chat, user, new)
        };
        if self.bot_sees(&draft)? {
            self.queue("edited_message", &self.message_json(chat, message)?)?;
        }
        Ok(Done::Message(message))
    }

    fn forward(
        &self,
        user: i64,
        chat: i64,
        from_chat: i64,
        message: i64,
    ) -> Result<Done, WorldError> {
        self.may_act(user, from_chat)?;
        let source = self
            .find_visible(from_chat, message)?
            .filter(|source| source.content.kind != Kind::Service)
            .ok_or(WorldError::NoSuchMessage {
                chat: from_chat,
                message,
            })?;
        let origin = match source.sender_chat {
            Some(sender_chat) => {
                json!({"type": "chat", "date": source.date, "sender_chat": self.chat_json(&self.chat(sender_chat)?)?})
            }
            None => {
                json!({"type": "user", "date": source.date, "sender_user": self.user(source.sender)?.json()})
            }
        };
        let mut content = source.content;
        content.markup = None;
        self.speak(user, chat, content, |draft| draft.forward = Some(origin))
    }

    fn send_photo(
        &self,
        user: i64,
        chat: i64,
        bytes: &[u8],
        caption: &str,
    ) -> Result<Done, WorldError> {
        let (width, height) =
            image::size(bytes).ok_or(WorldError::Unsendable("the photo is no PNG or JPEG"))?;
        let upload = Upload {
            name: None,
            mime: None,
            bytes: bytes.to_vec(),
        };
        let size = (i64::from(width), i64::from(height));
        self.send_file(user, chat, Kind::Photo, &upload, size, caption)
    }

    fn send_file(
        &self,
        user: i64,
        chat: i64,
        kind: Kind,
        upload: &Upload,
        size: (i64, i64),
        caption: &str,
    ) -> Result<Done, WorldError> {
        if upload.bytes.is_empty() {
            return Err(WorldError::Unsendable("the file is empty"));
        }
        let mut content = captioned(kind, caption)?;
        content.file = Some(self.keep_file(kind, upload, size)?);
        self.speak(user, chat, content, |_| {})
    }
}

/// A text as a client sends it: not empty, not too long, commands and
/// mentions found.
fn written(text: &str) -> Result<Content, WorldError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(WorldError::Unsendable("the text is empty"));
    }
    if limits::units(text) > limits::TEXT {
        return Err(WorldError::Unsendable("the text is too long"));
    }
    let mut content = Content::new(Kind::Text, text);
    content.entities = mention::entities(text);
    Ok(content)
}

fn captioned(kind: Kind, caption: &str) -> Result<Content, WorldError> {
    let caption = caption.trim();
    if limits::units(caption) > limits::CAPTION {
        return Err(WorldError::Unsendable("the caption is too long"));
    }
    let mut content = Content::new(kind, caption);
    content.entities = mention::entities(caption);
    Ok(content)
}

fn special(kind: Kind, extra: Value) -> Content {
    let mut content = Content::new(kind, "");
    content.extra = Some(extra);
    content
}

fn made_up(bytes: &[u8], mime: Option<&str>) -> Upload {
    Upload {
        name: None,
        mime: mime.map(str::to_owned),
        bytes: bytes.to_vec(),
    }
}

/// The media type that a client gives a file by its name.
pub(crate) fn media_type(name: &str) -> &'static str {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("pdf") => "application/pdf",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("txt") => "text/plain",
        Some("csv") => "text/csv",
        Some("json") => "application/json",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _ => "application/octet-stream",
    }
}
