//! Check-in by the timetable: 5 October, 08:00 to 08:30 in Wuhan.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::support::Hall;

const ACCEPTED: &str = "SELECT count(*) FROM registration WHERE state = 'accepted'";

fn at(time: &str) -> DateTime<Utc> {
    format!("2023-10-05T{time}+08:00")
        .parse()
        .expect("an instant")
}

fn label(hall: &Hall, name: &str) -> String {
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ));
    format!("{no} {name}")
}

#[tokio::test(flavor = "multi_thread")]
async fn it_opens_calls_and_waits_for_the_arbiter() {
    let mut hall = Hall::drawn(3).await;
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = NULL WHERE name = '棋手3'",
                [],
            )?;
            Ok::<_, qisai::store::StoreError>(())
        })
        .expect("the database");
    hall.set_clock(at("07:59:59")).await;
    assert_eq!(hall.group().count("报到开始"), 0);
    hall.set_clock(at("08:00:00")).await;
    hall.group().sees("报到开始").await;
    hall.person("棋手1").await.taps("报到").await;
    hall.set_clock(at("08:14:59")).await;
    assert_eq!(hall.group().count("请尽快报到"), 0);
    hall.set_clock(at("08:15:00")).await;
    let called = hall.group().sees("请尽快报到，08:30 以后结束").await.text;
    assert!(
        !called.contains("棋手1") && called.contains("棋手2") && called.contains("棋手3"),
        "{called}"
    );
    assert_eq!(hall.person("棋手2").await.count("还没有报到"), 1);
    hall.crash().await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.group().count("请尽快报到"), 1);
    assert_eq!(hall.group().count("报到开始"), 1);
    // The arbiter ticks one who has no account.
    let chief = hall.arbiter().await;
    chief.says("/checkin").await;
    chief.taps("逐个签到").await;
    chief.sees("未到 2 人").await;
    chief
        .taps(&format!("{}（无账号）（未交费）", label(&hall, "棋手3")))
        .await;
    chief.sees("未到 1 人").await;
    // Off over the last call and the end: the arbiters are told once, and nobody is removed.
    hall.stop().await;
    hall.clock.set(at("08:31:00"));
    hall.start().await;
    hall.advance(Duration::from_secs(1)).await;
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("报到时间到：已到 2 人，未到 1 人"), 1);
    assert_eq!(hall.group().count("请尽快报到"), 1);
    hall.advance(Duration::from_secs(3600)).await;
    assert_eq!(chief.count("报到时间到"), 1);
    assert_eq!(hall.count(ACCEPTED), 3);
    chief.taps("结束报到…").await;
    let preview = chief.sees("未到 1 人将被除名").await.text;
    assert!(
        preview.contains("棋手2") && !preview.contains("最早"),
        "{preview}"
    );
    chief.taps("确认结束").await;
    assert_eq!(hall.count(ACCEPTED), 2);
    // Late all the same: the arbiter takes the player in again.
    chief.taps("补报到…").await;
    chief.sees("未到被除名 1 人").await;
    chief
        .taps(&format!("{}（未交费）", label(&hall, "棋手2")))
        .await;
    chief.sees("未到被除名 0 人").await;
    hall.group().sees("棋手2 已补报到").await;
    assert_eq!(hall.count(ACCEPTED), 3);
    hall.round().await;
    hall.group().sees("第1轮对阵").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn begun_late_it_is_given_its_least_time() {
    let mut hall = Hall::drawn(2).await;
    hall.stop().await;
    hall.clock.set(at("08:40:00"));
    hall.start().await;
    hall.advance(Duration::from_secs(1)).await;
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("原定的报到时间（到 08:30）已过"), 1);
    assert_eq!(hall.group().count("报到开始"), 0);
    chief.says("/checkin").await;
    hall.group().sees("报到开始").await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.count(ACCEPTED), 2);
    chief.taps("结束报到…").await;
    chief.sees("最早 08:50 可以结束").await;
    chief.is_told("确认结束", "以后才能结束").await;
    hall.advance(Duration::from_secs(600)).await;
    assert_eq!(chief.count("报到时间到"), 1);
    assert_eq!(hall.count(ACCEPTED), 2);
    // Who came since then makes the preview outdated, even when another left.
    hall.person("棋手1").await.taps("报到").await;
    let stale = chief.taps_stale("cx:0:1").await;
    assert!(
        stale
            .text
            .is_some_and(|text| text.contains("没有除名任何人"))
    );
    chief.says("/checkin").await;
    chief.taps("结束报到…").await;
    chief.taps("确认结束").await;
    assert_eq!(hall.count(ACCEPTED), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_numbers_it_waits_for_the_draw() {
    let hall = Hall::open().await;
    hall.fills(2).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("08:00:00")).await;
    assert_eq!(chief.count("还没有抽签"), 1);
    hall.draws().await;
    hall.advance(Duration::from_secs(1)).await;
    hall.group().sees("报到开始").await;
    assert_eq!(chief.count("还没有抽签"), 1);
}
