//! `deleteMessage`.

use serde_json::{Value, json};

use super::{Params, chat};
use crate::rehearsal::{Refusal, limits, world::World};

pub(super) fn message(world: &World, params: &Params) -> Result<Value, Refusal> {
    let id = params.number("message_id")?.ok_or(Refusal::NoMessageId)?;
    world.act(|tx| {
        let place = chat::reachable(tx, params)?;
        let message = tx
            .find_visible(place.id, id)?
            .ok_or(Refusal::DeleteNotFound)?;
        let others = !message.from_bot && !place.is_private();
        let may = !others || chat::bot_rights(tx, place.id)?.delete;
        if !may || tx.now - message.date > limits::DELETABLE {
            return Err(Refusal::CannotDelete);
        }
        tx.erase(place.id, id, true)?;
        Ok(json!(true))
    })
}
