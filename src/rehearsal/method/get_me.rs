//! `getMe` and the webhook methods.

use serde_json::{Value, json};

use super::Params;
use crate::rehearsal::{Refusal, world::World};

pub(super) fn get_me(world: &World) -> Result<Value, Refusal> {
    let bot = world.read(|tx| tx.bot())?;
    let mut me = bot.user.json();
    me["can_join_groups"] = json!(true);
    me["can_read_all_group_messages"] = json!(bot.reads_all);
    me["supports_inline_queries"] = json!(false);
    me["can_connect_to_business"] = json!(false);
    me["has_main_web_app"] = json!(false);
    Ok(me)
}

pub(super) fn delete_webhook(world: &World, params: &Params) -> Result<Value, Refusal> {
    if params.flag("drop_pending_updates") {
        world.act(|tx| tx.drop_pending())?;
    }
    Ok(json!(true))
}

pub(super) fn get_webhook_info(world: &World) -> Result<Value, Refusal> {
    let pending = world.pending_updates()?;
    Ok(json!({"url": "", "has_custom_certificate": false, "pending_update_count": pending}))
}
