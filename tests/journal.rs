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

#[tokio::test(flavor = "multi_thread")]
async fn a_line_says_what_was_done_and_to_whom() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    let name = |no: u32| -> String {
        hall.database(|tx| {
            let sql = "SELECT name FROM registration WHERE start_no = ?1";
            tx.query_row(sql, [no], |row| row.get(0))
        })
    };
    chief.says("/arbiter 编排长").await;
    for typed in ["/forbid 1 2", "/absent 3 1", "/absent 4", "/forbid 1 2"] {
        chief.says(typed).await;
        chief.taps("确认").await;
    }
    chief.says("公告 Lunch at 12, 请<按时>").await;
    chief.taps("发布").await;
    let lines = [
        "发裁判码 编排长".to_owned(),
        format!("设回避 1 {}、2 {}", name(1), name(2)),
        format!("取消回避 1 {}、2 {}", name(1), name(2)),
        format!("准假 3 {} 第1轮 得 1 分", name(3)),
        format!("准假 4 {} 第1轮", name(4)),
        "发公告 Lunch at 12, 请<按时>".to_owned(),
    ];
    chief.says("/journal").await;
    let journal = chief.sees("记录").await.text;
    for line in &lines {
        let found = journal.lines().any(|shown| shown.ends_with(line));
        assert!(found, "{line}: {journal}");
    }
    // What was ordered about a player is found by the player.
    for (no, count) in [(1, 2), (2, 2), (3, 1), (5, 0)] {
        chief.says(&format!("/journal {no}")).await;
        hall.settled().await;
        let shown = chief.last().text;
        assert!(shown.contains("全部记录：/journal"), "{shown}");
        let ordered = shown
            .lines()
            .filter(|line| line.contains("回避") || line.contains("准假"));
        assert_eq!(ordered.count(), count, "{shown}");
    }
    // Taking back asks with the same line.
    chief.says("/absent 5").await;
    chief.taps("确认").await;
    chief.says("/undo").await;
    chief.sees(&format!("准假 5 {} 第1轮\n", name(5))).await;
}
