//! 报名成功名单

use crate::registering::Entrant;
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn the_roster_is_published_after_closing_without_personal_data() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let accepted = hall.person("一").await;
    Entrant::number(1).registers(&accepted).await;
    chief.says("/review").await;
    chief.taps("通过").await;
    let waiting = hall.person("二").await;
    Entrant::number(2).registers(&waiting).await;
    accepted.says("/roster").await;
    accepted.sees("还没有公布").await;
    chief.says("/roster").await;
    chief.sees("还没有截止").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    chief.says("名单").await;
    chief.sees("还有 1 人待审核").await;
    let group = hall.group();
    group.sees_nothing().await;
    chief.taps("仍然公布").await;
    let list = group.sees("报名成功名单").await.text;
    assert!(
        list.contains("公开报名（1 人）") && list.contains("1. 棋手1"),
        "{list}"
    );
    assert!(!list.contains("棋手2") && !list.contains("139") && !list.contains("9999"));
    chief.sees("名单已公布").await;
    waiting.says("/roster").await;
    waiting.sees("1. 棋手1").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM competition WHERE roster_at IS NOT NULL"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_roster_is_not_published() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    chief.says("/roster").await;
    let toast = chief.taps("确认公布").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("还没有人报名成功"))
    );
    hall.group().sees_nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_from_before_the_draw_publishes_nothing_after_it() {
    let hall = Hall::open().await;
    hall.fills(4).await;
    let chief = hall.arbiter().await;
    chief.says("/roster").await;
    let preview = chief.sees("报名成功 4 人").await;
    let old = crate::registering::data(&preview, "确认公布");
    hall.draws().await;
    let toast = chief.taps_stale(&old).await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    assert_eq!(hall.group().count("报名成功名单"), 0);
    // Who wants to read it, reads it.
    chief.says("/roster").await;
    let list = chief.sees("报名成功名单").await;
    assert!(list.button("确认公布").is_none() && list.text.contains("棋手4"));
}
