//! sendMessage: limits, mark-up, keyboards, who can be written to.

use serde_json::{Value, json};
use teloxide::{
    prelude::*,
    types::{
        InlineKeyboardButton, InlineKeyboardMarkup, KeyboardButton, KeyboardMarkup, KeyboardRemove,
        MessageEntityKind, ParseMode, ReplyParameters,
    },
};

use super::*;

#[tokio::test]
async fn a_text_arrives_as_it_is_shown() {
    let stage = Stage::new().await;
    let keyboard = InlineKeyboardMarkup::new([[
        InlineKeyboardButton::callback("确认", "ok:1"),
        InlineKeyboardButton::url("规程", "https://example.org/".parse().unwrap()),
    ]]);
    let sent = stage
        .bot
        .send_message(ChatId(ANNA), "<b>第1轮</b> 张三 &lt;红&gt;")
        .parse_mode(ParseMode::Html)
        .reply_markup(keyboard.clone())
        .await
        .unwrap();
    assert_eq!(sent.text(), Some("第1轮 张三 <红>"));
    assert_eq!(sent.date.timestamp(), 1_700_000_000);
    assert_eq!(sent.from.as_ref().unwrap().id, UserId(42));
    assert!(sent.chat.is_private());
    let entity = &sent.entities().unwrap()[0];
    assert_eq!(
        (&entity.kind, entity.offset, entity.length),
        (&MessageEntityKind::Bold, 0, 3)
    );
    assert_eq!(sent.reply_markup(), Some(&keyboard));
    let seen = stage.world.unread(ANNA, false).unwrap().unwrap().message;
    assert_eq!(seen.text, "第1轮 张三 <红>");
    assert_eq!(seen.raw, "<b>第1轮</b> 张三 &lt;红&gt;");
    assert_eq!(seen.labels(), ["确认", "规程"]);
    assert!(seen.from_bot);
}

#[tokio::test]
async fn texts_are_measured_in_utf16_units_after_parsing() {
    let stage = Stage::new().await;
    let send = |text: String, mode: &str| {
        let parameters = json!({"chat_id": ANNA, "text": text, "parse_mode": mode});
        stage.answer("sendMessage", parameters)
    };
    for (text, mode) in [
        ("棋".repeat(4096), ""),
        ("😀".repeat(2048), ""),
        (format!("<b>{}</b>&amp;", "x".repeat(4095)), "HTML"),
        (format!("  {}\n", "x".repeat(4096)), ""),
    ] {
        assert_eq!(send(text, mode).await["ok"], json!(true));
    }
    for text in ["棋".repeat(4097), "😀".repeat(2048) + "x"] {
        assert_eq!(
            send(text, "").await["description"],
            "Bad Request: message is too long"
        );
    }
    for (text, mode) in [("", ""), (" \n ", ""), ("<b></b>", "HTML")] {
        assert_eq!(
            send(text.to_owned(), mode).await["description"],
            "Bad Request: message text is empty"
        );
    }
}

#[tokio::test]
async fn broken_mark_up_is_refused() {
    let stage = Stage::new().await;
    for (text, why) in [
        ("a <x>b</x>", "Unsupported start tag \"x\" at byte offset 2"),
        (
            "<b>张三",
            "Can't find end tag corresponding to start tag \"b\"",
        ),
        ("张</b>", "Unexpected end tag at byte offset 3"),
        (
            "<b><i>x</b></i>",
            "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\"",
        ),
        ("3 <", "Unclosed start tag at byte offset 2"),
    ] {
        let parameters = json!({"chat_id": ANNA, "text": text, "parse_mode": "HTML"});
        assert_eq!(
            stage.refusal("sendMessage", parameters).await,
            format!("Bad Request: can't parse entities: {why}")
        );
    }
    let parameters = json!({"chat_id": ANNA, "text": "*x*", "parse_mode": "MarkdownV2"});
    assert_eq!(
        stage.refusal("sendMessage", parameters).await,
        "Bad Request: unsupported parse_mode"
    );
}

#[tokio::test]
async fn bad_buttons_are_refused() {
    let stage = Stage::new().await;
    let with = |buttons: Value| json!({"chat_id": ANNA, "text": "x", "reply_markup": {"inline_keyboard": buttons}});
    for (buttons, why) in [
        (
            json!([[{"text": "x", "callback_data": "棋".repeat(22)}]]),
            "BUTTON_DATA_INVALID",
        ),
        (
            json!([[{"text": "x", "url": "ftp://example.org"}]]),
            "inline keyboard button URL 'ftp://example.org' is invalid: wrong HTTP URL",
        ),
        (
            json!([[{"text": "", "callback_data": "x"}]]),
            "REPLY_MARKUP_INVALID",
        ),
        (
            json!(vec![vec![json!({"text": "x", "callback_data": "x"}); 101]]),
            "reply markup is too long",
        ),
    ] {
        assert_eq!(
            stage.refusal("sendMessage", with(buttons)).await,
            format!("Bad Request: {why}")
        );
    }
}

#[tokio::test]
async fn a_reply_keyboard_stays_until_it_is_taken_away() {
    let stage = Stage::new().await;
    let keyboard = KeyboardMarkup::new([[KeyboardButton::new("男"), KeyboardButton::new("女")]]);
    let sent = stage
        .bot
        .send_message(ChatId(ANNA), "性别？")
        .reply_markup(keyboard)
        .await
        .unwrap();
    assert_eq!(sent.reply_markup(), None);
    stage.say("请选").await;
    assert_eq!(stage.world.keyboard(ANNA).unwrap(), [["男", "女"]]);
    stage
        .bot
        .send_message(ChatId(ANNA), "好")
        .reply_markup(KeyboardRemove::new())
        .await
        .unwrap();
    assert!(stage.world.keyboard(ANNA).unwrap().is_empty());
}

#[tokio::test]
async fn replies_name_a_message_that_is_there() {
    let stage = Stage::new().await;
    let question = stage.world.says(ANNA, ANNA, "几点？").unwrap();
    let id = teloxide::types::MessageId(question.try_into().unwrap());
    let sent = stage
        .bot
        .send_message(ChatId(ANNA), "九点")
        .reply_parameters(ReplyParameters::new(id))
        .await
        .unwrap();
    assert_eq!(sent.reply_to_message().unwrap().text(), Some("几点？"));
    let reply = |optional: bool| {
        json!({"chat_id": ANNA, "text": "x",
               "reply_parameters": {"message_id": 99_999, "allow_sending_without_reply": optional}})
    };
    assert_eq!(
        stage.refusal("sendMessage", reply(false)).await,
        "Bad Request: message to be replied not found"
    );
    assert_eq!(
        stage.call("sendMessage", reply(true)).await["reply_to_message"],
        Value::Null
    );
}

#[tokio::test]
async fn only_people_who_started_the_bot_can_be_written_to() {
    let stage = Stage::new().await;
    let to = |chat: i64| json!({"chat_id": chat, "text": "您好"});
    assert_eq!(
        stage.refusal("sendMessage", to(BORIS)).await,
        "Forbidden: bot can't initiate conversation with a user"
    );
    assert_eq!(
        stage.refusal("sendMessage", to(999)).await,
        "Bad Request: chat not found"
    );
    assert_eq!(
        stage.refusal("sendMessage", to(BOT)).await,
        "Forbidden: bot can't send messages to bots"
    );
    stage.world.block(ANNA).unwrap();
    assert_eq!(
        stage.refusal("sendMessage", to(ANNA)).await,
        "Forbidden: bot was blocked by the user"
    );
    stage.world.start(ANNA).unwrap();
    stage.call("sendMessage", to(ANNA)).await;
    assert_eq!(
        stage.refusal("sendMessage", json!({"text": "x"})).await,
        "Bad Request: chat_id is empty"
    );
    assert_eq!(
        stage
            .refusal("sendMessage", json!({"chat_id": "@nobody", "text": "x"}))
            .await,
        "Bad Request: chat not found"
    );
}

#[tokio::test]
async fn parameters_may_come_as_strings_or_in_the_address() {
    let stage = Stage::new().await;
    let sent = stage
        .call(
            "SENDMESSAGE",
            json!({"chat_id": ANNA.to_string(), "text": "x",
                   "reply_markup": "{\"inline_keyboard\":[[{\"text\":\"a\",\"callback_data\":\"b\"}]]}"}),
        )
        .await;
    assert_eq!(
        sent["reply_markup"]["inline_keyboard"][0][0]["text"],
        json!("a")
    );
    let path = format!("/bot{TOKEN}/sendMessage?chat_id={ANNA}&text=%E6%A3%8B");
    let (status, body) = get(stage.server.address(), &path).await;
    assert_eq!(status, 200);
    let answer: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(answer["result"]["text"], json!("棋"));
}

#[tokio::test]
async fn strangers_and_unknown_methods_are_turned_away() {
    let stage = Stage::new().await;
    let address = stage.server.address();
    let (status, answer) = post(address, "/bot1:other/getMe", &json!({})).await;
    assert_eq!(
        (status, answer["description"].as_str()),
        (401, Some("Unauthorized"))
    );
    assert_eq!(stage.refusal("doNothing", json!({})).await, "Not Found");
    let path = format!("/bot{TOKEN}/sendMessage");
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json");
    let (status, _) = http(address, &head, b"{").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn only_this_machine_is_served() {
    let stage = Stage::new().await;
    let open = Server::start(stage.world.clone(), ([0, 0, 0, 0], 0).into()).await;
    assert_eq!(open.err().unwrap().kind(), std::io::ErrorKind::InvalidInput);
}
