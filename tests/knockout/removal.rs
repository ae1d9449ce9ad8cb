//! Players removed once the knockout is seeded.

use super::hall::{begin, rules, seats, seeded};
use crate::support::Hall;

async fn expels(hall: &Hall, no: i64) {
    let chief = hall.arbiter().await;
    chief.says(&format!("/expel {no} 假棋")).await;
    chief.taps("其他（按竞赛规则）").await;
    chief.taps("取消资格，已赛成绩保留").await;
    hall.settled().await;
}

/// The list, a line for each prize: place and who.
async fn prizes(hall: &Hall) -> String {
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    chief.sees("获奖名单　").await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_champion_and_one_behind_the_bracket_leave_their_prizes_to_the_next() {
    let hall = seeded(6, 2, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 1, &["和", "和", "和", "和", "和", "和"]).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let last = seats(&hall, 1, 1);
    rules(&hall, 1, &["和"]).await;
    let champion = last.names[1].clone();
    let second = last.names[0].clone();
    let before = prizes(&hall).await;
    let at = |list: &str, place: u32| {
        let beginning = format!("{place}. ");
        let found = list.lines().find(|line| line.starts_with(&beginning));
        found
            .unwrap_or_else(|| panic!("{place}: {list}"))
            .to_owned()
    };
    assert!(at(&before, 1).contains(&champion), "{before}");
    let number = |name: &str| {
        hall.count(&format!(
            "SELECT start_no FROM registration WHERE name = '{name}'"
        ))
    };
    let third = hall.database(|tx| {
        let sql = "SELECT r.name FROM frozen_place f JOIN registration r ON r.id = f.player
                   WHERE f.place = 3";
        tx.query_row(sql, [], |row| row.get::<_, String>(0))
    });
    assert!(at(&before, 3).contains(&third), "{before}");
    expels(&hall, number(&champion)).await;
    // The step is the removal, not that the match is given up for it.
    assert!(hall.count("SELECT count(*) FROM journal WHERE action = 'match.give_up'") > 0);
    let chief = hall.arbiter().await;
    chief.says("/undo").await;
    chief.sees("处罚请在 /foul 的列表里逐条撤销").await;
    expels(&hall, number(&third)).await;
    let after = prizes(&hall).await;
    assert!(at(&after, 1).contains(&second), "{after}");
    assert!(
        !after.contains(&champion) && !after.contains(&third),
        "{after}"
    );
    assert_eq!(
        after
            .lines()
            .filter(|line| line.contains("荣誉证书"))
            .count(),
        4,
        "{after}"
    );
}

/// The points table as people are shown it, without the bracket before it.
async fn standings(hall: &Hall) -> String {
    let chief = hall.arbiter().await;
    chief.says("/standings").await;
    hall.settled().await;
    chief.sees("最终名次").await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_ranks_the_table_anew_from_which_the_knockout_was_seeded() {
    let hall = seeded(6, 2, |_| {}).await;
    let chief = hall.arbiter().await;
    let before = standings(&hall).await;
    let told = hall.group().count("最终名次");
    let outcomes = "SELECT count(*) FROM game WHERE outcome <> 'red_win'";
    let third = hall.count(
        "SELECT r.start_no FROM frozen_place f JOIN registration r ON r.id = f.player
         WHERE f.place = 3",
    );
    chief.says("/ranking 积分 胜局").await;
    chief.sees("积分赛名次已用于淘汰赛定位").await;
    for _ in 0..2 {
        chief.says(&format!("/foul {third} 应录未录")).await;
        chief.taps("其他（按竞赛规则）").await;
    }
    chief.says(&format!("/warn {third} 提示着法")).await;
    chief.taps("改为判负").await;
    chief.taps("其他（按竞赛规则）").await;
    hall.settled().await;
    assert_eq!(hall.count(outcomes), 0);
    assert_eq!(chief.count("名次可能有变"), 0);
    assert_eq!(standings(&hall).await, before);
    // Of one who is removed the games stay as they counted.
    chief.says(&format!("/expel {third} 假棋")).await;
    chief.taps("其他（按竞赛规则）").await;
    chief.taps("取消资格，已赛各局改判对手胜").await;
    hall.settled().await;
    assert_eq!(chief.count("名次可能有变"), 0);
    assert_eq!(hall.group().count("最终名次"), told);
    let after = standings(&hall).await;
    assert_eq!(after.replace("（除名）", ""), before);
}

/// A removal that is struck gives the match back; the last walkover is open again.
#[tokio::test(flavor = "multi_thread")]
async fn a_removal_taken_back_gives_the_match_back() {
    let hall = seeded(6, 4, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 2, &["红胜"]).await;
    let table = seats(&hall, 1, 1);
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{}'",
        table.names[0]
    ));
    expels(&hall, no).await;
    hall.group().sees("对方弃权").await;
    let chief = hall.arbiter().await;
    chief.taps("撤销这次处罚").await;
    chief.sees("要撤销吗").await;
    chief.taps("确认撤销").await;
    hall.settled().await;
    hall.group().sees("恢复参赛，未下完的一场继续").await;
    rules(&hall, 1, &["红胜", "和"]).await;
    hall.group().sees("3-1").await;
}
