use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::migrate::{copy, inspect, migrate};
use super::paper_file::{self, PaperFileError};
use super::{Sealer, StoreError, key_file, purge, setting};

/// The open database.
///
/// SQLite has one writer at a time; waiting for this one connection is fair, waiting for SQLite's own
/// lock is not. What may be written is decided by the database alone.
pub struct Store {
    conn: Mutex<Connection>,
    sealer: Sealer,
    path: PathBuf,
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the database was written by a newer qisai (schema {found}, this program knows {known}): \
         update the program"
    )]
    Newer { found: usize, known: usize },
    #[error("the file is a database of another program: choose another path")]
    Foreign,
    #[error(
        "the database cannot be brought up to date: after step {version} the table {table} would refer to \
         rows that are not there. It was left as it was"
    )]
    Dangling { version: i64, table: String },
    #[error("key file {path}: {source}")]
    Key {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(
        "key file {path} is not there, and the database is sealed with it: put it back beside the database"
    )]
    KeyGone { path: PathBuf },
    #[error("key file {path} is not the one the database is sealed with: put the right one there")]
    WrongKey { path: PathBuf },
    #[error(
        "the key {path} was being rotated and that is not finished: run `qisai key rotate` to finish it"
    )]
    Unfinished { path: PathBuf },
    #[error("folder {path}: {source}")]
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{path}: {source}")]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// Why the disk is not clean.
#[derive(Debug, thiserror::Error)]
pub enum ScrubError {
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Paper(#[from] PaperFileError),
    #[error("{path}: {source}")]
    Copy {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("another program reads the database, its log cannot be cut: end it and try again")]
    Busy,
}

impl Store {
    /// Opens or makes the database and its key, and brings the schema up to date.
    ///
    /// # Errors
    /// [`OpenError::KeyGone`] and [`OpenError::WrongKey`] when what is sealed in the database could not be
    /// opened: a new key is made for a new database only.
    pub fn open(path: &Path, key: &Path) -> Result<Store, OpenError> {
        for file in [path, key] {
            if let Some(folder) = file
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty())
            {
                std::fs::create_dir_all(folder).map_err(|source| OpenError::Folder {
                    path: folder.to_owned(),
                    source,
                })?;
            }
        }
        let mut conn = connect(path)?;
        migrate(&mut conn, Some(path))?;
        let sealer = unlock(&conn, key)?;
        Ok(Store {
            conn: Mutex::new(conn),
            sealer,
            path: path.to_owned(),
        })
    }

    /// Runs `work` in one `BEGIN IMMEDIATE` transaction: committed when it returns `Ok`, rolled back
    /// when it returns `Err` or panics.
    pub fn write<T, E: From<rusqlite::Error>>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut conn = self.conn();
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = work(&tx)?;
        tx.commit()?;
        Ok(value)
    }

    /// Wipes what was purged from the disk: copies of papers in the folder, copies of the database that
    /// migrations made, free pages, the log. Doing it again does no harm.
    pub fn scrub(&self, papers: Option<&Path>) -> Result<(), ScrubError> {
        if let Some(folder) = papers {
            paper_file::remove_all(folder)?;
        }
        let copies = purge::old_copies(&self.path);
        for path in copies.map_err(|source| ScrubError::Copy {
            path: self.path.clone(),
            source,
        })? {
            std::fs::remove_file(&path).map_err(|source| ScrubError::Copy { path, source })?;
        }
        let conn = self.conn();
        let checkpoint = || {
            let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
            conn.query_row(sql, [], |row| row.get::<_, bool>(0))
        };
        let was_busy = checkpoint()?;
        conn.execute_batch("VACUUM")?;
        if checkpoint()? || was_busy {
            return Err(ScrubError::Busy);
        }
        Ok(())
    }

    /// Copies the database as it is now into a new file; a copy that fails leaves none. What is sealed stays
    /// sealed: the copy is of no use without the key.
    ///
    /// # Errors
    /// When the disk is full, or the folder cannot be written to.
    pub fn copy_to(&self, path: &Path) -> Result<(), CopyError> {
        let fault = |source| CopyError::File {
            path: path.to_owned(),
            source,
        };
        let mut begun = path.as_os_str().to_owned();
        begun.push(".part");
        let begun = PathBuf::from(begun);
        let copied = copy(&self.conn(), &begun).map_err(CopyError::from);
        let kept = copied.and_then(|()| {
            std::fs::File::open(&begun)
                .and_then(|file| file.sync_all())
                .and_then(|()| std::fs::rename(&begun, path))
                .map_err(fault)
        });
        if kept.is_err() {
            // What is left of it is of no use, and may fill the disk.
            let _ = std::fs::remove_file(&begun);
        }
        kept
    }

    /// What seals and opens personal data.
    pub fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// The database's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A panic while the lock was held rolled its transaction back: the connection is sound.
    fn conn(&self) -> MutexGuard<'_, Connection> {
        self.conn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection with this program's settings to a file that is its own.
pub(super) fn connect(path: &Path) -> Result<Connection, OpenError> {
    let conn = Connection::open(path)?;
    conn.busy_timeout(Duration::from_secs(30))?;
    inspect(&conn)?;
    conn.pragma_update(None, "journal_mode", "WAL")?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "foreign_keys", "ON")?;
    conn.pragma_update(None, "secure_delete", "ON")?;
    conn.set_prepared_statement_cache_capacity(256);
    Ok(conn)
}

/// The key, which has to be the one the database was begun with.
fn unlock(conn: &Connection, key: &Path) -> Result<Sealer, OpenError> {
    let path = || key.to_owned();
    let known = setting::get(conn, setting::KEY)?;
    if known.is_some() && !key.try_exists().unwrap_or(true) {
        return Err(OpenError::KeyGone { path: path() });
    }
    if key_file::next(key).exists() {
        return Err(OpenError::Unfinished { path: path() });
    }
    let fault = |source| OpenError::Key {
        path: path(),
        source,
    };
    let sealer = key_file::read_or_make(key).map_err(fault)?;
    if !key_file::is_guarded(key).map_err(fault)? {
        let path = key.display();
        tracing::warn!("key file {path} can be read by others on this machine: chmod 600 {path}");
    }
    let print = sealer.key_print();
    match known {
        Some(known) if known == print => {}
        Some(_) => return Err(OpenError::WrongKey { path: path() }),
        None => setting::set(conn, setting::KEY, &print)?,
    }
    Ok(sealer)
}
