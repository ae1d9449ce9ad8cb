/// Who is at the desk, and where they wrote from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Telegram user id.
    pub account: i64,
    pub name: String,
    pub username: Option<String>,
    pub chat: Chat,
    /// The message they wrote, or whose button they pressed.
    pub message: Option<i64>,
    /// They pressed a button of one of the bot's messages.
    pub tapped: bool,
}

/// Where something was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chat {
    Private,
    Group { id: i64, thread: Option<i64> },
}

impl Actor {
    /// Whether nobody else reads along.
    pub fn is_private(&self) -> bool {
        self.chat == Chat::Private
    }
}
