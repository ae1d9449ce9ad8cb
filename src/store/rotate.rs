//! A new key: everything that is sealed is sealed anew, and only then does the new key take the old one's
//! place. Killed at any point, it goes on when it is run again; until then both keys are kept.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::TransactionBehavior;

use super::open::connect;
use super::paper_file::{self, PaperFileError};
use super::sealed::{Unopened, check_all, reseal_all};
use super::{OpenError, Sealer, key_file, migrate, setting};

/// How far a rotation has come; each step is on disk before the next begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The new key lies beside the old one.
    KeyMade,
    /// Every value of the database is sealed anew, and not yet committed.
    Resealed,
    /// The database is sealed with the new key.
    Committed,
    /// The copy of this paper is sealed with the new key.
    Paper(i64),
    /// The new key is the key.
    Done,
}

/// What a rotation did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotated {
    /// Values in the database; 0 when an earlier run had sealed them.
    pub values: u64,
    /// Copies of papers.
    pub papers: u64,
    /// An earlier run was gone on with.
    pub goes_on: bool,
}

/// Why the key was not changed.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    #[error("database {path}: {source}")]
    Open { path: PathBuf, source: OpenError },
    #[error("database {path}: {source}; nothing was changed")]
    Values { path: PathBuf, source: Unopened },
    #[error("key file {path}: {source}")]
    Key { path: PathBuf, source: io::Error },
    #[error("the database {path} is sealed with neither of the keys {key} and {key}.next")]
    NeitherKey { path: PathBuf, key: PathBuf },
    #[error("{0}: put the right file there, or move it away")]
    Paper(#[from] PaperFileError),
    #[error("stopped after {0:?}; run it again to go on")]
    Stopped(Step),
}

/// Rotates the key of a database that nobody else works on: the caller holds its lock. `papers`: the folder
/// of their copies. `went` is told each step; when it answers false, nothing more is done.
pub fn rotate(
    database: &Path,
    key: &Path,
    papers: Option<&Path>,
    mut went: impl FnMut(Step) -> bool,
) -> Result<Rotated, RotateError> {
    let mut went = |step| {
        if went(step) {
            Ok(())
        } else {
            Err(RotateError::Stopped(step))
        }
    };
    let key_fault = |path: &Path| {
        let path = path.to_owned();
        move |source| RotateError::Key { path, source }
    };
    let fault = |source: OpenError| RotateError::Open {
        path: database.to_owned(),
        source,
    };
    let sql_fault = |error: rusqlite::Error| RotateError::Open {
        path: database.to_owned(),
        source: error.into(),
    };
    let mut conn = connect(database).map_err(fault)?;
    migrate::migrate(&mut conn, Some(database)).map_err(fault)?;
    let old = key_file::read(key).map_err(key_fault(key))?;
    let next = key_file::next(key);
    let goes_on = next.exists();
    let known = setting::get(&conn, setting::KEY).map_err(sql_fault)?;
    if !goes_on
        && known
            .as_ref()
            .is_some_and(|known| *known != old.key_print())
    {
        return Err(fault(OpenError::WrongKey { path: key.into() }));
    }
    let copies = papers.map(paper_file::all).transpose()?.unwrap_or_default();
    let new = if goes_on {
        key_file::read(&next).map_err(key_fault(&next))?
    } else {
        check_copies(papers, &old, &copies)?;
        check_all(&conn, &old).map_err(|source| RotateError::Values {
            path: database.to_owned(),
            source,
        })?;
        key_file::make(&next).map_err(key_fault(&next))?
    };
    went(Step::KeyMade)?;

    let mut values = 0;
    if known.as_ref() != Some(&new.key_print()) {
        if known.is_some_and(|known| known != old.key_print()) {
            return Err(RotateError::NeitherKey {
                path: database.to_owned(),
                key: key.to_owned(),
            });
        }
        let tx = conn
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(sql_fault)?;
        let resealed = reseal_all(&tx, &old, &new);
        values = resealed.map_err(|source| RotateError::Values {
            path: database.to_owned(),
            source,
        })?;
        setting::set(&tx, setting::KEY, &new.key_print()).map_err(sql_fault)?;
        went(Step::Resealed)?;
        tx.commit().map_err(sql_fault)?;
    }
    // What the old key opens must not lie in the log any longer.
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .map_err(sql_fault)?;
    went(Step::Committed)?;

    for &paper in &copies {
        if let Some(folder) = papers {
            paper_file::reseal(folder, &old, &new, paper)?;
        }
        went(Step::Paper(paper))?;
    }
    std::fs::rename(&next, key)
        .and_then(|()| key_file::sync_folder(key))
        .map_err(key_fault(key))?;
    went(Step::Done)?;
    Ok(Rotated {
        values,
        papers: u64::try_from(copies.len()).unwrap_or(u64::MAX),
        goes_on,
    })
}

/// Nothing is begun while a copy would not open.
fn check_copies(
    papers: Option<&Path>,
    sealer: &Sealer,
    copies: &[i64],
) -> Result<(), PaperFileError> {
    for &paper in copies {
        if let Some(folder) = papers {
            paper_file::read(folder, sealer, paper)?;
        }
    }
    Ok(())
}
