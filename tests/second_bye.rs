//! A proposal that gives somebody a second bye, and the one that does not.

use crate::support::Hall;

/// Who has had more than one bye.
const TWICE: &str = "SELECT count(*) FROM (SELECT player FROM seat WHERE kind = 'bye'
                     GROUP BY player HAVING count(*) > 1)";

#[tokio::test(flavor = "multi_thread")]
async fn the_pairing_without_it_is_offered_and_taken() {
    let hall = Hall::field(5).await;
    let chief = hall.arbiter().await;
    for results in [
        ["黑胜", "黑胜"],
        ["和", "和"],
        ["红胜", "双弃"],
        ["双弃", "双弃"],
    ] {
        hall.round().await;
        for (table, result) in (1..).zip(results) {
            chief.rules(&format!("/result {table} {result}")).await;
        }
    }
    chief.says("/pair").await;
    chief.sees("有人第二次轮空").await;
    assert_eq!(hall.count(TWICE), 1);
    let someone = hall.table(1).red;
    let told = someone.taps_stale("pb:9").await.text.expect("a word");
    assert!(told.contains("编排长"), "{told}");
    chief.taps("改用无人再次轮空的编排").await;
    chief.sees("第5轮编排方案").await;
    assert_eq!(hall.count(TWICE), 0);
    assert_eq!(hall.group().count("第5轮"), 0);
    let reason = "SELECT count(*) FROM journal WHERE action = 'round.spare_bye'";
    assert_eq!(hall.count(reason), 1);
    let stale = chief.taps("改用无人再次轮空的编排").await.text;
    assert!(stale.expect("a word").contains("已经改过"));
    let anyway = chief.last().button("破例公布").is_some();
    chief.taps(if anyway { "破例公布" } else { "公布" }).await;
    hall.group().sees("第5轮对阵").await;
}
