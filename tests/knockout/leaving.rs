//! Qualifiers who leave, and come back.

use super::hall::{begin, games, knockout, rules, seats, seeded, walkovers};
use crate::support::{Hall, Person};

async fn leaves(who: &Person<'_>) {
    who.says("/withdraw").await;
    who.taps("确定退赛").await;
}

/// The chief takes the last step back.
async fn undoes(hall: &Hall) -> String {
    let chief = hall.arbiter().await;
    chief.says("/undo").await;
    let asked = chief.sees("撤销上一步").await.text;
    chief.taps("撤销这一步").await;
    chief.sees("已撤销").await;
    hall.settled().await;
    asked
}

async fn withdrawn_by_chief(hall: &Hall, name: &str) {
    let chief = hall.arbiter().await;
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ));
    chief.says(&format!("/withdraw {no}")).await;
    chief.taps("确定退赛").await;
    hall.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_is_taken_back_with_what_it_made_of_the_match() {
    let hall = seeded(6, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    rules(&hall, 2, &["红胜"]).await;
    let table = seats(&hall, 1, 1);
    withdrawn_by_chief(&hall, &table.names[0]).await;
    let told = group.sees("已开赛，不再递补").await.text;
    assert!(
        told.contains(&format!("{} 退出", table.names[0])) && told.contains(&table.names[1]),
        "{told}"
    );
    group.sees("对方弃权").await;
    let asked = undoes(&hall).await;
    assert!(asked.contains("退赛") && !asked.contains("弃权"), "{asked}");
    group.sees("恢复参赛，未下完的一场继续").await;
    group.sees("胜负未定").await;
    let again = seats(&hall, 1, 1);
    assert_eq!((again.number, &again.names), (1, &table.names));
    rules(&hall, 1, &["红胜", "和"]).await;
    group.sees("3-1").await;
    // The next match is played on a walkover's strength: that cannot go back behind its players' backs.
    withdrawn_by_chief(&hall, &seats(&hall, 1, 2).names[0]).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    hall.settled().await;
    // The withdrawal is not the last step now; a game of the final is.
    chief.says("/undo").await;
    let asked = chief.sees("撤销上一步").await.text;
    assert!(asked.contains("棋王决赛 1台第1局"), "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_is_taken_back_until_something_is_played() {
    let hall = seeded(6, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let table = seats(&hall, 1, 1);
    withdrawn_by_chief(&hall, &table.names[0]).await;
    group.sees("淘汰赛递补").await;
    let reserve = seats(&hall, 1, 1);
    assert!(!reserve.names.contains(&table.names[0]));
    let asked = undoes(&hall).await;
    assert!(asked.contains("退赛"), "{asked}");
    let back = group.sees("不再递补").await.text;
    assert!(back.contains("恢复参赛，回到第"), "{back}");
    let again = seats(&hall, 1, 1);
    let mut names = [again.names.clone(), table.names.clone()];
    names.iter_mut().for_each(|two| two.sort());
    assert_eq!(names[0], names[1]);
    // Once the reserve has played, the seed is the reserve's.
    withdrawn_by_chief(&hall, &table.names[0]).await;
    group.sees("淘汰赛递补").await;
    let player = seats(&hall, 1, 2);
    player.red.says("胜").await;
    player.black.sees("请确认").await;
    player.black.taps("确认").await;
    hall.settled().await;
    chief.says("/undo").await;
    chief.sees("撤销上一步").await;
    let toast = chief.taps("撤销这一步").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("不能恢复原来的棋手"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_reserve_the_group_knows_at_once_why_somebody_goes_on() {
    let hall = seeded(4, 4, |_| {}).await;
    let group = hall.group();
    let first = hall.count(
        "SELECT r.account FROM seed s JOIN registration r ON r.id = s.player WHERE s.seed = 1",
    );
    leaves(&hall.known(first)).await;
    let told = group.sees("没有可以递补的棋手").await.text;
    assert!(told.contains("对手"), "{told}");
    begin(&hall).await;
    group.sees("对方弃权").await;
    assert_eq!(games(&hall), 1);

    let hall = seeded(6, 4, walkovers).await;
    let second = hall.count(
        "SELECT r.account FROM seed s JOIN registration r ON r.id = s.player WHERE s.seed = 2",
    );
    leaves(&hall.known(second)).await;
    hall.group().sees("规程不设递补").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_left_is_marked_where_a_prize_is_due() {
    let hall = seeded(6, 2, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 1, &["和"]).await;
    let table = seats(&hall, 1, 1);
    withdrawn_by_chief(&hall, &table.names[1]).await;
    let ranking = hall.group().sees("武汉棋王赛 最终名次").await.text;
    assert!(
        ranking.contains(&format!("{}（退）", table.names[1])),
        "{ranking}"
    );
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    let prizes = chief.sees("获奖名单　").await.text;
    assert!(
        prizes.contains(&format!("{}（退）", table.names[1])) && prizes.contains("请裁判长"),
        "{prizes}"
    );
    assert!(
        !prizes.contains(&format!("{}（退）", table.names[0])),
        "{prizes}"
    );
}

/// Chosen while the bot was down past the limit: nobody can say when the button was pressed.
#[tokio::test(flavor = "multi_thread")]
async fn a_side_chosen_while_the_bot_was_down_counts() {
    let mut hall = seeded(4, 4, |config| knockout(config).choice_minutes = 5).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜", "和"]).await;
    let black = seats(&hall, 1, 1).black.id;
    let asked = hall.known(black).sees("由您选先后手").await;
    hall.kill();
    hall.clock.advance(std::time::Duration::from_secs(10 * 60));
    hall.start().await;
    let toast = hall.known(black).taps_on(&asked, "执红（先手）").await;
    let said = toast.text.unwrap_or_default();
    assert!(!said.contains("时间已过"), "{said}");
    hall.settled().await;
    assert_eq!(seats(&hall, 1, 1).number, 4);
    assert_eq!(seats(&hall, 1, 1).red.id, black);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_withdraws_from_a_match_knows_that_it_is_lost_and_to_whom() {
    let hall = seeded(6, 4, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 2, &["红胜"]).await;
    let table = seats(&hall, 1, 1);
    table.red.says("/withdraw").await;
    let asked = table.red.sees("确定 ").await.text;
    assert!(
        asked.contains("半决赛） 1台（第1局未下完）判负：")
            && asked.contains(&format!("{} 胜，进入棋王决赛", table.names[1])),
        "{asked}"
    );
    table.red.taps("确定退赛").await;
    let won = table.black.sees("已退赛：").await.text;
    assert!(won.contains("您<b>胜</b>") || won.contains("您胜"), "{won}");
    table.black.sees("（一方退赛）").await;
    assert_eq!(table.black.count("弃权，成绩已生效（裁判裁定）"), 0);
    // By an arbiter the same.
    let other = seats(&hall, 1, 2);
    let chief = hall.arbiter().await;
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{}'",
        other.names[0]
    ));
    chief.says(&format!("/withdraw {no}")).await;
    let asked = chief.sees("确定 ").await.text;
    assert!(asked.contains("2台（第2局未下完）判负："), "{asked}");
    chief.taps("确定退赛").await;
    other.black.sees("（一方退赛）").await;
}
