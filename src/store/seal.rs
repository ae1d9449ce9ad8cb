use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Seals personal data with XChaCha20-Poly1305 under a key that lies outside the database.
pub struct Sealer {
    key: [u8; 32],
}

/// Why a value could not be sealed or opened.
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
    /// Seals with this key.
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

    /// Names the key without telling it: hexadecimal digits.
    pub fn key_print(&self) -> String {
        let print = self.fingerprint("key", "");
        print.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.key.into())
    }
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
}
