//! The methods of the Bot API, a group of them a file.

mod album;
mod callback;
mod chat;
mod commands;
mod delete;
mod edit;
mod file;
mod get_me;
pub(crate) mod get_updates;
mod params;
mod pin;
mod send;
mod text;

pub(crate) use params::Params;

use serde_json::Value;

use super::{Refusal, world::World};

/// Carries out a call of any method but `getUpdates` and returns its result.
/// `method` is in lower case.
pub(crate) fn call(world: &World, method: &str, params: &Params) -> Result<Value, Refusal> {
    match method {
        "getme" => get_me::get_me(world),
        "deletewebhook" => get_me::delete_webhook(world, params),
        "getwebhookinfo" => get_me::get_webhook_info(world),
        "sendmessage" => send::message(world, params),
        "sendphoto" => send::photo(world, params),
        "senddocument" => send::document(world, params),
        "sendmediagroup" => album::album(world, params),
        "sendchataction" => send::chat_action(world, params),
        "editmessagetext" => edit::text(world, params),
        "editmessagecaption" => edit::caption(world, params),
        "editmessagereplymarkup" => edit::markup(world, params),
        "deletemessage" => delete::message(world, params),
        "answercallbackquery" => callback::answer(world, params),
        "getfile" => file::get_file(world, params),
        "getchat" => chat::get_chat(world, params),
        "getchatmember" => chat::get_member(world, params),
        "getchatadministrators" => chat::get_administrators(world, params),
        "getchatmembercount" | "getchatmemberscount" => chat::count_members(world, params),
        "leavechat" => chat::leave(world, params),
        "pinchatmessage" => pin::pin(world, params),
        "unpinchatmessage" => pin::unpin(world, params),
        "setmycommands" => commands::set(world, params),
        "getmycommands" => commands::get(world, params),
        "deletemycommands" => commands::delete(world, params),
        "setmydescription" | "setmyshortdescription" => commands::describe(world, method, params),
        _ => Err(Refusal::NoSuchMethod),
    }
}
