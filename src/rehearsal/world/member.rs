//! Who is in a group and what they may do there.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Chat, Draft, Tx, User, World, WorldError, schema::GROUP_ANONYMOUS_BOT};

/// Standing in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Made the group.
    Creator,
    /// Administrator with the rights in [`Member::rights`].
    Administrator,
    /// Ordinary member.
    Member,
    /// Member who may do only what [`Member::rights`] says.
    Restricted,
    /// Was there, left.
    Left,
    /// Was removed and may not come back.
    Kicked,
}

/// What a member may do in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// Send text.
    pub send: bool,
    /// Send photos and documents.
    pub send_media: bool,
    /// Pin messages.
    pub pin: bool,
    /// Delete messages of others.
    pub delete: bool,
    /// Manage topics, and so post in closed ones.
    pub topics: bool,
}

impl Rights {
    /// All of them.
    pub const ALL: Rights = Rights {
        send: true,
        send_media: true,
        pin: true,
        delete: true,
        topics: true,
    };
    /// An ordinary member's.
    pub const MEMBER: Rights = Rights {
        send: true,
        send_media: true,
        pin: false,
        delete: false,
        topics: false,
    };

    fn bits(self) -> i64 {
        [
            self.send,
            self.send_media,
            self.pin,
            self.delete,
            self.topics,
        ]
        .into_iter()
        .enumerate()
        .map(|(place, right)| i64::from(right) << place)
        .sum()
    }

    fn from_bits(bits: i64) -> Rights {
        let right = |place: u32| bits >> place & 1 == 1;
        Rights {
            send: right(0),
            send_media: right(1),
            pin: right(2),
            delete: right(3),
            topics: right(4),
        }
    }
}

/// A person (or bot) in a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub user: User,
    /// Standing.
    pub role: Role,
    /// What they may do.
    pub rights: Rights,
}

impl World {
    /// Puts somebody into a group, or changes their standing there.
    ///
    /// The bot learns of its own standing by `my_chat_member`, of people who
    /// arrive by a service message, and of all changes by `chat_member` if it
    /// asked for that kind and is an administrator. Administrators get
    /// [`Rights::ALL`]; narrow them with [`World::set_rights`].
    ///
    /// # Errors
    /// [`WorldError::NoSuchChat`], [`WorldError::NoSuchUser`].
    pub fn join(&self, chat: i64, user: i64, role: Role) -> Result<(), WorldError> {
        let rights = match role {
            Role::Creator | Role::Administrator => Rights::ALL,
            _ => Rights::MEMBER,
        };
        self.act(|tx| tx.set_member(chat, user, role, rights))
    }

    /// Puts the bot into a group.
    ///
    /// # Errors
    /// [`WorldError::NoBot`], [`WorldError::NoSuchChat`].
    pub fn join_bot(&self, chat: i64, role: Role) -> Result<(), WorldError> {
        let bot = self.bot_user()?.id;
        self.join(chat, bot, role)
    }

    /// Changes what a member may do; a plain member with less than
    /// [`Rights::MEMBER`] becomes a restricted one.
    ///
    /// # Errors
    /// [`WorldError::NotAMember`].
    pub fn set_rights(&self, chat: i64, user: i64, rights: Rights) -> Result<(), WorldError> {
        self.act(|tx| {
            let role = match tx.member(chat, user)? {
                Some(member) if member.role.is_present() => member.role,
                _ => return Err(WorldError::NotAMember { user, chat }),
            };
            let role = match role {
                Role::Member if rights != Rights::MEMBER => Role::Restricted,
                Role::Restricted if rights == Rights::MEMBER => Role::Member,
                other => other,
            };
            tx.set_member(chat, user, role, rights)
        })
    }

    /// [`World::set_rights`] for the bot.
    ///
    /// # Errors
    /// [`WorldError::NotAMember`], [`WorldError::NoBot`].
    pub fn set_bot_rights(&self, chat: i64, rights: Rights) -> Result<(), WorldError> {
        let bot = self.bot_user()?.id;
        self.set_rights(chat, bot, rights)
    }

    /// Takes somebody out of a group: by themselves, or removed for good.
    ///
    /// # Errors
    /// [`WorldError::NotAMember`].
    pub fn leave(&self, chat: i64, user: i64, removed: bool) -> Result<(), WorldError> {
        self.act(|tx| {
            match tx.member(chat, user)? {
                Some(member) if member.role.is_present() => {}
                _ => return Err(WorldError::NotAMember { user, chat }),
            }
            let role = if removed { Role::Kicked } else { Role::Left };
            tx.set_member(chat, user, role, Rights::MEMBER)
        })
    }

    /// Removes the bot from a group.
    ///
    /// # Errors
    /// [`WorldError::NotAMember`], [`WorldError::NoBot`].
    pub fn kick_bot(&self, chat: i64) -> Result<(), WorldError> {
        let bot = self.bot_user()?.id;
        self.leave(chat, bot, true)
    }

    /// Everybody who is or was in a group.
    ///
    /// # Errors
    /// The database's.
    pub fn members(&self, chat: i64) -> Result<Vec<Member>, WorldError> {
        self.read(|tx| tx.members(chat))
    }

    /// The groups a person is in.
    ///
    /// # Errors
    /// The database's.
    pub fn groups_of(&self, user: i64) -> Result<Vec<Chat>, WorldError> {
        self.read(|tx| tx.groups_of(user))
    }
}

impl Role {
    /// Whether such a member is in the group.
    pub fn is_present(self) -> bool {
        !matches!(self, Role::Left | Role::Kicked)
    }

    /// Whether such a member is an administrator (or the creator).
    pub fn is_administrator(self) -> bool {
        matches!(self, Role::Creator | Role::Administrator)
    }

    /// Telegram's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Creator => "creator",
            Role::Administrator => "administrator",
            Role::Member => "member",
            Role::Restricted => "restricted",
            Role::Left => "left",
            Role::Kicked => "kicked",
        }
    }

    fn from_name(name: &str) -> Role {
        match name {
            "creator" => Role::Creator,
            "administrator" => Role::Administrator,
            "member" => Role::Member,
            "restricted" => Role::Restricted,
            "kicked" => Role::Kicked,
            _ => Role::Left,
        }
    }
}

impl Member {
    /// The `ChatMember` object of the Bot API.
    pub(crate) fn json(&self) -> Value {
        let mut value = json!({"user": self.user.json(), "status": self.role.name()});
        let fields = match self.role {
            Role::Creator => json!({"is_anonymous": false}),
            Role::Administrator => json!({
                "can_be_edited": false, "is_anonymous": false, "can_manage_chat": true,
                "can_delete_messages": self.rights.delete, "can_manage_video_chats": false,
                "can_restrict_members": false, "can_promote_members": false,
                "can_change_info": true, "can_invite_users": true,
                "can_post_stories": false, "can_edit_stories": false, "can_delete_stories": false,
                "can_pin_messages": self.rights.pin, "can_manage_topics": self.rights.topics,
            }),
            Role::Restricted => json!({
                "is_member": true, "until_date": 0,
                "can_send_messages": self.rights.send, "can_send_audios": self.rights.send_media,
                "can_send_documents": self.rights.send_media, "can_send_photos": self.rights.send_media,
                "can_send_videos": self.rights.send_media, "can_send_video_notes": self.rights.send_media,
                "can_send_voice_notes": self.rights.send_media, "can_send_polls": self.rights.send,
                "can_send_other_messages": self.rights.send_media, "can_add_web_page_previews": self.rights.send,
                "can_change_info": false, "can_invite_users": false,
                "can_pin_messages": self.rights.pin, "can_manage_topics": self.rights.topics,
            }),
            Role::Kicked => json!({"until_date": 0}),
            Role::Member | Role::Left => json!({}),
        };
        if let (Some(value), Value::Object(fields)) = (value.as_object_mut(), fields) {
            value.extend(fields);
        }
        value
    }
}

impl Tx<'_> {
    pub(crate) fn member(&self, chat: i64, user: i64) -> Result<Option<Member>, WorldError> {
        let row: Option<(String, i64)> = self
            .db
            .prepare_cached("SELECT role, rights FROM member WHERE chat = ? AND user = ?")?
            .query_row([chat, user], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((role, rights)) = row else {
            return Ok(None);
        };
        Ok(Some(Member {
            user: self.user(user)?,
            role: Role::from_name(&role),
            rights: Rights::from_bits(rights),
        }))
    }

    pub(crate) fn members(&self, chat: i64) -> Result<Vec<Member>, WorldError> {
        let ids: Vec<i64> = self
            .db
            .prepare_cached("SELECT user FROM member WHERE chat = ? ORDER BY user")?
            .query_map([chat], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut members = Vec::with_capacity(ids.len());
        for id in ids {
            members.extend(self.member(chat, id)?);
        }
        Ok(members)
    }

    pub(crate) fn groups_of(&self, user: i64) -> Result<Vec<Chat>, WorldError> {
        let ids: Vec<i64> = self
            .db
            .prepare_cached(
                "SELECT chat FROM member WHERE user = ? AND role NOT IN ('left', 'kicked') ORDER BY chat DESC",
            )?
            .query_map([user], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut groups = Vec::new();
        for id in ids {
            let chat = self.chat(id)?;
            if chat.migrated_to.is_none() {
                groups.push(chat);
            }
        }
        Ok(groups)
    }

    /// Changes somebody's standing, with the updates and service messages it causes.
    pub(crate) fn set_member(
        &self,
        chat: i64,
        user: i64,
        role: Role,
        rights: Rights,
    ) -> Result<(), WorldError> {
        let place = self.chat(chat)?;
        if place.is_private() {
            return Err(WorldError::NotAMember { user, chat });
        }
        let account = self.user(user)?;
        let old = self.member(chat, user)?.unwrap_or(Member {
            user: account.clone(),
            role: Role::Left,
            rights: Rights::MEMBER,
        });
        let new = Member {
            user: account,
            role,
            rights,
        };
        self.db
            .prepare_cached(
                "INSERT INTO member VALUES (?, ?, ?, ?)
                 ON CONFLICT (chat, user) DO UPDATE SET role = excluded.role, rights = excluded.rights",
            )?
            .execute(params![chat, user, role.name(), rights.bits()])?;
        if !old.role.is_present() && role.is_present() {
            // What was said before is not news to them.
            self.mark_all_seen(user, chat)?;
        }
        let Ok(bot) = self.bot() else { return Ok(()) };
        let own = bot.user.id == user;
        let actor = if own || role == Role::Kicked {
            self.actor(chat)?
        } else {
            user
        };
        let bot_member = self.member(chat, bot.user.id)?;
        if own || bot_member.is_some_and(|member| member.role.is_administrator()) {
            let kind = if own { "my_chat_member" } else { "chat_member" };
            self.queue_member_update(kind, &place, actor, &old, &new)?;
        }
        let service = match (old.role.is_present(), role.is_present()) {
            (false, true) => {
                let user = new.user.json();
                json!({"new_chat_participant": user, "new_chat_member": user, "new_chat_members": [user]})
            }
            (true, false) if !own => {
                let user = new.user.json();
                json!({"left_chat_participant": user, "left_chat_member": user})
            }
            _ => return Ok(()),
        };
        if actor == GROUP_ANONYMOUS_BOT {
            return Ok(());
        }
        self.post_for_bot(Draft::service(chat, actor, service))?;
        Ok(())
    }

    /// Queues a `my_chat_member` or `chat_member` update.
    pub(crate) fn queue_member_update(
        &self,
        kind: &'static str,
        chat: &Chat,
        actor: i64,
        old: &Member,
        new: &Member,
    ) -> Result<(), WorldError> {
        let body = json!({
            "chat": self.chat_json(chat)?,
            "from": self.user(actor)?.json(),
            "date": self.now,
            "old_chat_member": old.json(),
            "new_chat_member": new.json(),
        });
        self.queue(kind, &body)?;
        Ok(())
    }
}
