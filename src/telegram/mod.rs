//! Telegram: an update is parsed into who acts and what was said ([`Said`]), a handler calls the desk,
//! and the outbox's notices are phrased by [`texts`] when they are sent.

pub mod command;
pub mod handlers;
pub mod html;
mod message;
pub mod normal;
mod said;
pub mod tap;
pub mod texts;

pub use message::{Button, Keyboard, Message};
pub use said::{Attachment, Said};
