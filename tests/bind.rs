//! The first arbiter, arbiters' codes, and the group the event runs in.

use qisai::rehearsal::{Act, ChatKind, Rights, Role};

use crate::support::{GROUP, Hall};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_code_makes_a_chief_who_binds_the_group() {
    let hall = Hall::empty().await;
    let code = hall.desk().first_code().unwrap().unwrap();
    let chief = hall.person("裁判长").await;
    chief
        .says(&format!("/arbiter {}", code.to_lowercase()))
        .await;
    chief.sees("您现在是裁判长").await;
    assert_eq!(hall.desk().first_code().unwrap(), None);

    let other = hall.person("李四").await;
    other.says(&format!("/arbiter {code}")).await;
    other.sees("不存在或已用过").await;
    other.says_in_group("/bind").await;
    hall.group().sees("这一步只有裁判长能做").await;

    chief.says("/bind").await;
    chief.sees("请在比赛群里发送").await;
    chief.says_in_group("/bind@qisai_bot").await;
    hall.group().sees("已绑定为「武汉棋王赛」的比赛群").await;
    chief.says_in_group("/bind").await;
    hall.group().sees("不用再绑定").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'group.bind'"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_owed_to_the_group_waits_for_it() {
    let mut hall = Hall::empty().await;
    let chief = hall.arbiter().await;
    let id = chief.id;
    hall.desk()
        .act(|turn| turn.tell_group(qisai::desk::notice::Hello::NothingToCancel))
        .unwrap();
    hall.settled().await;
    hall.group().sees("请裁判长在本群发 /bind").await;
    hall.group().sees_nothing().await;
    hall.restart().await;
    hall.group().sees_nothing().await;
    hall.world.join(GROUP, id, Role::Member).unwrap();
    hall.arbiter().await.says_in_group("/bind").await;
    hall.group().sees("没有进行中的操作").await;
    hall.group().sees("已绑定").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moving_to_another_group_takes_saying_it_twice() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let other = -1_001_000_000_002;
    hall.world
        .add_group(other, "新群", ChatKind::Supergroup, false)
        .unwrap();
    hall.world.join(other, chief.id, Role::Creator).unwrap();
    hall.world.join_bot(other, Role::Administrator).unwrap();
    hall.settled().await;
    let said = |texts: &str| {
        let messages = hall.world.messages(other).unwrap();
        messages.iter().filter(|m| m.text.contains(texts)).count()
    };
    assert_eq!(said("请裁判长在本群发 /bind"), 1);
    chief.does(other, Act::Says("/bind".to_owned())).await;
    assert_eq!(said("现在绑定在另一个群"), 1);
    assert_eq!(hall.desk().group().unwrap(), Some(GROUP));
    chief.does(other, Act::Says("/bind".to_owned())).await;
    assert_eq!(said("已绑定为"), 1);
    hall.group().sees("已改到另一个群").await;
    assert_eq!(hall.desk().group().unwrap(), Some(other));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chief_makes_arbiters_by_one_time_codes() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/arbiter 裁判员").await;
    let shown = chief.sees("裁判员的一次性裁判码：").await;
    let code = shown
        .text
        .lines()
        .last()
        .unwrap()
        .trim_start_matches("/arbiter ")
        .to_owned();

    chief.says(&format!("/arbiter {code}")).await;
    chief.sees("您已经是裁判长").await;

    let helper = hall.person("王五").await;
    helper.says(&format!("裁判码 {code}")).await;
    helper.sees("您现在是裁判员").await;
    chief.sees("王五 用裁判码成为裁判员").await;
    helper.says("/arbiter 裁判员").await;
    helper.sees("这一步要裁判长才能做，您是裁判员").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_topic_is_kept_to() {
    let hall = Hall::empty().await;
    let chief = hall.arbiter().await;
    let forum = -1_001_000_000_003;
    hall.world
        .add_group(forum, "论坛", ChatKind::Supergroup, true)
        .unwrap();
    hall.world.join(forum, chief.id, Role::Creator).unwrap();
    hall.world.join_bot(forum, Role::Administrator).unwrap();
    let thread = hall.world.add_topic(forum, "比赛").unwrap();
    let text = "/bind".to_owned();
    chief.does(forum, Act::SaysInTopic { thread, text }).await;
    let newest = || {
        let messages = hall.world.messages(forum).unwrap();
        let mut own: Vec<_> = messages.into_iter().filter(|m| m.from_bot).collect();
        own.sort_by_key(|message| message.seq);
        own.pop().unwrap()
    };
    assert_eq!(newest().thread, Some(thread));
    assert!(newest().text.contains("本群的这个话题已绑定"));
    let owe = || {
        hall.desk()
            .act(|turn| turn.tell_group(qisai::desk::notice::Hello::NothingToCancel))
            .unwrap();
    };
    owe();
    hall.settled().await;
    assert_eq!(newest().thread, Some(thread));

    hall.world.delete_topic(forum, thread).unwrap();
    owe();
    hall.settled().await;
    assert_eq!(newest().thread, None);
    assert!(newest().text.contains("没有进行中的操作"));
    chief.sees("话题不在了或已关闭").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_arbiters_are_told_when_the_group_is_lost_and_found() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let owe = || {
        hall.desk()
            .act(|turn| turn.tell_group(qisai::desk::notice::Hello::EditUnread))
            .unwrap();
    };
    hall.world.kick_bot(GROUP).unwrap();
    hall.settled().await;
    chief.sees("比赛群现在发不进消息").await;
    owe();
    owe();
    hall.advance(std::time::Duration::from_secs(61)).await;
    hall.advance(std::time::Duration::from_secs(61)).await;
    assert_eq!(chief.count("比赛群现在发不进消息"), 1);
    assert_eq!(hall.group().count("修改不会生效"), 0);
    hall.world.join_bot(GROUP, Role::Administrator).unwrap();
    hall.settled().await;
    chief.sees("比赛群恢复了").await;
    hall.group().sees("修改不会生效").await;
    assert_eq!(hall.group().count("修改不会生效"), 2);

    hall.world.join_bot(GROUP, Role::Member).unwrap();
    let silent = Rights {
        send: false,
        ..Rights::MEMBER
    };
    hall.world.set_bot_rights(GROUP, silent).unwrap();
    hall.settled().await;
    assert_eq!(chief.count("比赛群现在发不进消息"), 2);
}
