//! 公告: shown first, sent on a tap, pinned if asked.

use qisai::rehearsal::Rights;

use crate::support::{GROUP, Hall};

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_is_shown_first_and_sent_once() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief
        .says("公告 <b>第4轮</b> 改为 14:00 开赛\n请 a_b、𠮷田 留意（Ａ厅）")
        .await;
    chief.sees("群里将看到").await;
    hall.group().sees_nothing().await;
    chief.taps("发布").await;
    let seen = hall.group().sees("公告").await;
    let words = "<b>第4轮</b> 改为 14:00 开赛\n请 a_b、𠮷田 留意（Ａ厅）";
    assert!(seen.text.contains(words), "{}", seen.text);
    assert!(!seen.pinned);
    chief.sees("公告发到群里了").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'announce'"),
        1
    );

    // The second preview takes the first one's place: its buttons are old.
    chief.says("/announce 甲").await;
    let first = chief.sees("甲").await;
    chief.says("/announce 乙").await;
    let second = chief.sees("乙").await;
    let told = chief.taps_on(&first, "发布").await.text.expect("a word");
    assert!(told.contains("已过期"), "{told}");
    chief.taps_on(&second, "不发").await;
    chief.sees("没有发布").await;
    hall.group().sees_nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_pinned_if_asked_and_where_the_bot_may() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    hall.world.set_bot_rights(GROUP, Rights::MEMBER).unwrap();
    chief.says("/announce 下午的比赛在二楼").await;
    chief.sees("二楼").await;
    chief.taps("发布并置顶").await;
    assert!(!hall.group().sees("二楼").await.pinned);
    chief.sees("没能置顶").await;

    hall.world.set_bot_rights(GROUP, Rights::ALL).unwrap();
    chief.says("/announce 颁奖改到五点").await;
    chief.sees("五点").await;
    chief.taps("发布并置顶").await;
    let sent = hall.group().sees("五点").await;
    hall.settled().await;
    assert!(hall.world.message(GROUP, sent.id).unwrap().pinned);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_announced_is_refused_with_the_reason() {
    let hall = Hall::open().await;
    let player = hall.person("张三").await;
    player.says("/announce 明天放假").await;
    player.sees("裁判").await;
    let chief = hall.arbiter().await;
    chief.says("/announce").await;
    chief.sees("公告要写内容").await;
    chief
        .says(&format!("/announce {}", "长".repeat(3600)))
        .await;
    chief.sees("公告有 3600 个字，最多 3500 个").await;
    chief.says_in_group("/announce 在群里写").await;
    hall.group().sees("私聊").await;
    assert_eq!(hall.group().count("公告"), 0);
}
