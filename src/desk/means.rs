use std::sync::Arc;

use chrono::{DateTime, Utc};

/// Tells the time. The rehearsal and the tests hand in their own.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Fills a buffer with random bytes.
pub type Dice = Arc<dyn Fn(&mut [u8]) + Send + Sync>;

/// What the desk is handed from outside: time and randomness.
#[derive(Clone)]
pub struct Means {
    pub clock: Clock,
    pub dice: Dice,
}

impl Means {
    /// The real clock and the system's randomness.
    pub fn real() -> Means {
        Means {
            clock: Arc::new(Utc::now),
            dice: Arc::new(|buffer| {
                if let Err(error) = getrandom::fill(buffer) {
                    // Without randomness no code and no lot is safe: stop this use case.
                    panic!("the system gave no random bytes: {error}");
                }
            }),
        }
    }
}
