//! The rehearsal's Bot API, called as the product calls it: by teloxide over HTTP.

use std::sync::Arc;

use qisai::rehearsal::{Server, World};
use teloxide::{payloads::GetUpdatesSetters, prelude::*, types::UpdateKind};

const TOKEN: &str = "42:rehearsal";
const ANNA: i64 = 501;

/// A world with the bot, a person who started it, and a server.
struct Stage {
    world: World,
    server: Server,
    bot: Bot,
}

impl Stage {
    async fn new() -> Stage {
        let world = World::scratch(Arc::new(|| 1_700_000_000)).unwrap();
        world.register_bot(TOKEN, 42, "qisai_bot").unwrap();
        world
            .add_user(ANNA, "安娜", None, Some("anna"), Some("zh-hans"))
            .unwrap();
        let server = Server::start(world.clone(), ([127, 0, 0, 1], 0).into())
            .await
            .unwrap();
        let bot = Bot::new(TOKEN).set_api_url(server.url().parse().unwrap());
        Stage { world, server, bot }
    }
}

#[tokio::test]
async fn a_conversation_goes_both_ways() {
    let stage = Stage::new().await;
    assert_eq!(stage.bot.get_me().await.unwrap().username(), "qisai_bot");
    stage.world.start(ANNA).unwrap();
    let updates = stage.bot.get_updates().timeout(5).await.unwrap();
    let [update] = &updates[..] else {
        panic!("{updates:?}")
    };
    let UpdateKind::Message(message) = &update.kind else {
        panic!("{update:?}")
    };
    assert_eq!(message.text(), Some("/start"));
    stage
        .bot
        .send_message(message.chat.id, "您好")
        .await
        .unwrap();
    let unread = stage.world.unread(ANNA, false).unwrap().unwrap();
    assert_eq!(unread.message.text, "您好");
    stage.server.stop().await;
}
