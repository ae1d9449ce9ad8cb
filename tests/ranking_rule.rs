//! The order of comparison changed while the stage runs: shown first, decided by the chief arbiter.

use qisai::config::{RankKey, Stage};

use crate::registering::appoint;
use crate::support::Hall;

/// Four players, one round: 1 beat 2 as red, 3 beat 4 as black.
async fn one_round() -> Hall {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        competition.stages.truncate(1);
        if let Stage::Swiss(swiss) = &mut competition.stages[0] {
            swiss.advance = None;
            swiss.ranking.keys = vec![RankKey::Points, RankKey::StartNumber];
        }
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(4).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 红胜").await;
    chief.says("/result 2 黑胜").await;
    chief.sees("第1轮").await;
    hall
}

fn asks_for(hall: &mut Hall, keys: &[RankKey]) {
    if let Stage::Swiss(swiss) = &mut hall.config.event.competitions[0].stages[0] {
        swiss.ranking.keys = keys.to_vec();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chief_changes_the_order_by_chat_after_seeing_what_it_changes() {
    let hall = one_round().await;
    let player = hall.person("棋手1").await;
    player.says("名次规则").await;
    let told = player.sees("依次比较：积分、编号").await.text;
    assert!(!told.contains("要改"), "{told}");
    player.says("/ranking 积分 后走胜局").await;
    player.sees("只有裁判长能做").await;
    let arbiter = appoint(&hall, "裁判甲").await;
    arbiter.says("/ranking 积分 后走胜局").await;
    arbiter.sees("要裁判长才能做").await;

    let chief = hall.arbiter().await;
    chief.says("/ranking 积分 大龄").await;
    chief.sees("“大龄”不是比较项。可写：积分、对手分").await;
    chief.says("/ranking 积分、积分").await;
    chief.sees("“积分”写了两次").await;
    chief.says("/ranking points start_number").await;
    chief.sees("不用改").await;
    chief.says("名次规则 積分 后走胜局 编号").await;
    let told = chief.sees("改名次规则？").await.text;
    assert!(
        told.contains("第1轮后的名次有 2 人变动，2 人不变"),
        "{told}"
    );
    assert!(told.contains("\n2 → 1　3 棋手"), "{told}");
    assert!(
        told.contains("　2分 后走胜局1 编号3\n1 → 2　1 棋手"),
        "{told}"
    );
    chief.taps("不改").await;
    chief.sees("名次规则不变，依次比较：积分、编号").await;

    // An old proposal's buttons do nothing once there is another.
    chief.says("/ranking 积分 后手局 编号").await;
    chief.sees("改名次规则？").await;
    let old = chief.last().button("改").unwrap().clone();
    let qisai::rehearsal::Press::Data(old) = old.press else {
        panic!("a button that presses");
    };
    chief.says("/ranking 积分 后走胜局 编号").await;
    chief.sees("改名次规则？").await;
    assert!(
        chief
            .taps_stale(&old)
            .await
            .text
            .unwrap()
            .contains("已过期")
    );
    chief.taps("改").await;
    chief.sees("名次规则已改").await;
    hall.group()
        .sees("现在依次比较：积分、后走胜局、编号")
        .await;
    let table = hall.group().sees("积分榜").await.text;
    assert!(table.contains("依次比较：积分、后走胜局、编号"), "{table}");
    let journal = "SELECT count(*) FROM journal WHERE action = 'ranking.";
    assert_eq!(hall.count(&format!("{journal}refuse'")), 1);
    assert_eq!(
        hall.count(&format!("{journal}change' AND before <> after")),
        1
    );
    player.says("/standings 1").await;
    player.sees("后走胜局").await;
    // The rules tell the order in force, not that of the file.
    player.says("/rules").await;
    player.sees("竞赛规程").await;
    player.taps("竞赛办法").await;
    player.sees("名次依次比较：积分、后走胜局、编号").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_file_waits_for_the_chief_and_is_asked_about_once() {
    let mut hall = one_round().await;
    asks_for(&mut hall, &[RankKey::Points, RankKey::BlackWins]);
    hall.restart().await;
    let chief = hall.arbiter().await;
    let told = chief
        .sees("bot.toml 里的名次规则与正在使用的不同")
        .await
        .text;
    assert!(
        told.contains("原来：积分、编号\n改为：积分、后走胜局"),
        "{told}"
    );
    // Until it is decided the stored order goes on.
    chief.says("/standings").await;
    chief.sees("依次比较：积分、编号").await;
    let asked = |hall: &Hall| hall.count("SELECT version FROM stage_ranking");
    hall.restart().await;
    assert_eq!(asked(&hall), 1);
    let chief = hall.arbiter().await;
    chief.taps("不改").await;
    chief.sees("名次规则不变").await;
    hall.restart().await;
    assert_eq!(asked(&hall), 1, "this order was refused");

    asks_for(&mut hall, &[RankKey::Points, RankKey::BlackGames]);
    hall.restart().await;
    assert_eq!(asked(&hall), 2);
    let chief = hall.arbiter().await;
    chief.taps("改").await;
    chief.sees("名次规则已改").await;
    chief.says("/standings").await;
    chief.sees("依次比较：积分、后手局").await;
    hall.restart().await;
    assert_eq!(asked(&hall), 2);
    // The same file as at the beginning is a difference again.
    asks_for(&mut hall, &[RankKey::Points, RankKey::StartNumber]);
    hall.restart().await;
    assert_eq!(asked(&hall), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_first_round_the_file_decides() {
    let mut hall = Hall::field(4).await;
    asks_for(&mut hall, &[RankKey::Points]);
    hall.restart().await;
    assert_eq!(hall.count("SELECT count(*) FROM stage_ranking"), 0);
    let chief = hall.arbiter().await;
    chief.says("/ranking").await;
    chief.sees("依次比较：积分").await;
    chief.says("/ranking 积分 胜局").await;
    chief.sees("还没有开赛，没有名次受影响").await;
    chief.taps("改").await;
    chief.sees("名次规则已改").await;
    hall.round().await;
    hall.rules_all("和").await;
    hall.group().sees("依次比较：积分、胜局").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_changed_since_the_preview_is_shown_before_it_is_agreed_to() {
    let hall = one_round().await;
    let chief = hall.arbiter().await;
    chief.says("/ranking 积分 后走胜局 编号").await;
    let first = chief.sees("改名次规则？").await;
    assert!(
        first.text.contains("有 2 人变动，2 人不变"),
        "{}",
        first.text
    );
    let qisai::rehearsal::Press::Data(old) = first.button("改").unwrap().press.clone() else {
        panic!("a button that presses");
    };
    chief.says("/result 1 1 黑胜").await;
    chief.taps("录入有误，更正").await;
    chief.sees("更正").await;
    let shown = chief.count("改名次规则？");
    chief.taps_stale(&old).await;
    assert_eq!(chief.count("改名次规则？"), shown + 1);
    let changes = "SELECT count(*) FROM journal WHERE action = 'ranking.change'";
    assert_eq!(hall.count(changes), 0);
    // The old buttons are worth nothing now, the new ones do it.
    chief.taps_stale(&old).await;
    assert_eq!(hall.count(changes), 0);
    chief.taps("改").await;
    chief.sees("名次规则已改").await;
    assert_eq!(hall.count(changes), 1);
}
