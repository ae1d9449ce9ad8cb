//! The sender: what is owed arrives, once, in order, and one chat's trouble is not another's.

use std::time::{Duration, Instant};

use qisai::desk::notice::Hello;
use qisai::rehearsal::{ChatKind, Fault, Role, What};
use qisai::store::outbox::{self, New};

use crate::support::{Hall, Person};

fn owe(hall: &Hall, person: &Person<'_>, what: &str) {
    let nearest = Some(what.to_owned());
    hall.desk()
        .act(|turn| turn.tell(person.id, Hello::Unknown { nearest }))
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_told_to_wait_does_not_hold_up_the_others() {
    let hall = Hall::empty().await;
    let (slow, quick) = (hall.person("张三").await, hall.person("李四").await);
    hall.world
        .fail_next("sendMessage", 1, Fault::TooManyRequests(1));
    let begun = Instant::now();
    owe(&hall, &slow, "甲");
    owe(&hall, &slow, "乙");
    owe(&hall, &quick, "丙");
    let third = quick.sees("丙").await;
    assert!(begun.elapsed() < Duration::from_millis(900), "held up");
    hall.settled().await;
    let first = slow.sees("甲").await;
    let second = slow.sees("乙").await;
    assert!(begun.elapsed() >= Duration::from_secs(1), "did not wait");
    assert!(third.seq < first.seq && first.seq < second.seq);
    assert_eq!((slow.count("甲"), slow.count("乙")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_arbiters_hear_once_of_each_who_cannot_be_reached() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let blocker = hall.person("张三").await;
    let stranger = hall.stranger("李四");
    stranger.says_in_group("/help").await;
    blocker.blocks().await;
    for _ in 0..3 {
        owe(&hall, &blocker, "甲");
        owe(&hall, &stranger, "甲");
        hall.settled().await;
    }
    assert_eq!(chief.count("私聊通知不到张三"), 1);
    assert_eq!(chief.count("私聊通知不到李四"), 1);
    let failed = "SELECT count(*) FROM outbox WHERE state = 'failed'";
    assert_eq!(hall.count(failed), 6);

    blocker.unblocks().await;
    owe(&hall, &blocker, "乙");
    blocker.sees("乙").await;
    blocker.blocks().await;
    owe(&hall, &blocker, "丙");
    hall.settled().await;
    assert_eq!(chief.count("私聊通知不到张三"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_sent_is_settled_and_the_rest_goes_on() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let nonsense = |notice: &str| {
        let now = hall.clock.now();
        let new = New {
            chat: person.id,
            thread: None,
            notice,
            is_broadcast: true,
            slot: None,
            edits: None,
        };
        hall.desk()
            .store()
            .write(|tx| outbox::add(tx, &new, now))
            .unwrap();
    };
    nonsense(r#"{"no_such_notice":1}"#);
    // Telegram refuses a text of more than 4096 units.
    let endless = "长".repeat(5000);
    nonsense(&format!(
        r#"{{"hello":{{"unknown":{{"nearest":"{endless}"}}}}}}"#
    ));
    owe(&hall, &person, "其后");
    person.sees("其后").await;
    let failed = "SELECT count(*) FROM outbox WHERE state = 'failed' AND error IS NOT NULL";
    assert_eq!(hall.count(failed), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_living_message_is_edited_and_its_flood_coalesces() {
    let hall = Hall::open().await;
    let show = |what: &str| {
        let nearest = Some(what.to_owned());
        hall.desk()
            .act(|turn| turn.show_group("slot", Hello::Unknown { nearest }))
            .unwrap();
    };
    show("1/9");
    hall.settled().await;
    let first = hall.group().sees("1/9").await;
    let edits = hall.world.calls_of("editMessageText");
    hall.desk()
        .act(|turn| {
            for count in 2..=9 {
                let nearest = Some(format!("{count}/9"));
                turn.show_group("slot", Hello::Unknown { nearest })?;
            }
            Ok(())
        })
        .unwrap();
    hall.settled().await;
    let last = hall.group().sees("9/9").await;
    assert_eq!(first.id, last.id);
    assert_eq!(hall.world.calls_of("editMessageText") - edits, 1);

    // The same once more is no trouble; a deleted one is sent anew.
    show("9/9");
    hall.settled().await;
    assert_eq!(
        hall.count("SELECT count(*) FROM outbox WHERE state = 'failed'"),
        0
    );
    let url = hall.url().parse().unwrap();
    let bot = teloxide::Bot::new(crate::support::TOKEN).set_api_url(url);
    let id = teloxide::types::MessageId(i32::try_from(last.id).unwrap());
    let group = teloxide::types::ChatId(crate::support::GROUP);
    teloxide::prelude::Requester::delete_message(&bot, group, id)
        .await
        .unwrap();
    show("又来");
    hall.settled().await;
    assert_ne!(hall.group().sees("又来").await.id, last.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_that_becomes_a_supergroup_is_followed() {
    for is_seen in [true, false] {
        let mut hall = Hall::empty().await;
        let basic = -4001;
        hall.world
            .add_group(basic, "小群", ChatKind::Group, false)
            .unwrap();
        let chief = hall.arbiter().await;
        hall.world.join(basic, chief.id, Role::Creator).unwrap();
        hall.world.join_bot(basic, Role::Administrator).unwrap();
        let bind = qisai::rehearsal::Act::Says("/bind".to_owned());
        chief.does(basic, bind).await;
        let new = if is_seen {
            hall.world.migrate(basic).unwrap()
        } else {
            // The bot is away and its first call is answered with the new id.
            hall.stop().await;
            let new = hall.world.migrate(basic).unwrap();
            hall.world
                .fail_next("getUpdates", 3, Fault::Delay(Duration::from_millis(200)));
            hall.start().await;
            new
        };
        hall.desk()
            .act(|turn| turn.tell_group(Hello::EditUnread))
            .unwrap();
        hall.settled().await;
        let messages = hall.world.messages(new).unwrap();
        let told = messages.iter().filter(|m| m.text.contains("修改不会生效"));
        assert_eq!(told.count(), 1, "seen: {is_seen}");
        assert_eq!(hall.desk().group().unwrap(), Some(new));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_told_as_they_are() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    for name in ["<b>甲</b>", "a_b*c`d", "𠮷田 & \"Söhne\"", "&lt;乙&gt;"] {
        chief.says("/arbiter 裁判员").await;
        let code = chief.sees("一次性裁判码").await;
        let code = code.text.lines().last().unwrap().to_owned();
        let person = hall.person(name).await;
        person.says(&code).await;
        person.sees("您现在是裁判员").await;
        let told = chief.sees("用裁判码成为裁判员").await;
        assert!(told.text.starts_with(name), "{}", told.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_connection_loses_nothing() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    hall.world
        .fail_next("sendMessage", 1, Fault::DropConnectionBefore);
    owe(&hall, &person, "甲");
    owe(&hall, &person, "乙");
    hall.settled().await;
    assert_eq!((person.count("甲"), person.count("乙")), (1, 1));
    // Sent, but the answer did not arrive: nobody can know, so it comes again.
    hall.world
        .fail_next("sendMessage", 1, Fault::DropConnectionAfter);
    owe(&hall, &person, "丙");
    owe(&hall, &person, "丁");
    hall.settled().await;
    assert_eq!((person.count("丙"), person.count("丁")), (2, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_overtake_announcements_of_other_chats() {
    let hall = Hall::empty().await;
    let asker = hall.person("张三").await;
    let mut crowd = Vec::new();
    for number in 0..30 {
        crowd.push(hall.person(&format!("群众{number}")).await);
    }
    hall.world
        .fail_next("sendMessage", 200, Fault::Delay(Duration::from_millis(20)));
    let since = hall.world.seq().unwrap();
    hall.desk()
        .act(|turn| {
            for person in &crowd {
                turn.tell(person.id, Hello::EditUnread)?;
            }
            Ok(())
        })
        .unwrap();
    asker.says("/help").await;
    hall.settled().await;
    let sent: Vec<i64> = hall
        .world
        .changes_since(since)
        .unwrap()
        .into_iter()
        .filter(|change| change.by_bot && change.what == What::Sent)
        .map(|change| change.chat)
        .collect();
    assert_eq!(sent.len(), 31);
    let place = sent.iter().position(|chat| *chat == asker.id).unwrap();
    assert!(place < 20, "answered only after {place} announcements");
}
