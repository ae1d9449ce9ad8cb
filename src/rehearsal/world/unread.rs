//! What a person has not read yet, and reading it with a reaction.

use rusqlite::{OptionalExtension, params};

use super::{Act, Chat, Done, Message, Tx, World, WorldError};

/// A message of the bot that a person has not read, or that changed since.
#[derive(Debug, Clone, PartialEq)]
pub struct Unread {
    /// The chat.
    pub chat: i64,
    /// Number of the change to mark as read.
    pub seq: i64,
    /// The message as it is now.
    pub message: Message,
}

impl World {
    /// The first message of the bot that `user` has not read (or has not read
    /// since its latest edit), in the private chat, and after that, `groups`
    /// given, in their groups.
    ///
    /// # Errors
    /// The database's.
    pub fn unread(&self, user: i64, groups: bool) -> Result<Option<Unread>, WorldError> {
        self.read(|tx| {
            if let Some(unread) = tx.unread_in(user, user)? {
                return Ok(Some(unread));
            }
            if groups {
                for Chat { id, .. } in tx.groups_of(user)? {
                    if let Some(unread) = tx.unread_in(user, id)? {
                        return Ok(Some(unread));
                    }
                }
            }
            Ok(None)
        })
    }

    /// Everybody who has something unread in their private chat.
    ///
    /// # Errors
    /// The database's.
    pub fn people_with_unread(&self) -> Result<Vec<i64>, WorldError> {
        self.read(|tx| {
            Ok(tx
                .db
                .prepare_cached(
                    "SELECT chat.id FROM chat LEFT JOIN seen ON seen.chat = chat.id AND seen.user = chat.id
                     WHERE chat.kind = 'private' AND EXISTS (
                       SELECT 1 FROM message WHERE message.chat = chat.id AND from_bot = 1 AND deleted = 0
                         AND message.kind <> 'service' AND message.seq > coalesce(seen.seq, 0))
                     ORDER BY chat.id",
                )?
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?)
        })
    }

    /// Marks everything in `chat` up to change `seq` as read by `user` and
    /// performs `acts`, all or nothing, in one transaction. `None`: it was
    /// read already, so nothing was done; that is how a person reacts exactly
    /// once although the process was killed and started again.
    ///
    /// # Errors
    /// Those of the acts, such as a button that is no longer there.
    pub fn react(
        &self,
        user: i64,
        chat: i64,
        seq: i64,
        acts: &[Act],
    ) -> Result<Option<Vec<Done>>, WorldError> {
        self.act(|tx| {
            if tx.seen_up_to(user, chat)? >= seq {
                return Ok(None);
            }
            tx.mark_seen(user, chat, seq)?;
            let done: Result<Vec<Done>, WorldError> =
                acts.iter().map(|act| tx.perform(user, chat, act)).collect();
            done.map(Some)
        })
    }
}

impl Tx<'_> {
    fn seen_up_to(&self, user: i64, chat: i64) -> Result<i64, WorldError> {
        Ok(self
            .db
            .prepare_cached("SELECT seq FROM seen WHERE user = ? AND chat = ?")?
            .query_row([user, chat], |row| row.get(0))
            .optional()?
            .unwrap_or(0))
    }

    fn mark_seen(&self, user: i64, chat: i64, seq: i64) -> Result<(), WorldError> {
        self.db
            .prepare_cached(
                "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT (user, chat) DO UPDATE SET seq = excluded.seq",
            )?
            .execute([user, chat, seq])?;
        Ok(())
    }

    /// Marks all that was said in a chat so far as read.
    pub(crate) fn mark_all_seen(&self, user: i64, chat: i64) -> Result<(), WorldError> {
        self.mark_seen(user, chat, self.seq()?)
    }

    fn unread_in(&self, user: i64, chat: i64) -> Result<Option<Unread>, WorldError> {
        let after = self.seen_up_to(user, chat)?;
        let id: Option<i64> = self
            .db
            .prepare_cached(
                "SELECT id FROM message WHERE chat = ? AND from_bot = 1 AND deleted = 0 AND kind <> 'service'
                   AND seq > ? ORDER BY seq LIMIT 1",
            )?
            .query_row(params![chat, after], |row| row.get(0))
            .optional()?;
        let Some(stored) = id
            .map(|id| self.find_message(chat, id))
            .transpose()?
            .flatten()
        else {
            return Ok(None);
        };
        Ok(Some(Unread {
            chat,
            seq: stored.seq,
            message: self.seen(&stored)?,
        }))
    }
}
