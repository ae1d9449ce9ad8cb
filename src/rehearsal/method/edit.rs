//! `editMessageText`, `editMessageCaption`, `editMessageReplyMarkup`.

use serde_json::Value;

use super::{Params, chat, text};
use crate::rehearsal::{
    Refusal, limits, markup as reply_markup,
    world::{Content, Kind, World},
};

pub(super) fn text(world: &World, params: &Params) -> Result<Value, Refusal> {
    let new = text::read(params, "text", "entities")?;
    if new.text.is_empty() {
        return Err(Refusal::TextEmpty);
    }
    let markup = inline_markup(params)?;
    edit(world, params, |old| {
        if old.kind != Kind::Text {
            return Err(Refusal::NoTextToEdit);
        }
        if limits::units(&new.text) > limits::TEXT {
            return Err(Refusal::EditTooLong);
        }
        Ok(Content {
            text: new.text,
            raw: new.raw,
            entities: new.entities,
            markup,
            ..old.clone()
        })
    })
}

pub(super) fn caption(world: &World, params: &Params) -> Result<Value, Refusal> {
    let new = text::read(params, "caption", "caption_entities")?;
    if limits::units(&new.text) > limits::CAPTION {
        return Err(Refusal::CaptionTooLong);
    }
    let markup = inline_markup(params)?;
    edit(world, params, |old| {
        if !old.kind.has_caption() {
            return Err(Refusal::NoCaptionToEdit);
        }
        Ok(Content {
            text: new.text,
            raw: new.raw,
            entities: new.entities,
            markup,
            ..old.clone()
        })
    })
}

pub(super) fn markup(world: &World, params: &Params) -> Result<Value, Refusal> {
    let markup = inline_markup(params)?;
    edit(world, params, |old| {
        Ok(Content {
            markup,
            ..old.clone()
        })
    })
}

fn inline_markup(params: &Params) -> Result<Option<Value>, Refusal> {
    match params.value("reply_markup")? {
        Some(value) => reply_markup::check(&value, true),
        None => Ok(None),
    }
}

fn edit(
    world: &World,
    params: &Params,
    change: impl FnOnce(&Content) -> Result<Content, Refusal>,
) -> Result<Value, Refusal> {
    let id = params.number("message_id")?.ok_or(Refusal::NoMessageId)?;
    world.act(|tx| {
        let place = chat::reachable(tx, params)?;
        let old = tx
            .find_visible(place.id, id)?
            .ok_or(Refusal::EditNotFound)?;
        // A message that brought or took away a reply keyboard stays as it is.
        let inline = |markup: &Value| markup.get("inline_keyboard").is_some();
        if !old.from_bot
            || old.content.kind == Kind::Service
            || !old.content.markup.as_ref().is_none_or(inline)
        {
            return Err(Refusal::CannotEdit);
        }
        let new = change(&old.content)?;
        if new.text == old.content.text
            && new.entities == old.content.entities
            && new.markup == old.content.markup
        {
            return Err(Refusal::NotModified);
        }
        tx.revise(&old, &new)?;
        Ok(tx.message_json(place.id, id)?)
    })
}
