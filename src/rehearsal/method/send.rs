//! `sendMessage`, `sendPhoto`, `sendDocument`, `sendChatAction`, and what an album shares with them.

use serde_json::{Value, json};

use super::{Params, chat, text};
use crate::rehearsal::{
    Refusal, image, limits, markup,
    world::{Content, Draft, Kind, Role, StoredFile, Tx, Upload, World, media_type},
};

pub(super) fn message(world: &World, params: &Params) -> Result<Value, Refusal> {
    let text = text::read(params, "text", "entities")?;
    if text.text.is_empty() {
        return Err(Refusal::TextEmpty);
    }
    let mut content = Content::new(Kind::Text, &text.text);
    content.raw = text.raw;
    content.entities = text.entities;
    content.markup = reply_markup(params)?;
    send(world, params, "text messages", |_| {
        if limits::units(&content.text) > limits::TEXT {
            return Err(Refusal::TextTooLong);
        }
        Ok(content)
    })
}

pub(super) fn photo(world: &World, params: &Params) -> Result<Value, Refusal> {
    let content = captioned(params, Kind::Photo)?;
    send(world, params, "photos", |tx| {
        with_file(tx, params, content, "photo")
    })
}

pub(super) fn document(world: &World, params: &Params) -> Result<Value, Refusal> {
    let content = captioned(params, Kind::Document)?;
    send(world, params, "documents", |tx| {
        with_file(tx, params, content, "document")
    })
}

pub(super) fn chat_action(world: &World, params: &Params) -> Result<Value, Refusal> {
    world.read(|tx| chat::reachable(tx, params).map(drop))?;
    Ok(json!(true))
}

fn reply_markup(params: &Params) -> Result<Option<Value>, Refusal> {
    match params.value("reply_markup")? {
        Some(value) => markup::check(&value, false),
        None => Ok(None),
    }
}

pub(super) fn captioned(params: &Params, kind: Kind) -> Result<Content, Refusal> {
    let caption = text::read(params, "caption", "caption_entities")?;
    if limits::units(&caption.text) > limits::CAPTION {
        return Err(Refusal::CaptionTooLong);
    }
    let mut content = Content::new(kind, &caption.text);
    content.raw = caption.raw;
    content.entities = caption.entities;
    content.markup = reply_markup(params)?;
    Ok(content)
}

/// Sends what `content` makes, once the chat, the topic and the message to be
/// answered are found good. `what` is what rights are needed for.
fn send(
    world: &World,
    params: &Params,
    what: &'static str,
    content: impl FnOnce(&Tx) -> Result<Content, Refusal>,
) -> Result<Value, Refusal> {
    let sent = send_all(world, params, what, |tx| Ok(vec![content(tx)?]))?;
    Ok(sent.into_iter().next().unwrap_or_default())
}

/// The same for several messages at once: all of them or none.
pub(super) fn send_all(
    world: &World,
    params: &Params,
    what: &'static str,
    contents: impl FnOnce(&Tx) -> Result<Vec<Content>, Refusal>,
) -> Result<Vec<Value>, Refusal> {
    world.act(|tx| {
        let place = chat::reachable(tx, params)?;
        let bot = tx.bot()?.user.id;
        let mut manages_topics = false;
        if !place.is_private()
            && let Some(member) = tx.member(place.id, bot)?
        {
            let may = match what {
                "text messages" => member.rights.send,
                _ => member.rights.send_media,
            };
            if member.role == Role::Restricted && !may {
                return Err(Refusal::NotEnoughRightsToSend(what));
            }
            manages_topics = member.role.is_administrator() && member.rights.topics;
        }
        let mut thread = params.number("message_thread_id")?.filter(|id| *id != 0);
        if let Some(thread) = thread {
            match tx.topic(place.id, thread)? {
                None => return Err(Refusal::ThreadNotFound),
                Some(true) if !manages_topics => return Err(Refusal::TopicClosed),
                Some(_) => {}
            }
        }
        let mut reply_to = None;
        if let Some((target, optional)) = reply(params)? {
            match tx.find_visible(place.id, target)? {
                Some(target) => {
                    reply_to = Some(target.id);
                    thread = thread.or(target.thread);
                }
                None if optional => {}
                None => return Err(Refusal::ReplyNotFound),
            }
        }
        let contents = contents(tx)?;
        if world.is_flood(place.id) {
            return Err(Refusal::TooManyRequests(1));
        }
        let mut sent = Vec::new();
        for content in contents {
            tx.keep_keyboard(place.id, &content)?;
            let mut draft = Draft::new(place.id, bot, content);
            draft.from_bot = true;
            draft.thread = thread;
            draft.reply_to = reply_to;
            let id = tx.post(&draft)?;
            sent.push(tx.message_json(place.id, id)?);
        }
        Ok(sent)
    })
}

/// The message to be answered, and whether it may be missing.
fn reply(params: &Params) -> Result<Option<(i64, bool)>, Refusal> {
    if let Some(reply) = params.value("reply_parameters")? {
        let id = reply["message_id"].as_i64();
        let optional = reply["allow_sending_without_reply"] == json!(true);
        return Ok(Some((
            id.ok_or(Refusal::Parameter("reply parameters"))?,
            optional,
        )));
    }
    Ok(params
        .number("reply_to_message_id")?
        .filter(|id| *id != 0)
        .map(|id| (id, params.flag("allow_sending_without_reply"))))
}

/// Adds the file in field `field`: an upload, or one known by its `file_id`.
pub(super) fn with_file(
    tx: &Tx,
    params: &Params,
    mut content: Content,
    field: &'static str,
) -> Result<Content, Refusal> {
    let named = params.text(field).unwrap_or_default();
    let part = named.strip_prefix("attach://").unwrap_or(field);
    content.file = Some(match params.files.get(part) {
        Some(upload) => {
            let mut upload = upload.clone();
            let size = check(content.kind, &mut upload)?;
            tx.keep_file(content.kind, &upload, size)?
        }
        None if named.is_empty() => return Err(Refusal::NoFile(field)),
        None if named.starts_with("http://") || named.starts_with("https://") => {
            return Err(Refusal::FileUrl);
        }
        None => {
            let file: StoredFile = tx.file_by_id(named)?.ok_or(Refusal::WrongFile)?;
            if file.kind != content.kind {
                return Err(Refusal::FileKind(
                    type_name(file.kind),
                    type_name(content.kind),
                ));
            }
            file.id
        }
    });
    Ok(content)
}

/// Checks an upload against the limits and returns its width and height.
fn check(kind: Kind, upload: &mut Upload) -> Result<(i64, i64), Refusal> {
    let bytes = upload.bytes.len();
    if bytes == 0 {
        return Err(Refusal::FileEmpty);
    }
    if kind != Kind::Photo {
        if bytes > limits::FILE {
            return Err(Refusal::TooLarge);
        }
        let name = upload.name.as_deref().unwrap_or_default();
        upload.mime = Some(media_type(name).to_owned());
        return Ok((0, 0));
    }
    if bytes > limits::PHOTO {
        return Err(Refusal::PhotoTooBig(bytes));
    }
    // Telegram keeps neither the name nor the type of a photo.
    upload.name = None;
    upload.mime = None;
    let (width, height) = image::size(&upload.bytes).ok_or(Refusal::ImageUnreadable)?;
    let (long, short) = (width.max(height), width.min(height));
    if width.saturating_add(height) > limits::PHOTO_SIDES
        || long / short.max(1) > limits::PHOTO_RATIO
    {
        return Err(Refusal::PhotoDimensions);
    }
    Ok((i64::from(width), i64::from(height)))
}

fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Photo => "Photo",
        Kind::Sticker => "Sticker",
        Kind::Voice => "VoiceNote",
        _ => "Document",
    }
}
