//! Where people are to be, and on which day: clauses 5, 7 and 10 of the Wuhan regulation, clauses 2 and 7 of
//! the Chengdu-Chongqing one.

use chrono::{DateTime, Utc};

use crate::knockout::hall::{begin, rules, seats, seeded};
use crate::support::Hall;

fn at(day: u32, time: &str) -> DateTime<Utc> {
    format!("2023-10-{day:02}T{time}:00+08:00")
        .parse()
        .expect("an instant")
}

const POINTS: &str = "鲤鱼洲路28号";
const FINAL: &str = "武汉市江岸区三阳路湖锦酒店";

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_told_with_its_place_and_the_day_unless_it_is_today() {
    let hall = Hall::field(4).await;
    hall.set_clock(at(4, "20:00")).await;
    hall.round().await;
    let listed = hall.group().sees("第1轮对阵").await.text;
    assert!(
        listed.contains("10月5日 09:00 开赛\n地点：") && listed.contains(POINTS),
        "{listed}"
    );
    let seat = hall.table(1).red.sees("第1轮 第1台").await.text;
    assert!(
        seat.contains("10月5日 09:00 开赛\n地点：") && seat.contains(POINTS),
        "{seat}"
    );
    // On the day itself the day is not said again.
    hall.set_clock(at(5, "08:55")).await;
    let soon = hall.table(1).red.sees("请到 第1台 入座").await.text;
    assert!(
        soon.contains("第1轮 09:00 开赛") && soon.contains(POINTS),
        "{soon}"
    );
    let soon = hall.group().sees("请棋手按对阵入座").await.text;
    assert!(soon.contains(POINTS), "{soon}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_final_has_its_name_its_day_and_its_place_and_game_four_its_hour() {
    let hall = seeded(2, 2, |config| {
        // The final of the regulation, now the only round, keeps its slots.
        for slot in &mut config.event.timetable {
            for one in &mut slot.rounds {
                if one.stage == "knockout" {
                    one.round = if one.round == 4 { 1 } else { 99 };
                }
            }
        }
    })
    .await;
    hall.set_clock(at(6, "20:00")).await;
    begin(&hall).await;
    let listed = hall
        .group()
        .sees("棋王决赛　10月7日 09:00 开赛\n地点：")
        .await
        .text;
    assert!(listed.contains(&format!("地点：{FINAL}")), "{listed}");
    let first = seats(&hall, 1, 1);
    let seat = first.red.sees("棋王决赛 第1台 第1局").await.text;
    assert!(
        seat.contains(&format!("10月7日 09:00 开赛\n地点：{FINAL}")),
        "{seat}"
    );
    assert!(!seat.contains("淘汰赛第"), "{seat}");
    hall.set_clock(at(7, "09:00")).await;
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    let third = seats(&hall, 1, 1).red.sees("第3局 您执").await.text;
    assert!(!third.contains("开赛") && third.contains(FINAL), "{third}");
    hall.set_clock(at(7, "11:20")).await;
    rules(&hall, 1, &["和"]).await;
    let fourth = seats(&hall, 1, 1).red.sees("第4局 您执").await.text;
    assert!(
        fourth.contains(&format!("13:30 开赛\n地点：{FINAL}")),
        "{fourth}"
    );
    // Reports name it as well.
    hall.set_clock(at(7, "14:10")).await;
    let two = seats(&hall, 1, 1);
    two.red.says("胜").await;
    let asked = two.black.sees("请确认").await.text;
    assert!(asked.contains("棋王决赛 第1台 第4局"), "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_in_calls_to_the_own_venue_with_what_to_bring() {
    // In Wuhan after the planned time: not the opening ceremony, but where the first round is.
    let hall = Hall::drawn(3).await;
    hall.set_clock(at(5, "08:40")).await;
    hall.arbiter().await.says("/checkin").await;
    let opened = hall.group().sees("报到开始").await.text;
    assert!(opened.contains(POINTS), "{opened}");
    let call = hall.person("棋手1").await.sees("报到开始了").await.text;
    assert!(
        call.contains(POINTS) && call.contains("请带：第二代居民身份证"),
        "{call}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn each_competition_checks_in_at_its_own_slot() {
    let hall = Hall::with(|config| {
        let mut own = config.event.timetable[0].clone();
        own.competition = Some(config.event.competitions[0].key.clone());
        own.place = Some("棋院二楼".to_owned());
        own.starts += chrono::TimeDelta::minutes(10);
        config.event.timetable.insert(0, own);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(3).await;
    hall.draws().await;
    hall.set_clock(at(5, "08:00")).await;
    assert_eq!(hall.group().count("报到开始"), 0);
    hall.set_clock(at(5, "08:10")).await;
    let opened = hall.group().sees("报到开始").await.text;
    assert!(opened.contains("棋院二楼"), "{opened}");
}
