//! Tables without a result.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_are_listed_and_reminded() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    chief.says("/open").await;
    chief.sees("还没有公布任何一轮").await;
    hall.round().await;
    hall.table(2).red.says("胜").await;
    hall.table(3).red.says("和").await;
    hall.table(3).black.says("负").await;
    chief.says("未报").await;
    let shown = chief.sees("第1轮未定 2 台").await.text;
    assert!(
        shown.contains("未报") && shown.contains("已报红胜，待对方确认"),
        "{shown}"
    );
    let of_three = |line: &str| line.starts_with("3　");
    assert!(!shown.lines().any(of_three), "{shown}");
    chief.taps("提醒未报的棋手").await;
    chief.sees("已提醒 2 位棋手").await;
    let table = hall.table(1);
    for (player, opponent) in [
        (&table.red, &table.names[1]),
        (&table.black, &table.names[0]),
    ] {
        player.sees("提醒：第1轮第1台").await;
        assert!(player.last().text.contains(opponent.as_str()));
    }
    assert_eq!(hall.table(2).red.count("提醒"), 0);
    // Another arbiter presses at once: nobody is told twice.
    chief.says("/open").await;
    chief.is_told("提醒未报的棋手", "刚提醒过").await;
    assert_eq!(table.red.count("提醒：第1轮第1台"), 1);
    hall.advance(std::time::Duration::from_secs(60)).await;
    chief.taps("提醒未报的棋手").await;
    assert_eq!(table.red.count("提醒：第1轮第1台"), 2);
    table.red.says("/open").await;
    table.red.sees("只有裁判员能做").await;
    hall.rules_all("红胜").await;
    chief.says("/open").await;
    chief.sees("第1轮成绩已全部报齐").await;
    hall.round().await;
    chief.is_told("提醒未报的棋手", "第1轮已不是当前轮次").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_knockout_too_nobody_is_reminded_twice_in_a_minute() {
    let hall = crate::knockout::seeded(4, 2, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.taps("公布").await;
    chief.says("/open").await;
    chief.taps("提醒未报的棋手").await;
    chief.sees("已提醒 2 位棋手").await;
    chief.is_told("提醒未报的棋手", "刚提醒过").await;
    hall.advance(std::time::Duration::from_secs(60)).await;
    chief.taps("提醒未报的棋手").await;
    chief.sees("已提醒 2 位棋手").await;
}
