//! The arbiters' panel leads through the event.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_names_the_next_step() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    hall.enters(&[("甲", "甲"), ("乙", "乙")]).await;
    chief.says("裁判台").await;
    chief.sees("报名中").await;
    hall.ends_registration();
    chief.taps("刷新").await;
    chief.sees("/roster").await;
    chief.says("/roster").await;
    chief.taps("确认公布").await;
    chief.says("/desk").await;
    chief.sees("/draw 抽签").await;
    hall.draws().await;
    chief.says("/desk").await;
    chief.sees("/checkin 开始报到").await;
    chief.says("/checkin").await;
    chief.says("/desk").await;
    chief.sees("还有 2 人未到").await;
    hall.checks_all_in();
    chief.says("/desk").await;
    chief.sees("/pair 编排第1轮").await;
    chief.says("/pair").await;
    chief.says("/desk").await;
    chief.sees("第1轮方案等待公布").await;
    chief.taps("公布").await;
    chief.sees("第1轮已公布").await;
    chief.says("/desk").await;
    chief.sees("已报 0/1").await;
    hall.rules_all("和").await;
    chief.says("/desk").await;
    chief.sees("/pair 编排第2轮").await;
    hall.person("甲").await.says("/desk").await;
    hall.person("甲").await.sees("只有裁判员能做").await;
    chief.says_in_group("/desk").await;
    hall.group().sees("请到与我的私聊").await;
}
