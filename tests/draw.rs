//! Start numbers: the commitment first, then the salt, and everyone can recompute it.

use qisai::tournament::lot::Published;

use crate::registering::{Entrant, appoint};
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn the_published_draw_can_be_recomputed() {
    let hall = Hall::open().await;
    hall.fills(7).await;
    let chief = hall.arbiter().await;
    chief.says("/draw 抢先的盐").await;
    chief.sees("要先公布承诺").await;
    chief.says("抽签").await;
    chief.sees("请当众选一句话作为盐").await;
    let committed = hall.group().sees("抽签承诺").await.text;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE start_no > 0"),
        0
    );
    // A second commitment would be a second chance.
    chief.says("/draw").await;
    chief.sees("请当众选一句话作为盐").await;
    assert_eq!(hall.group().count("抽签承诺"), 1);

    chief.says(&format!("/draw {}", "很".repeat(65))).await;
    chief.sees("盐最多64字，您写了 65 字").await;
    chief.says("/draw 一帆\n风顺").await;
    chief.sees("不要换行").await;
    chief.says("/draw  <b>一帆 & 风顺</b>   2023 ").await;
    chief.sees("抽签完成，7 位棋手").await;
    let drawn = hall.group().sees("抽签结果").await.text;
    let published: Published = drawn.parse().expect("a whole message");
    assert_eq!(published.salt, "<b>一帆 & 风顺</b> 2023");
    assert!(committed.contains(&published.commitment));
    assert_eq!(published.verify(), Ok(()));
    assert_eq!(published.order.len(), 7);
    for (no, id) in (1..).zip(&published.order) {
        let player = hall.person(&format!("棋手{id}")).await;
        let told = player.last().text;
        assert!(
            told.contains(&format!("您的参赛编号：{no} 棋手{id}")),
            "{told}"
        );
    }
    chief.says("/draw 再来").await;
    chief.sees("编号已经抽定，不能再抽").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_draw_waits_for_group_deadline_and_reviews_and_is_the_pairing_officers() {
    let hall = Hall::empty().await;
    let chief = hall.arbiter().await;
    let player = hall.person("张三").await;
    Entrant::named("张三").registers(&player).await;
    player.says("/draw").await;
    player.sees("只有编排长能做").await;
    let arbiter = appoint(&hall, "裁判甲").await;
    arbiter.says("/draw").await;
    arbiter.sees("要编排长才能做").await;
    chief.says("/draw").await;
    chief.sees("9月25日 23:59").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    chief.says("/draw").await;
    chief.sees("还有 1 份报名待审核").await;
    chief.says("/review").await;
    chief.taps("通过").await;
    chief.says("/draw").await;
    chief.sees("承诺无处公布").await;
    chief.says_in_group("/bind").await;
    // Also in the group: everyone may see the chief say the salt.
    chief.says_in_group("/draw").await;
    hall.group().sees("抽签承诺").await;
    chief.says_in_group("/draw 天气晴").await;
    hall.group().sees("抽签结果").await;
    player.sees("您的参赛编号：1 张三").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_drawn_where_nobody_is_accepted() {
    let hall = Hall::open().await;
    hall.ends_registration();
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    chief.sees("还没有报名成功的棋手").await;
    chief.says("/checkin").await;
    chief.sees("请先 /draw").await;
    chief.says("/pair").await;
    chief.sees("请先 /draw").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_middle_of_the_event_it_points_to_the_desk() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    let told = chief.sees("编号已经抽定").await.text;
    assert!(
        told.contains("/desk") && !told.contains("/checkin"),
        "{told}"
    );
}
