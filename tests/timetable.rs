//! 日程: the timetable, and rounds whose start is moved.

use std::time::Duration;

use crate::clock::at;
use crate::registering::{appoint, data};
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn everyone_sees_the_timetable() {
    let hall = Hall::field(2).await;
    let player = hall.person("棋手1").await;
    player.says("日程").await;
    let shown = player.sees("积分赛第3轮 11:00 开赛").await.text;
    assert!(
        shown.contains("10月5日（周四）08:00—08:30　运动员报到")
            && shown.contains("棋王决赛 09:00 开赛")
            && shown.contains("地点：武汉市汉阳区马沧湖路236号"),
        "{shown}"
    );
    player.says_in_group("/timetable").await;
    hall.group().sees("积分赛第1轮 09:00 开赛").await;
    player.says("/timetable 1 10:00").await;
    player.sees("只有编排长能做").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_start_is_announced_and_everything_follows() {
    let mut hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("08:40:00")).await;
    chief.says("/timetable 1 9:15").await;
    let asked = chief.sees("改开赛时间").await;
    assert!(
        asked.text.contains("09:15 开赛（原 09:00）")
            && asked.text.contains("第2轮 10月5日（周四）10:15"),
        "{}",
        asked.text
    );
    assert_eq!(hall.group().count("日程变更"), 0);
    chief.taps("只改第1轮").await;
    hall.group()
        .sees("第1轮 10月5日（周四）09:15 开赛（原 09:00）")
        .await;
    hall.table(2).black.sees("日程变更").await;
    // Pressed once more, it says so.
    let toast = chief.taps_stale(&data(&asked, "只改第1轮")).await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    hall.crash().await;
    hall.set_clock(at("09:09:59")).await;
    assert_eq!(hall.group().count("请棋手按对阵入座"), 0);
    assert_eq!(hall.group().count("第1轮开赛"), 0);
    hall.set_clock(at("09:10:00")).await;
    hall.group()
        .sees("第1轮 09:15 开赛，请棋手按对阵入座")
        .await;
    hall.set_clock(at("09:15:00")).await;
    hall.group().sees("第1轮开赛（09:15）").await;
    let chief = hall.arbiter().await;
    chief.says("/late 2 红").await;
    // Put off again after the start: those who are late have more time, and the start is called anew.
    chief.says("/timetable 1 +20").await;
    chief.taps("只改第1轮").await;
    hall.set_clock(at("09:25:00")).await;
    assert_eq!(chief.count("迟到已满"), 0);
    hall.set_clock(at("09:45:00")).await;
    assert_eq!(chief.count("迟到已满"), 1);
    hall.table(1).red.says("/timetable").await;
    hall.table(1)
        .red
        .sees("积分赛第1轮 09:35 开赛（已改）")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rounds_of_the_session_can_follow() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("08:00:00")).await;
    chief.says("日程 第2轮 推迟 60分钟").await;
    let asked = chief.sees("第3轮不能早于或同于它开赛").await;
    assert!(asked.button("只改第2轮").is_none(), "{}", asked.text);
    chief.taps("以后各轮一起顺延").await;
    let told = hall.group().sees("日程变更").await.text;
    for line in [
        "第2轮 10月5日（周四）11:00",
        "第3轮 10月5日（周四）12:00",
        "第7轮 10月5日（周四）17:50",
    ] {
        assert!(told.contains(line), "{told}");
    }
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'round.time'"),
        6
    );
    // Before the round is published its players are told as well.
    assert_eq!(hall.person("棋手1").await.count("日程变更"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_cannot_be_is_refused() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("08:00:00")).await;
    for (typed, told) in [
        ("/timetable 3 明天", "没有看懂"),
        ("/timetable 9 10:00", "没有第9轮"),
        ("/timetable 1 07:30", "已经过去"),
        ("/timetable 1 09:00", "不用改"),
        ("/timetable 2 08:30", "要晚于第1轮"),
        ("/timetable 2 2月30日 09:00", "没有这样的日期"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    // Of two arbiters who move it the second has to look again.
    chief.says("/timetable 1 09:10").await;
    let asked = chief.sees("改开赛时间").await;
    chief.says("/timetable 1 09:20").await;
    chief.taps("只改第1轮").await;
    let toast = chief.taps_stale(&data(&asked, "只改第1轮")).await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    let deputy = appoint(&hall, "裁判甲").await;
    deputy.says("/timetable 1 09:30").await;
    deputy.sees("这一步要编排长").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/timetable 1 09:50").await;
    chief.sees("第1轮已经结束").await;
    hall.advance(Duration::from_secs(3600)).await;
    assert_eq!(hall.group().count("第1轮开赛"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_moved_to_another_time_of_the_day_stands_there() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("08:40:00")).await;
    chief.says("/timetable 3 12:30").await;
    chief.taps("只改第3轮").await;
    let player = hall.table(1).red;
    player.says("日程").await;
    let shown = player.sees("第3轮 12:30 开赛（已改）").await.text;
    let place = |what: &str| {
        shown
            .find(what)
            .unwrap_or_else(|| panic!("{what}: {shown}"))
    };
    assert!(
        place("第2轮 10:00") < place("第3轮 12:30") && place("第3轮 12:30") < place("13:30—18:00"),
        "{shown}"
    );
    assert_eq!(shown.matches("积分赛第3轮").count(), 1, "{shown}");
}
