use std::path::PathBuf;

use toml::Spanned;

use super::super::Flaw;
use super::super::faults::Faults;
use super::table::table;
use super::text::Text;

table! {
    /// `[storage]`: where data is kept. Paths are relative to the folder the program is started in.
    #[derive(Default)]
    pub struct Storage {
        /// The SQLite file; default "qisai.db".
        pub database: Option<Text<400>>,
        /// The file with the key that seals personal data; default "qisai.key". Keep a copy of it,
        /// but not beside the copies of the database.
        pub key: Option<Spanned<Text<400>>>,
    }
}

impl Storage {
    /// Database and key.
    pub fn check(self, faults: &mut Faults<'_>) -> Option<(PathBuf, PathBuf)> {
        let database = self.database.as_ref().map_or("qisai.db", Text::as_str);
        let key = self
            .key
            .as_ref()
            .map_or("qisai.key", |k| k.get_ref().as_str());
        let (database, key) = (PathBuf::from(database), PathBuf::from(key));
        if database == key {
            let span = self.key.map(|key| key.span()).unwrap_or_default();
            faults.add(&span, Flaw::SameFile);
            return None;
        }
        Some((database, key))
    }
}
