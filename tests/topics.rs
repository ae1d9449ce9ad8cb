//! A group that changes under a round: its topic is closed or deleted, it becomes a supergroup, its
//! progress message is deleted.

use qisai::desk::notice::Hello;
use qisai::rehearsal::{ChatKind, Message, Rights, Role};
use qisai::store::outbox::{self, GROUP_CHAT, New};
use qisai::store::setting;
use teloxide::prelude::Requester;
use teloxide::types::{ChatId, MessageId};

use crate::support::{GROUP, Hall, TOKEN};

const FORUM: i64 = -1_001_000_000_003;

/// A round of two tables in a topic of a forum, whose closed topics the bot may not write in.
async fn in_topic() -> (Hall, i64) {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    hall.world
        .add_group(FORUM, "论坛", ChatKind::Supergroup, true)
        .unwrap();
    hall.world.join(FORUM, chief.id, Role::Creator).unwrap();
    hall.world.join_bot(FORUM, Role::Administrator).unwrap();
    let rights = Rights {
        topics: false,
        ..Rights::ALL
    };
    hall.world.set_bot_rights(FORUM, rights).unwrap();
    let thread = hall.world.add_topic(FORUM, "比赛").unwrap();
    hall.settled().await;
    hall.desk()
        .store()
        .write(|tx| {
            setting::set(tx, setting::GROUP, &FORUM.to_string())?;
            setting::set(tx, setting::GROUP_THREAD, &thread.to_string())
        })
        .unwrap();
    hall.round().await;
    assert_eq!(progress(&hall, FORUM).thread, Some(thread));
    (hall, thread)
}

/// The newest progress message of the chat.
fn progress(hall: &Hall, chat: i64) -> Message {
    let mut found = all_progress(hall, chat);
    found.sort_by_key(|message| message.seq);
    found.pop().expect("a progress message")
}

fn all_progress(hall: &Hall, chat: i64) -> Vec<Message> {
    let mut messages = hall.world.messages(chat).unwrap();
    messages.retain(|message| {
        message.from_bot
            && !message.deleted
            && (message.text.contains("已报") || message.text.contains("报齐"))
    });
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn the_round_goes_on_when_its_topic_is_closed_or_deleted() {
    for is_deleted in [false, true] {
        let (hall, thread) = in_topic().await;
        if is_deleted {
            hall.world.delete_topic(FORUM, thread).unwrap();
        } else {
            hall.world.close_topic(FORUM, thread, true).unwrap();
        }
        hall.rules_all("红胜").await;
        let messages = hall.world.messages(FORUM).unwrap();
        let standings: Vec<_> = messages
            .iter()
            .filter(|message| message.text.contains("积分榜"))
            .collect();
        assert!(!standings.is_empty(), "deleted: {is_deleted}");
        assert!(standings.iter().all(|message| message.thread.is_none()));
        let chief = hall.arbiter().await;
        assert_eq!(chief.count("话题不在了或已关闭"), 1);
        assert_eq!(
            hall.count("SELECT count(*) FROM outbox WHERE state = 'failed'"),
            0
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_topic_that_is_gone_does_not_unbind_the_events_own() {
    let (hall, thread) = in_topic().await;
    let chief = hall.arbiter().await;
    let other = hall.world.add_topic(FORUM, "闲聊").unwrap();
    hall.world.delete_topic(FORUM, other).unwrap();
    let now = hall.clock.now();
    let notice = serde_json::to_string(&qisai::desk::Notice::from(Hello::EditUnread)).unwrap();
    let new = New {
        chat: GROUP_CHAT,
        thread: Some(other),
        notice: &notice,
        is_broadcast: false,
        slot: None,
        edits: None,
    };
    hall.desk()
        .store()
        .write(|tx| outbox::add(tx, &new, now))
        .unwrap();
    hall.rules_all("红胜").await;
    assert_eq!(progress(&hall, FORUM).thread, Some(thread));
    assert_eq!(chief.count("话题不在了"), 0);
    let messages = hall.world.messages(FORUM).unwrap();
    let answer = messages
        .iter()
        .find(|message| message.text.contains("修改不会生效"));
    assert_eq!(answer.map(|message| message.thread), Some(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_goes_on_in_the_supergroup_that_its_group_becomes() {
    let mut hall = Hall::field(4).await;
    let (basic, chief) = (-4001, hall.arbiter_id());
    hall.world
        .add_group(basic, "小群", ChatKind::Group, false)
        .unwrap();
    hall.world.join(basic, chief, Role::Creator).unwrap();
    hall.world.join_bot(basic, Role::Administrator).unwrap();
    hall.settled().await;
    hall.desk()
        .store()
        .write(|tx| setting::set(tx, setting::GROUP, &basic.to_string()))
        .unwrap();
    hall.round().await;
    let before = progress(&hall, basic);
    // Away while the group changes, with an answer owed that would have changed a message there.
    hall.stop().await;
    let new_group = hall.world.migrate(basic).unwrap();
    let store = qisai::store::Store::open(&hall.config.database, &hall.config.key).unwrap();
    let notice = serde_json::to_string(&qisai::desk::Notice::from(Hello::EditUnread)).unwrap();
    let now = hall.clock.now();
    let owed = New {
        chat: GROUP_CHAT,
        thread: None,
        notice: &notice,
        is_broadcast: false,
        slot: None,
        edits: Some(before.id),
    };
    store.write(|tx| outbox::add(tx, &owed, now)).unwrap();
    drop(store);
    hall.start().await;
    hall.settled().await;
    assert_eq!(hall.desk().group().unwrap(), Some(new_group));
    let messages = hall.world.messages(new_group).unwrap();
    let answer = messages
        .iter()
        .find(|message| message.text.contains("修改不会生效"))
        .expect("the answer");
    assert_eq!(answer.edited_times, 0);
    let chief = hall.known(chief);
    chief.says("/result 1 红胜").await;
    let here = progress(&hall, new_group);
    chief.says("/result 2 红胜").await;
    assert_eq!(progress(&hall, new_group).id, here.id);
    assert_eq!(all_progress(&hall, new_group).len(), 1);
    let messages = hall.world.messages(new_group).unwrap();
    assert!(messages.iter().any(|m| m.text.contains("积分榜")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_progress_message_is_told_anew_also_after_a_restart() {
    let mut hall = Hall::field(6).await;
    hall.round().await;
    let first = progress(&hall, GROUP);
    let url = hall.url().parse().unwrap();
    let bot = teloxide::Bot::new(TOKEN).set_api_url(url);
    let id = MessageId(i32::try_from(first.id).unwrap());
    bot.delete_message(ChatId(GROUP), id).await.unwrap();
    hall.restart().await;
    let chief = hall.arbiter_id();
    hall.known(chief).says("/result 1 红胜").await;
    let second = progress(&hall, GROUP);
    assert_ne!(second.id, first.id);
    assert!(second.text.contains("已报 1/3"), "{}", second.text);
    hall.crash().await;
    hall.known(chief).says("/result 2 红胜").await;
    let third = progress(&hall, GROUP);
    assert_eq!(third.id, second.id);
    assert!(third.text.contains("已报 2/3"), "{}", third.text);
    assert_eq!(all_progress(&hall, GROUP).len(), 1);
}
