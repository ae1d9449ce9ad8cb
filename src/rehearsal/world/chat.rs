//! Chats: private ones, groups, supergroups and forums.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::{Value, json};

use super::{Content, Draft, Role, Tx, User, World, WorldError, schema::GROUP_ANONYMOUS_BOT};

/// What sort of chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatKind {
    /// A person and the bot. The chat's id is the person's.
    Private,
    /// A basic group.
    Group,
    /// A supergroup, perhaps a forum.
    Supergroup,
}

/// A chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// Telegram's id; negative for groups.
    pub id: i64,
    /// What sort of chat.
    pub kind: ChatKind,
    /// Title of a group.
    pub title: Option<String>,
    /// Whether the supergroup has topics.
    pub forum: bool,
    /// Private chats: whether the person ever pressed Start.
    pub started: bool,
    /// Private chats: whether the person has blocked the bot.
    pub blocked: bool,
    /// The supergroup that this basic group became.
    pub migrated_to: Option<i64>,
}

impl World {
    /// Adds an empty group. `id` is negative; a supergroup's is below
    /// -1000000000000. A forum is always a supergroup.
    ///
    /// # Errors
    /// The database's, as for an id in use.
    pub fn add_group(
        &self,
        id: i64,
        title: &str,
        kind: ChatKind,
        forum: bool,
    ) -> Result<(), WorldError> {
        if kind == ChatKind::Private || id >= 0 || title.is_empty() {
            return Err(WorldError::Unsendable(
                "a group has a negative id, a title, and is no private chat",
            ));
        }
        let kind = if forum { ChatKind::Supergroup } else { kind };
        self.act(|tx| {
            tx.db.execute(
                "INSERT INTO chat (id, kind, title, forum) VALUES (?, ?, ?, ?)",
                params![id, kind.name(), title, forum],
            )?;
            Ok(())
        })
    }

    /// Makes a basic group a supergroup and returns the new chat's id. The
    /// bot sees a service message in either chat; its calls to the old one
    /// are answered with the new id.
    ///
    /// # Errors
    /// [`WorldError::NotABasicGroup`], [`WorldError::NoSuchChat`].
    pub fn migrate(&self, group: i64) -> Result<i64, WorldError> {
        self.act(|tx| {
            let old = tx.chat(group)?;
            if old.kind != ChatKind::Group || old.migrated_to.is_some() {
                return Err(WorldError::NotABasicGroup(group));
            }
            let new = tx.count_down_supergroup()?;
            tx.db.execute(
                "INSERT INTO chat (id, kind, title) VALUES (?, 'supergroup', ?)",
                params![new, old.title],
            )?;
            tx.db.execute(
                "INSERT INTO member SELECT ?, user, role, rights FROM member WHERE chat = ?",
                [new, group],
            )?;
            tx.db.execute(
                "INSERT INTO seen SELECT user, ?, seq FROM seen WHERE chat = ?",
                [new, group],
            )?;
            let actor = tx.actor(group)?;
            for (chat, extra) in [
                (group, json!({"migrate_to_chat_id": new})),
                (new, json!({"migrate_from_chat_id": group})),
            ] {
                let mut draft = Draft::service(chat, actor, extra);
                if chat == new {
                    draft.sender = GROUP_ANONYMOUS_BOT;
                    draft.sender_chat = Some(new);
                }
                tx.post_for_bot(draft)?;
            }
            tx.db.execute(
                "UPDATE chat SET migrated_to = ? WHERE id = ?",
                params![new, group],
            )?;
            Ok(new)
        })
    }

    /// Opens a topic in a forum and returns its `message_thread_id`.
    ///
    /// # Errors
    /// [`WorldError::NotAForum`], [`WorldError::NoSuchChat`].
    pub fn add_topic(&self, chat: i64, name: &str) -> Result<i64, WorldError> {
        self.act(|tx| {
            if !tx.chat(chat)?.forum {
                return Err(WorldError::NotAForum(chat));
            }
            let actor = tx.actor(chat)?;
            let extra = json!({"forum_topic_created": {"name": name, "icon_color": 0x006F_B9F0}});
            let mut draft = Draft::service(chat, actor, extra);
            draft.opens_topic = true;
            let id = tx.post_for_bot(draft)?;
            tx.db.execute(
                "INSERT INTO topic (chat, id, name) VALUES (?, ?, ?)",
                params![chat, id, name],
            )?;
            Ok(id)
        })
    }

    /// Closes (or opens again) a topic: only administrators may post in a closed one.
    ///
    /// # Errors
    /// [`WorldError::NoSuchTopic`].
    pub fn close_topic(&self, chat: i64, thread: i64, closed: bool) -> Result<(), WorldError> {
        self.act(|tx| {
            match tx.db.execute(
                "UPDATE topic SET closed = ? WHERE chat = ? AND id = ?",
                params![closed, chat, thread],
            )? {
                0 => Err(WorldError::NoSuchTopic { chat, thread }),
                _ => Ok(()),
            }
        })
    }

    /// Deletes a topic.
    ///
    /// # Errors
    /// [`WorldError::NoSuchTopic`].
    pub fn delete_topic(&self, chat: i64, thread: i64) -> Result<(), WorldError> {
        self.act(|tx| {
            match tx.db.execute(
                "DELETE FROM topic WHERE chat = ? AND id = ?",
                params![chat, thread],
            )? {
                0 => Err(WorldError::NoSuchTopic { chat, thread }),
                _ => Ok(()),
            }
        })
    }

    /// The chat with this id.
    ///
    /// # Errors
    /// [`WorldError::NoSuchChat`].
    pub fn chat(&self, id: i64) -> Result<Chat, WorldError> {
        self.read(|tx| tx.chat(id))
    }

    /// All groups and supergroups, by id.
    ///
    /// # Errors
    /// The database's.
    pub fn groups(&self) -> Result<Vec<Chat>, WorldError> {
        self.read(|tx| {
            let mut rows = tx.db.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM chat WHERE kind <> 'private' ORDER BY id DESC"
            ))?;
            let groups = rows
                .query_map([], Chat::from_row)?
                .collect::<Result<_, _>>()?;
            Ok(groups)
        })
    }

    /// The reply keyboard that people see under the chat's text field, row by row.
    ///
    /// # Errors
    /// [`WorldError::NoSuchChat`].
    pub fn keyboard(&self, chat: i64) -> Result<Vec<Vec<String>>, WorldError> {
        self.read(|tx| {
            let keyboard: Option<String> = tx
                .db
                .prepare_cached("SELECT keyboard FROM chat WHERE id = ?")?
                .query_row([chat], |row| row.get(0))
                .optional()?
                .ok_or(WorldError::NoSuchChat(chat))?;
            Ok(match keyboard {
                Some(rows) => serde_json::from_str(&rows)?,
                None => Vec::new(),
            })
        })
    }
}

const COLUMNS: &str = "id, kind, title, forum, started, blocked, migrated_to";

impl Chat {
    /// Whether it is a person's chat with the bot.
    pub fn is_private(&self) -> bool {
        self.kind == ChatKind::Private
    }

    fn from_row(row: &Row) -> rusqlite::Result<Chat> {
        Ok(Chat {
            id: row.get(0)?,
            kind: match row.get_ref(1)?.as_str()? {
                "private" => ChatKind::Private,
                "group" => ChatKind::Group,
                _ => ChatKind::Supergroup,
            },
            title: row.get(2)?,
            forum: row.get(3)?,
            started: row.get(4)?,
            blocked: row.get(5)?,
            migrated_to: row.get(6)?,
        })
    }
}

impl ChatKind {
    /// Telegram's word for it.
    pub fn name(self) -> &'static str {
        match self {
            ChatKind::Private => "private",
            ChatKind::Group => "group",
            ChatKind::Supergroup => "supergroup",
        }
    }
}

impl Tx<'_> {
    pub(crate) fn find_chat(&self, id: i64) -> Result<Option<Chat>, WorldError> {
        Ok(self
            .db
            .prepare_cached(&format!("SELECT {COLUMNS} FROM chat WHERE id = ?"))?
            .query_row([id], Chat::from_row)
            .optional()?)
    }

    pub(crate) fn chat(&self, id: i64) -> Result<Chat, WorldError> {
        self.find_chat(id)?.ok_or(WorldError::NoSuchChat(id))
    }

    /// The `Chat` object of the Bot API.
    pub(crate) fn chat_json(&self, chat: &Chat) -> Result<Value, WorldError> {
        let mut value = json!({"id": chat.id, "type": chat.kind.name()});
        if chat.is_private() {
            let User {
                first_name,
                last_name,
                username,
                ..
            } = self.user(chat.id)?;
            value["first_name"] = json!(first_name);
            if let Some(last_name) = last_name {
                value["last_name"] = json!(last_name);
            }
            if let Some(username) = username {
                value["username"] = json!(username);
            }
        } else {
            value["title"] = json!(chat.title);
            if chat.forum {
                value["is_forum"] = json!(true);
            }
        }
        Ok(value)
    }

    /// Whether the forum has this topic, and whether it is closed.
    pub(crate) fn topic(&self, chat: i64, thread: i64) -> Result<Option<bool>, WorldError> {
        Ok(self
            .db
            .prepare_cached("SELECT closed FROM topic WHERE chat = ? AND id = ?")?
            .query_row([chat, thread], |row| row.get(0))
            .optional()?)
    }

    /// Remembers the reply keyboard that a message of the bot shows or takes away.
    pub(crate) fn keep_keyboard(&self, chat: i64, content: &Content) -> Result<(), WorldError> {
        let Some(markup) = &content.markup else {
            return Ok(());
        };
        let keyboard = if let Some(rows) = markup.get("keyboard").and_then(Value::as_array) {
            let labels: Vec<Vec<&str>> = rows
                .iter()
                .filter_map(Value::as_array)
                .map(|row| {
                    row.iter()
                        .filter_map(|button| button.as_str().or(button["text"].as_str()))
                        .collect()
                })
                .collect();
            Some(serde_json::to_string(&labels)?)
        } else if markup.get("remove_keyboard").is_some() {
            None
        } else {
            return Ok(());
        };
        self.db
            .prepare_cached("UPDATE chat SET keyboard = ? WHERE id = ?")?
            .execute(params![keyboard, chat])?;
        Ok(())
    }

    /// Who acts in a group when nobody is named: its creator, else an
    /// administrator, else any member.
    pub(crate) fn actor(&self, chat: i64) -> Result<i64, WorldError> {
        let bot = self.bot()?.user.id;
        let mut members = self.members(chat)?;
        members.retain(|member| member.user.id != bot && member.role.is_present());
        members.sort_by_key(|member| match member.role {
            Role::Creator => 0,
            Role::Administrator => 1,
            _ => 2,
        });
        Ok(members
            .first()
            .map_or(GROUP_ANONYMOUS_BOT, |member| member.user.id))
    }

    fn count_down_supergroup(&self) -> Result<i64, WorldError> {
        loop {
            let id: i64 = self
                .db
                .prepare_cached(
                    "UPDATE counter SET value = value - 1 WHERE name = 'supergroup' RETURNING value",
                )?
                .query_row([], |row| row.get(0))?;
            if self.find_chat(id)?.is_none() {
                return Ok(id);
            }
        }
    }
}
