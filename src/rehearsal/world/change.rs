//! Every visible change, in the order it happened.

use rusqlite::params;

use super::{Tx, World, WorldError};

/// A visible change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Its number; grows by at least one with every change in the world.
    pub seq: i64,
    /// The chat.
    pub chat: i64,
    /// The message.
    pub message: i64,
    /// What happened to the message.
    pub what: What,
    /// Whether the bot did it.
    pub by_bot: bool,
    /// When, Unix seconds.
    pub date: i64,
}

/// What happened to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It was sent.
    Sent,
    /// Its content or buttons changed.
    Edited,
    /// It was deleted.
    Deleted,
    /// It was pinned.
    Pinned,
    /// It was unpinned.
    Unpinned,
    /// A press of one of its buttons was answered.
    Answered,
}

impl World {
    /// The number of the latest change, 0 before the first.
    ///
    /// # Errors
    /// The database's.
    pub fn seq(&self) -> Result<i64, WorldError> {
        self.read(|tx| tx.seq())
    }

    /// All changes after number `seq`, in order.
    ///
    /// # Errors
    /// The database's.
    pub fn changes_since(&self, seq: i64) -> Result<Vec<Change>, WorldError> {
        self.read(|tx| {
            tx.db
                .prepare_cached("SELECT seq, chat, message, what, by_bot, date FROM change WHERE seq > ? ORDER BY seq")?
                .query_and_then([seq], |row| {
                    Ok(Change {
                        seq: row.get(0)?,
                        chat: row.get(1)?,
                        message: row.get(2)?,
                        what: What::from_name(row.get_ref(3)?.as_str().unwrap_or_default()),
                        by_bot: row.get(4)?,
                        date: row.get(5)?,
                    })
                })?
                .collect()
        })
    }
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Sent => "sent",
            What::Edited => "edited",
            What::Deleted => "deleted",
            What::Pinned => "pinned",
            What::Unpinned => "unpinned",
            What::Answered => "answered",
        }
    }

    fn from_name(name: &str) -> What {
        match name {
            "edited" => What::Edited,
            "deleted" => What::Deleted,
            "pinned" => What::Pinned,
            "unpinned" => What::Unpinned,
            "answered" => What::Answered,
            _ => What::Sent,
        }
    }
}

impl Tx<'_> {
    pub(crate) fn seq(&self) -> Result<i64, WorldError> {
        Ok(self
            .db
            .prepare_cached("SELECT coalesce(max(seq), 0) FROM change")?
            .query_row([], |row| row.get(0))?)
    }

    /// Writes a change down and returns its number.
    pub(crate) fn record(
        &self,
        chat: i64,
        message: i64,
        what: What,
        by_bot: bool,
    ) -> Result<i64, WorldError> {
        self.db
            .prepare_cached(
                "INSERT INTO change (chat, message, what, by_bot, date) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![chat, message, what.name(), by_bot, self.now])?;
        Ok(self.db.last_insert_rowid())
    }
}
