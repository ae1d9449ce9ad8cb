//! Messages: how they come into a chat, change, and are read.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::Value;

use super::{
    Button, Content, Entity, FileInfo, Kind, Tx, What, World, WorldError, content::buttons,
};

/// A message as a person in the chat sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The chat.
    pub chat: i64,
    /// Id within the chat.
    pub id: i64,
    /// Number of the latest change of its content.
    pub seq: i64,
    /// The forum topic it is in.
    pub thread: Option<i64>,
    /// Who sent it.
    pub from: i64,
    /// Whether the bot sent it.
    pub from_bot: bool,
    /// The chat on whose behalf it was sent (anonymous administrators).
    pub sender_chat: Option<i64>,
    /// When it was sent, Unix seconds.
    pub date: i64,
    /// What sort of message.
    pub kind: Kind,
    /// Its text or caption, as shown.
    pub text: String,
    /// Its text or caption as the sender handed it in (HTML, say).
    pub raw: String,
    /// Marked-up parts of the text.
    pub entities: Vec<Entity>,
    /// Inline buttons, row by row.
    pub buttons: Vec<Vec<Button>>,
    /// The whole reply markup as the bot gave it.
    pub markup: Option<Value>,
    /// Its file.
    pub file: Option<FileInfo>,
    /// Other fields of the message object: a location, a service message's …
    pub extra: Option<Value>,
    /// The message it replies to.
    pub reply_to: Option<i64>,
    /// How often it was edited.
    pub edited_times: i64,
    /// Whether it was deleted.
    pub deleted: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// What it said before each edit, oldest first.
    pub revisions: Vec<Revision>,
}

/// What a message said before an edit.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// Number of the change that made it so.
    pub seq: i64,
    /// When it was made so, Unix seconds.
    pub date: i64,
    /// Text or caption.
    pub text: String,
    /// Text or caption as the sender handed it in.
    pub raw: String,
    /// Inline buttons.
    pub buttons: Vec<Vec<Button>>,
}

impl Message {
    /// Labels of all inline buttons.
    pub fn labels(&self) -> Vec<&str> {
        self.buttons
            .iter()
            .flatten()
            .map(|button| button.label.as_str())
            .collect()
    }

    /// The button with this label or this callback data.
    pub fn button(&self, wanted: &str) -> Option<&Button> {
        let all = || self.buttons.iter().flatten();
        all().find(|button| button.label == wanted).or_else(|| {
            all().find(|button| matches!(&button.press, super::Press::Data(data) if data == wanted))
        })
    }
}

/// A message about to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) chat: i64,
    pub(crate) sender: i64,
    pub(crate) sender_chat: Option<i64>,
    pub(crate) from_bot: bool,
    pub(crate) thread: Option<i64>,
    pub(crate) reply_to: Option<i64>,
    pub(crate) forward: Option<Value>,
    /// Whether the message itself begins a topic.
    pub(crate) opens_topic: bool,
    pub(crate) content: Content,
}

impl Draft {
    pub(crate) fn new(chat: i64, sender: i64, content: Content) -> Draft {
        Draft {
            chat,
            sender,
            sender_chat: None,
            from_bot: false,
            thread: None,
            reply_to: None,
            forward: None,
            opens_topic: false,
            content,
        }
    }

    /// A service message; `fields` are those of its message object.
    pub(crate) fn service(chat: i64, sender: i64, fields: Value) -> Draft {
        let mut content = Content::new(Kind::Service, "");
        content.extra = Some(fields);
        Draft::new(chat, sender, content)
    }
}

/// A message's row.
pub(crate) struct Stored {
    pub(crate) chat: i64,
    pub(crate) id: i64,
    pub(crate) seq: i64,
    pub(crate) thread: Option<i64>,
    pub(crate) sender: i64,
    pub(crate) sender_chat: Option<i64>,
    pub(crate) from_bot: bool,
    pub(crate) date: i64,
    pub(crate) edit_date: Option<i64>,
    pub(crate) content: Content,
    pub(crate) reply_to: Option<i64>,
    pub(crate) forward: Option<Value>,
    pub(crate) edited: i64,
    pub(crate) deleted: bool,
    pub(crate) pinned: bool,
}

impl World {
    /// All messages of a chat, oldest first, deleted ones too.
    ///
    /// # Errors
    /// The database's.
    pub fn messages(&self, chat: i64) -> Result<Vec<Message>, WorldError> {
        self.recent(chat, i64::MAX)
    }

    /// The last `limit` messages of a chat, oldest first, deleted ones too.
    ///
    /// # Errors
    /// The database's.
    pub fn recent(&self, chat: i64, limit: i64) -> Result<Vec<Message>, WorldError> {
        self.read(|tx| {
            let stored: Vec<Stored> = tx
                .db
                .prepare_cached("SELECT * FROM message WHERE chat = ? ORDER BY id DESC LIMIT ?")?
                .query_and_then([chat, limit], Stored::from_row)?
                .collect::<Result<_, _>>()?;
            stored.iter().rev().map(|stored| tx.seen(stored)).collect()
        })
    }

    /// One message, also a deleted one.
    ///
    /// # Errors
    /// [`WorldError::NoSuchMessage`].
    pub fn message(&self, chat: i64, message: i64) -> Result<Message, WorldError> {
        self.read(|tx| {
            let stored = tx
                .find_message(chat, message)?
                .ok_or(WorldError::NoSuchMessage { chat, message })?;
            tx.seen(&stored)
        })
    }
}

impl Stored {
    fn from_row(row: &Row) -> Result<Stored, WorldError> {
        let value = |column: &str| -> Result<Option<Value>, WorldError> {
            let text: Option<String> = row.get(column)?;
            Ok(text.as_deref().map(serde_json::from_str).transpose()?)
        };
        let entities: String = row.get("entities")?;
        Ok(Stored {
            chat: row.get("chat")?,
            id: row.get("id")?,
            seq: row.get("seq")?,
            thread: row.get("thread")?,
            sender: row.get("sender")?,
            sender_chat: row.get("sender_chat")?,
            from_bot: row.get("from_bot")?,
            date: row.get("date")?,
            edit_date: row.get("edit_date")?,
            content: Content {
                kind: Kind::from_name(row.get_ref("kind")?.as_str().unwrap_or_default()),
                text: row.get("text")?,
                raw: row.get("raw")?,
                entities: serde_json::from_str(&entities)?,
                file: row.get("file")?,
                extra: value("extra")?,
                markup: value("markup")?,
            },
            reply_to: row.get("reply_to")?,
            forward: value("forward")?,
            edited: row.get("edited")?,
            deleted: row.get("deleted")?,
            pinned: row.get::<_, Option<i64>>("pinned")?.is_some(),
        })
    }
}

fn json_or_null(value: &Option<Value>) -> Option<String> {
    value.as_ref().map(Value::to_string)
}

impl Tx<'_> {
    /// A message that exists, deleted or not.
    pub(crate) fn find_message(
        &self,
        chat: i64,
        message: i64,
    ) -> Result<Option<Stored>, WorldError> {
        let mut statement = self
            .db
            .prepare_cached("SELECT * FROM message WHERE chat = ? AND id = ?")?;
        let mut rows = statement.query([chat, message])?;
        rows.next()?.map(Stored::from_row).transpose()
    }

    /// A message that is there to be seen.
    pub(crate) fn find_visible(
        &self,
        chat: i64,
        message: i64,
    ) -> Result<Option<Stored>, WorldError> {
        Ok(self
            .find_message(chat, message)?
            .filter(|stored| !stored.deleted))
    }

    /// Puts a message into its chat and returns its id. The bot is not told.
    pub(crate) fn post(&self, draft: &Draft) -> Result<i64, WorldError> {
        // A supergroup numbers its messages itself; all other chats of an
        // account share one count.
        let own: Option<i64> = self
            .db
            .prepare_cached(
                "UPDATE chat SET last_message = last_message + 1
                 WHERE id = ? AND kind = 'supergroup' RETURNING last_message",
            )?
            .query_row([draft.chat], |row| row.get(0))
            .optional()?;
        let id = match own {
            Some(id) => id,
            None => self.count_up("message")?,
        };
        let thread = if draft.opens_topic {
            Some(id)
        } else {
            draft.thread
        };
        let seq = self.record(draft.chat, id, What::Sent, draft.from_bot)?;
        let content = &draft.content;
        self.db
            .prepare_cached(
                "INSERT INTO message (chat, id, seq, thread, sender, sender_chat, from_bot, date, kind, text, raw,
                   entities, markup, file, extra, reply_to, forward)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                draft.chat,
                id,
                seq,
                thread,
                draft.sender,
                draft.sender_chat,
                draft.from_bot,
                self.now,
                content.kind.name(),
                content.text,
                content.raw,
                serde_json::to_string(&content.entities)?,
                json_or_null(&content.markup),
                content.file,
                json_or_null(&content.extra),
                draft.reply_to,
                json_or_null(&draft.forward),
            ])?;
        Ok(id)
    }

    /// Posts a message of a person (or of Telegram itself) and queues it for
    /// the bot if the bot may see it.
    pub(crate) fn post_for_bot(&self, draft: Draft) -> Result<i64, WorldError> {
        let id = self.post(&draft)?;
        if self.bot_sees(&draft)? {
            self.queue("message", &self.message_json(draft.chat, id)?)?;
        }
        Ok(id)
    }

    /// Gives a message other content; what it said stays as a revision.
    pub(crate) fn revise(&self, old: &Stored, new: &Content) -> Result<(), WorldError> {
        self.db
            .prepare_cached("INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?
            .execute(params![
                old.chat,
                old.id,
                old.edited,
                old.seq,
                old.edit_date.unwrap_or(old.date),
                old.content.text,
                old.content.raw,
                serde_json::to_string(&old.content.entities)?,
                json_or_null(&old.content.markup),
            ])?;
        let seq = self.record(old.chat, old.id, What::Edited, old.from_bot)?;
        self.db
            .prepare_cached(
                "UPDATE message SET seq = ?, edit_date = ?, text = ?, raw = ?, entities = ?, markup = ?,
                   edited = edited + 1
                 WHERE chat = ? AND id = ?",
            )?
            .execute(params![
                seq,
                self.now,
                new.text,
                new.raw,
                serde_json::to_string(&new.entities)?,
                json_or_null(&new.markup),
                old.chat,
                old.id,
            ])?;
        Ok(())
    }

    /// Deletes a message for everybody.
    pub(crate) fn erase(&self, chat: i64, message: i64, by_bot: bool) -> Result<(), WorldError> {
        self.db
            .prepare_cached(
                "UPDATE message SET deleted = 1, pinned = NULL WHERE chat = ? AND id = ?",
            )?
            .execute([chat, message])?;
        self.record(chat, message, What::Deleted, by_bot)?;
        Ok(())
    }

    /// The message as people see it.
    pub(crate) fn seen(&self, stored: &Stored) -> Result<Message, WorldError> {
        let content = &stored.content;
        let file = match content.file {
            Some(file) => Some(self.file(file)?.info()),
            None => None,
        };
        Ok(Message {
            chat: stored.chat,
            id: stored.id,
            seq: stored.seq,
            thread: stored.thread,
            from: stored.sender,
            from_bot: stored.from_bot,
            sender_chat: stored.sender_chat,
            date: stored.date,
            kind: content.kind,
            text: content.text.clone(),
            raw: content.raw.clone(),
            entities: content.entities.clone(),
            buttons: buttons(content.markup.as_ref()),
            markup: content.markup.clone(),
            file,
            extra: content.extra.clone(),
            reply_to: stored.reply_to,
            edited_times: stored.edited,
            deleted: stored.deleted,
            pinned: stored.pinned,
            revisions: if stored.edited == 0 {
                Vec::new()
            } else {
                self.revisions(stored.chat, stored.id)?
            },
        })
    }

    fn revisions(&self, chat: i64, message: i64) -> Result<Vec<Revision>, WorldError> {
        self.db
            .prepare_cached(
                "SELECT seq, date, text, raw, markup FROM revision WHERE chat = ? AND message = ? ORDER BY number",
            )?
            .query_and_then([chat, message], |row| {
                let markup: Option<String> = row.get(4)?;
                let markup: Option<Value> = markup.as_deref().map(serde_json::from_str).transpose()?;
                Ok(Revision {
                    seq: row.get(0)?,
                    date: row.get(1)?,
                    text: row.get(2)?,
                    raw: row.get(3)?,
                    buttons: buttons(markup.as_ref()),
                })
            })?
            .collect()
    }
}
