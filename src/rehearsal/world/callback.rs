//! Presses of inline buttons and the bot's answers to them.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Press, Tx, What, World, WorldError};

/// The bot's answer to a press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    /// What the person was shown, if anything.
    pub text: Option<String>,
    /// Whether as a window that must be closed.
    pub alert: bool,
    /// A link that was opened.
    pub url: Option<String>,
}

impl World {
    /// The bot's answer to the press `query`; `None` while there is none.
    ///
    /// # Errors
    /// [`WorldError::NoSuchQuery`].
    pub fn toast(&self, query: i64) -> Result<Option<Toast>, WorldError> {
        self.read(|tx| {
            tx.db
                .prepare_cached("SELECT answered, text, alert, url FROM query WHERE id = ?")?
                .query_row([query], |row| {
                    let toast = Toast {
                        text: row.get(1)?,
                        alert: row.get(2)?,
                        url: row.get(3)?,
                    };
                    Ok(row.get::<_, bool>(0)?.then_some(toast))
                })
                .optional()?
                .ok_or(WorldError::NoSuchQuery(query))
        })
    }

    /// Presses that the bot has not answered, oldest first.
    ///
    /// # Errors
    /// The database's.
    pub fn unanswered(&self) -> Result<Vec<i64>, WorldError> {
        self.read(|tx| {
            Ok(tx
                .db
                .prepare_cached("SELECT id FROM query WHERE answered = 0 ORDER BY id")?
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?)
        })
    }

    /// Lets all presses so far be too old to be answered.
    ///
    /// # Errors
    /// The database's.
    pub fn expire_queries(&self) -> Result<(), WorldError> {
        self.act(|tx| {
            tx.db
                .execute("UPDATE query SET expired = 1 WHERE expired = 0", [])?;
            Ok(())
        })
    }
}

impl Tx<'_> {
    /// Presses the button of a message that has this label or callback data.
    pub(crate) fn press(
        &self,
        user: i64,
        chat: i64,
        message: i64,
        wanted: &str,
    ) -> Result<i64, WorldError> {
        let stored = self
            .find_visible(chat, message)?
            .ok_or(WorldError::NoSuchMessage { chat, message })?;
        let seen = self.seen(&stored)?;
        let button = seen
            .button(wanted)
            .ok_or_else(|| WorldError::NoSuchButton {
                chat,
                message,
                wanted: wanted.to_owned(),
                present: seen.labels().into_iter().map(str::to_owned).collect(),
            })?;
        match &button.press {
            Press::Data(data) => self.query(user, chat, message, data),
            _ => Err(WorldError::NotACallbackButton(button.label.clone())),
        }
    }

    /// Sends callback data to the bot, whatever the message carries now.
    pub(crate) fn query(
        &self,
        user: i64,
        chat: i64,
        message: i64,
        data: &str,
    ) -> Result<i64, WorldError> {
        self.may_act(user, chat)?;
        self.db
            .prepare_cached("INSERT INTO query (user, chat, message, data) VALUES (?, ?, ?, ?)")?
            .execute(params![user, chat, message, data])?;
        let id = self.db.last_insert_rowid();
        let stored = self
            .find_message(chat, message)?
            .ok_or(WorldError::NoSuchMessage { chat, message })?;
        let shown = if stored.deleted {
            json!({"chat": self.chat_json(&self.chat(chat)?)?, "message_id": message, "date": 0})
        } else {
            self.render(&stored, true)?
        };
        let body = json!({
            "id": id.to_string(),
            "from": self.user(user)?.json(),
            "message": shown,
            "chat_instance": chat.to_string(),
            "data": data,
        });
        self.queue("callback_query", &body)?;
        Ok(id)
    }

    /// Records the bot's answer. `false`: there is no such press, or it is too old.
    /// Of several answers the person sees the first.
    pub(crate) fn answer(&self, query: &str, toast: &Toast) -> Result<bool, WorldError> {
        let Ok(id) = query.parse::<i64>() else {
            return Ok(false);
        };
        let row: Option<(i64, i64, bool)> = self
            .db
            .prepare_cached(
                "SELECT chat, message, answered FROM query WHERE id = ? AND expired = 0",
            )?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let Some((chat, message, answered)) = row else {
            return Ok(false);
        };
        if !answered {
            self.db
                .prepare_cached(
                    "UPDATE query SET answered = 1, text = ?, alert = ?, url = ? WHERE id = ?",
                )?
                .execute(params![toast.text, toast.alert, toast.url, id])?;
            self.record(chat, message, What::Answered, true)?;
        }
        Ok(true)
    }
}

/// The `InlineKeyboardMarkup` part of a reply markup, as message objects show it.
pub(crate) fn inline_part(markup: Option<&Value>) -> Option<Value> {
    let rows = markup?.get("inline_keyboard")?;
    Some(json!({"inline_keyboard": rows}))
}
