//! What is left undecided stands on the desk, and is said before a round and the prizes are published.

use qisai::config::Config;

use crate::clock::swiss;
use crate::registering::appoint;
use crate::support::Hall;

/// A round whose first table owes its record, and an appeal about it.
async fn playing(change: impl FnOnce(&mut Config)) -> Hall {
    let mut hall = Hall::field(4).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    swiss(&mut hall.config).conduct.recorded_tables = 1;
    change(&mut hall.config);
    hall.start().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let player = hall.table(1).black;
    player.says("/appeal 红方摸子未走").await;
    player.taps("第1轮第1台的判罚").await;
    player.taps("提交申诉").await;
    player.sees("已提交").await;
    hall
}

const RECORD: &str = "棋谱未交 1 份，记犯规可能影响名次：/record";
const APPEAL: &str = "申诉待裁决 1 件：/appeal";

#[tokio::test(flavor = "multi_thread")]
async fn records_and_appeals_stand_on_the_desk_and_before_the_next_round() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/desk").await;
    let desk = chief.sees("裁判台").await;
    assert!(desk.text.contains(RECORD), "{}", desk.text);
    assert!(desk.text.contains(APPEAL), "{}", desk.text);
    chief.taps("申诉 1…").await;
    chief.sees("押金已收").await;
    chief.taps("录谱 1…").await;
    chief.sees("每轮前 1 台和裁判指定的台次").await;
    chief.says("/pair").await;
    let proposal = chief.sees("棋手现在还看不到").await;
    assert!(
        proposal.text.contains("还有未了结的事项"),
        "{}",
        proposal.text
    );
    assert!(proposal.text.contains(RECORD), "{}", proposal.text);
    assert!(proposal.text.contains(APPEAL), "{}", proposal.text);
    // It can be published all the same.
    chief.taps("公布").await;
    chief.sees("第2轮已公布").await;
    // What is settled is said no more.
    hall.table(1).black.says("/appeal").await;
    let player = hall.known(hall.count("SELECT account FROM appeal"));
    player.says("/appeal").await;
    player.taps("撤回申诉 1 号").await;
    chief.says("/desk").await;
    let desk = chief.last();
    assert!(!desk.text.contains("申诉待裁决"), "{}", desk.text);
    assert!(desk.text.contains(RECORD), "{}", desk.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_prizes_and_the_seeding_are_shown_with_them_and_players_see_nothing_of_it() {
    let hall = playing(|config| swiss(config).rounds = 1).await;
    let chief = hall.arbiter().await;
    chief.says("/knockout").await;
    let preview = chief.sees("确认后积分赛名次固定").await;
    assert!(preview.text.contains(APPEAL), "{}", preview.text);
    assert!(preview.text.contains(RECORD), "{}", preview.text);
    let seeded = preview.button("确认定位").is_some();
    assert!(seeded, "{preview:?}");
    chief.says("/prizes").await;
    let prizes = chief.sees("获奖名单").await;
    assert!(chief.screen().contains(APPEAL), "{}", prizes.text);
    let player = hall.table(1).black;
    player.says("/prizes").await;
    player.sees("获奖名单").await;
    assert_eq!(player.count("未了结"), 0);
    chief.taps("发到群里").await;
    chief.sees("获奖名单已发到群里").await;
    hall.group().sees("获奖名单").await;
    assert_eq!(hall.group().count("未了结"), 0);
}
