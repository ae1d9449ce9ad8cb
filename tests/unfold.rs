//! The sums behind a player's figures.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_unfolds_into_its_sum() {
    let hall = Hall::field(5).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    // 1-2, 4-3, the bye for 5.
    chief.says("/result 1 红胜").await;
    chief.says("/result 2 和").await;
    let onlooker = hall.person("看客").await;
    onlooker.says("/standings 1").await;
    let told = onlooker.sees("第 1 名　第1轮后").await.text;
    assert!(told.contains("积分 2 = 2（1轮 胜 2 "), "{told}");
    assert!(told.contains("对手分 0 = 0（1轮 胜 2 "), "{told}");
    // 5 had the bye: two points as well, and no win.
    assert!(told.contains("后一名 5 "), "{told}");
    onlooker.taps("看后一名").await;
    let told = onlooker.sees("前一名 1 ").await.text;
    assert!(told.contains("积分 2 = 2（1轮 轮空）"), "{told}");
    assert!(told.contains("积分、对手分相同，胜局 1，本人 0"), "{told}");
    // A game that is not over counts nowhere, and is said.
    hall.round().await;
    onlooker.says("/standings 1").await;
    let told = onlooker.sees("第2轮后").await.text;
    assert!(told.contains("有 1 局未定，未计入"), "{told}");
    assert!(told.contains("0＊（2轮 未定 "), "{told}");
    assert!(told.contains("＊ 那一局或对手有一局未定"), "{told}");
    // An opponent of round 1 has a game to finish: those points can still grow.
    onlooker.says("/standings 3").await;
    hall.settled().await;
    let told = onlooker.last().text;
    assert!(told.contains("＊（1轮 和 4 "), "{told}");
    onlooker.says("/standings").await;
    let told = onlooker.sees("积分榜").await.text;
    assert!(told.contains("另有 2 台未定，未计入"), "{told}");
    assert!(told.contains("＊ 有对局未定，那一局没有计入"), "{told}");
    let marked = told.lines().filter(|line| line.contains("＊　"));
    assert_eq!(marked.count(), 4, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_found_by_name_and_a_stranger_is_not() {
    let hall = Hall::empty().await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.enters(&[("a_b", "甲"), ("<b>粗</b>", "乙")]).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    let onlooker = hall.person("看客").await;
    onlooker.says("/standings 1").await;
    onlooker.sees("没有编号").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    onlooker.says("/standings a_b").await;
    onlooker.sees("a_b　第").await;
    onlooker.says("/standings <b>粗</b>").await;
    onlooker.sees("<b>粗</b>　第").await;
    onlooker.says("/standings 3").await;
    onlooker.sees("没有编号").await;
    onlooker.says("/standings 无此人").await;
    onlooker.sees("没有叫“无此人”").await;
}
