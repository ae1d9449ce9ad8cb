//! Presses of inline buttons.

use qisai::rehearsal::{Toast, WorldError};
use serde_json::{Value, json};
use teloxide::{
    prelude::*,
    types::{CallbackQueryId, UpdateKind},
};

use super::*;

async fn question(stage: &Stage) -> i64 {
    let buttons = json!([[{"text": "确认", "callback_data": "yes"}, {"text": "规程", "url": "https://example.org"}]]);
    let parameters =
        json!({"chat_id": ANNA, "text": "?", "reply_markup": {"inline_keyboard": buttons}});
    let sent = stage.call("sendMessage", parameters).await;
    sent["message_id"].as_i64().unwrap()
}

async fn query(stage: &Stage) -> CallbackQuery {
    let mut updates = stage.bot.get_updates().await.unwrap();
    match updates.pop().unwrap().kind {
        UpdateKind::CallbackQuery(query) => query,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_press_reaches_the_bot_and_its_answer_the_person() {
    let stage = Stage::new().await;
    let message = question(&stage).await;
    let press = stage.world.taps(ANNA, ANNA, message, "确认").unwrap();
    let query = query(&stage).await;
    assert_eq!(query.data.as_deref(), Some("yes"));
    assert_eq!(query.from.id, UserId(501));
    assert_eq!(i64::from(query.regular_message().unwrap().id.0), message);
    assert_eq!(stage.world.toast(press).unwrap(), None);
    assert_eq!(stage.world.unanswered().unwrap(), [press]);
    stage
        .bot
        .answer_callback_query(query.id)
        .text("已记录")
        .show_alert(true)
        .await
        .unwrap();
    let toast = Toast {
        text: Some("已记录".to_owned()),
        alert: true,
        url: None,
    };
    assert_eq!(stage.world.toast(press).unwrap(), Some(toast));
    assert!(stage.world.unanswered().unwrap().is_empty());
}

#[tokio::test]
async fn answers_are_short_and_in_time() {
    let stage = Stage::new().await;
    let message = question(&stage).await;
    let press = stage.world.taps(ANNA, ANNA, message, "yes").unwrap();
    let answer = |id: Value, text: String| json!({"callback_query_id": id, "text": text});
    assert_eq!(
        stage
            .refusal(
                "answerCallbackQuery",
                answer(json!(press.to_string()), "棋".repeat(201))
            )
            .await,
        "Bad Request: MESSAGE_TOO_LONG"
    );
    stage.world.expire_queries().unwrap();
    for id in [press.to_string(), "999".to_owned(), "x".to_owned()] {
        assert_eq!(
            stage
                .refusal("answerCallbackQuery", answer(json!(id), "x".to_owned()))
                .await,
            "Bad Request: query is too old and response timeout expired or query ID is invalid"
        );
    }
    let error = stage
        .bot
        .answer_callback_query(CallbackQueryId("999".to_owned()))
        .await
        .unwrap_err();
    assert!(matches!(error, teloxide::RequestError::Api(_)));
}

#[tokio::test]
async fn only_buttons_that_are_there_can_be_pressed() {
    let stage = Stage::new().await;
    let message = question(&stage).await;
    assert!(matches!(
        stage.world.taps(ANNA, ANNA, message, "取消"),
        Err(WorldError::NoSuchButton { present, .. }) if present == ["确认", "规程"]
    ));
    assert!(matches!(
        stage.world.taps(ANNA, ANNA, message, "规程"),
        Err(WorldError::NotACallbackButton(_))
    ));
    let edit = json!({"chat_id": ANNA, "message_id": message, "text": "!"});
    stage.call("editMessageText", edit).await;
    assert!(stage.world.taps(ANNA, ANNA, message, "确认").is_err());
    // A press that crossed the edit still arrives.
    stage.world.taps_stale(ANNA, ANNA, message, "yes").unwrap();
    assert_eq!(query(&stage).await.data.as_deref(), Some("yes"));
}

#[tokio::test]
async fn a_press_on_a_deleted_message_shows_no_message() {
    let stage = Stage::new().await;
    let message = question(&stage).await;
    stage
        .call(
            "deleteMessage",
            json!({"chat_id": ANNA, "message_id": message}),
        )
        .await;
    stage.world.taps_stale(ANNA, ANNA, message, "yes").unwrap();
    let query = query(&stage).await;
    assert!(query.regular_message().is_none());
    assert_eq!(i64::from(query.message.unwrap().id().0), message);
}
