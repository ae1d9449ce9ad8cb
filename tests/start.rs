//! Coming in: who the bot is, what next, and what it says to what it cannot read.

use teloxide::Bot;
use teloxide::payloads::GetMyCommandsSetters;
use teloxide::prelude::Requester;
use teloxide::types::BotCommandScope;

use crate::support::{Hall, TOKEN};

#[tokio::test(flavor = "multi_thread")]
async fn start_says_who_the_bot_is_and_what_comes_next() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let welcome = person.sees("比赛机器人").await;
    assert!(welcome.text.contains("报名截止：9月25日（周一）23:59"));
    assert!(welcome.text.contains("/register"), "{}", welcome.text);
    person.says("帮助").await;
    person.sees("比赛机器人").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_in_private_is_answered_with_a_next_step() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    for (said, answer) in [
        ("/registr", "您是想发“/register”吗"),
        ("报成积", "您是想发“报成绩”吗"),
        ("今天天气不错", "没看懂"),
        ("/start@other_bot", "没看懂"),
        ("/取消", "没有进行中的操作"),
        ("/cancel", "没有进行中的操作"),
    ] {
        person.says(said).await;
        let message = person.sees(answer).await;
        assert!(
            message.text.contains('/') || message.text.contains("再发"),
            "{said}"
        );
    }
    person.sends_sticker().await;
    person.sees("收到了您的贴纸").await;
    person.sends_voice().await;
    person.sees("收到了您的语音").await;
    person.sends_document("体检.pdf").await;
    person.sees("收到了您的文件").await;
    person.sends_photo("").await;
    person.sees("收到了您的照片").await;
    let mistyped = hall.world.says(person.id, person.id, "名字打错").unwrap();
    hall.settled().await;
    person.edits(mistyped, "名字改对").await;
    person.sees("重新发一条").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_offers_what_players_need() {
    let hall = Hall::empty().await;
    let url = hall.url().parse().unwrap();
    let bot = Bot::new(TOKEN).set_api_url(url);
    let private = BotCommandScope::AllPrivateChats;
    let menu = bot.get_my_commands().scope(private).await.unwrap();
    for wanted in ["register", "report", "standings", "help"] {
        assert!(menu.iter().any(|c| c.command == wanted), "{menu:?}");
    }
    assert!(menu.iter().all(|c| c.command != "publish"), "{menu:?}");
}
