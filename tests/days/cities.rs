//! The two other competitions of the Chengdu-Chongqing event: the exchange of the two cities, seven rounds
//! in which team-mates never meet, and the challenge of all, five rounds. Supplement, clauses 3.2 and 3.3.

use chrono::{DateTime, Utc};
use qisai::store::StoreError;

use super::{event, line, minutes, publish, report_rest, silent};
use crate::support::Hall;

/// Closes the registration, draws and chooses the competition.
async fn begins(hall: &Hall, competition: &str) {
    let chief = hall.arbiter().await;
    chief.says(&format!("/desk {competition}")).await;
    chief.sees("裁判台").await;
    chief.says("/draw").await;
    chief.says("/draw 古镇").await;
    chief.sees("抽签完成").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cities_and_the_challenge_of_all_end_with_their_prizes() {
    let hall = event("examples/chengyu.toml").await;
    let chief = hall.arbiter().await;
    let names: Vec<String> = (1..=16).map(|no| format!("城市{no}")).collect();
    let players: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
    hall.enters_section("cities", &players).await;
    let teams = hall.desk().store().write(|tx| {
        tx.execute(
            "UPDATE registration SET team = CASE WHEN id % 2 = 0 THEN '巴南' ELSE '温江' END",
            [],
        )?;
        Ok::<_, StoreError>(())
    });
    teams.expect("the teams");
    let names: Vec<String> = (1..=9).map(|no| format!("全民{no}")).collect();
    let players: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
    hall.enters_section("everyone", &players).await;
    let morning: DateTime<Utc> = "2023-09-22T20:01:00+08:00".parse().expect("an instant");
    hall.set_clock(morning).await;
    begins(&hall, "cities").await;
    begins(&hall, "everyone").await;
    for round in 1..=7 {
        for (competition, rounds) in [("cities", 7), ("everyone", 5)] {
            if round > rounds {
                continue;
            }
            chief.says(&format!("/desk {competition}")).await;
            publish(&chief).await;
            if competition == "cities" {
                let mates = hall.count(
                    "SELECT count(*) FROM game g JOIN seat r ON r.game = g.id AND r.kind = 'red'
                     JOIN seat b ON b.game = g.id AND b.kind = 'black'
                     JOIN registration p ON p.id = r.player JOIN registration q ON q.id = b.player
                     WHERE p.team = q.team",
                );
                assert_eq!(mates, 0, "round {round}");
            }
            chief.says("/late").await;
            chief.taps("宣布开赛").await;
            minutes(&hall, 30).await;
            report_rest(&hall, round).await;
            assert_eq!(silent(&hall), [] as [u32; 0], "{competition} {round}");
        }
    }
    let teams = hall.group().sees("团体最终名次").await.text;
    assert!(
        teams.contains("队员积分之和；相同比个人最好名次"),
        "{teams}"
    );
    chief.says("/desk cities").await;
    chief.says("/prizes").await;
    let list = chief.sees("团体（税前）").await.text;
    assert!(
        line(&list, "1. ").contains("5000 元　优胜奖、奖杯"),
        "{list}"
    );
    assert!(
        line(&list, "2. ").contains("3000 元　友好奖、奖杯"),
        "{list}"
    );
    chief.says("/desk everyone").await;
    chief.says("/prizes").await;
    let list = chief.sees("获奖名单").await.text;
    assert!(
        line(&list, "1. ").contains("证书、奖杯、定制奖品"),
        "{list}"
    );
    assert!(line(&list, "8. ").contains("证书"), "{list}");
    assert!(!list.contains("9. 全民"), "{list}");
}
