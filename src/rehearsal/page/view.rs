//! The world as the chat page shows it.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use crate::rehearsal::world::{Button, Chat, Kind, Message, Press, Role, User, World, WorldError};

/// How many messages of a chat the page shows.
const SHOWN: i64 = 200;

/// People, groups and the bot's commands.
pub(super) fn everybody(world: &World) -> Result<Value, WorldError> {
    let seq = world.seq()?;
    let unread: HashSet<i64> = world.people_with_unread()?.into_iter().collect();
    let people: Vec<Value> = world
        .people()?
        .iter()
        .map(|person| {
            json!({
                "id": person.id, "name": person.full_name(), "username": person.username,
                "unread": unread.contains(&person.id),
            })
        })
        .collect();
    let mut commands = world.commands("zh")?;
    if commands.is_empty() {
        commands = world.commands("")?;
    }
    let commands: Vec<Value> = commands
        .into_iter()
        .map(|(command, description)| json!({"command": command, "description": description}))
        .collect();
    let bot = world.bot_user().ok().and_then(|bot| bot.username);
    Ok(json!({"seq": seq, "people": people, "commands": commands, "bot": bot}))
}

/// A chat as one person sees it.
pub(super) fn chat(world: &World, user: i64, chat: i64) -> Result<Value, WorldError> {
    let seq = world.seq()?;
    let place = world.chat(chat)?;
    let person = world.user(user)?;
    let groups = world.groups_of(user)?;
    if user != chat && !groups.iter().any(|group| group.id == chat) {
        return Err(WorldError::NotAMember { user, chat });
    }
    let chats: Vec<Value> = groups
        .iter()
        .map(|group| json!({"id": group.id, "title": group.title}))
        .collect();
    let mut names = HashMap::new();
    let mut messages = Vec::new();
    for message in world.recent(chat, SHOWN)? {
        if !message.deleted {
            messages.push(self::message(world, &mut names, user, &place, &message)?);
        }
    }
    let role = world
        .members(chat)?
        .into_iter()
        .find(|member| member.user.id == user)
        .map(|member| member.role);
    Ok(json!({
        "seq": seq,
        "person": person.full_name(),
        "title": place.title,
        "private": place.is_private(),
        "started": place.started,
        "blocked": place.blocked,
        "administrator": role.is_some_and(Role::is_administrator),
        "groups": chats,
        "messages": messages,
        "keyboard": world.keyboard(chat)?,
    }))
}

fn message(
    world: &World,
    names: &mut HashMap<i64, String>,
    user: i64,
    place: &Chat,
    message: &Message,
) -> Result<Value, WorldError> {
    let sender = match message.sender_chat {
        Some(_) => place.title.clone().unwrap_or_default(),
        None => match names.get(&message.from) {
            Some(name) => name.clone(),
            None => {
                let name = world.user(message.from)?.full_name();
                names.insert(message.from, name.clone());
                name
            }
        },
    };
    let buttons: Vec<Vec<Value>> = message
        .buttons
        .iter()
        .map(|row| row.iter().map(button).collect())
        .collect();
    let file = message.file.as_ref().map(|file| {
        json!({"id": file.id, "name": file.name, "size": file.size, "width": file.width, "height": file.height})
    });
    let extra = message.extra.as_ref();
    let text = match message.kind {
        Kind::Service => service(&sender, extra),
        Kind::Location => "📍 位置".to_owned(),
        Kind::Contact => {
            let contact = extra.map_or(&Value::Null, |extra| &extra["contact"]);
            let part = |name: &str| contact[name].as_str().unwrap_or_default().to_owned();
            format!("👤 {} {}", part("first_name"), part("phone_number"))
        }
        Kind::Sticker => "👍（贴纸）".to_owned(),
        _ => message.text.clone(),
    };
    Ok(json!({
        "id": message.id,
        "seq": message.seq,
        "kind": message.kind,
        "own": message.from == user && message.sender_chat.is_none(),
        "bot": message.from_bot,
        "sender": sender,
        "date": message.date,
        "text": text,
        "entities": message.entities,
        "buttons": buttons,
        "file": file,
        "edited": message.edited_times > 0,
        "pinned": message.pinned,
        "reply_to": message.reply_to,
        "thread": message.thread,
    }))
}

fn button(button: &Button) -> Value {
    let (kind, url) = match &button.press {
        Press::Data(_) => ("data", None),
        Press::Url(url) => ("url", Some(url)),
        Press::Other => ("other", None),
    };
    json!({"label": button.label, "kind": kind, "url": url})
}

/// What a service message says, in Chinese.
fn service(sender: &str, fields: Option<&Value>) -> String {
    let Some(fields) = fields else {
        return String::new();
    };
    let name = |user: &Value| {
        let part = |name: &str| user[name].as_str().unwrap_or_default().to_owned();
        User {
            id: 0,
            is_bot: false,
            first_name: part("first_name"),
            last_name: user["last_name"].as_str().map(str::to_owned),
            username: None,
            language_code: None,
        }
        .full_name()
    };
    if let Some(users) = fields["new_chat_members"].as_array() {
        let names: Vec<String> = users.iter().map(name).collect();
        format!("{} 进群", names.join("、"))
    } else if fields["left_chat_member"].is_object() {
        format!("{} 离开了群", name(&fields["left_chat_member"]))
    } else if fields["pinned_message"].is_object() {
        format!("{sender} 置顶了一条消息")
    } else if fields["forum_topic_created"].is_object() {
        let topic = fields["forum_topic_created"]["name"].as_str();
        format!("新话题：{}", topic.unwrap_or_default())
    } else if fields["migrate_to_chat_id"].is_number() {
        "本群已升级为超级群".to_owned()
    } else if fields["migrate_from_chat_id"].is_number() {
        "由普通群升级而来".to_owned()
    } else {
        "（系统消息）".to_owned()
    }
}

/// Why a person cannot do something, in Chinese.
pub(super) fn trouble(error: &WorldError) -> String {
    match error {
        WorldError::NotStarted(_) => "先按“开始”再说话".to_owned(),
        WorldError::Blocked(_) => "已屏蔽机器人，先解除屏蔽".to_owned(),
        WorldError::NotAMember { .. } => "不在这个群里".to_owned(),
        WorldError::Migrated(_) => "本群已升级为超级群，请到新群说话".to_owned(),
        WorldError::NoSuchMessage { .. } => "这条消息已经没有了".to_owned(),
        WorldError::NoSuchButton { .. } | WorldError::NotACallbackButton(_) => {
            "这个按钮已经没有了".to_owned()
        }
        WorldError::NotTheirs { .. } => "只能改自己的消息".to_owned(),
        WorldError::NoSuchUser(_) => "没有这个人".to_owned(),
        WorldError::NoSuchChat(_) => "没有这个会话".to_owned(),
        WorldError::Unsendable(_) => "内容为空、太长，或图片无法识别".to_owned(),
        other => other.to_string(),
    }
}
