//! What words mean between the games of a match, and at a table where nothing is played.

use super::hall::{begin, games, rules, seats, seeded};

#[tokio::test(flavor = "multi_thread")]
async fn right_after_a_game_words_in_the_group_confirm_the_next_or_are_answered() {
    let hall = seeded(4, 4, |_| {}).await;
    let group = hall.group();
    begin(&hall).await;
    rules(&hall, 1, &["和"]).await;
    // The second was drawn within a moment, and its report waits.
    let second = seats(&hall, 1, 1);
    second.red.says("/report").await;
    second.red.taps("和棋").await;
    second.black.sees("请确认").await;
    second.black.says_in_group("1台和棋").await;
    hall.settled().await;
    assert_eq!(seats(&hall, 1, 1).number, 3, "{}", group.screen());
    // Nobody has reported the third: which of the two is meant nobody can know.
    let third = seats(&hall, 1, 1);
    let said = group.count("刚刚生效");
    third.red.says_in_group("1台和棋").await;
    let answer = third.red.sees("刚刚生效").await.text;
    assert!(answer.contains("第2局刚刚生效（和棋）"), "{answer}");
    assert_eq!(group.count("刚刚生效"), said, "nobody else has to read it");
    third.red.says_in_group("1台红胜").await;
    group.sees("刚刚生效").await;
    let claims = "SELECT count(*) FROM claim c JOIN duel_game d ON d.game = c.game
        WHERE d.number = 3";
    assert_eq!(hall.count(claims), 0);
    // A report that waits is not confirmed by words that say otherwise.
    third.red.says("/report").await;
    third.red.taps("我胜").await;
    third.black.sees("请确认").await;
    third.black.says_in_group("1台和棋").await;
    third.black.sees("刚刚生效").await;
    third.black.says("我输了").await;
    group.sees("胜").await;
    assert_eq!(games(&hall), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bye_and_a_game_that_is_not_open_are_called_what_they_are() {
    let hall = seeded(3, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    chief.says("/result 1-2-1 红胜").await;
    chief.sees("2台 还没有公布").await;
    begin(&hall).await;
    // Table 1 is the bye of the best.
    let listed = group.sees("每局下完").await.text;
    assert!(listed.contains("“2台红胜”"), "{listed}");
    let played = seats(&hall, 1, 2);
    let best = hall.database(|tx| {
        let sql = "SELECT r.name FROM seed s JOIN registration r ON r.id = s.player WHERE seed = 1";
        tx.query_row(sql, [], |row| row.get::<_, String>(0))
    });
    for typed in ["/result 1 红胜", "/result 1-1-1 红胜", "/late 1 红"] {
        chief.says(typed).await;
        let refused = chief.sees("1台 轮空").await.text;
        assert!(refused.contains(&best), "{typed}: {refused}");
    }
    chief.says("/result 1-2-2 红胜").await;
    let refused = chief.sees("第2局还没有开始").await.text;
    assert!(
        refused.contains("2台 ") && refused.contains("第1局"),
        "{refused}"
    );
    chief.says("/result 9 红胜").await;
    chief.sees("/result 轮-台-局").await;
    // The same said by a player.
    played.red.says_in_group("9台红胜").await;
    let refused = group.sees("没有第9台的对局").await.text;
    assert!(!refused.contains("/result"), "{refused}");
    played.red.says_in_group("1台红胜").await;
    group.sees("1台 轮空").await;
    hall.person(&best).await.says("/me").await;
    hall.person(&best)
        .await
        .sees("半决赛） 轮空，直接晋级")
        .await;
    // What is open is named whole.
    chief.says("/open").await;
    let open = chief.sees("淘汰赛未定 1 局").await.text;
    assert!(open.contains("半决赛） 2台 第1局"), "{open}");
    chief.taps("提醒未报的棋手").await;
    played
        .red
        .sees("提醒：淘汰赛第3轮（半决赛） 第2台第1局")
        .await;
    chief.says("/pair").await;
    chief.sees("第2台还没有分出胜负").await;
    rules(&hall, 2, &["红胜", "和"]).await;
    chief.says("/result 1-2-3 红胜").await;
    let refused = chief.sees("没有第3局").await.text;
    assert!(
        refused.contains("这一场已结束") && refused.contains("3-1"),
        "{refused}"
    );
    chief.says("/open").await;
    chief.sees("没有等待成绩的局").await;
}
