//! Players removed once the knockout is seeded.

use super::hall::{begin, rules, seats, seeded};
use crate::support::Hall;

async fn expels(hall: &Hall, no: i64) {
    let chief = hall.arbiter().await;
    chief.says(&format!("/expel {no} 假棋")).await;
    chief.taps("其他（按竞赛规则）").await;
    chief.taps("取消资格").await;
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
    // Nothing is left to give up.
    assert_eq!(hall.group().count("退出"), 0);
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
    let asked = chief.sees("从此固定").await;
    assert!(asked.button("取消资格，已赛各局改判对手胜").is_none());
    chief.taps("取消资格").await;
    hall.settled().await;
    assert_eq!(chief.count("名次可能有变"), 0);
    assert_eq!(hall.group().count("最终名次"), told);
    let after = standings(&hall).await;
    assert_eq!(after.replace("（除名）", ""), before);
}

/// Start number of a player.
fn number(hall: &Hall, name: &str) -> i64 {
    hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_during_a_match_is_shown_recorded_and_told_as_what_it_is() {
    let hall = seeded(6, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    assert!(group.sees("名已定").await.text.contains("第5至6名已定"));
    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    let table = seats(&hall, 1, 1);
    let [removed, winner] = [table.names[0].clone(), table.names[1].clone()];
    let (no, winner_no) = (number(&hall, &removed), number(&hall, &winner));
    chief.says(&format!("/expel {no} 代打")).await;
    chief.sees("在 淘汰赛第1轮第1台第2局").await;
    chief.taps("其他（按竞赛规则）").await;
    let asked = chief.sees("取消 ").await.text;
    let lost = format!("半决赛） 1台（第2局未下完）判负：{winner_no} {winner} 胜，进入棋王决赛。");
    assert!(asked.contains(&lost), "{asked}");
    assert!(
        asked.contains("已公布的名次要更正：") && asked.contains("第5→4名"),
        "{asked}"
    );
    assert!(asked.contains("奖励随之变动：4. "), "{asked}");
    chief.taps("取消资格").await;
    hall.settled().await;
    chief.sees("取消资格 淘汰赛第1轮第1台第2局：代打").await;
    let told = group.sees("被取消比赛资格").await.text;
    assert!(told.contains(&lost), "{told}");
    assert!(
        !told.contains("作废") && !told.contains("已赛成绩"),
        "{told}"
    );
    table.black.sees("您的对手").await;
    table.black.sees("一方被取消资格").await;
    let corrected = group.sees("更正：").await.text;
    assert!(
        corrected.contains("4. ") && corrected.contains("5. ") && !corrected.contains("6. "),
        "{corrected}"
    );
    assert!(!corrected.contains("退"), "{corrected}");
    // The table is called as the match it was.
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM penalty p JOIN duel_game d ON d.game = p.game
             WHERE p.kind = 'removal' AND d.round = 1 AND d.table_no = 1 AND d.number = 2"
        ),
        1
    );
    // The others play on, and the end has no place for the removed.
    rules(&hall, 2, &["红胜", "红胜", "红胜"]).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "和", "红胜", "和", "红胜", "和"]).await;
    let ranking = group.sees("武汉棋王赛 最终名次").await.text;
    let rows: Vec<&str> = ranking.lines().filter(|line| line.contains(". ")).collect();
    assert_eq!(rows.len(), 5, "{ranking}");
    assert!(rows.iter().all(|row| !row.contains(&removed)), "{ranking}");
    assert!(
        ranking.contains("除名，不列名次：") && ranking.contains(&removed),
        "{ranking}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_after_the_prizes_were_published_says_that_the_list_is_outdated() {
    let hall = seeded(6, 2, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "和", "红胜", "和", "红胜", "和"]).await;
    prizes(&hall).await;
    chief.taps("发到群里").await;
    chief.sees("获奖名单已发到群里").await;
    let third = hall.database(|tx| {
        let sql = "SELECT r.name FROM frozen_place f JOIN registration r ON r.id = f.player
                   WHERE f.place = 3";
        tx.query_row(sql, [], |row| row.get::<_, String>(0))
    });
    let ranked = group.count("武汉棋王赛 最终名次");
    expels(&hall, number(&hall, &third)).await;
    let corrected = group.sees("更正：武汉棋王赛 名次").await.text;
    assert!(
        corrected.contains("3. ") && !corrected.contains("2. ") && corrected.contains(&third),
        "{corrected}"
    );
    group.sees("获奖名单有变动，不再有效").await;
    chief.sees("重新公布").await;
    assert_eq!(group.count("武汉棋王赛 最终名次"), ranked);
    assert!(prizes(&hall).await.contains("尚未重新公布"));
    // Nothing is said twice, and what is taken back holds again.
    assert_eq!(group.count("不再有效"), 1);
    chief.says("/foul").await;
    let label = format!("撤销 {} {third} 取消资格 09:00 假棋", number(&hall, &third));
    chief.taps(&label).await;
    chief.taps("确认撤销").await;
    group.sees("恢复有效").await;
    assert!(!prizes(&hall).await.contains("尚未重新公布"));
    expels(&hall, number(&hall, &third)).await;
    prizes(&hall).await;
    chief.taps("发到群里").await;
    hall.settled().await;
    assert!(!prizes(&hall).await.contains("尚未重新公布"));
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
