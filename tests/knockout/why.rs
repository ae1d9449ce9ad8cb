//! /why and /journal of a match.

use std::time::Duration;

use super::hall::{begin, played, rules, seats, seeded};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_says_why_the_two_meet_and_who_had_red() {
    let hall = seeded(6, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/why 2").await;
    let text = chief.sees("为何这样对阵").await.text;
    assert!(text.contains("4人对局秩序表"), "{text}");
    assert!(text.contains("积分赛第"), "{text}");
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let rapid = seats(&hall, 1, 1);
    rules(&hall, 1, &["和"]).await;
    rapid.black.sees("由您选先后手").await;
    rapid.black.taps("执红（先手）").await;
    rapid.black.sees("本人选择").await;
    hall.settled().await;
    // A player without words is told of their own match.
    rapid.red.says("/why").await;
    let text = rapid.red.sees("为何这样对阵").await.text;
    for part in [
        "第1局".to_owned(),
        "执红：积分赛名次列前".to_owned(),
        "执红：换先".to_owned(),
        format!("{} 执红：抽签", rapid.names[0]),
        format!("{} 选先后手", rapid.names[1]),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    assert!(!text.contains("2台 "), "{text}");
    rules(&hall, 1, &["红胜"]).await;
    rules(&hall, 2, &["红胜", "和"]).await;
    begin(&hall).await;
    chief.says("/why 1").await;
    let text = chief.sees("棋王决赛 为何").await.text;
    assert!(
        text.contains("上一轮1台胜者") && text.contains("上一轮2台胜者"),
        "{text}"
    );
    chief.says("/why 1-2").await;
    chief.sees("2台 ").await;
    chief.says("/why 9").await;
    chief.sees("没有第9台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_before_the_seeding_has_no_reason() {
    let hall = played(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/why 1-1").await;
    chief.sees("还没有定位").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_names_match_game_and_players() {
    let hall = seeded(6, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    begin(&hall).await;
    let first = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let rapid = seats(&hall, 1, 1);
    rules(&hall, 1, &["和"]).await;
    rapid.black.taps("执黑（后手）").await;
    hall.settled().await;
    hall.advance(Duration::from_secs(1)).await;
    rules(&hall, 1, &["和"]).await;
    chief.says("/journal 1-1").await;
    let text = chief.sees("淘汰赛第1轮 1台").await.text;
    let choice = format!("{} 执黑", rapid.names[1]);
    for part in [
        "淘汰赛第3轮（半决赛） 1台第1局",
        "1台第4局",
        &first.names[0],
        &choice,
        "胜者 ",
        "成绩生效",
        "淘汰赛决出",
        "裁判裁定",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("2台第1局"), "{text}");
    chief.says("/journal 1-1-2").await;
    let text = chief.sees("1台 第2局").await.text;
    assert!(
        text.contains("1台第2局") && !text.contains("1台第1局"),
        "{text}"
    );
    chief.says("/journal 1台").await;
    chief.sees("淘汰赛第1轮 1台").await;
    // Of a player: the games too.
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{}'",
        first.names[0]
    ));
    chief.says(&format!("/journal {no}")).await;
    let text = chief.sees("记录").await.text;
    assert!(text.contains("1台第4局"), "{text}");
    chief.says("/journal").await;
    let text = chief.sees("记录").await.text;
    assert!(text.contains("1台第4局"), "{text}");
    // Words of the points stage lead on.
    chief.says("/result 4 8 黑胜").await;
    chief.sees("/result 轮-台-局 结果").await;
}
