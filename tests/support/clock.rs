use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use qisai::desk::Means;

/// A clock that stands still until it is moved.
#[derive(Clone)]
pub struct TestClock(Arc<AtomicI64>);

impl TestClock {
    pub fn at(start: &str) -> TestClock {
        let start: DateTime<Utc> = start.parse().expect("an instant");
        TestClock(Arc::new(AtomicI64::new(start.timestamp_millis())))
    }

    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0.load(Ordering::SeqCst)).expect("a date")
    }

    pub fn set(&self, now: DateTime<Utc>) {
        self.0.store(now.timestamp_millis(), Ordering::SeqCst);
    }

    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).expect("not for ever");
        self.0.fetch_add(by, Ordering::SeqCst);
    }

    /// The clock as the simulated Telegram wants it.
    pub fn seconds(&self) -> qisai::rehearsal::Clock {
        let clock = self.clone();
        Arc::new(move || clock.now().timestamp())
    }

    /// This clock, and dice that throw the same in every run.
    pub fn means(&self) -> Means {
        let clock = self.clone();
        let thrown = AtomicI64::new(0);
        Means {
            clock: Arc::new(move || clock.now()),
            dice: Arc::new(move |buffer| {
                // SplitMix64 over the number of the throw.
                for chunk in buffer.chunks_mut(8) {
                    let throw = thrown.fetch_add(1, Ordering::SeqCst).cast_unsigned() + 1;
                    let mut mixed = throw.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                    mixed ^= mixed >> 31;
                    let length = chunk.len();
                    chunk.copy_from_slice(&mixed.to_le_bytes()[..length]);
                }
            }),
        }
    }
}
