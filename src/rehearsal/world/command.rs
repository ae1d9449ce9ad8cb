//! The bot's menu of commands and its descriptions.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Tx, World, WorldError};

impl World {
    /// The commands (name, description) that clients show to everybody, in
    /// `language` (`""`: the list for all other languages).
    ///
    /// # Errors
    /// The database's.
    pub fn commands(&self, language: &str) -> Result<Vec<(String, String)>, WorldError> {
        let list = self.read(|tx| tx.commands(r#"{"type":"default"}"#, language))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(list
            .as_array()
            .into_iter()
            .flatten()
            .map(|command| (text(&command["command"]), text(&command["description"])))
            .collect())
    }
}

impl Tx<'_> {
    pub(crate) fn set_commands(
        &self,
        scope: &str,
        language: &str,
        list: &Value,
    ) -> Result<(), WorldError> {
        self.db.execute(
            "INSERT INTO command VALUES (?, ?, ?) ON CONFLICT (scope, language) DO UPDATE SET list = excluded.list",
            params![scope, language, list.to_string()],
        )?;
        Ok(())
    }

    pub(crate) fn commands(&self, scope: &str, language: &str) -> Result<Value, WorldError> {
        let list: Option<String> = self
            .db
            .prepare_cached("SELECT list FROM command WHERE scope = ? AND language = ?")?
            .query_row([scope, language], |row| row.get(0))
            .optional()?;
        Ok(match list {
            Some(list) => serde_json::from_str(&list)?,
            None => json!([]),
        })
    }

    pub(crate) fn set_description(
        &self,
        field: &str,
        language: &str,
        text: &str,
    ) -> Result<(), WorldError> {
        self.db.execute(
            "INSERT INTO description VALUES (?, ?, ?) ON CONFLICT (field, language) DO UPDATE SET text = excluded.text",
            [field, language, text],
        )?;
        Ok(())
    }
}
