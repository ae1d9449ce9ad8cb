//! A match annulled and played anew (作废重下).

use std::time::Duration;

use super::hall::{begin, games, rules, seats, seeded};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_annulled_begins_with_its_first_game() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let first = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜"]).await;
    hall.advance(Duration::from_secs(180)).await;
    let second = seats(&hall, 1, 1);
    second.red.says("胜").await;
    let prompt = second.black.sees("请确认").await;
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("1台").await;
    chief.sees("　红胜").await;
    chief.taps("作废重下…").await;
    let asked = chief.sees("重新开始？").await.text;
    assert!(asked.contains("已下的 2 局不算"), "{asked}");
    chief.taps("确认作废重下").await;
    group.sees("1台这一场作废").await;
    hall.settled().await;
    // From the first game, with its sides; the rest is kept and counts nowhere.
    let anew = seats(&hall, 1, 1);
    assert_eq!((anew.number, &anew.names), (1, &first.names));
    assert_eq!(games(&hall), 2);
    assert_eq!(
        hall.count("SELECT count(*) FROM duel_game WHERE annulled_at IS NOT NULL"),
        2
    );
    anew.red.sees("第1局 您执红").await;
    // What was asked of the annulled game is void.
    let toast = second.black.taps_on(&prompt, "确认").await;
    let said = toast.text.unwrap_or_default();
    assert!(said.contains("已过期"), "{said}");
    assert_eq!(hall.count("SELECT count(*) FROM claim"), 0);
    // The window of its report ends, and nothing comes of it.
    hall.advance(Duration::from_secs(3600)).await;
    assert_eq!(seats(&hall, 1, 1).number, 1);
    // Played to the end by the players.
    anew.black.says("胜").await;
    anew.red.sees("请确认").await;
    anew.red.taps("确认").await;
    hall.settled().await;
    let next = seats(&hall, 1, 1);
    assert_eq!(next.number, 2);
    hall.advance(Duration::from_secs(180)).await;
    next.red.says("和").await;
    next.black.says("和").await;
    let won = group.sees("3-1").await.text;
    assert!(won.contains(&format!("{} 胜", anew.names[1])), "{won}");
    anew.red.says("/me").await;
    let mine = anew.red.sees("第2局").await.text;
    assert_eq!(mine.matches("半决赛） 第1台").count(), 2, "{mine}");
}
