//! Final ties broken by lot: once, after the last round, and for all to recompute.

use qisai::config::{Config, RankKey, Stage, Tie};
use qisai::tournament::lot::Published;

use crate::support::Hall;

/// One round by points alone, what is level by lot.
async fn field(players: usize, change: impl FnOnce(&mut Config)) -> Hall {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        competition.stages.truncate(1);
        if let Stage::Swiss(swiss) = &mut competition.stages[0] {
            (swiss.rounds, swiss.advance) = (1, None);
            swiss.ranking.keys = vec![RankKey::Points];
            swiss.ranking.tie = Tie::Lot;
        }
        change(config);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall.draws().await;
    hall.checks_all_in();
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_level_after_the_last_round_is_drawn_once() {
    let mut hall = field(4, |_| {}).await;
    hall.round().await;
    hall.arbiter().await.says("/draw").await;
    hall.arbiter().await.sees("编号已经抽定").await;
    hall.rules_all("红胜").await;
    let shared = hall.group().sees("名次（待抽签）").await.text;
    assert!(shared.contains("并列1. "), "{shared}");
    assert!(shared.contains("待抽签"), "{shared}");
    let chief = hall.arbiter().await;
    chief.sees("下列 4 人各项比较都相同").await;
    chief.says("/desk").await;
    chief.sees("/draw 抽签定名次").await;
    chief.says("/prizes").await;
    chief.sees("名次要先抽签").await;

    chief.says("/draw 抢先").await;
    chief.sees("要先公布承诺").await;
    chief.says("抽签").await;
    chief.sees("请当众选一句话作为盐").await;
    let promise = hall.group().sees("抽签承诺　名次").await.text;
    assert_eq!(promise.matches("号 棋手").count(), 4, "{promise}");
    // A restart between commitment and salt.
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.says("/draw 一帆风顺").await;
    chief.sees("4 人的名次已定").await;
    let drawn = hall.group().sees("抽签结果　名次").await.text;
    let published: Published = drawn.parse().expect("a whole message");
    assert_eq!(published.verify(), Ok(()));
    assert_eq!(published.order.len(), 4);
    let table = hall.group().sees("最终名次").await.text;
    for place in 1..=4 {
        assert!(table.contains(&format!("\n{place}. ")), "{table}");
    }
    assert_eq!(table.matches("抽签第1").count(), 2, "{table}");
    assert!(!table.contains("并列"), "{table}");
    chief.says("/draw").await;
    chief.sees("没有要抽签决定的名次").await;

    let onlooker = hall.person("看客").await;
    onlooker.says("/standings 1").await;
    let told = onlooker.sees("第1轮后").await.text;
    assert!(told.contains("各项都相同，抽签 第"), "{told}");
    assert!(told.contains("由抽签决定"), "{told}");
    onlooker.says(&drawn).await;
    onlooker.sees("是本赛事的抽签（名次）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_after_the_lot_keeps_it_and_asks_for_another_only_where_it_says_nothing() {
    let hall = field(6, |_| {}).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    for table in ["1 红胜", "2 红胜", "3 和"] {
        chief.says(&format!("/result {table}")).await;
    }
    // All are level with someone: two won, two drew, two lost.
    chief.sees("下列 6 人").await;
    chief.says("/draw").await;
    chief.says("/draw 晴").await;
    chief.sees("6 人的名次已定").await;
    let lots = "SELECT count(*) FROM lot WHERE purpose LIKE 'ranking/%' AND revealed_at > 0";
    assert_eq!(hall.count(lots), 1);
    // The draw becomes a win: three winners, whom the same lot orders.
    chief.rules("/result 3 红胜").await;
    chief.sees("红胜").await;
    let table = hall.group().sees("抽签第3").await.text;
    assert_eq!(table.matches("抽签第3").count(), 2, "{table}");
    chief.says("/draw").await;
    chief.sees("没有要抽签决定的名次").await;
    assert_eq!(hall.count(lots), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_in_no_lot_together_is_drawn_again() {
    let hall = field(4, |_| {}).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.rules("/result 1 红胜").await;
    chief.rules("/result 2 和").await;
    // Only those who drew are level.
    chief.sees("下列 2 人").await;
    chief.says("/draw").await;
    chief.says("/draw 晴").await;
    chief.sees("2 人的名次已定").await;
    hall.group().sees("最终名次").await;
    chief.rules("/result 2 红胜").await;
    chief.sees("下列 4 人").await;
    hall.group().sees("名次（待抽签）").await;
    chief.says("/draw").await;
    chief.says("/draw 雨").await;
    chief.sees("4 人的名次已定").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM lot WHERE purpose LIKE 'ranking/%'"),
        2
    );
    let table = hall.group().sees("最终名次").await.text;
    assert_eq!(table.matches("抽签第").count(), 4, "{table}");
    // Back to the draw: the first lot holds again.
    chief.rules("/result 2 和").await;
    let table = hall.group().sees("　1分 抽签第2").await.text;
    assert_eq!(table.matches("抽签第").count(), 2, "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn places_stay_shared_where_the_event_says_so() {
    let hall = field(4, |config| {
        if let Stage::Swiss(swiss) = &mut config.event.competitions[0].stages[0] {
            swiss.ranking.tie = Tie::Shared;
        }
    })
    .await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let table = hall.group().sees("最终名次").await.text;
    assert!(table.contains("并列1. "), "{table}");
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    chief.sees("没有要抽签决定的名次").await;
}
