//! When registration opens and closes, in the event's zone.

use std::time::Duration;

use chrono::{DateTime, Utc};
use qisai::config::Config;

use crate::registering::Entrant;
use crate::support::Hall;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opening_is_told_in_the_group_at_its_second_and_once() {
    let opens = at("2023-09-20T02:00:00Z");
    let mut hall = Hall::with(|config| config.event.registration.opens = Some(opens)).await;
    hall.arbiter().await.says_in_group("/bind").await;
    let early = hall.person("早").await;
    hall.set_clock(at("2023-09-20T01:59:59Z")).await;
    early.says("/register").await;
    early.sees("还没有开始").await;
    assert_eq!(hall.group().count("报名开始"), 0);
    hall.set_clock(opens).await;
    hall.group().sees("报名开始，9月25日 23:59 截止").await;
    let early = hall.person("早").await;
    early.says("/register").await;
    early.sees("请输入选手姓名").await;
    hall.crash().await;
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.group().count("报名开始"), 1);
    // A clock that is set back and forth tells nothing twice.
    hall.set_clock(at("2023-09-20T01:00:00Z")).await;
    hall.set_clock(at("2023-09-20T03:00:00Z")).await;
    assert_eq!(hall.group().count("报名开始"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_not_finished_is_reminded_a_day_before_the_end() {
    let mut hall = Hall::open().await;
    let slow = hall.person("慢").await;
    slow.says("/register").await;
    slow.says("张三").await;
    let done = hall.person("快").await;
    Entrant::number(1).registers(&done).await;
    hall.set_clock(at("2023-09-24T15:59:58Z")).await;
    assert_eq!(hall.person("慢").await.count("还没有提交"), 0);
    // Off at the time: told soon after.
    hall.stop().await;
    hall.clock.set(at("2023-09-24T18:00:00Z"));
    hall.start().await;
    hall.advance(Duration::from_secs(1)).await;
    hall.advance(Duration::from_secs(3600)).await;
    let slow = hall.person("慢").await;
    assert_eq!(slow.count("还没有提交，9月25日 23:59 截止"), 1);
    assert_eq!(hall.person("快").await.count("还没有提交"), 0);
    slow.taps("继续报名").await;
    slow.sees("居民身份证号").await;
    // The last second counts in full, the next does not.
    hall.set_clock(at("2023-09-25T15:59:59.999Z")).await;
    slow.says("/register").await;
    slow.sees("居民身份证号").await;
    hall.set_clock(at("2023-09-25T16:00:00Z")).await;
    slow.says("/register").await;
    slow.sees("截止").await;
}

#[test]
fn a_date_alone_ends_with_its_day_where_clocks_change() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
    let text = text.expect("bot.toml").replace("2023-10-", "2024-12-");
    for (zone, day, closes) in [
        // The clocks go back that day, forward that day, and not at all.
        ("America/New_York", "2024-11-03", "2024-11-04T04:59:59Z"),
        ("America/New_York", "2024-03-10", "2024-03-11T03:59:59Z"),
        ("Asia/Shanghai", "2024-03-10", "2024-03-10T15:59:59Z"),
    ] {
        let event = text
            .replace("Asia/Shanghai", zone)
            .replace("closes = 2023-09-25", &format!("closes = {day}"));
        let config = Config::parse("bot.toml", &event)
            .expect("it is sound")
            .config;
        assert_eq!(config.event.registration.closes, at(closes), "{zone} {day}");
    }
}
