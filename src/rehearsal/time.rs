use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use chrono::{DateTime, Utc};

use super::{World, WorldError};

/// The rehearsal's time: starts where the script says, runs as fast as real time, and can be moved
/// forward. Where it was moved to is kept in the world, so that it never goes back over a restart.
#[derive(Clone)]
pub struct RehearsalTime {
    /// Milliseconds since 1970 at `started`.
    base: Arc<AtomicI64>,
    started: Instant,
}

const NOTE: &str = "time";

impl RehearsalTime {
    pub fn starting_at(at: DateTime<Utc>) -> RehearsalTime {
        let base = Arc::new(AtomicI64::new(at.timestamp_millis()));
        RehearsalTime {
            base,
            started: Instant::now(),
        }
    }

    pub fn now(&self) -> DateTime<Utc> {
        let elapsed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        let ms = self.base.load(Ordering::SeqCst).saturating_add(elapsed);
        DateTime::from_timestamp_millis(ms).unwrap_or_default()
    }

    /// Goes on from where the world's time was when the program ended.
    pub fn resume(&self, world: &World) -> Result<(), WorldError> {
        if let Some(kept) = world.note(NOTE)?.and_then(|text| text.parse().ok()) {
            self.base.fetch_max(kept, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Moves forward to `at`; never back.
    pub fn advance_to(&self, world: &World, at: DateTime<Utc>) -> Result<(), WorldError> {
        let ahead = at.timestamp_millis() - self.now().timestamp_millis();
        if ahead > 0 {
            self.base.fetch_add(ahead, Ordering::SeqCst);
        }
        self.keep(world)
    }

    /// Writes down what time it is.
    pub fn keep(&self, world: &World) -> Result<(), WorldError> {
        world.set_note(NOTE, &self.now().timestamp_millis().to_string())
    }
}
