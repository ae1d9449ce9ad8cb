//! Faults on demand, and the guard against floods.

use qisai::rehearsal::Fault;
use serde_json::json;
use teloxide::{RequestError, prelude::*};
use tokio::time::Instant;

use super::*;

#[tokio::test]
async fn calls_meet_the_faults_asked_for_in_order() {
    let stage = Stage::new().await;
    let world = &stage.world;
    let send = || stage.bot.send_message(ChatId(ANNA), "x");
    world.fail_next("sendMessage", 1, Fault::TooManyRequests(7));
    world.fail_next("sendMessage", 1, Fault::DropConnectionBefore);
    world.fail_next("sendMessage", 1, Fault::DropConnectionAfter);
    let said = || world.messages(ANNA).unwrap().len();
    let before = said();
    let error = send().await.unwrap_err();
    assert!(matches!(error, RequestError::RetryAfter(seconds) if seconds.seconds() == 7));
    assert!(matches!(
        send().await.unwrap_err(),
        RequestError::Network(_)
    ));
    assert_eq!(said(), before);
    assert!(matches!(
        send().await.unwrap_err(),
        RequestError::Network(_)
    ));
    assert_eq!(said(), before + 1);
    send().await.unwrap();
    assert_eq!(said(), before + 2);
    assert_eq!(world.calls_of("sendMessage"), 4);
    assert_eq!(world.calls()["sendmessage"], 4);
}

#[tokio::test]
async fn the_server_can_fail_or_be_slow() {
    let stage = Stage::new().await;
    stage.world.fail_next("getMe", 1, Fault::ServerError(502));
    let path = format!("/bot{TOKEN}/getMe");
    let (status, answer) = post(stage.server.address(), &path, &json!({})).await;
    assert_eq!((status, &answer["error_code"]), (502, &json!(502)));
    let wait = Duration::from_millis(200);
    stage.world.fail_next("GETME", 1, Fault::Delay(wait));
    let begin = Instant::now();
    stage.bot.get_me().await.unwrap();
    assert!(begin.elapsed() >= wait);
}

#[tokio::test]
async fn a_flood_is_refused_chat_by_chat() {
    let stage = Stage::new().await;
    stage.world.set_flood_guard(Some(3));
    for _ in 0..3 {
        stage.say("x").await;
    }
    let more = json!({"chat_id": ANNA, "text": "x"});
    let answer = stage.answer("sendMessage", more.clone()).await;
    assert_eq!(
        answer,
        json!({"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 1",
               "parameters": {"retry_after": 1}})
    );
    stage
        .call("sendMessage", json!({"chat_id": GROUP, "text": "x"}))
        .await;
    stage.world.set_flood_guard(None);
    stage.call("sendMessage", more).await;
}
