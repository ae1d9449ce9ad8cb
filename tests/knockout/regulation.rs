//! What bot.toml says of a round that is played changes nothing in it.

use qisai::config::{Config, Leg};

use super::hall::{begin, knockout, rules, seats, seeded};

/// The first leg of every round is one game.
fn shorter(config: &mut Config) {
    for round in &mut knockout(config).rounds {
        if let Some(Leg::Games { count, .. }) = round.legs.first_mut() {
            *count = 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_under_way_is_played_as_it_began() {
    let mut hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    let decided = "SELECT count(*) FROM journal WHERE action = 'match.decide'";
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    assert_eq!(hall.count(decided), 1);
    hall.stop().await;
    shorter(&mut hall.config);
    hall.start().await;
    let chief = hall.arbiter().await;
    chief.sees("仍按开赛时的规定下完").await;
    // One game of two decides nothing, and nothing is taken back.
    rules(&hall, 2, &["红胜"]).await;
    assert_eq!(seats(&hall, 1, 2).number, 2);
    rules(&hall, 2, &["黑胜"]).await;
    assert_eq!(hall.count(decided), 2);
    // It is said once; the next round is by what is written now.
    hall.restart().await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    assert_eq!(hall.count(decided), 3);
    assert_eq!(hall.arbiter().await.count("仍按开赛时的规定下完"), 1);
}
