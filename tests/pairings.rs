//! The tables of a round, for whoever asks.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_table_is_marked() {
    let hall = Hall::field(5).await;
    let anybody = hall.person("路人").await;
    anybody.says("/pairings").await;
    anybody.sees("还没有公布任何一轮").await;
    hall.round().await;
    let player = hall.table(2).black;
    player.says("对阵").await;
    let shown = player.sees("第1轮对阵").await.text;
    let mine: Vec<&str> = shown.lines().filter(|line| line.starts_with('▶')).collect();
    assert_eq!(mine.len(), 1, "{shown}");
    assert!(mine[0].starts_with("▶ 2　"), "{shown}");
    assert!(shown.contains("轮空　"), "{shown}");
    anybody.says("/pairings").await;
    assert!(!anybody.sees("第1轮对阵").await.text.contains('▶'));
    hall.rules_all("黑胜").await;
    hall.round().await;
    for typed in ["/pairings 1", "对阵 第1轮"] {
        player.says(typed).await;
        let shown = player.sees("第1轮对阵").await.text;
        assert_eq!(shown.matches("黑胜").count(), 2, "{shown}");
    }
    player.says("/pairings").await;
    player.sees("第2轮对阵").await;
    for (typed, told) in [
        ("/pairings 3", "第3轮还没有公布"),
        ("/pairings 下一轮", "不是数字"),
    ] {
        player.says(typed).await;
        player.sees(told).await;
    }
}
