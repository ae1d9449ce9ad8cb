//! Groups: standing and rights, topics, migration, and the getChat family.

use qisai::rehearsal::{Rights, Role};
use serde_json::json;
use teloxide::{
    prelude::*,
    types::{BotCommand, ChatMemberKind, MessageId, ThreadId, UpdateKind},
};

use super::*;

fn to(chat: i64) -> serde_json::Value {
    json!({"chat_id": chat, "text": "x"})
}

#[tokio::test]
async fn chats_and_members_are_described() {
    let stage = Stage::new().await;
    let bot = &stage.bot;
    let group = bot.get_chat(ChatId(GROUP)).await.unwrap();
    assert_eq!((group.title(), group.is_group()), (Some("象棋赛"), true));
    let private = bot.get_chat(ChatId(ANNA)).await.unwrap();
    assert!(private.is_private());
    let forum = bot.get_chat(ChatId(FORUM)).await.unwrap();
    assert!(forum.is_supergroup());
    let member = |user: u64| bot.get_chat_member(ChatId(GROUP), UserId(user));
    assert!(member(501).await.unwrap().is_owner());
    assert!(member(502).await.unwrap().is_member());
    let own = member(42).await.unwrap();
    assert!(
        matches!(own.kind, ChatMemberKind::Administrator(ref rights) if rights.can_pin_messages)
    );
    stage.world.leave(GROUP, BORIS, false).unwrap();
    assert!(member(502).await.unwrap().is_left());
    let administrators = bot.get_chat_administrators(ChatId(GROUP)).await.unwrap();
    assert_eq!(administrators.len(), 2);
    assert_eq!(bot.get_chat_member_count(ChatId(GROUP)).await.unwrap(), 2);
    assert_eq!(
        stage.refusal("getChat", json!({"chat_id": -5})).await,
        "Bad Request: chat not found"
    );
    assert_eq!(
        stage
            .refusal("getChatMember", json!({"chat_id": GROUP, "user_id": 999}))
            .await,
        "Bad Request: invalid user_id specified"
    );
    assert_eq!(
        stage
            .refusal("getChatAdministrators", json!({"chat_id": ANNA}))
            .await,
        "Bad Request: there are no administrators in the private chat"
    );
}

#[tokio::test]
async fn a_bot_that_is_out_of_a_group_cannot_write_there() {
    let stage = Stage::new().await;
    stage.world.kick_bot(GROUP).unwrap();
    assert_eq!(
        stage.refusal("sendMessage", to(GROUP)).await,
        "Forbidden: bot was kicked from the group chat"
    );
    stage.bot.leave_chat(ChatId(FORUM)).await.unwrap();
    assert_eq!(
        stage.refusal("sendMessage", to(FORUM)).await,
        "Forbidden: bot is not a member of the supergroup chat"
    );
    stage
        .world
        .add_group(-77, "别的群", ChatKind::Group, false)
        .unwrap();
    assert_eq!(
        stage.refusal("sendMessage", to(-77)).await,
        "Bad Request: chat not found"
    );
    stage.world.join_bot(GROUP, Role::Member).unwrap();
    stage.call("sendMessage", to(GROUP)).await;
}

#[tokio::test]
async fn a_muted_bot_is_told_so() {
    let stage = Stage::new().await;
    stage.world.join_bot(GROUP, Role::Member).unwrap();
    let silent = Rights {
        send: false,
        send_media: false,
        ..Rights::MEMBER
    };
    stage.world.set_bot_rights(GROUP, silent).unwrap();
    assert_eq!(
        stage.refusal("sendMessage", to(GROUP)).await,
        "Bad Request: not enough rights to send text messages to the chat"
    );
    let document = json!({"chat_id": GROUP, "document": "x"});
    assert_eq!(
        stage.refusal("sendDocument", document).await,
        "Bad Request: not enough rights to send documents to the chat"
    );
    let member = stage
        .bot
        .get_chat_member(ChatId(GROUP), UserId(42))
        .await
        .unwrap();
    assert!(member.is_restricted());
}

#[tokio::test]
async fn topics_are_kept_to() {
    let stage = Stage::new().await;
    let topic = stage.world.add_topic(FORUM, "第1轮").unwrap();
    let updates = stage.bot.get_updates().await.unwrap();
    let UpdateKind::Message(created) = &updates[0].kind else {
        panic!("{updates:?}")
    };
    assert_eq!(created.forum_topic_created().unwrap().name, "第1轮");
    let thread = ThreadId(MessageId(topic.try_into().unwrap()));
    let sent = stage
        .bot
        .send_message(ChatId(FORUM), "对阵")
        .message_thread_id(thread)
        .await
        .unwrap();
    assert_eq!(sent.thread_id, Some(thread));
    stage
        .world
        .says_in_topic(ANNA, FORUM, topic, "5台红胜")
        .unwrap();
    let update = stage.updates().await.pop().unwrap();
    assert_eq!(update["message"]["message_thread_id"], json!(topic));
    assert_eq!(
        update["message"]["reply_to_message"]["forum_topic_created"]["name"],
        json!("第1轮")
    );
    for chat in [FORUM, GROUP] {
        let parameters = json!({"chat_id": chat, "text": "x", "message_thread_id": 999});
        assert_eq!(
            stage.refusal("sendMessage", parameters).await,
            "Bad Request: message thread not found"
        );
    }
    let parameters = json!({"chat_id": FORUM, "text": "x", "message_thread_id": topic});
    stage.world.close_topic(FORUM, topic, true).unwrap();
    stage.call("sendMessage", parameters.clone()).await;
    stage.world.join_bot(FORUM, Role::Member).unwrap();
    assert_eq!(
        stage.refusal("sendMessage", parameters.clone()).await,
        "Bad Request: TOPIC_CLOSED"
    );
    stage.world.delete_topic(FORUM, topic).unwrap();
    assert_eq!(
        stage.refusal("sendMessage", parameters).await,
        "Bad Request: message thread not found"
    );
}

#[tokio::test]
async fn a_group_that_became_a_supergroup_says_where_it_went() {
    let stage = Stage::new().await;
    stage.world.says(ANNA, GROUP, "x").unwrap();
    let new = stage.world.migrate(GROUP).unwrap();
    let updates = stage.bot.get_updates().await.unwrap();
    let moves: Vec<_> = updates
        .iter()
        .filter_map(|update| match &update.kind {
            UpdateKind::Message(message) => Some((
                message.chat.id.0,
                message.migrate_to_chat_id().map(|id| id.0),
                message.migrate_from_chat_id().map(|id| id.0),
            )),
            _ => None,
        })
        .collect();
    assert_eq!(
        moves[1..],
        [(GROUP, Some(new), None), (new, None, Some(GROUP))]
    );
    let answer = stage.answer("sendMessage", to(GROUP)).await;
    assert_eq!(
        answer,
        json!({"ok": false, "error_code": 400,
               "description": "Bad Request: group chat was upgraded to a supergroup chat",
               "parameters": {"migrate_to_chat_id": new}})
    );
    let error = stage
        .bot
        .send_message(ChatId(GROUP), "x")
        .await
        .unwrap_err();
    assert!(matches!(error, teloxide::RequestError::MigrateToChatId(ChatId(id)) if id == new));
    stage.call("sendMessage", to(new)).await;
    stage.world.says(BORIS, new, "好").unwrap();
    assert!(stage.world.says(BORIS, GROUP, "好").is_err());
}

#[tokio::test]
async fn an_anonymous_administrator_speaks_as_the_group() {
    let stage = Stage::new().await;
    stage
        .world
        .says_anonymously(ANNA, FORUM, "/standings")
        .unwrap();
    let updates = stage.bot.get_updates().await.unwrap();
    let UpdateKind::Message(message) = &updates[0].kind else {
        panic!("{updates:?}")
    };
    assert!(message.from.as_ref().unwrap().is_anonymous());
    assert_eq!(message.sender_chat.as_ref().unwrap().id, ChatId(FORUM));
}

#[tokio::test]
async fn messages_of_supergroups_are_numbered_apart() {
    let stage = Stage::new().await;
    let private = stage.say("x").await;
    let group = stage.call("sendMessage", to(GROUP)).await["message_id"].clone();
    assert_eq!(group, json!(private + 1));
    let own = stage.call("sendMessage", to(FORUM)).await["message_id"].clone();
    assert!(own.as_i64().unwrap() < private);
}

#[tokio::test]
async fn the_menu_of_commands_is_kept() {
    let stage = Stage::new().await;
    let commands = [BotCommand::new("report", "报成绩")];
    stage
        .bot
        .set_my_commands(commands.clone())
        .language_code("zh")
        .await
        .unwrap();
    let kept = stage
        .bot
        .get_my_commands()
        .language_code("zh")
        .await
        .unwrap();
    assert_eq!(kept, commands);
    assert!(stage.bot.get_my_commands().await.unwrap().is_empty());
    assert_eq!(
        stage.world.commands("zh").unwrap(),
        [("report".to_owned(), "报成绩".to_owned())]
    );
    stage
        .bot
        .set_my_description()
        .description("象棋赛")
        .await
        .unwrap();
    for (command, description, why) in [
        ("报名", "x", "BOT_COMMAND_INVALID"),
        ("Report", "x", "BOT_COMMAND_INVALID"),
        ("report", "", "BOT_COMMAND_DESCRIPTION_INVALID"),
    ] {
        let list = json!({"commands": [{"command": command, "description": description}]});
        assert_eq!(
            stage.refusal("setMyCommands", list).await,
            format!("Bad Request: {why}")
        );
    }
}

#[tokio::test]
async fn the_webhook_is_never_set() {
    let stage = Stage::new().await;
    stage.world.says(ANNA, ANNA, "x").unwrap();
    let info = stage.bot.get_webhook_info().await.unwrap();
    assert_eq!((info.url, info.pending_update_count), (None, 1));
    stage
        .bot
        .delete_webhook()
        .drop_pending_updates(true)
        .await
        .unwrap();
    assert_eq!(stage.world.pending_updates().unwrap(), 0);
}
