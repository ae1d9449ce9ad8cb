//! The chat page's own interface.

use serde_json::{Value, json};

use super::*;

async fn read(stage: &Stage, path: &str) -> Value {
    let (status, body) = get(stage.server.address(), path).await;
    assert_eq!(status, 200, "{path}");
    serde_json::from_slice(&body).unwrap()
}

async fn act(stage: &Stage, path: &str, body: Value) -> Value {
    let (status, answer) = post(stage.server.address(), path, &body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

#[tokio::test]
async fn the_page_and_its_parts_are_served() {
    let stage = Stage::new().await;
    for (path, part) in [
        ("/", "<title>"),
        ("/page.js", "textContent"),
        ("/page.css", "body"),
    ] {
        let (status, body) = get(stage.server.address(), path).await;
        assert_eq!(status, 200);
        let text = String::from_utf8(body).unwrap();
        assert!(text.contains(part));
        assert!(!text.contains("innerHTML") && !text.contains("//cdn"));
    }
}

#[tokio::test]
async fn a_newcomer_talks_by_the_page() {
    let stage = Stage::new().await;
    let made = act(
        &stage,
        "/people",
        json!({"first_name": "李四", "username": "@lisi"}),
    )
    .await;
    let user = made["id"].as_i64().unwrap();
    let everybody = read(&stage, "/people").await;
    let people = everybody["people"].as_array().unwrap();
    assert!(people.iter().any(|person| person["name"] == "李四"));
    let chat = format!("/people/{user}/{user}");
    let view = read(&stage, &chat).await;
    assert_eq!(
        (&view["started"], &view["private"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(view["groups"].as_array().unwrap().len(), 2);
    act(&stage, &chat, json!({"act": "start"})).await;
    let buttons = json!({"inline_keyboard": [[{"text": "报名", "callback_data": "join"}]]});
    let sent = stage
        .call(
            "sendMessage",
            json!({"chat_id": user, "text": "<您好>", "reply_markup": buttons}),
        )
        .await;
    let view = read(&stage, &chat).await;
    let last = view["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["text"], json!("<您好>"));
    assert_eq!(
        last["buttons"][0][0],
        json!({"label": "报名", "kind": "data", "url": null})
    );
    let tap = json!({"act": "taps", "message": sent["message_id"], "row": 0, "column": 0});
    let query = act(&stage, &chat, tap).await["query"].as_i64().unwrap();
    let answer = json!({"callback_query_id": query.to_string(), "text": "好"});
    stage.call("answerCallbackQuery", answer).await;
    let toast = read(&stage, &format!("/people/toast/{query}")).await;
    assert_eq!(toast["text"], json!("好"));
    act(
        &stage,
        &format!("/people/{user}/{GROUP}"),
        json!({"act": "says", "text": "大家好"}),
    )
    .await;
    let (status, trouble) = post(
        stage.server.address(),
        &chat,
        &json!({"act": "taps", "message": sent["message_id"], "row": 0, "column": 5}),
    )
    .await;
    assert_eq!(
        (status, &trouble["error"]),
        (409, &json!("这个按钮已经没有了"))
    );
}

#[tokio::test]
async fn the_page_wakes_at_changes_and_shows_pictures() {
    let stage = Stage::new().await;
    let seq = stage.world.seq().unwrap();
    let address = stage.server.address();
    let waiter =
        tokio::spawn(async move { get(address, &format!("/people/changes?since={seq}")).await });
    stage
        .world
        .sends_photo(ANNA, ANNA, &png(10, 10), "")
        .unwrap();
    let (_, body) = waiter.await.unwrap();
    let news: Value = serde_json::from_slice(&body).unwrap();
    assert!(news["seq"].as_i64().unwrap() > seq);
    let view = read(&stage, &format!("/people/{ANNA}/{ANNA}")).await;
    let file = &view["messages"].as_array().unwrap().last().unwrap()["file"]["id"];
    let (status, bytes) = get(address, &format!("/people/file/{file}")).await;
    assert_eq!((status, bytes), (200, png(10, 10)));
    let (status, _) = get(address, &format!("/people/{BORIS}/{ANNA}")).await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn other_sites_cannot_drive_it() {
    let stage = Stage::new().await;
    let address = stage.server.address();
    for head in [
        "GET /people HTTP/1.1\r\nhost: example.org".to_owned(),
        format!(
            "POST /people HTTP/1.1\r\nhost: {address}\r\norigin: https://example.org\r\ncontent-type: application/json"
        ),
    ] {
        let (status, _) = http(address, &head, b"{\"first_name\":\"x\"}").await;
        assert_eq!(status, 403);
    }
}
