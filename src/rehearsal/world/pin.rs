//! Pinned messages.

use rusqlite::{OptionalExtension, params};

use super::{Tx, What, WorldError};

impl Tx<'_> {
    pub(crate) fn set_pinned(
        &self,
        chat: i64,
        message: i64,
        pinned: bool,
    ) -> Result<(), WorldError> {
        let what = if pinned { What::Pinned } else { What::Unpinned };
        let seq = self.record(chat, message, what, true)?;
        self.db
            .prepare_cached("UPDATE message SET pinned = ? WHERE chat = ? AND id = ?")?
            .execute(params![pinned.then_some(seq), chat, message])?;
        Ok(())
    }

    /// The message pinned last.
    pub(crate) fn last_pinned(&self, chat: i64) -> Result<Option<i64>, WorldError> {
        Ok(self
            .db
            .prepare_cached(
                "SELECT id FROM message WHERE chat = ? AND pinned IS NOT NULL ORDER BY pinned DESC LIMIT 1",
            )?
            .query_row([chat], |row| row.get(0))
            .optional()?)
    }
}
