//! Standings.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn the_standings_count_what_is_final() {
    let hall = Hall::field(5).await;
    let chief = hall.arbiter().await;
    let player = hall.person("棋手1").await;
    hall.round().await;
    player.says("积分榜").await;
    let empty = player
        .sees("积分榜　第1轮后（共7轮），另有 2 台未定")
        .await
        .text;
    assert_eq!(empty.matches("0分").count(), 4, "{empty}");
    assert_eq!(empty.matches("2分").count(), 1, "the bye: {empty}");
    chief.says("/result 1 红胜").await;
    hall.table(2).red.says("胜").await;
    let [winner, loser] = hall.table(1).names;
    player.says("名次").await;
    let told = player.sees("另有 1 台未定").await.text;
    assert!(told.contains("依次比较：积分、对手分、胜局"), "{told}");
    let row = |name: &str| told.lines().find(|line| line.contains(name)).unwrap();
    assert!(
        row(&winner).contains("2分") && row(&winner).starts_with("1."),
        "{told}"
    );
    assert!(row(&loser).contains("0分 对手分2 胜局0"), "{told}");
    chief.says("/result 2 和").await;
    player.says("/standings").await;
    let told = player.sees("积分榜　第1轮后（共7轮）\n").await.text;
    assert_eq!(told.matches("1分").count(), 2, "{told}");
    player.says_in_group("/standings").await;
    hall.group().sees("积分榜　第1轮后").await;
    // Who leaves is named and marked; the games stay.
    let leaver = hall.table(1).red;
    leaver.says("/withdraw").await;
    leaver.taps("确定退赛").await;
    player.says("/standings").await;
    player.sees(&format!("{winner}（退）　2分")).await;
}
