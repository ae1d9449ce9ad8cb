use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held by the one program that works on a database. The system lets go of it however the program ends.
pub struct Lock {
    _file: File,
}

/// Why the database could not be taken for this process alone.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error("another qisai works on this database: end it first, only one may run")]
    Held,
    #[error("lock file {path}: {source}")]
    File { path: PathBuf, source: io::Error },
}

impl Lock {
    /// Takes the lock of the database at `path`, kept in `NAME.lock` beside it: not in the database, whose
    /// own locks SQLite keeps.
    ///
    /// # Errors
    /// [`LockError::Held`] while another program has it.
    pub fn take(path: &Path) -> Result<Lock, LockError> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let failed = |source| LockError::File {
            path: path.clone(),
            source,
        };
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let file = File::create(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Held),
            // A file system without locks: nothing keeps a second program away, and none is turned away.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Lock { _file: file })
            }
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_free_again_when_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new").join("q.db");
        let held = Lock::take(&path).unwrap();
        assert!(matches!(Lock::take(&path), Err(LockError::Held)));
        drop(held);
        Lock::take(&path).unwrap();
    }
}
