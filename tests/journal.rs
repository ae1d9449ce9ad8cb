//! Who did what, for arbiters to read.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_filters() {
    let hall = Hall::field(6).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let [red, black] = hall.table(1).names;
    hall.table(1).red.says("胜").await;
    hall.table(1).black.taps("确认").await;
    chief.says("/result 2 红胜").await;
    chief.rules("/result 2 黑胜").await;
    chief.says("/journal").await;
    let told = chief.sees("记录").await.text;
    assert!(
        told.contains("裁判长 裁判长：成绩生效 第1轮 第2台 红胜 → 黑胜（裁判裁定）"),
        "{told}"
    );
    assert!(
        told.contains(&format!("{red}：报成绩 第1轮 第1台 红方报红胜")),
        "{told}"
    );
    chief.taps("下一页 2/2 ›").await;
    chief.sees("绑定比赛群").await;
    chief.taps("‹ 上一页").await;
    chief.sees("成绩生效").await;
    chief.says(&format!("/journal {black}")).await;
    let told = chief.sees(&format!("{black}\n")).await.text;
    assert!(
        told.contains("第1轮 第1台") && !told.contains("第2台"),
        "{told}"
    );
    chief.says("记录 第1轮 2台").await;
    let told = chief.sees("第1轮 第2台").await.text;
    assert!(!told.contains("第1台"), "{told}");
    chief.says("/journal 第1轮").await;
    let told = chief.sees("公布对阵 第1轮").await.text;
    assert!(told.contains("第1台"), "{told}");
    for (typed, told) in [
        ("/journal 99", "没有编号 99"),
        ("/journal 无此人", "参赛名单里没有"),
        ("/journal 棋手", "不止一位"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    // A player cannot read it, and in the group nobody can.
    hall.table(1).red.says("/journal").await;
    hall.table(1).red.sees("只有裁判员能做").await;
    chief.says_in_group("/journal").await;
    hall.group().sees("请到与我的私聊").await;
}
