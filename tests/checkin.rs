//! Check-in before the first round.

use std::time::Duration;

use crate::support::Hall;

const ACCEPTED: &str = "SELECT count(*) FROM registration WHERE state = 'accepted'";

#[tokio::test(flavor = "multi_thread")]
async fn players_come_and_absentees_leave_only_after_the_tap() {
    let hall = Hall::drawn(5).await;
    let chief = hall.arbiter().await;
    let early = hall.person("棋手1").await;
    early.says("报到").await;
    early.sees("报到还没有开始").await;
    chief.says("/checkin").await;
    chief.sees("已到 0 人，未到 5 人").await;
    hall.group().sees("报到开始").await;
    early.sees("报到开始了").await;
    early.taps("报到").await;
    early.sees("已报到").await;
    hall.person("棋手2").await.says("报到了！").await;
    hall.person("棋手2").await.sees("已报到").await;
    // Again is no error, and another one's button is no way in.
    early.says("/checkin").await;
    early.sees("已报到").await;
    let other = hall.person("路人").await;
    let toast = other.taps_stale("ch:3").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("没有等待报到的棋手"))
    );
    other.says("报到").await;
    other.sees("没有等待报到的棋手").await;

    chief.taps("刷新").await;
    chief.sees("已到 2 人，未到 3 人").await;
    chief.taps("提醒未到").await;
    chief.sees("已再次提醒 3 位").await;
    hall.person("棋手3").await.sees("还没有报到").await;
    early.sees_nothing().await;
    // One without a telephone, by number.
    let third = start_no(&hall, "棋手3");
    chief.says(&format!("/checkin {third}号")).await;
    chief.sees("已到 3 人，未到 2 人").await;
    for (typed, told) in [
        ("/checkin 99", "没有编号 99"),
        ("/checkin 全部", "不是数字"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }

    chief.taps("结束报到…").await;
    chief.sees("到场 3 人参加编排，未到 2 人将被除名").await;
    hall.person("棋手4").await.taps("报到").await;
    chief.is_told("确认结束", "没有除名任何人").await;
    assert_eq!(hall.count(ACCEPTED), 5);
    // Nobody closes it but a person.
    hall.advance(Duration::from_secs(30 * 86400)).await;
    assert_eq!(hall.count(ACCEPTED), 5);
    chief.taps("再等等").await;
    chief.sees("已到 4 人，未到 1 人").await;
    chief.taps("结束报到…").await;
    chief.taps("确认结束").await;
    chief.sees("到场 4 人").await;
    assert_eq!(hall.count(ACCEPTED), 4);
    let fifth = start_no(&hall, "棋手5");
    let closed = hall.group().sees("报到结束").await.text;
    assert!(
        closed.contains(&format!("{fifth} 棋手5")) && !closed.contains("棋手4"),
        "{closed}"
    );
    let late = hall.person("棋手5").await;
    assert!(late.last().text.contains("没有报到"), "{}", late.screen());
    late.is_told("报到", "报到已经结束").await;
    chief.says("/checkin").await;
    chief.sees("到场 4 人，未到 1 人").await;
    chief.says(&format!("/checkin {fifth}")).await;
    chief.sees("到场 5 人，未到 0 人").await;
    late.sees("棋手5 已补报到").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coach_checks_all_own_players_in_and_only_officers_close() {
    let hall = Hall::open().await;
    hall.enters(&[("甲", "教练"), ("乙", "教练"), ("丙", "丙")])
        .await;
    hall.ends_registration();
    hall.draws().await;
    let chief = hall.arbiter().await;
    chief.says("报到").await;
    chief.sees("未到 3 人").await;
    let coach = hall.person("教练").await;
    coach.says("报到").await;
    coach.sees("甲 已报到").await;
    coach.sees("乙 已报到").await;
    chief.taps("刷新").await;
    chief.sees("已到 2 人，未到 1 人").await;
    // Pairing waits, and a player cannot press the arbiters' buttons.
    chief.says("/pair").await;
    chief.sees("报到还没有结束，1 人未到").await;
    for data in ["cx:2:1", "cp", "cc", "ck"] {
        let toast = coach.taps_stale(data).await;
        assert!(
            toast.text.is_some_and(|text| text.contains("还不是裁判")),
            "{data}"
        );
    }
    let arbiter = crate::registering::appoint(&hall, "裁判甲").await;
    arbiter.says("/checkin").await;
    arbiter.is_told("结束报到…", "要编排长才能做").await;
    coach.says("/checkin@qisai_bot").await;
    coach.says_in_group("/checkin").await;
    hall.group().sees("涉及个人信息").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_check_in_it_is_not_begun_in_the_middle() {
    let hall = Hall::drawn(4).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    chief.says("/desk").await;
    chief.sees("第1轮进行中").await;
    chief.says("/checkin").await;
    chief.sees("第1轮已经编排").await;
    assert_eq!(hall.group().count("报到开始"), 0);
}

fn start_no(hall: &Hall, name: &str) -> i64 {
    hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ))
}
