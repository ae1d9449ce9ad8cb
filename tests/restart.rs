//! Between any two steps the program may end and start again: the event goes on where it was.

use std::time::Duration;

use qisai::rehearsal::Act;

use crate::support::Hall;

/// Ends the program, now gently, now not.
async fn break_off(hall: &mut Hall, times: &mut u32) {
    *times += 1;
    if times.is_multiple_of(2) {
        hall.restart().await;
    } else {
        hall.crash().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_goes_on_whatever_ends_between_its_steps() {
    let mut hall = Hall::open().await;
    let mut times = 0;
    hall.fills(4).await;
    for (typed, told) in [
        ("/draw", "作为盐"),
        ("/draw 盐", "抽签完成"),
        ("/checkin", "未到 4 人"),
    ] {
        break_off(&mut hall, &mut times).await;
        let chief = hall.arbiter().await;
        chief.says(typed).await;
        chief.sees(told).await;
    }
    for no in 1..=3 {
        break_off(&mut hall, &mut times).await;
        hall.person(&format!("棋手{no}")).await.taps("报到").await;
    }
    for (label, told) in [
        ("结束报到…", "未到 1 人将被除名"),
        ("确认结束", "到场 3 人"),
    ] {
        break_off(&mut hall, &mut times).await;
        hall.advance(Duration::from_secs(600)).await;
        let chief = hall.arbiter().await;
        chief.taps(label).await;
        chief.sees(told).await;
    }
    break_off(&mut hall, &mut times).await;
    hall.arbiter().await.says("/pair").await;
    break_off(&mut hall, &mut times).await;
    hall.arbiter().await.taps("公布").await;
    break_off(&mut hall, &mut times).await;
    let progress = hall.group().sees("已报 0/1").await.id;
    hall.has_begun();
    hall.table(1).red.taps("我胜").await;
    break_off(&mut hall, &mut times).await;
    hall.advance(Duration::from_secs(600)).await;
    break_off(&mut hall, &mut times).await;
    assert_eq!(hall.group().sees("1 台成绩已全部报齐").await.id, progress);
    hall.group().sees("积分榜").await;
    assert_eq!(hall.state(1), "final red_win red:red_win");
    for wanted in ["抽签承诺", "抽签结果", "报到开始", "第1轮对阵", "积分榜"] {
        assert_eq!(hall.group().count(wanted), 1, "{wanted}");
    }
    assert_eq!(hall.table(1).black.count("您执黑"), 1);
    hall.round().await;
    hall.group().sees("第2轮对阵").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_objection_made_in_time_is_heard_after_an_outage() {
    let mut hall = Hall::field(2).await;
    hall.round().await;
    hall.has_begun();
    let (red, black) = (hall.table(1).red.id, hall.table(1).black.id);
    hall.known(red).says("胜").await;
    let prompt = hall.known(black).sees("请确认").await.id;
    hall.stop().await;
    let button = "异议".to_owned();
    hall.known(black).does_quickly(
        black,
        Act::Taps {
            message: prompt,
            button,
        },
    );
    hall.clock.advance(Duration::from_secs(3600));
    hall.start().await;
    hall.settled().await;
    assert_eq!(hall.state(1), "disputed - red:red_win");

    // Where nobody objects, it stands soon after.
    hall.arbiter().await.rules("/result 1 未定").await;
    hall.known(red).says("胜").await;
    hall.stop().await;
    hall.clock.advance(Duration::from_secs(3600));
    hall.start().await;
    hall.settled().await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    hall.advance(Duration::from_secs(60)).await;
    assert_eq!(hall.state(1), "final red_win red:red_win");
}
