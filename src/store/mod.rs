//! One SQLite file. Queries are functions of a transaction, a file for each table's noun; what a use
//! case is belongs to `desk`.

pub mod account;
pub mod appeal;
pub mod arbiter;
pub mod bracket;
pub mod claim;
pub mod competition;
pub mod draft;
pub mod duel;
pub mod early_draw;
pub mod fee;
pub mod frozen;
pub mod game;
pub mod game_record;
pub mod granted;
pub mod hand;
pub mod handover;
pub mod inbox;
pub mod instant;
pub mod invitation;
pub mod journal;
pub mod key_check;
pub mod key_file;
pub mod lateness;
mod lock;
pub mod lot;
pub mod lot_word;
mod migrate;
mod open;
pub mod outbox;
pub mod paired_with;
pub mod panel;
pub mod paper;
pub mod paper_copy;
pub mod paper_file;
pub mod penalty;
pub mod place;
pub mod purge;
pub mod rating;
pub mod registration;
pub mod reminder;
pub mod review;
pub mod rotate;
pub mod round;
pub mod round_time;
mod seal;
mod sealed;
pub mod setting;
pub mod special_prize;
pub mod stage_ranking;
pub mod waiting_list;
pub mod word;

pub use key_file::write_whole;
pub use lock::{Lock, LockError};
pub use migrate::is_current;
pub use open::{CopyError, OpenError, ScrubError, Store};
pub use seal::{SealError, Sealer};
pub use sealed::{from_hex, to_hex};

/// A fault of the store: the disk, the schema or a sealed value. Never something a person can mend.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("sealed value: {0}")]
    Seal(#[from] SealError),
    #[error("stored JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the personal data was purged after the event")]
    Purged,
    #[error("a transaction was cut short and rolled back: {0}")]
    Panic(&'static str),
}
