//! Accounts: people and bots.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::{Value, json};

use super::{Tx, World, WorldError};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Telegram's id.
    pub id: i64,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// First name, never empty.
    pub first_name: String,
    /// Last name.
    pub last_name: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// IETF tag of the language of the person's client.
    pub language_code: Option<String>,
}

impl User {
    /// First and last name, as clients show it.
    pub fn full_name(&self) -> String {
        match &self.last_name {
            Some(last) => format!("{} {last}", self.first_name),
            None => self.first_name.clone(),
        }
    }

    fn from_row(row: &Row) -> rusqlite::Result<User> {
        Ok(User {
            id: row.get(0)?,
            is_bot: row.get(1)?,
            first_name: row.get(2)?,
            last_name: row.get(3)?,
            username: row.get(4)?,
            language_code: row.get(5)?,
        })
    }

    pub(crate) fn json(&self) -> Value {
        let mut user = json!({"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name});
        if let Some(last_name) = &self.last_name {
            user["last_name"] = json!(last_name);
        }
        if let Some(username) = &self.username {
            user["username"] = json!(username);
        }
        // Telegram tells the language of the person who acts, never a bot's.
        if let (false, Some(code)) = (self.is_bot, &self.language_code) {
            user["language_code"] = json!(code);
        }
        user
    }
}

/// The one bot of the world.
#[derive(Debug, Clone)]
pub(crate) struct Bot {
    pub(crate) user: User,
    pub(crate) token: String,
    /// Whether its privacy mode is off.
    pub(crate) reads_all: bool,
    /// Kinds of update it asked for last; `None`: the default ones.
    pub(crate) allowed: Option<Vec<String>>,
}

impl World {
    /// Registers the bot. Its privacy mode is on, as with a bot just made:
    /// in a group it sees commands, mentions and replies to itself, and
    /// everything only where it is an administrator. Registering it again
    /// changes the token.
    ///
    /// # Errors
    /// The database's.
    pub fn register_bot(&self, token: &str, id: i64, username: &str) -> Result<(), WorldError> {
        self.act(|tx| {
            tx.db.execute(
                "INSERT INTO user (id, is_bot, first_name, username) VALUES (?1, 1, ?2, ?2)
                 ON CONFLICT (id) DO UPDATE SET username = excluded.username",
                params![id, username],
            )?;
            tx.db.execute("DELETE FROM bot WHERE id <> ?", [id])?;
            tx.db.execute(
                "INSERT INTO bot (id, token) VALUES (?1, ?2)
                 ON CONFLICT (id) DO UPDATE SET token = excluded.token",
                params![id, token],
            )?;
            Ok(())
        })
    }

    /// Turns the bot's privacy mode on or off, as its owner can with BotFather.
    ///
    /// # Errors
    /// [`WorldError::NoBot`] before [`World::register_bot`].
    pub fn set_privacy(&self, private: bool) -> Result<(), WorldError> {
        self.act(
            |tx| match tx.db.execute("UPDATE bot SET reads_all = ?", [!private])? {
                0 => Err(WorldError::NoBot),
                _ => Ok(()),
            },
        )
    }

    /// Adds a person, or renames one who exists.
    ///
    /// # Errors
    /// [`WorldError::Unsendable`] for an empty first name; the database's for
    /// a username that another account has.
    pub fn add_user(
        &self,
        id: i64,
        first_name: &str,
        last_name: Option<&str>,
        username: Option<&str>,
        language_code: Option<&str>,
    ) -> Result<(), WorldError> {
        if first_name.trim().is_empty() {
            return Err(WorldError::Unsendable("a first name cannot be empty"));
        }
        self.act(|tx| {
            tx.db.prepare_cached(
                "INSERT INTO user VALUES (?1, 0, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
                   username = excluded.username, language_code = excluded.language_code",
            )?
            .execute(params![id, first_name, last_name, username, language_code])?;
            tx.db
                .prepare_cached("INSERT OR IGNORE INTO chat (id, kind) VALUES (?, 'private')")?
                .execute([id])?;
            Ok(())
        })
    }

    /// An id that no person has yet.
    ///
    /// # Errors
    /// The database's.
    pub fn fresh_user_id(&self) -> Result<i64, WorldError> {
        self.act(|tx| {
            loop {
                let id = tx.count_up("person")?;
                if tx.find_user(id)?.is_none() {
                    return Ok(id);
                }
            }
        })
    }

    /// The account with this id.
    ///
    /// # Errors
    /// [`WorldError::NoSuchUser`].
    pub fn user(&self, id: i64) -> Result<User, WorldError> {
        self.read(|tx| tx.user(id))
    }

    /// All people (no bots), by id.
    ///
    /// # Errors
    /// The database's.
    pub fn people(&self) -> Result<Vec<User>, WorldError> {
        self.read(|tx| {
            let mut rows = tx
                .db
                .prepare_cached("SELECT * FROM user WHERE is_bot = 0 ORDER BY id")?;
            let people = rows
                .query_map([], User::from_row)?
                .collect::<Result<_, _>>()?;
            Ok(people)
        })
    }

    /// The bot's own account.
    ///
    /// # Errors
    /// [`WorldError::NoBot`].
    pub fn bot_user(&self) -> Result<User, WorldError> {
        self.read(|tx| Ok(tx.bot()?.user))
    }
}

impl Tx<'_> {
    pub(crate) fn find_user(&self, id: i64) -> Result<Option<User>, WorldError> {
        Ok(self
            .db
            .prepare_cached("SELECT * FROM user WHERE id = ?")?
            .query_row([id], User::from_row)
            .optional()?)
    }

    pub(crate) fn user(&self, id: i64) -> Result<User, WorldError> {
        self.find_user(id)?.ok_or(WorldError::NoSuchUser(id))
    }

    pub(crate) fn bot(&self) -> Result<Bot, WorldError> {
        let row: Option<(i64, String, bool, Option<String>)> = self
            .db
            .prepare_cached("SELECT id, token, reads_all, allowed FROM bot")?
            .query_row([], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })
            .optional()?;
        let (id, token, reads_all, allowed) = row.ok_or(WorldError::NoBot)?;
        Ok(Bot {
            user: self.user(id)?,
            token,
            reads_all,
            allowed: allowed.as_deref().map(serde_json::from_str).transpose()?,
        })
    }
}
