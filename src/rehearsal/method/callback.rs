//! `answerCallbackQuery`.

use serde_json::{Value, json};

use super::Params;
use crate::rehearsal::{
    Refusal, limits,
    world::{Toast, World},
};

pub(super) fn answer(world: &World, params: &Params) -> Result<Value, Refusal> {
    let id = params.text("callback_query_id").unwrap_or_default();
    let filled = |name| {
        params
            .text(name)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let toast = Toast {
        text: filled("text"),
        alert: params.flag("show_alert"),
        url: filled("url"),
    };
    if toast
        .text
        .as_deref()
        .is_some_and(|text| limits::units(text) > limits::TOAST)
    {
        return Err(Refusal::EditTooLong);
    }
    if world.act(|tx| tx.answer(id, &toast))? {
        Ok(json!(true))
    } else {
        Err(Refusal::QueryTooOld)
    }
}
