//! Copies of papers on disk: a file each, sealed like what lies in the database.

use std::io;
use std::path::{Path, PathBuf};

use super::key_file::{sync_folder, write_whole};
use super::{SealError, Sealer};

/// What the name of a copy ends in; before it stands the paper's id.
const ENDING: &str = "sealed";

/// Why a paper's copy could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum PaperFileError {
    #[error("paper {path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("paper {path}: {source}")]
    Seal { path: PathBuf, source: SealError },
}

/// Keeps the copy of a paper, in place of an earlier one. After a crash it is there whole or not at all.
pub fn keep(
    folder: &Path,
    sealer: &Sealer,
    paper: i64,
    plain: &[u8],
) -> Result<(), PaperFileError> {
    let path = path(folder, paper);
    let sealed = sealer.seal(&row_name(paper), plain);
    let sealed = sealed.map_err(seal_fault(&path))?;
    std::fs::create_dir_all(folder).map_err(fault(folder))?;
    write_whole(&path, &sealed).map_err(fault(&path))
}

/// The copy of a paper, opened.
pub fn read(folder: &Path, sealer: &Sealer, paper: i64) -> Result<Vec<u8>, PaperFileError> {
    let path = path(folder, paper);
    let sealed = std::fs::read(&path).map_err(fault(&path))?;
    let opened = sealer.open(&row_name(paper), &sealed);
    opened.map_err(seal_fault(&path))
}

/// The papers that have a copy, by id. None where there is no folder.
pub fn all(folder: &Path) -> Result<Vec<i64>, PaperFileError> {
    let mut papers = Vec::new();
    for path in files(folder)? {
        let is_whole = path.extension().is_some_and(|ending| ending == ENDING);
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let Some(paper) = stem.and_then(|stem| stem.parse().ok()).filter(|_| is_whole) {
            papers.push(paper);
        }
    }
    papers.sort_unstable();
    Ok(papers)
}

/// Seals a copy with another key. One that is sealed with it already stays: after a crash this goes on.
pub fn reseal(folder: &Path, old: &Sealer, new: &Sealer, paper: i64) -> Result<(), PaperFileError> {
    if read(folder, new, paper).is_ok() {
        return Ok(());
    }
    let plain = read(folder, old, paper)?;
    keep(folder, new, paper, &plain)
}

/// Removes the copy of a paper, if there is one.
pub fn remove(folder: &Path, paper: i64) -> Result<(), PaperFileError> {
    let path = path(folder, paper);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fault(&path)(error)),
        _ => Ok(()),
    }
}

/// Removes every copy, half-written ones too, and the folder if nothing else lies in it. Returns how many.
pub fn remove_all(folder: &Path) -> Result<u64, PaperFileError> {
    let mut removed = 0;
    for path in files(folder)? {
        let name = path.file_name().and_then(|name| name.to_str());
        let is_ours = name.is_some_and(|name| {
            let stem = name.strip_suffix(".new").unwrap_or(name);
            let stem = stem.strip_suffix(ENDING).unwrap_or_default();
            stem.trim_end_matches('.').parse::<i64>().is_ok()
        });
        if is_ours {
            std::fs::remove_file(&path).map_err(fault(&path))?;
            removed += 1;
        }
    }
    if removed > 0 {
        sync_folder(&folder.join("x")).map_err(fault(folder))?;
    }
    // Only an empty folder goes; one with other files stays.
    if std::fs::remove_dir(folder).is_ok() {
        tracing::debug!(folder = %folder.display(), "the empty folder of papers is removed");
    }
    Ok(removed)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, PaperFileError> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fault(folder))?,
    };
    entries
        .map(|entry| entry.map(|entry| entry.path()).map_err(fault(folder)))
        .collect()
}

fn path(folder: &Path, paper: i64) -> PathBuf {
    folder.join(format!("{paper}.{ENDING}"))
}

/// The name under which a copy is sealed.
fn row_name(paper: i64) -> String {
    format!("paper/{paper}/copy")
}

fn fault(path: &Path) -> impl Fn(io::Error) -> PaperFileError {
    move |source| PaperFileError::File {
        path: path.to_owned(),
        source,
    }
}

fn seal_fault(path: &Path) -> impl Fn(SealError) -> PaperFileError {
    move |source| PaperFileError::Seal {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_opens_under_its_own_name_only_and_all_can_be_removed() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("papers");
        let sealer = Sealer::with_key([3; 32]);
        assert_eq!(all(&folder).unwrap(), [0_i64; 0]);
        keep(&folder, &sealer, 7, b"photo").unwrap();
        keep(&folder, &sealer, 12, b"file").unwrap();
        assert_eq!(all(&folder).unwrap(), [7, 12]);
        assert_eq!(read(&folder, &sealer, 7).unwrap(), b"photo");
        std::fs::copy(folder.join("7.sealed"), folder.join("8.sealed")).unwrap();
        let moved = read(&folder, &sealer, 8).unwrap_err();
        assert!(moved.to_string().contains("8.sealed"), "{moved}");
        std::fs::write(folder.join("9.sealed.new"), b"half").unwrap();
        std::fs::write(folder.join("notes.txt"), b"of someone").unwrap();
        assert_eq!(remove_all(&folder).unwrap(), 4);
        assert!(folder.join("notes.txt").exists());
        std::fs::remove_file(folder.join("notes.txt")).unwrap();
        assert_eq!(remove_all(&folder).unwrap(), 0);
        assert!(!folder.exists());
        assert_eq!(remove_all(&folder).unwrap(), 0);
    }
}
