//! Sections that are ranked otherwise than their stage.

use std::path::Path;

use qisai::config::{Award, Config, Prize, RankKey, SectionRanking, Stage};

use crate::competitions::first_round;
use crate::support::{Hall, Person};

/// The Chengdu-Chongqing event, whose women and juniors are ranked by games with black, the men by number.
async fn mixed() -> Hall {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chengyu.toml");
    let event = Config::load(&path).expect("it is sound").config.event;
    let hall = Hall::with(|config| {
        config.event = event;
        let challenge = &mut config.event.competitions[0];
        if let Stage::Swiss(swiss) = &mut challenge.stages[0] {
            swiss.rounds = 1;
            swiss.ranking.keys = vec![RankKey::Points, RankKey::StartNumber];
        }
        let women = &mut challenge.sections[1];
        women.prizes = vec![Prize {
            places: (1, 1),
            money: 2000,
            awards: vec![Award("证书".to_owned())],
            team: false,
        }];
        women.ranking = Some(SectionRanking {
            keys: Some(vec![
                RankKey::Points,
                RankKey::BlackGames,
                RankKey::StartNumber,
            ]),
            ..SectionRanking::default()
        });
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.enters_section("men", &[("赵一", "赵一"), ("钱二", "钱二")])
        .await;
    hall.enters_section("women-juniors", &[("孙三", "孙三"), ("李四", "李四")])
        .await;
    hall
}

/// Everyone draws in the only round.
async fn played() -> Hall {
    let hall = mixed().await;
    let chief = hall.arbiter().await;
    first_round(&hall, "challenge").await;
    chief.says("/result 1 和").await;
    chief.says("/result 2 和").await;
    chief.sees("全部结束").await;
    hall
}

/// Of the women: names and games with black, as their order has them.
fn women(hall: &Hall) -> Vec<String> {
    let mut rows = hall.database(|tx| {
        tx.prepare(
            "SELECT r.name, r.start_no, EXISTS (SELECT 1 FROM seat s WHERE s.player = r.id AND s.kind = 'black')
             FROM registration r WHERE r.section = 'women-juniors'",
        )?
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        })?
        .collect::<Result<Vec<_>, _>>()
    });
    rows.sort_by_key(|(_, no, black)| (-black, *no));
    rows.into_iter().map(|(name, ..)| name).collect()
}

/// How the competition is played, as its button shows it.
async fn rules(person: &Person<'_>) -> String {
    person.says("/rules").await;
    person.sees("竞赛规程").await;
    person.taps("成渝象棋民间争霸赛").await;
    person.sees("名次依次比较").await.text
}

async fn asks(person: &Person<'_>, words: &str, sees: &str) -> String {
    person.says(words).await;
    person.sees(sees).await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn its_table_its_sums_its_prizes_and_the_rules_follow_its_own_order() {
    let hall = played().await;
    let order = women(&hall);
    let men = hall.group().sees("男子组最终名次").await.text;
    assert!(men.contains("依次比较：积分、编号"), "{men}");
    let table = hall.group().sees("女子及少儿组最终名次").await.text;
    assert!(table.contains("依次比较：积分、后手局、编号"), "{table}");
    let place = |name: &str| table.find(name).expect(name);
    assert!(place(&order[0]) < place(&order[1]), "{table}");

    let fan = hall.person("路人").await;
    let sums = asks(&fan, &format!("/standings {}", order[0]), "女子及少儿组").await;
    assert!(
        sums.contains("第 1 名") && sums.contains("后手局"),
        "{sums}"
    );
    let rules = rules(&fan).await;
    assert!(rules.contains("\n名次依次比较：积分、编号"), "{rules}");
    let own = "\n女子及少儿组名次依次比较：积分、后手局、编号";
    assert!(rules.contains(own), "{rules}");
    let prizes = asks(&hall.arbiter().await, "/prizes", "女子及少儿组（税前）").await;
    assert!(
        prizes.contains(&order[0]) && !prizes.contains(&order[1]),
        "{prizes}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_one_section_is_changed_alone() {
    let hall = played().await;
    let fan = hall.person("路人").await;
    // An outsider is told of every competition.
    fan.says("/ranking").await;
    fan.sees("【成渝象棋民间争霸赛】").await;
    let told = fan.newest("【成渝象棋民间争霸赛】").text;
    assert!(told.contains("女子及少儿组：积分、后手局、编号"), "{told}");
    fan.sees("【全民象棋挑战赛】").await;

    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    chief.sees("女子及少儿组（税前）").await;
    chief.taps("发到群里").await;
    chief.sees("获奖名单已发到群里").await;
    chief.says("/ranking 女子及少儿组 积分 后手局 编号").await;
    chief.sees("不用改").await;
    let told = asks(&chief, "/ranking 女子及少儿组 积分 编号", "改名次规则？").await;
    let lines = "\n女子及少儿组原来：积分、后手局、编号\n女子及少儿组改为：积分、编号\n";
    assert!(told.contains(lines), "{told}");
    assert!(told.contains("获奖名单已经公布"), "{told}");
    let order = women(&hall);
    let of_men = told.matches("男子组").count();
    assert_eq!(of_men, 0, "{told}");
    chief.taps("改").await;
    chief.sees("名次规则已改").await;
    let told = hall.group().sees("名次规则有变").await.text;
    assert!(
        told.contains("女子及少儿组现在依次比较：积分、编号"),
        "{told}"
    );
    let rules = rules(&fan).await;
    assert!(
        rules.contains("\n女子及少儿组名次依次比较：积分、编号"),
        "{rules}"
    );
    let table = asks(&fan, "/standings 女子及少儿组", "女子及少儿组最终名次").await;
    let mut by_number = order.clone();
    let number = |name: &String| {
        hall.count(&format!(
            "SELECT start_no FROM registration WHERE name = '{name}'"
        ))
    };
    by_number.sort_by_key(number);
    let place = |name: &str| table.find(name).expect(name);
    assert!(place(&by_number[0]) < place(&by_number[1]), "{table}");
    let kept = "SELECT count(*) FROM journal WHERE action = 'ranking.change'
                AND before LIKE '%women-juniors%black_games%' AND after LIKE '%women-juniors%'";
    assert_eq!(hall.count(kept), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_ranks_a_section_otherwise_waits_for_the_chief() {
    let mut hall = played().await;
    hall.config.event.competitions[0].sections[1].ranking = None;
    hall.restart().await;
    let chief = hall.arbiter().await;
    let told = chief
        .sees("bot.toml 里的名次规则与正在使用的不同")
        .await
        .text;
    assert!(told.contains("女子及少儿组改为：积分、编号"), "{told}");
    chief.says("/standings 女子及少儿组").await;
    chief.sees("依次比较：积分、后手局、编号").await;
    chief.newest("改名次规则？");
    let message = chief.newest("改名次规则？");
    chief.taps_on(&message, "改").await;
    chief.sees("名次规则已改").await;
    chief.says("/standings 女子及少儿组").await;
    chief.sees("依次比较：积分、编号").await;
}
