use sha2::{Digest, Sha256};

/// What the seed says of a question, e.g. "does player 17 miss round 3": the same answer each time it is
/// asked, so that nothing has to be remembered.
#[derive(Debug, Clone, Copy)]
pub struct Chance {
    seed: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance { seed }
    }

    /// A number from 0 to `below` - 1, evenly; 0 when `below` is 0.
    pub fn pick(self, question: &str, below: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.seed.to_be_bytes());
        hash.update(question.as_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let number = digest[..8]
            .iter()
            .fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        number.checked_rem(below).unwrap_or(0)
    }

    /// True in `percent` of a hundred questions.
    pub fn percent(self, question: &str, percent: u64) -> bool {
        self.pick(question, 100) < percent
    }
}
