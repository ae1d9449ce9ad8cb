use chrono::{DateTime, Utc};

use super::download::DownloadFault;

/// What a person sent, parsed once at the border.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// Text or caption.
    pub text: Option<String>,
    pub attachment: Option<Attachment>,
    /// What stands in the attachment, where it was fetched: a spreadsheet an arbiter sent.
    pub content: Option<Result<Vec<u8>, DownloadFault>>,
    /// A forwarded message: the words of someone else.
    pub is_forward: bool,
    /// A later edit of a message that was handled when it came.
    pub is_edit: bool,
    /// Text or caption of the message it replies to.
    pub replied: Option<String>,
    /// Telegram's id of the message.
    pub message: i64,
    /// When it was written, in whole seconds.
    pub written: DateTime<Utc>,
}

/// What a person sent with, or instead of, words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attachment {
    /// Telegram's file id of the largest size.
    Photo(String),
    Document {
        file: String,
        name: Option<String>,
        /// Like `application/pdf`, as the sender's program calls it.
        media_type: Option<String>,
        /// In bytes, as far as Telegram tells.
        size: Option<u64>,
    },
    /// A sticker, voice message, place … : nothing the bot can read. Telegram's word for it.
    Other(&'static str),
}
