//! A round's start: 5 October, 09:00 for the first round in Wuhan.

use std::time::Duration;

use chrono::{DateTime, Utc};
use qisai::config::{Config, Stage, Swiss};

use crate::support::Hall;

pub fn at(time: &str) -> DateTime<Utc> {
    format!("2023-10-05T{time}+08:00")
        .parse()
        .expect("an instant")
}

pub fn swiss(config: &mut Config) -> &mut Swiss {
    match config.event.competitions[0].stages.first_mut() {
        Some(Stage::Swiss(swiss)) => swiss,
        _ => panic!("no points stage"),
    }
}

/// The same event under other rules.
pub async fn under(hall: &mut Hall, change: impl FnOnce(&mut Config)) {
    hall.stop().await;
    change(&mut hall.config);
    hall.start().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_reminded_and_the_start_is_called_once() {
    let mut hall = Hall::field(5).await;
    hall.round().await;
    let red = hall.table(2).red.id;
    hall.set_clock(at("08:54:59")).await;
    assert_eq!(hall.group().count("请棋手按对阵入座"), 0);
    hall.set_clock(at("08:55:00")).await;
    hall.group()
        .sees("第1轮 09:00 开赛，请棋手按对阵入座")
        .await;
    let told = hall.known(red).sees("请到 第2台 入座").await.text;
    assert!(
        told.contains("您执红") && told.contains("09:00 开赛"),
        "{told}"
    );
    hall.crash().await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.group().count("请棋手按对阵入座"), 1);
    assert_eq!(hall.known(red).count("请到 第2台 入座"), 1);
    hall.set_clock(at("09:00:00")).await;
    hall.group()
        .sees("第1轮开赛（09:00）。迟到 10 分钟，即 09:10 以后")
        .await;
    hall.arbiter().await.sees("第1轮点名").await;
    hall.restart().await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.group().count("第1轮开赛"), 1);
    assert_eq!(hall.arbiter().await.count("第1轮点名"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_told_once_while_it_helps() {
    for (back, calls) in [("08:58:00", 0), ("09:04:00", 1), ("09:10:00", 0)] {
        let mut hall = Hall::field(2).await;
        hall.round().await;
        hall.set_clock(at("08:54:00")).await;
        hall.stop().await;
        hall.clock.set(at(back));
        hall.start().await;
        hall.advance(Duration::from_secs(1)).await;
        hall.advance(Duration::from_secs(1)).await;
        let reminders = usize::from(back < "09:00:00");
        let told = hall.group().count("请棋手按对阵入座");
        assert_eq!(told, reminders, "{back}");
        assert_eq!(hall.group().count("第1轮开赛"), calls, "{back}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_published_late_starts_when_people_can_be_there() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("09:02:30")).await;
    hall.round().await;
    assert!(
        chief.last().text.contains("09:08 开赛"),
        "{}",
        chief.screen()
    );
    hall.group().sees("第1轮对阵（共7轮）　09:08 开赛").await;
    hall.table(1).red.sees("09:08 开赛").await;
    hall.set_clock(at("09:07:59")).await;
    assert_eq!(hall.group().count("请棋手按对阵入座"), 0);
    assert_eq!(hall.group().count("第1轮开赛"), 0);
    chief.says("/unpublish").await;
    chief.taps("确认撤回").await;
    hall.set_clock(at("09:20:00")).await;
    assert_eq!(hall.group().count("第1轮开赛"), 0);
    hall.round().await;
    hall.group().sees("第1轮对阵（共7轮）　09:25 开赛").await;
    hall.set_clock(at("09:25:00")).await;
    hall.group().sees("第1轮开赛（09:25）").await;
    // A draw is early by the start that held, not by the one that was planned.
    let table = hall.table(1);
    hall.set_clock(at("09:39:59")).await;
    table.red.says("和").await;
    table.black.says("和").await;
    chief.sees("开赛 14 分钟即报和棋").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_planned_start_an_arbiter_says_when() {
    let mut hall = Hall::field(4).await;
    crate::roles::appoint(&hall, "编排乙", "编排长").await;
    crate::roles::appoint(&hall, "裁判甲", "裁判员").await;
    under(&mut hall, |config| config.event.timetable.clear()).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("14:00:40")).await;
    hall.round().await;
    // Not only on the publisher's card: in /late and on the desk, for those who may.
    let officer = hall.person("编排乙").await;
    let arbiter = hall.person("裁判甲").await;
    for who in [&officer, &arbiter] {
        who.says("/desk").await;
        who.sees("第1轮进行中").await;
    }
    assert!(officer.newest("裁判台").button("宣布开赛").is_some());
    assert!(arbiter.newest("裁判台").button("宣布开赛").is_none());
    arbiter.says("/late").await;
    arbiter.sees("请编排乙、裁判长先宣布开赛").await;
    let round = hall.count("SELECT id FROM round");
    let toast = arbiter.taps_stale(&format!("db:{round}")).await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("要编排长才能做"))
    );
    chief.says("/late").await;
    chief.sees("第1轮还没有定开赛时间").await;
    chief.taps("宣布开赛").await;
    chief.sees("第1轮已宣布开赛（14:00）").await;
    hall.group().sees("第1轮开赛（14:00）").await;
    chief.sees("第1轮点名").await;
    // Pressed twice, or by two.
    assert!(officer.newest("裁判台").button("宣布开赛").is_none());
    let done = round;
    let toast = chief.taps_stale(&format!("ts:{done}")).await;
    assert!(toast.text.is_some_and(|text| text.contains("不用改")));
    hall.advance(Duration::from_secs(60)).await;
    assert_eq!(hall.group().count("第1轮开赛"), 1);
}
