//! Lots (抽签) that anyone can recompute: start numbers, places that are level, sides of a game.
//!
//! Before the draw the [`commitment`] of a secret is published, at the draw the secret and a public
//! salt. The order follows from them and the list of registration ids alone:
//!
//! 1. seed = SHA-256(secret ‖ salt): the 32 bytes of the secret, then the salt in UTF-8.
//! 2. Numbers: the keystream of ChaCha20 (20 rounds, key = seed, 64-bit block counter from 0, 64-bit
//!    nonce 0), read eight bytes at a time as unsigned 64-bit little-endian integers.
//! 3. List: the ids, ascending. Places are counted from 0.
//! 4. For i from the last place down to place 1: draw an index j from 0 to i and swap places i and j.
//! 5. An index from 0 to i: let m = i + 1. Take the next number x. If x ≥ ⌊2⁶⁴ / m⌋ · m, discard it
//!    and take the next. j = x mod m.
//!
//! What an order means depends on its [`Purpose`]: start numbers from 1; of players level in a table the
//! one drawn earlier stands higher; of the two players of a game the one drawn earlier has red
//! ([`earlier`]). One lot may draw the sides of many games, or part many groups of level players: in a
//! uniform order every pair and every group is ordered uniformly, and groups without a common member
//! independently of each other.
//!
//! The salt is a sentence that an arbiter types after the commitment is public; of the lots for sides in a knockout
//! it is the public word of the round, ` | `, and the results of the match so far ([`side_salt`]).
//!
//! What the group is told ([`Published`]) is enough to recompute it. How a lot is committed to, drawn and
//! stored: `desk::lot`.

mod letters;
mod line;
mod paste;
mod published;
mod published_fault;
mod purpose;
mod side_salt;

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

pub use letters::{salt_line, same_name};
pub use published::{Pasted, PastedRow, Published};
pub use published_fault::{Label, PublishedFault};
pub use purpose::{Purpose, UnknownPurpose};
pub use side_salt::{side_salt, side_salt_parts};

/// 32 bytes that nobody knows before the draw. `Debug` hides them, [`Secret::to_hex`] publishes them.
///
/// The fixed length leaves no doubt where the secret ends and the salt begins.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// What does not fit in a published lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LotFault {
    #[error("the secret is not the one that was committed to")]
    Commitment,
    #[error("secret and salt give another order")]
    Order,
    #[error("the headline gives red to another than number 1")]
    Headline,
}

/// The text is no secret of 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a secret is 64 hexadecimal digits")]
pub struct SecretFault;

/// SHA-256 of the secret's 32 bytes as 64 small hexadecimal digits: published before the draw.
pub fn commitment(secret: &Secret) -> String {
    hex(&Sha256::digest(secret.0))
}

/// The ids in the order drawn. Each id stands in `ids` once, in any order.
pub fn order(secret: &Secret, salt: &str, ids: &[u64]) -> Vec<u64> {
    let mut seed = Sha256::new();
    seed.update(secret.0);
    seed.update(salt.as_bytes());
    let mut numbers = ChaCha20Rng::from_seed(seed.finalize().into());

    let mut list = ids.to_vec();
    list.sort_unstable();
    for last in (1..list.len()).rev() {
        list.swap(last, index(&mut numbers, last));
    }
    list
}

/// Recomputes a lot from what was published.
pub fn verify(
    commitment: &str,
    secret: &Secret,
    salt: &str,
    ids: &[u64],
    order: &[u64],
) -> Result<(), LotFault> {
    if !self::commitment(secret).eq_ignore_ascii_case(commitment.trim()) {
        return Err(LotFault::Commitment);
    }
    if self::order(secret, salt, ids) != order {
        return Err(LotFault::Order);
    }
    Ok(())
}

/// Which of two was drawn earlier; `None` where one of them was not in the lot. In the lot for the sides
/// of a game the earlier has red.
pub fn earlier<T: PartialEq + Copy>(order: &[T], one: T, other: T) -> Option<T> {
    let place = |wanted| order.iter().position(|drawn| *drawn == wanted);
    Some(if place(one)? <= place(other)? {
        one
    } else {
        other
    })
}

/// A uniform index from 0 to `last`, inclusive.
fn index(numbers: &mut ChaCha20Rng, last: usize) -> usize {
    let count = last as u128 + 1;
    let limit = (1u128 << 64) / count * count;
    loop {
        let number = u128::from(numbers.next_u64());
        if number < limit {
            return (number % count) as usize;
        }
    }
}

impl Secret {
    /// The bytes come from a cryptographic source of randomness.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret as 64 small hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }
}

impl FromStr for Secret {
    type Err = SecretFault;

    fn from_str(text: &str) -> Result<Secret, SecretFault> {
        let digits: Vec<u8> = text
            .trim()
            .chars()
            .map(|c| c.to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()
            .ok_or(SecretFault)?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + digit))
            .collect();
        if digits.len() != 64 {
            return Err(SecretFault);
        }
        bytes.try_into().map(Secret).map_err(|_| SecretFault)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
