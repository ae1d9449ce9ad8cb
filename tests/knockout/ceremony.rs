//! What the timetable has besides rounds is called at its hour: opening, the giving of prizes in its order.

use chrono::{DateTime, Utc};
use qisai::config::Config;

use super::hall::{begin, played, rules, seeded};

fn at(moment: &str) -> DateTime<Utc> {
    format!("{moment}:00+08:00").parse().expect("a moment")
}

/// The slot of this name gives the prizes of these places.
fn gives(config: &mut Config, what: &str, places: (u32, u32)) {
    let mut slots = config.event.timetable.iter_mut();
    let slot = slots.find(|slot| slot.what == what).expect("the slot");
    assert!(slot.prizes.is_some(), "{what}");
    slot.prizes = Some(places);
}

fn small(config: &mut Config) {
    gives(config, "颁奖(17至32名)", (3, 6));
    gives(config, "颁奖(9至16名)", (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn prizes_are_given_at_their_hour_once_their_places_are_final() {
    let mut hall = seeded(6, 2, small).await;
    assert_eq!(hall.group().count("请以上棋手到场领奖"), 0);
    hall.set_clock(at("2023-10-05T17:59")).await;
    assert_eq!(hall.group().count("请以上棋手到场领奖"), 0);
    hall.set_clock(at("2023-10-05T18:00")).await;
    let given = hall.group().sees("颁奖(17至32名)　武汉棋王赛").await.text;
    assert_eq!(
        given.matches("棋手").count(),
        5,
        "four, and the closing words: {given}"
    );
    assert!(given.contains("3. ") && given.contains("元"), "{given}");
    hall.crash().await;
    hall.set_clock(at("2023-10-05T18:05")).await;
    assert_eq!(hall.group().count("请以上棋手到场领奖"), 1);

    // The best two are still playing when it is their turn.
    let chief = hall.arbiter().await;
    begin(&hall).await;
    hall.set_clock(at("2023-10-06T18:00")).await;
    let waits = chief.sees("时间已到").await.text;
    assert!(waits.contains("颁奖(9至16名)"), "{waits}");
    hall.set_clock(at("2023-10-06T18:01")).await;
    assert_eq!(chief.count("时间已到"), 1);
    assert_eq!(hall.group().count("请以上棋手到场领奖"), 1);
    rules(&hall, 1, &["红胜", "和", "和", "和", "和", "和"]).await;
    hall.set_clock(at("2023-10-06T18:30")).await;
    let given = hall.group().sees("颁奖(9至16名)　武汉棋王赛").await.text;
    assert!(
        given.contains("1. ") && given.contains("棋王流动奖杯"),
        "{given}"
    );
    assert_eq!(hall.group().count("请以上棋手到场领奖"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opening_is_called_and_a_missed_one_is_not_called_late() {
    let hall = played(4, 2, |_| {}).await;
    hall.set_clock(at("2023-10-05T08:30")).await;
    let called = hall.group().sees("开幕式").await.text;
    assert!(called.contains("至 09:00"), "{called}");
    hall.set_clock(at("2023-10-05T08:31")).await;
    assert_eq!(hall.group().count("开幕式"), 1);
    // The afternoon of the final was slept through.
    hall.set_clock(at("2023-10-07T14:00")).await;
    assert_eq!(hall.group().count("棋王决赛第4至6局"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn places_that_nobody_has_are_given_to_nobody() {
    let hall = played(4, 2, |_| {}).await;
    hall.set_clock(at("2023-10-05T18:00")).await;
    hall.set_clock(at("2023-10-06T18:00")).await;
    assert_eq!(hall.group().count("领奖"), 0);
}
