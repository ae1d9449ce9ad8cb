use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Seals personal data with XChaCha20-Poly1305 under a key that lies outside the database.
pub struct Sealer {
    key: [u8; 32],
}

#[derive(Debug, thiserror::Error)]
pub enum SealError {
    #[error("the system gave no random bytes: {0}")]
    Random(getrandom::Error),
    #[error("the key does not open this value: wrong key file, or the value was altered")]
    Open,
    #[error("the value could not be sealed")]
    Seal,
}

impl Sealer {
    /// Reads the key file, or makes one that only its owner can read.
    pub fn load_or_make(path: &Path) -> io::Result<Sealer> {
        match std::fs::read_to_string(path) {
            Ok(text) => parse_key(text.trim())
                .map(|key| Sealer { key })
                .ok_or_else(|| {
                    io::Error::new(
                        io::ErrorKind::InvalidData,
                        "a key file holds 64 hexadecimal digits",
                    )
                }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => make_key(path),
            Err(e) => Err(e),
        }
    }

    /// A key of the caller's making, for tests.
    pub fn with_key(key: [u8; 32]) -> Sealer {
        Sealer { key }
    }

    /// Seals `plain`; `row` names where it belongs, so that it opens nowhere else.
    pub fn seal(&self, row: &str, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut sealed = vec![0_u8; 24];
        getrandom::fill(&mut sealed).map_err(SealError::Random)?;
        let nonce = XNonce::try_from(sealed.as_slice()).map_err(|_| SealError::Seal)?;
        let body = self
            .cipher()
            .encrypt(
                &nonce,
                Payload {
                    msg: plain,
                    aad: row.as_bytes(),
                },
            )
            .map_err(|_| SealError::Seal)?;
        sealed.extend_from_slice(&body);
        Ok(sealed)
    }

    /// Opens what [`Sealer::seal`] sealed for the same row.
    pub fn open(&self, row: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (nonce, body) = sealed.split_at_checked(24).ok_or(SealError::Open)?;
        let nonce = XNonce::try_from(nonce).map_err(|_| SealError::Open)?;
        self.cipher()
            .decrypt(
                &nonce,
                Payload {
                    msg: body,
                    aad: row.as_bytes(),
                },
            )
            .map_err(|_| SealError::Open)
    }

    /// A keyed hash: finds equal values again without keeping them readable.
    pub fn fingerprint(&self, purpose: &str, value: &str) -> Vec<u8> {
        // HMAC pads a short key with zeros to the block.
        let mut block = [0_u8; 64];
        block[..32].copy_from_slice(&self.key);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(value.as_bytes());
        mac.finalize().into_bytes().to_vec()
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.key.into())
    }
}

fn make_key(path: &Path) -> io::Result<Sealer> {
    let mut key = [0_u8; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    // Written beside and then named, so that a crash leaves no half of a key.
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(file, "{digits}")?;
    file.sync_all()?;
    std::fs::rename(&beside, path)?;
    Ok(Sealer { key })
}

fn parse_key(digits: &str) -> Option<[u8; 32]> {
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
    fn a_sealed_value_opens_only_in_its_own_row_and_unaltered() {
        let sealer = Sealer::with_key([7; 32]);
        let mut sealed = sealer.seal("draft/1", "秘密".as_bytes()).unwrap();
        assert_eq!(sealer.open("draft/1", &sealed).unwrap(), "秘密".as_bytes());
        assert!(sealer.open("draft/2", &sealed).is_err());
        assert!(Sealer::with_key([8; 32]).open("draft/1", &sealed).is_err());
        *sealed.last_mut().unwrap() ^= 1;
        assert!(sealer.open("draft/1", &sealed).is_err());
        assert!(sealer.open("draft/1", b"short").is_err());
    }

    #[test]
    fn the_key_file_is_made_once_and_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("qisai.key");
        let first = Sealer::load_or_make(&path).unwrap();
        let again = Sealer::load_or_make(&path).unwrap();
        assert_eq!(first.key, again.key);
        std::fs::write(&path, "not a key").unwrap();
        assert!(Sealer::load_or_make(&path).is_err());
    }
}
