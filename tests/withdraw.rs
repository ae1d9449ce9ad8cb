//! Leaving.

use crate::registering::Entrant;
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn leaving_is_asked_twice_and_told() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    person.says("/withdraw").await;
    person.sees("没有可以退的报名").await;
    Entrant::named("张三").registers(&person).await;
    person.says("退赛").await;
    person.sees("确定 张三 退赛").await;
    person.taps("不退了").await;
    person.sees("没有退赛").await;
    person.says("/withdraw").await;
    person.taps("确定退赛").await;
    person.sees("张三 已退赛").await;
    chief.sees("退赛：张三").await;
    let toast = person.taps_stale("wy:1:1").await;
    assert!(toast.text.is_some_and(|text| text.contains("已经退出")));
    // The case is gone from the queue, and the person may come again.
    chief.says("/review").await;
    chief.sees("没有待审核").await;
    Entrant::named("张三").registers(&person).await;
    person.sees("已提交").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_leaves_and_nobody_elses_can() {
    let hall = Hall::open().await;
    let coach = hall.person("教练").await;
    for no in 1..=2 {
        Entrant::number(no).registers(&coach).await;
    }
    let stranger = hall.person("路人").await;
    let toast = stranger.taps_stale("wy:1:1").await;
    assert!(toast.text.is_some_and(|text| text.contains("过期")));
    coach.says("/withdraw").await;
    coach.sees("哪一位").await;
    coach.taps("棋手2").await;
    coach.taps("确定退赛").await;
    coach.sees("棋手2 已退赛").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'review' AND name = '棋手1'"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_draw_nobody_moves_up() {
    let hall = Hall::with(|config| config.event.registration.pools[0].seats = 2).await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/bind").await;
    let mut people = Vec::new();
    for no in 1..=3 {
        let person = hall.person(&format!("账号{no}")).await;
        Entrant::number(no).registers(&person).await;
        people.push(person);
    }
    chief.says("/review").await;
    chief.taps("通过").await;
    chief.taps("通过").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    chief.says("/draw").await;
    chief.says("/draw 9月25日").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE start_no IS NOT NULL"),
        2,
        "{}",
        chief.screen()
    );
    people[0].says("/withdraw").await;
    people[0].sees("已经抽签").await;
    people[0].taps("确定退赛").await;
    chief.sees("号 棋手1").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'waiting'"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_opposite_hears_of_it_and_who_has_left_is_asked_nothing() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let (one, two) = (hall.table(1), hall.table(2));
    one.red.says("/withdraw").await;
    one.red.taps("确定退赛").await;
    let told = one.black.sees("您的对手").await.text;
    assert!(
        told.contains(&one.names[0]) && told.contains("已退赛：第1轮 第1台由裁判裁定"),
        "{told}"
    );
    chief.sees("请用 /result 1 裁定").await;
    one.black.says("胜").await;
    let received = one.black.sees("收到").await.text;
    assert!(!received.contains("请对方确认"), "{received}");
    assert_eq!(one.red.count("请确认"), 0);
    // Said again it is no different.
    one.black.says("我赢了").await;
    assert_eq!(one.black.count("已请对方确认"), 0);
    // An arbiter withdraws a player; a draw that nobody can confirm goes to the arbiters.
    let no = hall.database(|tx| {
        let sql = "SELECT start_no FROM registration WHERE name = ?1";
        tx.query_row(sql, [&two.names[1]], |row| row.get::<_, u32>(0))
    });
    chief.says(&format!("/withdraw {no}")).await;
    chief.taps("确定退赛").await;
    two.red.sees("已退赛：第1轮 第2台由裁判裁定").await;
    chief.says("/open").await;
    chief.taps("提醒未报的棋手").await;
    chief.sees("已提醒 1 位棋手").await;
    two.red.says("和").await;
    two.red.sees("对方不能在这里确认，已请裁判核实").await;
    chief.sees("另一方已退出比赛，不能自己确认").await;
    assert_eq!(two.black.count("请确认"), 0);
    hall.advance(std::time::Duration::from_secs(600)).await;
    assert_eq!(hall.state(1), "final black_win black:black_win");
    assert_eq!(hall.state(2), "pending - red:draw");
}
