//! The file with the key that seals personal data: 64 hexadecimal digits that only its owner can read.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Sealer;

/// Reads the key.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] when the file holds anything but 64 hexadecimal digits.
pub fn read(path: &Path) -> io::Result<Sealer> {
    let text = std::fs::read_to_string(path)?;
    let key = parse(text.trim()).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "a key file holds 64 hexadecimal digits",
        )
    })?;
    Ok(Sealer::with_key(key))
}

/// Reads the key, or makes one.
pub fn read_or_make(path: &Path) -> io::Result<Sealer> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path),
        read => read,
    }
}

/// Makes a key and puts it there, whatever was there before.
pub fn make(path: &Path) -> io::Result<Sealer> {
    let mut key = [0_u8; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    write_whole(path, format!("{digits}\n").as_bytes())?;
    Ok(Sealer::with_key(key))
}

/// Where the key lies that will take the place of this one once everything is sealed with it.
pub fn next(path: &Path) -> PathBuf {
    beside(path, ".next")
}

/// Whether nobody but the owner can read the file. Always true where files have no such permissions.
#[cfg(unix)]
pub fn is_guarded(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o077 == 0)
}

/// Whether nobody but the owner can read the file. Always true where files have no such permissions.
#[cfg(not(unix))]
pub fn is_guarded(path: &Path) -> io::Result<bool> {
    std::fs::metadata(path).map(|_| true)
}

/// Writes a file that only its owner can read, so that after a crash it is there whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(path, ".new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&new, path)?;
    sync_folder(path)
}

/// What was renamed or removed in the file's folder is so after a loss of power too.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn parse(digits: &str) -> Option<[u8; 32]> {
    if digits.len() != 64 || !digits.is_ascii() {
        return None;
    }
    let mut key = [0_u8; 32];
    for (byte, pair) in key.iter_mut().zip(digits.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_is_made_once_and_read_by_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("k");
        let made = read_or_make(&path).unwrap();
        let sealed = made.seal("r", b"x").unwrap();
        assert_eq!(
            read_or_make(&path).unwrap().open("r", &sealed).unwrap(),
            b"x"
        );
        assert!(is_guarded(&path).unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
            assert!(!is_guarded(&path).unwrap());
        }
        std::fs::write(&path, "zz").unwrap();
        assert_eq!(
            read(&path).err().unwrap().kind(),
            io::ErrorKind::InvalidData
        );
    }
}
