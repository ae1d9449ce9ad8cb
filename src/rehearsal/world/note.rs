//! Notes of the rehearsal's director: where the script is, how far the clock is moved.

use rusqlite::OptionalExtension;

use super::{Tx, World, WorldError};

impl World {
    /// The note under `key`.
    ///
    /// # Errors
    /// The database's.
    pub fn note(&self, key: &str) -> Result<Option<String>, WorldError> {
        self.read(|tx| {
            Ok(tx
                .db
                .prepare_cached("SELECT value FROM note WHERE key = ?")?
                .query_row([key], |row| row.get(0))
                .optional()?)
        })
    }

    /// Writes (or replaces) the note under `key`.
    ///
    /// # Errors
    /// The database's.
    pub fn set_note(&self, key: &str, value: &str) -> Result<(), WorldError> {
        self.act(|tx| tx.set_note(key, value))
    }
}

impl Tx<'_> {
    pub(crate) fn set_note(&self, key: &str, value: &str) -> Result<(), WorldError> {
        self.db
            .prepare_cached(
                "INSERT INTO note VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute([key, value])?;
        Ok(())
    }
}
