//! What Telegram answers to a call it does not carry out, in its own words.

use serde_json::{Value, json};

use super::world::WorldError;

/// A call that is not carried out. Its text is the `description` of the answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The token is not the bot's.
    #[error("Unauthorized")]
    Unauthorized,
    /// There is no such method (or this server does not know it).
    #[error("Not Found")]
    NoSuchMethod,
    /// A newer `getUpdates` took over.
    #[error(
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    )]
    OtherPoll,
    /// Too many calls.
    #[error("Too Many Requests: retry after {0}")]
    TooManyRequests(u32),
    /// Too large a body.
    #[error("Request Entity Too Large")]
    TooLarge,
    /// The simulated Telegram itself failed.
    #[error("Internal Server Error: {0}")]
    Fault(#[from] WorldError),

    /// The person blocked the bot.
    #[error("Forbidden: bot was blocked by the user")]
    Blocked,
    /// The person never started the bot.
    #[error("Forbidden: bot can't initiate conversation with a user")]
    CannotInitiate,
    /// The chat is another bot's.
    #[error("Forbidden: bot can't send messages to bots")]
    ToBot,
    /// The bot was removed from a group or supergroup.
    #[error("Forbidden: bot was kicked from the {0} chat")]
    Kicked(&'static str),
    /// The bot is not in a group or supergroup.
    #[error("Forbidden: bot is not a member of the {0} chat")]
    NotAMember(&'static str),

    /// The group became a supergroup.
    #[error("Bad Request: group chat was upgraded to a supergroup chat")]
    Migrated(i64),
    /// No such chat, as far as the bot can tell.
    #[error("Bad Request: chat not found")]
    ChatNotFound,
    /// No chat was named.
    #[error("Bad Request: chat_id is empty")]
    NoChatId,
    /// No such person.
    #[error("Bad Request: invalid user_id specified")]
    InvalidUser,
    /// The person is not in the chat.
    #[error("Bad Request: member not found")]
    MemberNotFound,
    /// The chat is a private one.
    #[error("Bad Request: there are no administrators in the private chat")]
    NoAdministrators,
    /// The chat is a private one.
    #[error("Bad Request: chat member status can't be changed in private chats")]
    CannotLeavePrivate,
    /// No such topic.
    #[error("Bad Request: message thread not found")]
    ThreadNotFound,
    /// The topic is closed.
    #[error("Bad Request: TOPIC_CLOSED")]
    TopicClosed,
    /// May not send this sort of message: "text messages", "photos" …
    #[error("Bad Request: not enough rights to send {0} to the chat")]
    NotEnoughRightsToSend(&'static str),
    /// May not pin.
    #[error("Bad Request: not enough rights to manage pinned messages in the chat")]
    NotEnoughRightsToPin,

    /// Nothing to say.
    #[error("Bad Request: message text is empty")]
    TextEmpty,
    /// More than 4096 units.
    #[error("Bad Request: message is too long")]
    TextTooLong,
    /// As [`Refusal::TextTooLong`], when editing; also a too long answer to a press.
    #[error("Bad Request: MESSAGE_TOO_LONG")]
    EditTooLong,
    /// More than 1024 units.
    #[error("Bad Request: message caption is too long")]
    CaptionTooLong,
    /// The mark-up is broken.
    #[error("Bad Request: can't parse entities: {0}")]
    Entities(String),
    /// `parse_mode` is none that this server reads.
    #[error("Bad Request: unsupported parse_mode")]
    ParseMode,
    /// A parameter cannot be read.
    #[error("Bad Request: can't parse {0}")]
    Parameter(&'static str),

    /// The reply markup is no object, or not well formed.
    #[error("Bad Request: object expected as reply markup")]
    MarkupNotObject,
    /// The reply markup's rows are broken.
    #[error("Bad Request: can't parse inline keyboard button: {0}")]
    InlineButton(String),
    /// The reply markup's rows are broken.
    #[error("Bad Request: can't parse keyboard button: {0}")]
    KeyboardButton(String),
    /// A button without a text.
    #[error("Bad Request: text buttons are unallowed in the inline keyboard")]
    TextButton,
    /// An empty label.
    #[error("Bad Request: REPLY_MARKUP_INVALID")]
    MarkupInvalid,
    /// More than 100 buttons.
    #[error("Bad Request: reply markup is too long")]
    MarkupTooLong,
    /// Callback data not of 1 to 64 bytes.
    #[error("Bad Request: BUTTON_DATA_INVALID")]
    ButtonData,
    /// A link that Telegram does not open.
    #[error("Bad Request: inline keyboard button URL '{0}' is invalid: {1}")]
    ButtonUrl(String, &'static str),

    /// The message to answer is not there.
    #[error("Bad Request: message to be replied not found")]
    ReplyNotFound,
    /// The message to edit is not there.
    #[error("Bad Request: message to edit not found")]
    EditNotFound,
    /// The message is not the bot's, or has a reply keyboard.
    #[error("Bad Request: message can't be edited")]
    CannotEdit,
    /// The message holds a photo or a file.
    #[error("Bad Request: there is no text in the message to edit")]
    NoTextToEdit,
    /// The message holds only text.
    #[error("Bad Request: there is no caption in the message to edit")]
    NoCaptionToEdit,
    /// Nothing would change.
    #[error(
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"
    )]
    NotModified,
    /// The message to delete is not there.
    #[error("Bad Request: message to delete not found")]
    DeleteNotFound,
    /// Too old, or somebody else's and no right to.
    #[error("Bad Request: message can't be deleted")]
    CannotDelete,
    /// The message to pin is not there.
    #[error("Bad Request: message to pin not found")]
    PinNotFound,
    /// The message to unpin is not there.
    #[error("Bad Request: message to unpin not found")]
    UnpinNotFound,
    /// No message was named.
    #[error("Bad Request: message identifier is not specified")]
    NoMessageId,

    /// The press is unknown or too old.
    #[error("Bad Request: query is too old and response timeout expired or query ID is invalid")]
    QueryTooOld,

    /// No file was given, or one that is not known.
    #[error("Bad Request: wrong file identifier/HTTP URL specified")]
    WrongFile,
    /// This server fetches nothing from the network.
    #[error("Bad Request: failed to get HTTP URL content")]
    FileUrl,
    /// No file where one must be: "photo", "document".
    #[error("Bad Request: there is no {0} in the request")]
    NoFile(&'static str),
    /// The `file_id` is of another sort of file.
    #[error("Bad Request: can't use file of type {0} as {1}")]
    FileKind(&'static str, &'static str),
    /// A file of no bytes.
    #[error("Bad Request: file must be non-empty")]
    FileEmpty,
    /// The photo cannot be read.
    #[error("Bad Request: IMAGE_PROCESS_FAILED")]
    ImageUnreadable,
    /// The photo's sides are beyond the limits.
    #[error("Bad Request: PHOTO_INVALID_DIMENSIONS")]
    PhotoDimensions,
    /// The photo is more than 10 MB.
    #[error(
        "Bad Request: file of size {0} bytes is too big for a photo; the maximum size is 10485760 bytes"
    )]
    PhotoTooBig(usize),
    /// The file is too large to be downloaded.
    #[error("Bad Request: file is too big")]
    FileTooBig,

    /// A command's name is not of 1 to 32 lower-case letters, digits, underscores.
    #[error("Bad Request: BOT_COMMAND_INVALID")]
    CommandInvalid,
    /// A command's description is not of 1 to 256 characters.
    #[error("Bad Request: BOT_COMMAND_DESCRIPTION_INVALID")]
    CommandDescription,
    /// More than 100 commands.
    #[error("Bad Request: BOT_COMMANDS_TOO_MUCH")]
    TooManyCommands,
    /// The bot's description is longer than 512 characters.
    #[error("Bad Request: description is too long")]
    DescriptionTooLong,
}

impl Refusal {
    /// The HTTP status and `error_code`.
    pub fn code(&self) -> u16 {
        match self {
            Refusal::Unauthorized => 401,
            Refusal::NoSuchMethod => 404,
            Refusal::OtherPoll => 409,
            Refusal::TooLarge => 413,
            Refusal::TooManyRequests(_) => 429,
            Refusal::Fault(_) => 500,
            Refusal::Blocked
            | Refusal::CannotInitiate
            | Refusal::ToBot
            | Refusal::Kicked(_)
            | Refusal::NotAMember(_) => 403,
            _ => 400,
        }
    }

    /// The body of the answer.
    pub(crate) fn json(&self) -> Value {
        let mut answer =
            json!({"ok": false, "error_code": self.code(), "description": self.to_string()});
        match self {
            Refusal::TooManyRequests(seconds) => {
                answer["parameters"] = json!({"retry_after": seconds});
            }
            Refusal::Migrated(chat) => {
                answer["parameters"] = json!({"migrate_to_chat_id": chat});
            }
            _ => {}
        }
        answer
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Refusal {
        Refusal::Fault(error.into())
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::Fault(error.into())
    }
}
