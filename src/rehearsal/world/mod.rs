//! The simulated Telegram: who exists, what was said, what the bot has not yet fetched.
//!
//! All of it lives in one SQLite database, so that a killed process loses
//! nothing. Every public operation is one transaction.

mod act;
mod callback;
mod change;
mod chat;
mod command;
mod content;
mod error;
mod fault;
mod file;
mod member;
mod message;
mod note;
mod people;
mod pin;
mod render;
mod schema;
mod unread;
mod update;
mod user;

pub use act::{Act, Done};
pub use callback::Toast;
pub use change::{Change, What};
pub use chat::{Chat, ChatKind};
pub use content::{Button, Entity, Kind, Press};
pub use error::WorldError;
pub use fault::Fault;
pub use file::FileInfo;
pub use member::{Member, Rights, Role};
pub use message::{Message, Revision};
pub use unread::Unread;
pub use user::User;

pub(crate) use act::media_type;
pub(crate) use content::Content;
pub(crate) use file::{Stored as StoredFile, Upload};
pub(crate) use message::Draft;
pub(crate) use update::Poll;

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::watch;

/// Gives the simulated time, in Unix seconds.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The simulated Telegram. A clone is another handle on the same world.
#[derive(Clone)]
pub struct World {
    shared: Arc<Shared>,
}

struct Shared {
    db: Mutex<Connection>,
    clock: Clock,
    /// Grows at every change of anything; wakes tests and the chat page.
    changes: watch::Sender<u64>,
    /// Grows when there may be something for a long poll to do.
    updates: watch::Sender<u64>,
    /// Number of the latest `getUpdates`: a newer one ends an older one.
    poll: std::sync::atomic::AtomicU64,
    faults: Mutex<fault::Faults>,
}

/// The condition that a test waited for did not come about in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the world did not come to that within {0:?}")]
pub struct Timeout(pub Duration);

impl World {
    /// Opens (or makes) the world kept in the file at `path`.
    ///
    /// # Errors
    /// The database's, and [`WorldError::Version`] for a file of another version.
    pub fn open(path: impl AsRef<Path>, clock: Clock) -> Result<World, WorldError> {
        Self::with(Connection::open(path)?, clock)
    }

    /// A world in memory that ends with its last handle.
    ///
    /// # Errors
    /// The database's.
    pub fn scratch(clock: Clock) -> Result<World, WorldError> {
        Self::with(Connection::open_in_memory()?, clock)
    }

    /// The simulated time now, in Unix seconds.
    pub fn now(&self) -> i64 {
        (self.shared.clock)()
    }

    /// Waits until `holds` is true of the world; looks again at every change.
    ///
    /// # Errors
    /// [`Timeout`] when it is still false after `timeout` (real time).
    pub async fn wait(
        &self,
        mut holds: impl FnMut(&World) -> bool,
        timeout: Duration,
    ) -> Result<(), Timeout> {
        self.wait_for(|world| holds(world).then_some(()), timeout)
            .await
    }

    /// Waits until `find` finds something in the world, and returns it.
    ///
    /// # Errors
    /// [`Timeout`] when there is still nothing after `timeout` (real time).
    pub async fn wait_for<T>(
        &self,
        mut find: impl FnMut(&World) -> Option<T>,
        timeout: Duration,
    ) -> Result<T, Timeout> {
        let mut changes = self.shared.changes.subscribe();
        let end = tokio::time::Instant::now() + timeout;
        loop {
            changes.mark_unchanged();
            if let Some(found) = find(self) {
                return Ok(found);
            }
            if tokio::time::timeout_at(end, changes.changed())
                .await
                .is_err()
            {
                return find(self).ok_or(Timeout(timeout));
            }
        }
    }

    /// Wakes its holder at every change of the world.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    fn with(db: Connection, clock: Clock) -> Result<World, WorldError> {
        schema::prepare(&db)?;
        Ok(World {
            shared: Arc::new(Shared {
                db: Mutex::new(db),
                clock,
                changes: watch::Sender::new(0),
                updates: watch::Sender::new(0),
                poll: std::sync::atomic::AtomicU64::new(0),
                faults: Mutex::default(),
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere cannot leave half a change behind: it was rolled back.
        self.shared
            .db
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `work` in one transaction; nothing of it stays if it fails.
    pub(crate) fn act<T, E: From<WorldError>>(
        &self,
        work: impl FnOnce(&Tx) -> Result<T, E>,
    ) -> Result<T, E> {
        // Before the lock: the clock may itself look into the world.
        let now = self.now();
        let mut db = self.lock();
        let before = db.total_changes();
        let (value, queued) = {
            let tx = Tx {
                db: db
                    .transaction_with_behavior(TransactionBehavior::Immediate)
                    .map_err(WorldError::from)?,
                now,
                queued: std::cell::Cell::new(false),
            };
            let value = work(&tx)?;
            let Tx { db, queued, .. } = tx;
            db.commit().map_err(WorldError::from)?;
            (value, queued.get())
        };
        let changed = db.total_changes() != before;
        drop(db);
        if queued {
            self.shared.updates.send_modify(bump);
        }
        if changed {
            self.shared.changes.send_modify(bump);
        }
        Ok(value)
    }

    /// Reads from one consistent state of the world.
    pub(crate) fn read<T, E: From<WorldError>>(
        &self,
        work: impl FnOnce(&Tx) -> Result<T, E>,
    ) -> Result<T, E> {
        let now = self.now();
        let mut db = self.lock();
        let tx = Tx {
            db: db.transaction().map_err(WorldError::from)?,
            now,
            queued: std::cell::Cell::new(false),
        };
        work(&tx)
    }
}

fn bump(number: &mut u64) {
    *number = number.wrapping_add(1);
}

/// One transaction on the world. Its methods are spread over the files of this
/// folder, by the thing they deal with.
pub(crate) struct Tx<'a> {
    pub(crate) db: rusqlite::Transaction<'a>,
    /// The simulated time of the whole transaction, Unix seconds.
    pub(crate) now: i64,
    /// Whether something was queued for the bot.
    queued: std::cell::Cell<bool>,
}

impl Tx<'_> {
    fn count_up(&self, counter: &str) -> Result<i64, WorldError> {
        Ok(self
            .db
            .prepare_cached("UPDATE counter SET value = value + 1 WHERE name = ? RETURNING value")?
            .query_row([counter], |row| row.get(0))?)
    }
}
