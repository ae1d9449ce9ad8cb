//! Telegram: an update is parsed into who acts and what was said ([`Said`]), a handler calls the desk,
//! and the outbox's notices are phrased by [`texts`] when they are sent.

mod blocking;
pub mod command;
mod delivery;
mod disk;
mod dispatch;
mod download;
mod easel;
pub mod handlers;
pub mod html;
mod incoming;
mod keeper;
mod listener;
mod message;
pub mod normal;
mod outgoing;
mod pace;
mod result_words;
mod run;
mod said;
pub mod tap;
pub mod texts;
mod trouble;

pub use message::{Button, File, Keyboard, Message};
pub use run::{Running, StartError, run, start};
pub use said::{Attachment, Said};
