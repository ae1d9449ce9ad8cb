//! A proposal after which the next round could not be paired.

use crate::support::{Hall, Person};

/// Six players after three rounds: the best pairing of the fourth leaves none of the fifth.
async fn before_a_dead_end() -> Hall {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    for results in [
        ["和", "和", "黑胜"],
        ["和", "和", "红胜"],
        ["和", "和", "双弃"],
    ] {
        hall.round().await;
        for (table, result) in (1..).zip(results) {
            chief.rules(&format!("/result {table} {result}")).await;
        }
    }
    hall
}

async fn publishes(chief: &Person<'_>) {
    let anyway = chief.last().button("破例公布").is_some();
    chief.taps(if anyway { "破例公布" } else { "公布" }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_pairing_is_offered_and_published_when_chosen() {
    let hall = before_a_dead_end().await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    let told = chief.sees("下一轮排不出").await.text;
    assert!(told.contains("另有一种本轮编排"), "{told}");
    chief.taps("改用那一种").await;
    chief.sees("第4轮编排方案").await;
    assert_eq!(hall.group().count("第4轮"), 0, "nobody has seen either");
    // The button was for the proposal before.
    let stale = chief.taps("改用那一种").await.text.expect("a word");
    assert!(stale.contains("已经改过"), "{stale}");
    publishes(&chief).await;
    hall.group().sees("第4轮对阵").await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.sees("第5轮编排方案").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_publishes_without_having_looked_is_told_first() {
    let hall = before_a_dead_end().await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.sees("下一轮排不出").await;
    chief.says("/publish").await;
    chief.sees("下一轮排不出").await;
    assert_eq!(hall.group().count("第4轮"), 0);
    // Said knowingly, it is published, and the fifth round has ways out only.
    publishes(&chief).await;
    hall.group().sees("第4轮对阵").await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.sees("第5轮不存在任何合规的编排").await;
}
