//! Tables, teams and sums stay as they were once the next stage is seeded from them.

use std::path::Path;

use qisai::config::{Config, RankKey, Stage};
use qisai::store::StoreError;

use crate::competitions::{begins, closes};
use crate::support::{Hall, Person};

async fn asks(person: &Person<'_>, words: &str, sees: &str) -> String {
    person.says(words).await;
    person.sees(sees).await.text
}

/// The team event of Chengdu and Chongqing in two sections, followed by a knockout of two that is seeded.
async fn seeded() -> Hall {
    let load = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        Config::load(&path).expect("it is sound").config.event
    };
    let knockout = load("bot.toml").competitions[0].stages[1].clone();
    let event = load("examples/chengyu.toml");
    let hall = Hall::with(|config| {
        config.event = event;
        let sections = config.event.competitions[0].sections.clone();
        let cities = &mut config.event.competitions[1];
        let mut second = sections[0].clone();
        second.key = "second".to_owned();
        second.name = "乙组".to_owned();
        second.eligibility = cities.sections[0].eligibility.clone();
        second.prizes.clear();
        cities.sections[0].name = "甲组".to_owned();
        cities.sections.push(second);
        if let Stage::Swiss(swiss) = &mut cities.stages[0] {
            swiss.rounds = 1;
            swiss.advance = Some(2);
            swiss.ranking.keys = vec![
                RankKey::Points,
                RankKey::Fouls,
                RankKey::Rating,
                RankKey::StartNumber,
            ];
        }
        let mut stage = knockout;
        if let Stage::Knockout(knockout) = &mut stage {
            let planned = knockout.rounds.len();
            knockout.rounds.drain(..planned - 1);
            knockout.size = 2;
        }
        cities.stages.push(stage);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    let first = [("赵一", "赵一"), ("钱二", "钱二")];
    hall.enters_section("cities", &first).await;
    let second = [("孙三", "孙三"), ("李四", "李四")];
    hall.enters_section("second", &second).await;
    let joined = hall.desk().store().write(|tx| {
        tx.execute(
            "UPDATE registration
             SET team = CASE WHEN name IN ('赵一', '钱二') THEN '巴南' ELSE '温江' END",
            [],
        )?;
        Ok::<_, StoreError>(())
    });
    joined.expect("the teams");
    let chief = hall.arbiter().await;
    closes(&hall, "cities").await;
    chief.says("/rating 赵一 1500").await;
    chief.sees("已记：").await;
    begins(&hall).await;
    chief.says("/result 1 和").await;
    chief.says("/result 2 和").await;
    chief.sees("全部结束").await;
    chief.says("/knockout").await;
    chief.sees("确认后积分赛名次固定").await;
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_entered_after_the_seeding_changes_no_table_of_the_stage() {
    let hall = seeded().await;
    let chief = hall.arbiter().await;
    let number = hall.count("SELECT start_no FROM registration WHERE name = '李四'");
    let mut before = Vec::new();
    let questions = [
        ("/standings 甲组".to_owned(), "甲组最终名次"),
        ("/standings 乙组".to_owned(), "乙组最终名次"),
        ("/standings 团体".to_owned(), "团体最终名次"),
        (format!("/standings {number}"), "名　第1轮后"),
    ];
    for (words, sees) in &questions {
        before.push(asks(&chief, words, sees).await);
    }
    assert!(
        before[3].contains("等级分 <b>–</b>") || before[3].contains("等级分 –"),
        "{}",
        before[3]
    );

    // A rating, a foul, another section and another team: all after the fact.
    chief.says("/rating 李四 2000").await;
    chief.sees("已记：").await;
    let changed = hall.desk().store().write(|tx| {
        tx.execute(
            "UPDATE registration SET section = 'cities', team = '巴南' WHERE name = '李四'",
            [],
        )?;
        tx.execute(
            "INSERT INTO penalty (stage, registration, kind, clause, rule, reason, made_by, made_at)
             SELECT b.stage, r.id, 'foul', '', '', '手机响', r.account, 1
             FROM frozen_basis b, registration r WHERE r.name = '李四'",
            [],
        )?;
        Ok::<_, StoreError>(())
    });
    changed.expect("the changes");
    for ((words, sees), before) in questions.iter().zip(&before) {
        let after = asks(&chief, words, sees).await;
        assert_eq!(
            after.replace("（巴南）", "（温江）"),
            before.replace("（巴南）", "（温江）"),
            "{words}"
        );
    }

    // Taken back, the seeding lets go of all of it.
    chief.says("/knockout").await;
    chief.taps("撤销定位…").await;
    chief.taps("确认撤销定位").await;
    hall.settled().await;
    assert_eq!(hall.count("SELECT count(*) FROM frozen_basis"), 0);
    let sums = asks(&chief, &questions[3].0, "名　第1轮后").await;
    assert!(sums.contains("2000"), "{sums}");
}
