//! What a correction of a game of a match brings: shown first, made as it was shown, told once.

use super::hall::{begin, games, rules, seats, seeded};
use crate::roles::appoint;
use crate::support::Hall;

/// The outcome of a game of a match.
fn outcome(hall: &Hall, (round, table, number): (u32, u32, u32)) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT coalesce(g.outcome, '-') FROM game g JOIN duel_game d ON d.game = g.id
             WHERE d.round = ?1 AND d.table_no = ?2 AND d.number = ?3 AND d.annulled_at IS NULL",
            (round, table, number),
            |row| row.get(0),
        )
    })
}

fn has(text: &str, wanted: &[&str]) {
    for one in wanted {
        assert!(text.contains(one), "{one:?} is not in:\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_moves_is_listed_before_it_moves() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    rules(&hall, 2, &["红胜", "黑胜"]).await;
    begin(&hall).await;
    let last = seats(&hall, 2, 1);
    let semi = seats(&hall, 1, 1);
    // In the second game the better had black, and won.
    let [loser, winner] = &semi.names;
    chief.says("/result 1-1-2 红胜").await;
    let shown = chief.sees("尚未生效").await.text;
    has(
        &shown,
        &[
            "黑胜 → 红胜",
            &format!("{winner} → 未分胜负"),
            "4-0",
            "改后：1台",
            "2-2",
            "对阵变动",
            "棋王决赛 1台：",
            "1台胜者",
            "撤回（还没有人报成绩）",
            "棋王决赛 第1台 第1局",
            "1台 第3局：随即抽签定先后手",
            "已公布的名次",
            "→ 待定",
        ],
    );
    let told = group.count("成绩更正");
    chief.taps("裁判改判").await;
    chief.sees("已更正").await;
    hall.settled().await;
    assert_eq!(group.count("成绩更正"), told + 1);
    let told = group.sees("成绩更正").await.text;
    has(
        &told,
        &["黑胜 → 红胜", "→ 未分胜负", "棋王决赛 1台 对阵改为："],
    );
    assert_eq!(group.count("胜负未定"), 0, "said once");
    semi.red.sees("黑胜 → 红胜").await;
    semi.black.sees("黑胜 → 红胜").await;
    last.red.sees("不下了").await;
    assert_eq!(games(&hall), 5);
    // The loser wins the lot's game: the final is the other's.
    let rapid = seats(&hall, 1, 1);
    let result = if rapid.names[0] == *loser {
        "红胜"
    } else {
        "黑胜"
    };
    rules(&hall, 1, &[result]).await;
    assert!(seats(&hall, 2, 1).names.contains(loser));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_winner_by_another_score_is_announced() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    let semi = seats(&hall, 1, 1);
    chief.says("/result 1-1-2 和").await;
    let shown = chief.sees("尚未生效").await.text;
    has(&shown, &["胜者不变：", "4-0", "3-1"]);
    assert!(!shown.contains("积分和名次"), "{shown}");
    chief.taps("申诉成立").await;
    chief.sees("已更正").await;
    let told = group.sees("成绩更正").await.text;
    has(&told, &["黑胜 → 和棋", "3-1"]);
    assert!(!told.contains("胜者"), "{told}");
    for player in [&semi.red, &semi.black] {
        let told = player.sees("成绩更正").await.text;
        has(&told, &["黑胜 → 和棋", "3-1", "如有异议"]);
        assert_eq!(player.count("第2局 红"), 2, "{}", player.screen());
    }
    let reason = hall.database(|tx| {
        let sql = "SELECT reason FROM journal WHERE action = 'game.correct'";
        tx.query_row(sql, [], |row| row.get::<_, String>(0))
    });
    assert_eq!(reason, "appeal");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_changed_since_it_was_shown_is_looked_at_again() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    let second = appoint(&hall, "裁判乙", "裁判员").await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    rules(&hall, 2, &["红胜", "黑胜"]).await;
    // The match itself.
    chief.says("/result 1-1-2 和").await;
    let first = chief.sees("尚未生效").await;
    second.says("/result 1-1-1 和").await;
    second.sees("尚未生效").await;
    second.taps("录入有误，更正").await;
    second.sees("已更正").await;
    let toast = chief.taps_on(&first, "录入有误，更正").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("与您看到的不同"), "{said}");
    assert_eq!(outcome(&hall, (1, 1, 2)), "black_win");
    // A later one: the final is announced meanwhile.
    chief.says("/result 1-1-2 红胜").await;
    let stale = chief.sees("尚未生效").await;
    begin(&hall).await;
    let toast = chief.taps_on(&stale, "录入有误，更正").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("与您看到的不同"), "{said}");
    // And it is played: what was shown is refused with its reason.
    chief.says("/result 1-1-2 红胜").await;
    let stale = chief.sees("棋王决赛 第1台 第1局").await;
    seats(&hall, 2, 1).red.says("胜").await;
    hall.settled().await;
    let toast = chief.taps_on(&stale, "录入有误，更正").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("没有更改"), "{said}");
    assert_eq!(outcome(&hall, (1, 1, 2)), "black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_are_corrected_and_the_winner_stays() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let first = seats(&hall, 1, 1);
    chief.says("/sides 1-1-1").await;
    let refused = chief.sees("还没有成绩").await.text;
    assert!(refused.contains("/sides 1-1-1"), "{refused}");
    rules(&hall, 1, &["红胜"]).await;
    // The second game is open; the one that is over is meant.
    chief.says("/sides 1").await;
    let shown = chief.sees("尚未生效").await.text;
    has(&shown, &["第1局 先后手更正", "黑胜", "仍未分胜负"]);
    chief.taps("不更正").await;
    chief.says("/sides 1 1").await;
    chief.sees("/sides 1-1-1").await;
    chief.says("/sides 第1轮 1台 第1局").await;
    chief.sees("尚未生效").await;
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    group.sees("先后手更正").await;
    first.red.sees("先后手更正").await;
    first.black.sees("先后手更正").await;
    assert_eq!(outcome(&hall, (1, 1, 1)), "black_win");
    let row = group.sees("2-0").await.text;
    assert!(row.contains(&first.names[0]), "{row}");
    // Taken back, it is as it was.
    chief.says("/undo").await;
    let shown = chief.sees("撤销上一步").await.text;
    has(&shown, &["先后手", "这一场"]);
    chief.taps("撤销这一步").await;
    chief.sees("已撤销").await;
    assert_eq!(outcome(&hall, (1, 1, 1)), "red_win");
    // The draw of the last game is black's, whoever had black.
    rules(&hall, 1, &["红胜", "和"]).await;
    seats(&hall, 1, 1).black.taps("执黑（后手）").await;
    hall.settled().await;
    let last = seats(&hall, 1, 1);
    rules(&hall, 1, &["和"]).await;
    group.sees(&format!("{} 胜", last.names[1])).await;
    chief.says("/sides 1-1-4").await;
    let shown = chief.sees("尚未生效").await.text;
    let [red, black] = &last.names;
    has(&shown, &["胜者：", &format!("{black} → "), red]);
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    let told = group.sees("先后手更正").await.text;
    has(&told, &["胜者："]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_choice_of_a_side_passes_to_who_had_black() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜", "和"]).await;
    let rapid = seats(&hall, 1, 1);
    rapid.black.sees("由您选先后手").await;
    chief.says("/sides 1-1-3").await;
    let shown = chief.sees("尚未生效").await.text;
    has(&shown, &["选先后手", "第4局：改由", &rapid.names[0]]);
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    rapid.red.sees("由您选先后手").await;
    rapid.red.taps("执红（先手）").await;
    hall.settled().await;
    let last = seats(&hall, 1, 1);
    assert_eq!((last.number, &last.names[0]), (4, &rapid.names[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_a_result_back_lists_what_it_opens_again() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    begin(&hall).await;
    rules(&hall, 2, &["红胜", "黑胜"]).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    chief.says("/undo").await;
    let shown = chief.sees("撤销上一步").await.text;
    has(
        &shown,
        &[
            "1台第2局",
            "红胜 → 未定",
            "撤回（还没有人报成绩）",
            "第1台 第3局",
            "第3局：原抽签作废，新的承诺随即公布",
        ],
    );
    // A player reports the game that would go: what was shown is no more.
    let rapid = seats(&hall, 1, 1);
    rapid.red.says("/report").await;
    rapid.red.taps("我胜").await;
    hall.settled().await;
    let toast = chief.taps("撤销这一步").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("没有更改"), "{said}");
    assert_eq!(outcome(&hall, (1, 1, 2)), "red_win");
    rules(&hall, 1, &["红胜"]).await;
    chief.says("/undo").await;
    let shown = chief.sees("撤销上一步").await.text;
    has(
        &shown,
        &[
            "胜者：",
            "→ 未分胜负",
            "对阵变动",
            "棋王决赛 1台：",
            "已公布的名次",
        ],
    );
    chief.taps("撤销这一步").await;
    chief.sees("已撤销").await;
    rapid.red.sees("红胜 → 未定").await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
}
