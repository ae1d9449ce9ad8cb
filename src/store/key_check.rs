//! Whether the key belongs to what is sealed with it.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::paper_file::{self, PaperFileError};
use super::sealed::{Unopened, check_all};
use super::{key_file, setting};

/// A key that opens everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// Sealed values of the database.
    pub values: u64,
    /// Copies of papers.
    pub papers: u64,
}

/// What is wrong with the key.
#[derive(Debug, thiserror::Error)]
pub enum KeyFlaw {
    #[error("key file {path}: {source}")]
    Key {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("key file {path} can be read by others on this machine: chmod 600 {path}")]
    Open { path: PathBuf },
    #[error("key file {path} is not the one the database is sealed with")]
    Wrong { path: PathBuf },
    #[error("the key {path} was being rotated and that is not finished: run `qisai key rotate`")]
    Unfinished { path: PathBuf },
    #[error("database {path}: {source}")]
    Database {
        path: PathBuf,
        source: rusqlite::Error,
    },
    #[error("database {path}: {source}")]
    Value { path: PathBuf, source: Unopened },
    #[error(transparent)]
    Paper(#[from] PaperFileError),
}

/// Opens everything that is sealed, and writes nothing. A database that is not there has nothing sealed.
///
/// # Errors
/// The first flaw found.
pub fn check(database: &Path, key: &Path, papers: Option<&Path>) -> Result<Checked, KeyFlaw> {
    let key_fault = |source| KeyFlaw::Key {
        path: key.to_owned(),
        source,
    };
    let sealer = key_file::read(key).map_err(key_fault)?;
    let path = || key.to_owned();
    if !key_file::is_guarded(key).map_err(key_fault)? {
        return Err(KeyFlaw::Open { path: path() });
    }
    if key_file::next(key).exists() {
        return Err(KeyFlaw::Unfinished { path: path() });
    }
    let mut checked = Checked {
        values: 0,
        papers: 0,
    };
    if database.exists() {
        let fault = |source| KeyFlaw::Database {
            path: database.to_owned(),
            source,
        };
        let conn = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(fault)?;
        let known = setting::get(&conn, setting::KEY).map_err(fault)?;
        if known.is_some_and(|known| known != sealer.key_print()) {
            return Err(KeyFlaw::Wrong { path: path() });
        }
        // One moment of the database, whoever writes meanwhile.
        let tx = conn.unchecked_transaction().map_err(fault)?;
        checked.values = check_all(&tx, &sealer).map_err(|source| KeyFlaw::Value {
            path: database.to_owned(),
            source,
        })?;
    }
    if let Some(folder) = papers {
        for paper in paper_file::all(folder)? {
            paper_file::read(folder, &sealer, paper)?;
            checked.papers += 1;
        }
    }
    Ok(checked)
}
