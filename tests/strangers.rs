//! What is not meant for the bot, and what comes in masses.

use qisai::rehearsal::{Act, ChatKind, Role};

use crate::support::{GROUP, Hall};

#[tokio::test(flavor = "multi_thread")]
async fn chatter_in_the_group_is_passed_over() {
    let hall = Hall::open().await;
    let person = hall.stranger("路人");
    hall.group().sees("已绑定").await;
    for text in [
        "大家好",
        "胜负难料",
        "/play@other_bot",
        "/nonsense",
        "报名",
        "帮助",
    ] {
        person.says_in_group(text).await;
    }
    let photo = hall.world.sends_sticker(person.id, GROUP).unwrap();
    assert!(photo > 0);
    let edited = hall.world.says(person.id, GROUP, "大家好").unwrap();
    hall.world.edits(person.id, GROUP, edited, "/help").unwrap();
    hall.group().sees_nothing().await;
    let known = format!("SELECT count(*) FROM account WHERE id = {}", person.id);
    assert_eq!(hall.count(&known), 0);

    person.says_in_group("/nonsens@qisai_bot").await;
    hall.group().sees("没看懂").await;
    person.says_in_group("/help").await;
    let door = hall.group().sees("在私聊里进行").await;
    assert_eq!(door.labels(), ["打开私聊"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_group_hears_only_of_binding() {
    let hall = Hall::open().await;
    let other = -1_001_000_000_009;
    hall.world
        .add_group(other, "别的群", ChatKind::Supergroup, false)
        .unwrap();
    hall.world.join_bot(other, Role::Member).unwrap();
    let person = hall.stranger("路人");
    hall.world.join(other, person.id, Role::Member).unwrap();
    hall.settled().await;
    let said = || {
        let messages = hall.world.messages(other).unwrap();
        messages
            .iter()
            .filter(|m| m.from_bot && !m.text.is_empty())
            .count()
    };
    let before = said();
    for text in [
        "/standings",
        "5台红胜",
        "我赢了",
        "/pairings@qisai_bot",
        "/x@qisai_bot",
    ] {
        person.does(other, Act::Says(text.to_owned())).await;
    }
    assert_eq!(said(), before);
    person.does(other, Act::Says("/bind".to_owned())).await;
    assert_eq!(said(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_anonymous_administrator_is_asked_to_come_to_the_private_chat() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let act = Act::SaysAnonymously("/pair".to_owned());
    chief.does(GROUP, act).await;
    hall.group().sees("以群的名义匿名发言").await;
    chief
        .does(GROUP, Act::SaysAnonymously("大家好".to_owned()))
        .await;
    hall.group().sees_nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_nobody_knows_what_is_answered_at_once() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let toast = person.taps_stale("zz:1:2").await;
    assert!(toast.alert);
    assert!(toast.text.unwrap().contains("按钮已过期"));
    person.sees_nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_that_can_no_longer_be_shown_is_written() {
    let mut hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let (id, message) = (person.id, person.last().id);
    hall.stop().await;
    hall.world.taps_stale(id, id, message, "zz:1:2").unwrap();
    hall.world.expire_queries().unwrap();
    hall.start().await;
    let person = hall.stranger("张三");
    person.sees("按钮已过期").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_messages_at_once_are_answered_in_order() {
    const SAID: usize = 300;
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    for number in 0..SAID {
        let act = Act::Says(format!("/cance{number:03}"));
        person.does_quickly(person.id, act);
    }
    hall.settled().await;
    let handled: Vec<String> = hall.database(|tx| {
        tx.prepare("SELECT notice FROM outbox WHERE state = 'sent' AND chat = ?1")?
            .query_map([person.id], |row| row.get(0))?
            .collect()
    });
    assert_eq!(handled.len(), SAID + 1);
    assert_eq!(person.count("没看懂"), SAID);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_command_does_nothing() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let message = hall.world.says(person.id, person.id, "/register").unwrap();
    hall.settled().await;
    let other = hall.person("李四").await;
    other.joins_group();
    person.joins_group();
    let in_group = hall.world.says(person.id, GROUP, "/help").unwrap();
    hall.settled().await;
    let asked = hall.group().count("在私聊里进行");
    let forwards = |message| Act::Forwards {
        from_chat: GROUP,
        message,
    };
    other.does(other.id, forwards(in_group)).await;
    other.sees("转发来的消息").await;
    assert_eq!(other.count("比赛机器人"), 1, "{}", other.screen());
    other.does(GROUP, forwards(in_group)).await;
    assert_eq!(hall.group().count("在私聊里进行"), asked);
    let own = Act::Forwards {
        from_chat: person.id,
        message,
    };
    person.does(person.id, own).await;
    person.sees("转发来的消息").await;
}

/// Whatever a client makes up, it is answered, and with no fault.
#[tokio::test(flavor = "multi_thread")]
async fn made_up_button_data_is_answered_and_does_nothing() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let chief = hall.arbiter().await;
    let codes = [
        "ch", "ck", "cc", "cp", "cx", "dk", "pp", "pd", "rr", "or", "rc", "ro", "rx", "fb", "fm",
        "fd", "gl", "vx", "va", "vq", "vn", "vr", "vs", "vd", "wc", "wy", "wk",
    ];
    let tails = [
        "",
        ":1",
        ":0:0",
        ":1:1:rw",
        ":9223372036854775807:-9223372036854775808",
        ":1:1:true:99999",
        ":张三",
    ];
    for code in codes {
        for tail in tails {
            let data = format!("{code}{tail}");
            for who in [&person, &chief] {
                who.taps_stale(&data).await;
            }
        }
    }
    for who in [&person, &chief] {
        assert_eq!(who.count("程序出了差错"), 0, "{}", who.screen());
    }
    let made = "SELECT (SELECT count(*) FROM registration) + (SELECT count(*) FROM round)";
    assert_eq!(hall.count(made), 0);
}
