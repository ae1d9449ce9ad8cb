use teloxide::payloads::{
    EditMessageCaptionSetters, EditMessageTextSetters, PinChatMessageSetters, SendDocumentSetters,
    SendMessageSetters, SendPhotoSetters,
};
use teloxide::prelude::Requester;
use teloxide::sugar::request::RequestLinkPreviewExt;
use teloxide::types::{
    ChatId, FileId, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputMedia,
    InputMediaPhoto, MessageId, ParseMode, ThreadId,
};
use teloxide::{Bot, RequestError};

use super::message::{Button, File, Keyboard, Message};
use super::tap;

/// The limit for the caption of a photo or file, in UTF-16 units. Telegram documentation, sendPhoto.
const CAPTION: usize = 1024;

/// Where a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub chat: i64,
    /// The topic of a forum group.
    pub thread: Option<i64>,
}

/// Sends the message and returns its id. A text too long for a caption follows its photo or file.
pub async fn send(bot: &Bot, place: Place, message: &Message) -> Result<i64, RequestError> {
    let chat = ChatId(place.chat);
    let thread = place.thread.map(|thread| ThreadId(id(thread)));
    let caption = is_caption(message).then(|| message.html.as_str().to_owned());
    let keyboard = markup(&message.keyboard);
    match &message.file {
        Some(File::Pictures(all)) if all.len() > 1 => {
            return album(bot, place, message, all).await;
        }
        Some(file @ (File::Photo(_) | File::Pictures(_))) => {
            let mut request = bot
                .send_photo(chat, input(file))
                .parse_mode(ParseMode::Html);
            request.message_thread_id = thread;
            if caption.is_some() {
                request.caption = caption.clone();
                request.reply_markup = keyboard.clone().map(Into::into);
            }
            let sent = request.await?;
            if caption.is_some() {
                return Ok(i64::from(sent.id.0));
            }
        }
        Some(file @ (File::Document(_) | File::Made { .. } | File::Draft { .. })) => {
            let mut request = bot
                .send_document(chat, input(file))
                .parse_mode(ParseMode::Html);
            request.message_thread_id = thread;
            if caption.is_some() {
                request.caption = caption.clone();
                request.reply_markup = keyboard.clone().map(Into::into);
            }
            let sent = request.await?;
            if caption.is_some() {
                return Ok(i64::from(sent.id.0));
            }
        }
        None => {}
    }
    let mut request = bot
        .send_message(chat, message.html.as_str())
        .parse_mode(ParseMode::Html)
        .disable_link_preview(true);
    request.message_thread_id = thread;
    request.reply_markup = keyboard.map(Into::into);
    Ok(i64::from(request.await?.id.0))
}

/// Sends several pictures as one album, the text under the first; returns the first one's id.
async fn album(
    bot: &Bot,
    place: Place,
    message: &Message,
    pictures: &[Vec<u8>],
) -> Result<i64, RequestError> {
    let media = pictures.iter().enumerate().map(|(index, bytes)| {
        let file = InputFile::memory(bytes.clone()).file_name(format!("picture{index}.png"));
        let photo = InputMediaPhoto::new(file);
        InputMedia::Photo(if index == 0 && is_caption(message) {
            photo
                .caption(message.html.as_str())
                .parse_mode(ParseMode::Html)
        } else {
            photo
        })
    });
    let mut request = bot.send_media_group(ChatId(place.chat), media);
    request.message_thread_id = place.thread.map(|thread| ThreadId(id(thread)));
    let sent = request.await?;
    Ok(sent.first().map_or(0, |first| i64::from(first.id.0)))
}

/// Replaces the text and buttons of a message.
pub async fn edit(bot: &Bot, chat: i64, message: i64, new: &Message) -> Result<(), RequestError> {
    let mut request = bot
        .edit_message_text(ChatId(chat), id(message), new.html.as_str())
        .parse_mode(ParseMode::Html)
        .disable_link_preview(true);
    request.reply_markup = markup(&new.keyboard);
    request.await.map(drop)
}

/// Replaces the caption and buttons of a photo or file.
pub async fn edit_caption(
    bot: &Bot,
    chat: i64,
    message: i64,
    new: &Message,
) -> Result<(), RequestError> {
    let mut request = bot
        .edit_message_caption(ChatId(chat), id(message))
        .caption(new.html.as_str())
        .parse_mode(ParseMode::Html);
    request.reply_markup = markup(&new.keyboard);
    request.await.map(drop)
}

/// Pins the message; nobody's telephone rings for it.
pub async fn pin(bot: &Bot, chat: i64, message: i64) -> Result<(), RequestError> {
    let request = bot.pin_chat_message(ChatId(chat), id(message));
    request.disable_notification(true).await.map(drop)
}

pub async fn delete(bot: &Bot, chat: i64, message: i64) -> Result<(), RequestError> {
    bot.delete_message(ChatId(chat), id(message))
        .await
        .map(drop)
}

/// A file by Telegram's id, or one the bot makes.
fn input(file: &File) -> InputFile {
    match file {
        File::Photo(file) | File::Document(file) => InputFile::file_id(FileId(file.clone())),
        File::Made { name, bytes } => InputFile::memory(bytes.clone()).file_name(name.clone()),
        File::Pictures(all) => {
            let first = all.first().cloned().unwrap_or_default();
            InputFile::memory(first).file_name("picture.png")
        }
        // Made before it gets here; an empty file is refused, and that is logged.
        File::Draft { name, .. } => InputFile::memory(Vec::new()).file_name(name.clone()),
    }
}

/// Whether the text can stand under a photo or file.
pub fn is_caption(message: &Message) -> bool {
    message.html.len_utf16() <= CAPTION
}

/// Telegram's message ids fit 32 bits; one that does not is none of Telegram's, and 0 is never found.
fn id(message: i64) -> MessageId {
    MessageId(i32::try_from(message).unwrap_or_default())
}

fn markup(keyboard: &Keyboard) -> Option<InlineKeyboardMarkup> {
    let rows = keyboard.iter().map(|row| row.iter().filter_map(button));
    (!keyboard.is_empty()).then(|| InlineKeyboardMarkup::new(rows))
}

fn button(button: &Button) -> Option<InlineKeyboardButton> {
    match button {
        Button::Tap {
            label,
            tap,
            competition,
        } => {
            let data = tap::data(tap, competition.as_deref());
            Some(InlineKeyboardButton::callback(label, data))
        }
        // A link that is none is left out rather than costing the whole message.
        Button::Link { label, url } => Some(InlineKeyboardButton::url(label, url.parse().ok()?)),
    }
}
