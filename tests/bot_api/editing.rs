//! Editing, deleting and pinning.

use qisai::rehearsal::{Press, Rights, What};
use serde_json::{Value, json};
use teloxide::{
    prelude::*,
    types::{InlineKeyboardButton, InlineKeyboardMarkup, MessageId},
};

use super::*;

#[tokio::test]
async fn an_edit_replaces_text_and_buttons_and_is_remembered() {
    let stage = Stage::new().await;
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("确认", "ok")]]);
    let sent = stage
        .bot
        .send_message(ChatId(ANNA), "已报 1/50")
        .reply_markup(keyboard)
        .await
        .unwrap();
    let edited = stage
        .bot
        .edit_message_text(ChatId(ANNA), sent.id, "已报 2/50")
        .await
        .unwrap();
    assert_eq!(edited.text(), Some("已报 2/50"));
    assert!(edited.edit_date().is_some());
    assert_eq!(edited.reply_markup(), None);
    let seen = stage.world.message(ANNA, i64::from(sent.id.0)).unwrap();
    assert_eq!((seen.edited_times, seen.revisions.len()), (1, 1));
    assert_eq!(seen.revisions[0].text, "已报 1/50");
    assert_eq!(
        seen.revisions[0].buttons[0][0].press,
        Press::Data("ok".to_owned())
    );
    assert!(seen.seq > seen.revisions[0].seq);
}

#[tokio::test]
async fn buttons_alone_can_change() {
    let stage = Stage::new().await;
    let id = stage.say("x").await;
    let edit = |markup: Value| json!({"chat_id": ANNA, "message_id": id, "reply_markup": markup});
    let row = json!({"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]});
    let edited = stage
        .call("editMessageReplyMarkup", edit(row.clone()))
        .await;
    assert_eq!(edited["reply_markup"], row);
    assert!(
        stage
            .refusal("editMessageReplyMarkup", edit(row))
            .await
            .starts_with("Bad Request: message is not modified: ")
    );
    let edited = stage
        .call(
            "editMessageReplyMarkup",
            edit(json!({"inline_keyboard": []})),
        )
        .await;
    assert_eq!(edited["reply_markup"], Value::Null);
}

#[tokio::test]
async fn edits_that_cannot_be_are_refused() {
    let stage = Stage::new().await;
    let theirs = stage.world.says(ANNA, ANNA, "我").unwrap();
    let own = stage.say("<i>x</i>").await;
    let edit = |id: i64, text: &str| json!({"chat_id": ANNA, "message_id": id, "text": text});
    assert_eq!(
        stage
            .refusal("editMessageText", edit(own, "<i>x</i>"))
            .await,
        "Bad Request: message is not modified: specified new message content and reply markup are \
         exactly the same as a current content and reply markup of the message"
    );
    for (id, text, why) in [
        (99_999, "x".to_owned(), "message to edit not found"),
        (theirs, "x".to_owned(), "message can't be edited"),
        (own, String::new(), "message text is empty"),
        (own, "x".repeat(4097), "MESSAGE_TOO_LONG"),
    ] {
        assert_eq!(
            stage.refusal("editMessageText", edit(id, &text)).await,
            format!("Bad Request: {why}")
        );
    }
    assert_eq!(
        stage
            .refusal(
                "editMessageCaption",
                json!({"chat_id": ANNA, "message_id": own, "caption": "x"})
            )
            .await,
        "Bad Request: there is no caption in the message to edit"
    );
    assert_eq!(
        stage
            .refusal("editMessageText", json!({"chat_id": ANNA, "text": "x"}))
            .await,
        "Bad Request: message identifier is not specified"
    );
    let keyboard = stage
        .call(
            "sendMessage",
            json!({"chat_id": ANNA, "text": "x", "reply_markup": {"keyboard": [["男"]]}}),
        )
        .await;
    let id = keyboard["message_id"].as_i64().unwrap();
    assert_eq!(
        stage.refusal("editMessageText", edit(id, "y")).await,
        "Bad Request: message can't be edited"
    );
}

#[tokio::test]
async fn a_caption_can_change_and_a_photo_has_no_text() {
    let stage = Stage::new().await;
    let photo = teloxide::types::InputFile::memory(png(400, 300));
    let sent = stage
        .bot
        .send_photo(ChatId(ANNA), photo)
        .caption("第1轮")
        .await
        .unwrap();
    let edited = stage
        .bot
        .edit_message_caption(ChatId(ANNA), sent.id)
        .caption("第2轮")
        .await
        .unwrap();
    assert_eq!(edited.caption(), Some("第2轮"));
    assert_eq!(edited.photo().unwrap().len(), sent.photo().unwrap().len());
    let id = sent.id.0;
    assert_eq!(
        stage
            .refusal(
                "editMessageText",
                json!({"chat_id": ANNA, "message_id": id, "text": "x"})
            )
            .await,
        "Bad Request: there is no text in the message to edit"
    );
    assert_eq!(
        stage
            .refusal(
                "editMessageCaption",
                json!({"chat_id": ANNA, "message_id": id, "caption": "x".repeat(1025)})
            )
            .await,
        "Bad Request: message caption is too long"
    );
}

#[tokio::test]
async fn what_is_deleted_is_gone() {
    let stage = Stage::new().await;
    let id = stage.say("x").await;
    let message = MessageId(id.try_into().unwrap());
    stage
        .bot
        .delete_message(ChatId(ANNA), message)
        .await
        .unwrap();
    assert!(stage.world.message(ANNA, id).unwrap().deleted);
    let which = json!({"chat_id": ANNA, "message_id": id});
    assert_eq!(
        stage.refusal("deleteMessage", which).await,
        "Bad Request: message to delete not found"
    );
    let edit = json!({"chat_id": ANNA, "message_id": id, "text": "y"});
    assert_eq!(
        stage.refusal("editMessageText", edit).await,
        "Bad Request: message to edit not found"
    );
    assert_eq!(stage.world.unread(ANNA, false).unwrap(), None);
}

#[tokio::test]
async fn only_own_fresh_messages_can_be_deleted_without_the_right() {
    let stage = Stage::new().await;
    let theirs = stage.world.says(ANNA, GROUP, "x").unwrap();
    let which = json!({"chat_id": GROUP, "message_id": theirs});
    let no_rights = Rights {
        delete: false,
        ..Rights::ALL
    };
    stage.world.set_bot_rights(GROUP, no_rights).unwrap();
    assert_eq!(
        stage.refusal("deleteMessage", which.clone()).await,
        "Bad Request: message can't be deleted"
    );
    stage.world.set_bot_rights(GROUP, Rights::ALL).unwrap();
    stage.call("deleteMessage", which).await;
    let old = stage.say("x").await;
    stage.now.fetch_add(49 * 3600, Ordering::SeqCst);
    let which = json!({"chat_id": ANNA, "message_id": old});
    assert_eq!(
        stage.refusal("deleteMessage", which).await,
        "Bad Request: message can't be deleted"
    );
}

#[tokio::test]
async fn pinning_needs_the_right() {
    let stage = Stage::new().await;
    let sent = stage
        .bot
        .send_message(ChatId(GROUP), "第1轮对阵")
        .await
        .unwrap();
    stage
        .bot
        .pin_chat_message(ChatId(GROUP), sent.id)
        .await
        .unwrap();
    let id = i64::from(sent.id.0);
    assert!(stage.world.message(GROUP, id).unwrap().pinned);
    let chat = stage.bot.get_chat(ChatId(GROUP)).await.unwrap();
    assert_eq!(chat.pinned_message.unwrap().id, sent.id);
    let pins: Vec<_> = stage.world.changes_since(0).unwrap();
    assert!(pins.iter().any(|change| change.what == What::Pinned));
    stage.bot.unpin_chat_message(ChatId(GROUP)).await.unwrap();
    assert!(!stage.world.message(GROUP, id).unwrap().pinned);
    assert_eq!(
        stage
            .refusal("unpinChatMessage", json!({"chat_id": GROUP}))
            .await,
        "Bad Request: message to unpin not found"
    );
    assert_eq!(
        stage
            .refusal(
                "pinChatMessage",
                json!({"chat_id": GROUP, "message_id": 99_999})
            )
            .await,
        "Bad Request: message to pin not found"
    );
    let no_rights = Rights {
        pin: false,
        ..Rights::ALL
    };
    stage.world.set_bot_rights(GROUP, no_rights).unwrap();
    assert_eq!(
        stage
            .refusal(
                "pinChatMessage",
                json!({"chat_id": GROUP, "message_id": id})
            )
            .await,
        "Bad Request: not enough rights to manage pinned messages in the chat"
    );
}
