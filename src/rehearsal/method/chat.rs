//! `getChat`, `getChatMember`, `getChatAdministrators`, `getChatMemberCount`,
//! `leaveChat`, and what every method asks about its chat.

use serde_json::{Value, json};

use super::Params;
use crate::rehearsal::{
    Refusal,
    world::{Chat, Member, Rights, Role, Tx, World},
};

/// The chat of a call, if the bot can do anything there.
pub(super) fn reachable(tx: &Tx, params: &Params) -> Result<Chat, Refusal> {
    let chat = known(tx, params)?;
    if chat.is_private() {
        return match (chat.started, chat.blocked) {
            (_, true) => Err(Refusal::Blocked),
            (false, _) => Err(Refusal::CannotInitiate),
            (true, false) => Ok(chat),
        };
    }
    if let Some(new) = chat.migrated_to {
        return Err(Refusal::Migrated(new));
    }
    let bot = tx.bot()?.user.id;
    match tx.member(chat.id, bot)?.map(|member| member.role) {
        None => Err(Refusal::ChatNotFound),
        Some(Role::Left) => Err(Refusal::NotAMember(chat.kind.name())),
        Some(Role::Kicked) => Err(Refusal::Kicked(chat.kind.name())),
        Some(_) => Ok(chat),
    }
}

/// What the bot may do in a group.
pub(super) fn bot_rights(tx: &Tx, chat: i64) -> Result<Rights, Refusal> {
    let bot = tx.bot()?.user.id;
    Ok(tx
        .member(chat, bot)?
        .map_or(Rights::MEMBER, |member| member.rights))
}

pub(super) fn get_chat(world: &World, params: &Params) -> Result<Value, Refusal> {
    world.read(|tx| {
        let chat = if is_private(tx, params)? {
            known(tx, params)?
        } else {
            reachable(tx, params)?
        };
        let mut value = tx.chat_json(&chat)?;
        value["accent_color_id"] = json!(0);
        value["max_reaction_count"] = json!(11);
        value["accepted_gift_types"] = json!({
            "unlimited_gifts": chat.is_private(), "limited_gifts": chat.is_private(),
            "unique_gifts": chat.is_private(), "premium_subscription": chat.is_private(),
        });
        if !chat.is_private() {
            value["permissions"] = json!({
                "can_send_messages": true, "can_send_audios": true, "can_send_documents": true,
                "can_send_photos": true, "can_send_videos": true, "can_send_video_notes": true,
                "can_send_voice_notes": true, "can_send_polls": true, "can_send_other_messages": true,
                "can_add_web_page_previews": true, "can_change_info": false, "can_invite_users": true,
                "can_pin_messages": false, "can_manage_topics": false,
            });
        }
        if let Some(pinned) = tx.last_pinned(chat.id)? {
            value["pinned_message"] = tx.message_json(chat.id, pinned)?;
        }
        Ok(value)
    })
}

pub(super) fn get_member(world: &World, params: &Params) -> Result<Value, Refusal> {
    let user = params.number("user_id")?.ok_or(Refusal::InvalidUser)?;
    world.read(|tx| {
        let chat = reachable(tx, params)?;
        let account = tx.find_user(user)?.ok_or(Refusal::InvalidUser)?;
        if chat.is_private() {
            let member = Member {
                user: account,
                role: Role::Member,
                rights: Rights::MEMBER,
            };
            return Ok(member.json());
        }
        let member = tx.member(chat.id, user)?.unwrap_or(Member {
            user: account,
            role: Role::Left,
            rights: Rights::MEMBER,
        });
        Ok(member.json())
    })
}

pub(super) fn get_administrators(world: &World, params: &Params) -> Result<Value, Refusal> {
    world.read(|tx| {
        let chat = reachable(tx, params)?;
        if chat.is_private() {
            return Err(Refusal::NoAdministrators);
        }
        let bot = tx.bot()?.user.id;
        let members = tx.members(chat.id)?;
        // Telegram lists no other bots.
        let administrators = members.iter().filter(|member| {
            member.role.is_administrator() && (!member.user.is_bot || member.user.id == bot)
        });
        Ok(administrators.map(Member::json).collect())
    })
}

pub(super) fn count_members(world: &World, params: &Params) -> Result<Value, Refusal> {
    world.read(|tx| {
        let chat = reachable(tx, params)?;
        if chat.is_private() {
            return Ok(json!(2));
        }
        let members = tx.members(chat.id)?;
        let present = members.iter().filter(|member| member.role.is_present());
        Ok(json!(present.count()))
    })
}

pub(super) fn leave(world: &World, params: &Params) -> Result<Value, Refusal> {
    world.act(|tx| {
        let chat = reachable(tx, params)?;
        if chat.is_private() {
            return Err(Refusal::CannotLeavePrivate);
        }
        let bot = tx.bot()?.user.id;
        tx.set_member(chat.id, bot, Role::Left, Rights::MEMBER)?;
        Ok(json!(true))
    })
}

/// The chat of a call, whether or not the bot can write there.
fn known(tx: &Tx, params: &Params) -> Result<Chat, Refusal> {
    let id = match params.fields.get("chat_id") {
        None | Some(Value::Null) => return Err(Refusal::NoChatId),
        Some(Value::String(text)) if text.is_empty() => return Err(Refusal::NoChatId),
        // Nothing here has a public name.
        Some(Value::String(text)) if text.starts_with('@') => return Err(Refusal::ChatNotFound),
        Some(_) => params
            .number("chat_id")
            .ok()
            .flatten()
            .ok_or(Refusal::ChatNotFound)?,
    };
    match tx.find_chat(id)? {
        Some(chat) => Ok(chat),
        None if tx.find_user(id)?.is_some_and(|user| user.is_bot) => Err(Refusal::ToBot),
        None => Err(Refusal::ChatNotFound),
    }
}

fn is_private(tx: &Tx, params: &Params) -> Result<bool, Refusal> {
    Ok(known(tx, params)?.is_private())
}
