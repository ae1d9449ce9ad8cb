//! The start of a round of the knockout, 6 October at 09:00 in Wuhan, and who is late to a game of a match.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::hall::{begin, games, played, rules, seats, seeded};
use crate::registering::{appoint, data};
use crate::support::Hall;

/// A knockout of two rounds, of which the first two of the timetable are left: 09:00 and 13:00.
fn at(time: &str) -> DateTime<Utc> {
    format!("2023-10-06T{time}+08:00")
        .parse()
        .expect("an instant")
}

async fn announced() -> Hall {
    let hall = seeded(4, 4, |_| {}).await;
    appoint(&hall, "裁判甲").await;
    hall.set_clock(at("08:30:00")).await;
    begin(&hall).await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn the_round_is_called_once_and_who_is_late_forfeits_the_game() {
    let mut hall = announced().await;
    hall.set_clock(at("08:54:59")).await;
    assert_eq!(hall.group().count("请棋手按对阵入座"), 0);
    hall.set_clock(at("08:55:00")).await;
    let told = hall.group().sees("请棋手按对阵入座").await.text;
    assert!(
        told.contains("半决赛") && told.contains("09:00 开赛"),
        "{told}"
    );
    seats(&hall, 1, 2).black.sees("请到 第2台 入座").await;
    let chief = hall.arbiter().await;
    chief.says("/late 2").await;
    chief.sees("09:00 才开赛").await;
    hall.set_clock(at("09:00:00")).await;
    hall.group()
        .sees("半决赛）开赛（09:00）。迟到 10 分钟，即 09:10")
        .await;
    let roll = chief.sees("点名").await;
    assert!(
        roll.text
            .contains("2台 第1局　09:00 开赛，09:10 起可判弃权"),
        "{}",
        roll.text
    );
    hall.crash().await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.group().count("开赛（09:00）"), 1);
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("点名"), 1);
    chief.taps("2台").await;
    chief.taps("红方未到").await;
    let late = seats(&hall, 1, 2);
    late.red.sees("第2台 第1局。09:10 以后仍未到场").await;
    hall.group().sees("第2台 第1局").await;
    let card = chief.newest("红方未到场");
    let toast = chief.taps_on(&card, "判红方弃权").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("09:10 起才能宣布"))
    );
    hall.restart().await;
    hall.set_clock(at("09:10:00")).await;
    hall.advance(Duration::from_secs(1)).await;
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    for arbiter in [&chief, &deputy] {
        let due = arbiter.sees("迟到已满 10 分钟").await.text;
        assert!(due.contains("第2台 第1局 红"), "{due}");
        assert_eq!(arbiter.count("迟到已满"), 1);
    }
    deputy.taps("2台").await;
    let card = deputy.newest("可以宣布：");
    deputy.taps("判红方弃权").await;
    // The game is lost, the match goes on, and nobody is removed.
    let next = seats(&hall, 1, 2);
    assert_eq!(next.number, 2);
    next.red.sees("第2局").await;
    let toast = chief.taps_stale(&data(&card, "判红方弃权")).await;
    assert!(toast.text.is_some_and(|text| text.contains("已经生效")));
    assert_eq!(games(&hall), 3);
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'"),
        4
    );
    // To the second game one may be late as well, counted from when it was opened.
    chief.says("/late 2 黑").await;
    chief.sees("09:20 起可以宣布").await;
    next.black.sees("第2台 第2局。09:20 以后").await;
    // Ruled by words before its time it is asked about.
    chief.says("/result 1-2-2 黑弃权").await;
    let asked = chief.sees("还没到 09:20（迟到满时）。仍判弃权？").await;
    assert!(!asked.text.contains("除名"), "{}", asked.text);
    chief.taps("不判了").await;
    assert_eq!(games(&hall), 3);
    hall.advance(Duration::from_secs(180)).await;
    next.red.says("胜").await;
    hall.set_clock(at("09:25:00")).await;
    // What the other reports does not end it.
    assert_eq!(
        chief.count("迟到已满"),
        2,
        "{}{}",
        chief.screen(),
        next.red.screen()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_announced_late_starts_later_and_can_be_moved() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    // Moved before it is announced.
    hall.set_clock(at("08:00:00")).await;
    chief.says("/timetable 1 +30").await;
    chief.sees("半决赛").await;
    chief.taps("只改淘汰赛第3轮（半决赛）").await;
    let told = hall.group().sees("日程变更").await.text;
    assert!(
        told.contains("半决赛") && told.contains("09:30 开赛（原 09:00）"),
        "{told}"
    );
    chief.says("/timetable 3 10:00").await;
    chief.sees("没有第3轮，本阶段共 2 轮").await;
    hall.set_clock(at("09:28:00")).await;
    begin(&hall).await;
    let seat = seats(&hall, 1, 1).red.sees("第1局").await.text;
    assert!(seat.contains("09:33 开赛"), "{seat}");
    hall.set_clock(at("09:32:59")).await;
    assert_eq!(hall.group().count("半决赛）开赛"), 0);
    hall.set_clock(at("09:33:00")).await;
    hall.group().sees("半决赛）开赛（09:33）").await;
    // Taken back, nothing is called any more; announced again it is called anew.
    chief.says("/unpublish").await;
    chief.taps("确认撤回").await;
    begin(&hall).await;
    hall.set_clock(at("09:38:00")).await;
    hall.group().sees("半决赛）开赛（09:38）").await;
    rules(&hall, 1, &["红胜", "和"]).await;
    rules(&hall, 2, &["红胜", "和"]).await;
    chief.says("/timetable 1 17:00").await;
    chief.sees("第1轮已经结束").await;
    // The final.
    hall.set_clock(at("12:30:00")).await;
    begin(&hall).await;
    hall.set_clock(at("13:00:00")).await;
    hall.group().sees("棋王决赛开赛（13:00）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timetable_lists_the_rounds_that_are_played() {
    let hall = played(2, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/timetable").await;
    let planned = chief.sees("日程").await.text;
    assert!(
        planned.contains("半决赛") && planned.contains("棋王决赛"),
        "{planned}"
    );
    chief.says("/knockout").await;
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    chief.says("/timetable").await;
    let shown = chief.sees("日程").await.text;
    assert!(shown.contains("棋王决赛 13:00 开赛"), "{shown}");
    assert!(!shown.contains("半决赛"), "{shown}");
    assert!(!shown.contains("淘汰赛第1轮"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_is_not_reminded() {
    let hall = seeded(4, 4, |_| {}).await;
    hall.set_clock(at("08:30:00")).await;
    begin(&hall).await;
    let table = seats(&hall, 1, 1);
    table.red.says("/withdraw").await;
    table.red.taps("确定退赛").await;
    hall.settled().await;
    hall.set_clock(at("08:55:00")).await;
    hall.settled().await;
    // The match is over: neither of the two is called, those of the other are.
    for player in [&table.red, &table.black] {
        assert_eq!(player.count("请到 第1台 入座"), 0, "{}", player.screen());
    }
    for player in [seats(&hall, 1, 2).red, seats(&hall, 1, 2).black] {
        player.sees("请到 第2台 入座").await;
    }
}
