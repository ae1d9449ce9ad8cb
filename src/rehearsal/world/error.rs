//! What can go wrong when people act in the world.

/// Why the simulated Telegram could not do what a person (or the server) asked.
///
/// These are for whoever drives the people; what the bot is told is a
/// [`Refusal`](crate::rehearsal::Refusal).
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    /// The world's own database failed.
    #[error("the rehearsal's world: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A stored JSON document is damaged.
    #[error("the rehearsal's world holds broken JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The file was written by another version of the program.
    #[error("the rehearsal's world has version {found}, this program reads version {known}")]
    Version {
        /// The version in the file.
        found: i64,
        /// The version this program writes.
        known: i64,
    },
    /// No bot has been registered yet.
    #[error("no bot is registered in this world")]
    NoBot,
    /// Nobody has this id.
    #[error("there is no user {0}")]
    NoSuchUser(i64),
    /// There is no such chat.
    #[error("there is no chat {0}")]
    NoSuchChat(i64),
    /// There is no such message, or it was deleted.
    #[error("there is no message {message} in chat {chat}")]
    NoSuchMessage {
        /// The chat.
        chat: i64,
        /// The message id within the chat.
        message: i64,
    },
    /// The message carries no such button now.
    #[error("message {message} in chat {chat} has no button {wanted:?}; it has {present:?}")]
    NoSuchButton {
        /// The chat.
        chat: i64,
        /// The message id within the chat.
        message: i64,
        /// The label or callback data asked for.
        wanted: String,
        /// The labels that are there.
        present: Vec<String>,
    },
    /// The button does not send callback data (it opens a link).
    #[error("the button {0:?} sends no callback data")]
    NotACallbackButton(String),
    /// The person has never pressed Start in the private chat.
    #[error("user {0} has not started the bot")]
    NotStarted(i64),
    /// The person has blocked the bot.
    #[error("user {0} has blocked the bot")]
    Blocked(i64),
    /// The person is not in this group.
    #[error("user {user} is not in chat {chat}")]
    NotAMember {
        /// The person.
        user: i64,
        /// The group.
        chat: i64,
    },
    /// The group has become a supergroup.
    #[error("the group became the supergroup {0}")]
    Migrated(i64),
    /// The forum has no such topic.
    #[error("chat {chat} has no topic {thread}")]
    NoSuchTopic {
        /// The forum.
        chat: i64,
        /// The topic's id.
        thread: i64,
    },
    /// Only a basic group can become a supergroup.
    #[error("chat {0} is not a basic group")]
    NotABasicGroup(i64),
    /// The supergroup is not a forum.
    #[error("chat {0} is not a forum")]
    NotAForum(i64),
    /// A message of somebody else, or a service message.
    #[error("message {message} in chat {chat} is not a message of user {user}")]
    NotTheirs {
        /// The chat.
        chat: i64,
        /// The message id within the chat.
        message: i64,
        /// The person.
        user: i64,
    },
    /// There is no such update.
    #[error("there is no update {0}")]
    NoSuchUpdate(i64),
    /// There is no such callback query.
    #[error("there is no callback query {0}")]
    NoSuchQuery(i64),
    /// There is no such file.
    #[error("there is no file {0}")]
    NoSuchFile(i64),
    /// The text, caption or name is not one a person could send.
    #[error("nobody can send that: {0}")]
    Unsendable(&'static str),
}
