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
        /// A folder for copies of the papers handed in, sealed with the key; without it only Telegram
        /// keeps them, and a paper deleted there is gone.
        pub keep_papers: Option<Spanned<Text<400>>>,
    }
}

impl Storage {
    /// Database, key, and the folder for papers.
    pub fn check(self, faults: &mut Faults<'_>) -> Option<(PathBuf, PathBuf, Option<PathBuf>)> {
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
        let papers = self.keep_papers.as_ref();
        let papers = papers.map(|papers| PathBuf::from(papers.get_ref().as_str()));
        if papers
            .as_ref()
            .is_some_and(|papers| [&database, &key].contains(&papers))
        {
            let span = self.keep_papers.map(|papers| papers.span());
            faults.add(&span.unwrap_or_default(), Flaw::PapersInFile);
            return None;
        }
        Some((database, key, papers))
    }
}
