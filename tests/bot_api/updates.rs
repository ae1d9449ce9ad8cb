//! getUpdates: confirming, long polling, what the bot is shown.

use qisai::rehearsal::{Role, WorldError};
use serde_json::json;
use teloxide::{
    payloads::GetUpdatesSetters,
    prelude::*,
    types::{ChatMemberKind, MediaKind, MessageKind, MessageOrigin, Update, UpdateKind},
};
use tokio::time::Instant;

use super::*;

async fn fetch(stage: &Stage) -> Vec<Update> {
    let updates = stage.bot.get_updates().await.unwrap();
    if let Some(last) = updates.last() {
        let next = last.id.as_offset();
        stage.bot.get_updates().offset(next).limit(1).await.unwrap();
    }
    updates
}

fn message(update: &Update) -> &Message {
    match &update.kind {
        UpdateKind::Message(message) | UpdateKind::EditedMessage(message) => message,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn updates_come_again_until_a_later_one_is_asked_for() {
    let stage = Stage::new().await;
    for text in ["一", "二", "三"] {
        stage.world.says(ANNA, ANNA, text).unwrap();
    }
    let first = stage.bot.get_updates().limit(2).await.unwrap();
    assert_eq!(first.len(), 2);
    assert_eq!(stage.bot.get_updates().await.unwrap().len(), 3);
    assert_eq!(stage.world.pending_updates().unwrap(), 3);
    let offset = first[1].id.as_offset();
    let rest = stage.bot.get_updates().offset(offset).await.unwrap();
    assert_eq!(message(&rest[0]).text(), Some("三"));
    assert_eq!(stage.world.pending_updates().unwrap(), 1);
    // Forgotten for good, whatever offset is asked for.
    assert_eq!(stage.bot.get_updates().offset(0).await.unwrap().len(), 1);
    stage.world.says(ANNA, ANNA, "四").unwrap();
    let last = stage.bot.get_updates().offset(-1).await.unwrap();
    assert_eq!(message(&last[0]).text(), Some("四"));
    assert_eq!(stage.world.pending_updates().unwrap(), 1);
}

#[tokio::test]
async fn a_poll_waits_and_wakes() {
    let stage = Stage::new().await;
    let begin = Instant::now();
    let world = stage.world.clone();
    let speaker = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        world.says(ANNA, ANNA, "胜").unwrap();
    });
    let updates = stage.bot.get_updates().timeout(10).await.unwrap();
    assert_eq!(message(&updates[0]).text(), Some("胜"));
    assert!(begin.elapsed() < Duration::from_secs(5));
    speaker.await.unwrap();
    let next = updates[0].id.as_offset();
    let none = stage
        .bot
        .get_updates()
        .offset(next)
        .timeout(1)
        .await
        .unwrap();
    assert!(none.is_empty());
    assert!(begin.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_second_poll_ends_the_first() {
    let stage = Stage::new().await;
    let (bot, world) = (stage.bot.clone(), stage.world.clone());
    let first = tokio::spawn(async move { bot.get_updates().timeout(10).await });
    world
        .wait(|world| world.calls_of("getUpdates") >= 1, SOON)
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    stage.bot.get_updates().await.unwrap();
    let error = first.await.unwrap().unwrap_err();
    assert!(
        matches!(
            &error,
            teloxide::RequestError::Api(teloxide::ApiError::TerminatedByOtherGetUpdates)
        ),
        "{error}"
    );
}

#[tokio::test]
async fn a_stopping_server_lets_polls_go() {
    let stage = Stage::new().await;
    let bot = stage.bot.clone();
    let poll = tokio::spawn(async move { bot.get_updates().timeout(10).await });
    stage
        .world
        .wait(|world| world.calls_of("getUpdates") >= 1, SOON)
        .await
        .unwrap();
    let begin = Instant::now();
    stage.server.stop().await;
    assert!(begin.elapsed() < Duration::from_secs(2));
    assert!(poll.await.unwrap().is_ok_and(|updates| updates.is_empty()));
}

#[tokio::test]
async fn an_update_can_come_twice_under_one_id() {
    let stage = Stage::new().await;
    stage.world.says(ANNA, ANNA, "胜").unwrap();
    let first = fetch(&stage).await;
    let id = i64::from(first[0].id.0);
    assert_eq!(stage.world.last_update().unwrap(), id);
    stage.world.redeliver(id).unwrap();
    let offset = first[0].id.as_offset();
    let again = stage.bot.get_updates().offset(offset).await.unwrap();
    assert_eq!(again, first);
    assert!(fetch(&stage).await.is_empty());
    assert!(matches!(
        stage.world.redeliver(1),
        Err(WorldError::NoSuchUpdate(1))
    ));
}

#[tokio::test]
async fn every_kind_of_message_is_one_that_teloxide_reads() {
    let stage = Stage::new().await;
    let world = &stage.world;
    world.says(ANNA, ANNA, "/report@qisai_bot 胜").unwrap();
    world
        .sends_photo(ANNA, ANNA, &png(800, 600), "证件")
        .unwrap();
    world
        .sends_document(ANNA, ANNA, "证书.pdf", b"%PDF-1.7", "")
        .unwrap();
    world.sends_sticker(ANNA, ANNA).unwrap();
    world.sends_voice(ANNA, ANNA).unwrap();
    world.sends_location(ANNA, ANNA, 30.58, 114.27).unwrap();
    world.sends_contact(ANNA, ANNA, "+8610000000").unwrap();
    let text = world.says(ANNA, ANNA, "一").unwrap();
    world.edits(ANNA, ANNA, text, "二").unwrap();
    world.replies(ANNA, ANNA, text, "三").unwrap();
    world.forwards(ANNA, ANNA, ANNA, text).unwrap();
    let updates = fetch(&stage).await;
    let kinds: Vec<&str> = updates
        .iter()
        .map(|update| match &message(update).kind {
            MessageKind::Common(common) => match &common.media_kind {
                MediaKind::Text(_) => "text",
                MediaKind::Photo(_) => "photo",
                MediaKind::Document(_) => "document",
                MediaKind::Sticker(_) => "sticker",
                MediaKind::Voice(_) => "voice",
                MediaKind::Location(_) => "location",
                MediaKind::Contact(_) => "contact",
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "text", "photo", "document", "sticker", "voice", "location", "contact", "text", "text",
            "text", "text"
        ]
    );
    let command = &message(&updates[0]).parse_entities().unwrap()[0];
    assert_eq!(command.text(), "/report@qisai_bot");
    let photo = message(&updates[1]);
    assert_eq!(photo.caption(), Some("证件"));
    assert_eq!(
        photo.photo().unwrap().iter().map(|size| size.width).max(),
        Some(800)
    );
    let document = message(&updates[2]).document().unwrap();
    assert_eq!(document.file_name.as_deref(), Some("证书.pdf"));
    assert!(
        matches!(&updates[8].kind, UpdateKind::EditedMessage(edited) if edited.text() == Some("二"))
    );
    assert_eq!(
        message(&updates[9]).reply_to_message().unwrap().text(),
        Some("二")
    );
    assert!(matches!(
        message(&updates[10]).forward_origin(),
        Some(MessageOrigin::User { sender_user, .. }) if sender_user.id == UserId(501)
    ));
    assert_eq!(
        message(&updates[0])
            .from
            .as_ref()
            .unwrap()
            .language_code
            .as_deref(),
        Some("zh-hans")
    );
}

#[tokio::test]
async fn a_bot_with_privacy_sees_only_what_is_meant_for_it() {
    let stage = Stage::new().await;
    let world = &stage.world;
    world.join_bot(GROUP, Role::Member).unwrap();
    let own = stage
        .call("sendMessage", json!({"chat_id": GROUP, "text": "对阵"}))
        .await;
    fetch(&stage).await;
    world.says(ANNA, GROUP, "5台红胜").unwrap();
    world.says(ANNA, GROUP, "/standings@other_bot").unwrap();
    world.says(ANNA, GROUP, "/standings").unwrap();
    world.says(ANNA, GROUP, "@qisai_bot 排名").unwrap();
    let reply_to = own["message_id"].as_i64().unwrap();
    world.replies(ANNA, GROUP, reply_to, "谢谢").unwrap();
    let seen = |updates: &[Update]| -> Vec<String> {
        updates
            .iter()
            .map(|update| message(update).text().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        seen(&fetch(&stage).await),
        ["/standings", "@qisai_bot 排名", "谢谢"]
    );
    world.set_privacy(false).unwrap();
    assert!(
        stage
            .bot
            .get_me()
            .await
            .unwrap()
            .can_read_all_group_messages
    );
    world.says(ANNA, GROUP, "5台红胜").unwrap();
    assert_eq!(seen(&fetch(&stage).await), ["5台红胜"]);
}

#[tokio::test]
async fn standing_is_told_and_kinds_are_chosen() {
    let stage = Stage::new().await;
    let world = &stage.world;
    world.block(ANNA).unwrap();
    world.unblock(ANNA).unwrap();
    world.kick_bot(GROUP).unwrap();
    let updates = fetch(&stage).await;
    let kinds: Vec<bool> = updates
        .iter()
        .map(|update| match &update.kind {
            UpdateKind::MyChatMember(change) => {
                matches!(change.new_chat_member.kind, ChatMemberKind::Banned(_))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, [true, false, true]);
    // From now on only what is asked for.
    stage
        .call("getUpdates", json!({"allowed_updates": ["chat_member"]}))
        .await;
    world.says(ANNA, ANNA, "x").unwrap();
    world.add_user(503, "王五", None, None, None).unwrap();
    world.join(FORUM, 503, Role::Member).unwrap();
    let updates = fetch(&stage).await;
    assert!(
        matches!(&updates[..], [update] if matches!(&update.kind, UpdateKind::ChatMember(change)
            if change.new_chat_member.user.id == UserId(503)))
    );
}
