//! `pinChatMessage`, `unpinChatMessage`.

use serde_json::{Value, json};

use super::{Params, chat};
use crate::rehearsal::{
    Refusal,
    world::{Chat, Draft, Tx, World},
};

pub(super) fn pin(world: &World, params: &Params) -> Result<Value, Refusal> {
    let id = params.number("message_id")?.ok_or(Refusal::NoMessageId)?;
    world.act(|tx| {
        let place = pinnable(tx, params)?;
        let message = tx.find_visible(place.id, id)?.ok_or(Refusal::PinNotFound)?;
        if message.pinned {
            return Ok(json!(true));
        }
        tx.set_pinned(place.id, id, true)?;
        let bot = tx.bot()?.user.id;
        let pinned = tx.render(&message, false)?;
        let mut draft = Draft::service(place.id, bot, json!({"pinned_message": pinned}));
        draft.from_bot = true;
        draft.thread = message.thread;
        tx.post(&draft)?;
        Ok(json!(true))
    })
}

pub(super) fn unpin(world: &World, params: &Params) -> Result<Value, Refusal> {
    let id = params.number("message_id")?;
    world.act(|tx| {
        let place = pinnable(tx, params)?;
        let id = match id {
            Some(id) => id,
            None => tx.last_pinned(place.id)?.ok_or(Refusal::UnpinNotFound)?,
        };
        let message = tx
            .find_visible(place.id, id)?
            .ok_or(Refusal::UnpinNotFound)?;
        if message.pinned {
            tx.set_pinned(place.id, id, false)?;
        }
        Ok(json!(true))
    })
}

fn pinnable(tx: &Tx, params: &Params) -> Result<Chat, Refusal> {
    let place = chat::reachable(tx, params)?;
    if !place.is_private() && !chat::bot_rights(tx, place.id)?.pin {
        return Err(Refusal::NotEnoughRightsToPin);
    }
    Ok(place)
}
