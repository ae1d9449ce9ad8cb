//! Updates: what waits for the bot to fetch it.

use std::sync::atomic::Ordering;

use rusqlite::params;
use serde_json::Value;
use tokio::sync::watch;

use super::{Draft, Kind, Tx, World, WorldError};

/// Kinds that Telegram sends only to a bot that asked for them by name.
const ON_DEMAND: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

/// States of a row: not confirmed, confirmed, to be delivered once more.
const OPEN: i64 = 0;
const CONFIRMED: i64 = 1;
const AGAIN: i64 = 2;

/// A `getUpdates` request.
#[derive(Debug, Default, Clone)]
pub(crate) struct Poll {
    pub(crate) offset: i64,
    pub(crate) limit: i64,
    pub(crate) allowed: Option<Vec<String>>,
}

impl World {
    /// Begins a `getUpdates`, which ends any that still waits: its number,
    /// and what wakes it.
    pub(crate) fn begin_poll(&self) -> (u64, watch::Receiver<u64>) {
        let ticket = self.shared.poll.fetch_add(1, Ordering::SeqCst) + 1;
        let updates = self.shared.updates.subscribe();
        self.shared.updates.send_modify(super::bump);
        (ticket, updates)
    }

    /// Whether no newer `getUpdates` has begun.
    pub(crate) fn is_latest_poll(&self, ticket: u64) -> bool {
        self.shared.poll.load(Ordering::SeqCst) == ticket
    }

    /// How many updates the bot has not confirmed yet (by asking for later ones).
    ///
    /// # Errors
    /// The database's.
    pub fn pending_updates(&self) -> Result<i64, WorldError> {
        self.read(|tx| {
            Ok(tx
                .db
                .prepare_cached("SELECT count(*) FROM pending WHERE state <> 1")?
                .query_row([], |row| row.get(0))?)
        })
    }

    /// The id of the latest update, 0 before the first.
    ///
    /// # Errors
    /// The database's.
    pub fn last_update(&self) -> Result<i64, WorldError> {
        self.read(|tx| {
            Ok(tx
                .db
                .query_row("SELECT coalesce(max(id), 0) FROM pending", [], |row| {
                    row.get(0)
                })?)
        })
    }

    /// Delivers an update once more, under the same id, although the bot has
    /// confirmed it: as after a crash between handling and confirming.
    ///
    /// # Errors
    /// [`WorldError::NoSuchUpdate`].
    pub fn redeliver(&self, update: i64) -> Result<(), WorldError> {
        self.act(|tx| {
            tx.queued.set(true);
            match tx.db.execute(
                "UPDATE pending SET state = CASE state WHEN 1 THEN 2 ELSE state END WHERE id = ?",
                [update],
            )? {
                0 => Err(WorldError::NoSuchUpdate(update)),
                _ => Ok(()),
            }
        })
    }
}

impl Tx<'_> {
    /// Forgets all updates that wait.
    pub(crate) fn drop_pending(&self) -> Result<(), WorldError> {
        self.db
            .execute("UPDATE pending SET state = 1 WHERE state <> 1", [])?;
        Ok(())
    }

    /// Queues an update for the bot, unless it does not want that kind.
    /// Returns the update's id.
    pub(crate) fn queue(&self, kind: &str, body: &Value) -> Result<Option<i64>, WorldError> {
        let allowed = self.bot()?.allowed;
        let wanted = match &allowed {
            Some(allowed) => allowed.iter().any(|name| name == kind),
            None => !ON_DEMAND.contains(&kind),
        };
        if !wanted {
            return Ok(None);
        }
        let id = self.count_up("update")?;
        self.db
            .prepare_cached("INSERT INTO pending VALUES (?, ?, ?, ?)")?
            .execute(params![id, kind, body.to_string(), OPEN])?;
        self.queued.set(true);
        Ok(Some(id))
    }

    /// Answers one look of a `getUpdates`: the JSON array of updates.
    pub(crate) fn fetch(&self, poll: &Poll) -> Result<Option<String>, WorldError> {
        if let Some(allowed) = &poll.allowed {
            // An empty list means the default kinds.
            let allowed = (!allowed.is_empty())
                .then(|| serde_json::to_string(allowed))
                .transpose()?;
            self.db
                .prepare_cached("UPDATE bot SET allowed = ?1 WHERE allowed IS NOT ?1")?
                .execute([allowed])?;
        }
        if poll.offset != 0 {
            let offset = if poll.offset < 0 {
                // The last so many; all before them are forgotten.
                self.db.query_row(
                    "SELECT coalesce(min(id), 0) FROM
                       (SELECT id FROM pending WHERE state = 0 ORDER BY id DESC LIMIT ?)",
                    [-poll.offset],
                    |row| row.get(0),
                )?
            } else {
                poll.offset
            };
            self.db
                .prepare_cached("UPDATE pending SET state = 1 WHERE state = 0 AND id < ?")?
                .execute([offset])?;
        }
        let mut found = String::from("[");
        let mut again = Vec::new();
        let mut statement = self.db.prepare_cached(
            "SELECT id, kind, body, state FROM pending WHERE state <> 1 ORDER BY id LIMIT ?",
        )?;
        let mut rows = statement.query([poll.limit])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            if found.len() > 1 {
                found.push(',');
            }
            found.push_str(&format!(
                "{{\"update_id\":{id},\"{}\":",
                row.get_ref(1)?.as_str().unwrap_or_default()
            ));
            found.push_str(row.get_ref(2)?.as_str().unwrap_or("null"));
            found.push('}');
            if row.get::<_, i64>(3)? == AGAIN {
                again.push(id);
            }
        }
        for id in again {
            self.db
                .prepare_cached("UPDATE pending SET state = ? WHERE id = ?")?
                .execute([CONFIRMED, id])?;
        }
        if found.len() == 1 {
            return Ok(None);
        }
        found.push(']');
        Ok(Some(found))
    }

    /// Whether the bot is shown a message that somebody else posts: it is in
    /// the chat, and its privacy mode lets it see the message.
    pub(crate) fn bot_sees(&self, draft: &Draft) -> Result<bool, WorldError> {
        let Ok(bot) = self.bot() else {
            return Ok(false);
        };
        if self.chat(draft.chat)?.is_private() {
            return Ok(true);
        }
        let Some(member) = self.member(draft.chat, bot.user.id)? else {
            return Ok(false);
        };
        if !member.role.is_present() {
            return Ok(false);
        }
        if member.role.is_administrator() || bot.reads_all || draft.content.kind == Kind::Service {
            return Ok(true);
        }
        if let Some(reply_to) = draft.reply_to
            && let Some(replied) = self.find_message(draft.chat, reply_to)?
            && replied.from_bot
        {
            return Ok(true);
        }
        let username = bot.user.username.unwrap_or_default().to_lowercase();
        let units: Vec<u16> = draft.content.text.encode_utf16().collect();
        Ok(draft.content.entities.iter().any(|entity| {
            let part = units
                .get(entity.offset..entity.offset + entity.length)
                .map(String::from_utf16_lossy)
                .unwrap_or_default()
                .to_lowercase();
            match entity.kind.as_str() {
                "bot_command" => part
                    .split_once('@')
                    .is_none_or(|(_, addressee)| addressee == username),
                "mention" => part.strip_prefix('@') == Some(username.as_str()),
                _ => false,
            }
        }))
    }
}
