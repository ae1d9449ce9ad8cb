//! The prize list.

use std::path::Path;

use qisai::config::{Award, Config, Prize, RankKey, Stage};
use qisai::desk::{Handled, prizes};
use qisai::rehearsal::Press;
use qisai::store::StoreError;
use qisai::telegram::tap::{self, Tap};

use crate::competitions::first_round;
use crate::support::Hall;

fn prize(places: (u32, u32), money: u32) -> Prize {
    Prize {
        places,
        money,
        awards: vec![Award("证书<甲>".to_owned())],
        team: false,
    }
}

/// One round, and no stage after it.
fn short(config: &mut Config) {
    let competition = &mut config.event.competitions[0];
    competition.stages.truncate(1);
    if let Stage::Swiss(swiss) = &mut competition.stages[0] {
        swiss.rounds = 1;
        swiss.advance = None;
    }
    competition.prizes = vec![prize((1, 1), 1000), prize((2, 4), 100)];
}

async fn played(players: usize, change: impl FnOnce(&mut Config)) -> Hall {
    let hall = Hall::with(|config| {
        short(config);
        change(config);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_published_once_every_place_is_final() {
    let hall = played(4, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    chief.sees("已下完 0 轮，共 1 轮").await;
    hall.round().await;
    chief.says("奖励").await;
    chief.sees("还有 2 台未定").await;
    chief.says("/result 1 红胜").await;
    chief.says("/result 2 和").await;
    chief.sees("全部结束").await;
    chief.says("/prizes").await;
    let told = chief.sees("获奖名单").await.text;
    // 1 won; 3 and 4 drew, and share the second place; 2 lost.
    assert!(told.contains("1. 1 "), "{told}");
    assert!(told.contains("1000 元　证书<甲>"), "{told}");
    assert!(told.contains("奖金合计 1300 元"), "{told}");
    // A ruling changes it: the old list is not published.
    chief.rules("/result 2 黑胜").await;
    chief.sees("已更正").await;
    chief.is_told("发到群里", "名单在您查看之后有变化").await;
    assert_eq!(hall.group().count("获奖名单"), 0);
    chief.says("/prizes").await;
    chief.taps("发到群里").await;
    chief.sees("获奖名单已发到群里").await;
    hall.group().sees("获奖名单").await;
    // Players read it, without the button that publishes it.
    let player = hall.person("棋手1").await;
    player.says("/prizes").await;
    let list = player.sees("获奖名单").await;
    assert_eq!(list.labels(), ["图片", "Excel", "PDF"]);
    // The file's caption says of what: the event, where the prizes are those of all.
    player.taps("Excel").await;
    let caption = format!("获奖名单　{}", hall.config.event.short_name);
    player.sees(&caption).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn places_a_later_stage_decides_are_left_out() {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        if let Stage::Swiss(swiss) = &mut competition.stages[0] {
            swiss.rounds = 1;
            swiss.advance = Some(2);
        }
        competition.prizes = vec![prize((1, 2), 1000), prize((3, 4), 300)];
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(4).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    let told = chief.sees("第 1 至 2 名由下一阶段决定").await.text;
    assert!(!told.contains("1000 元"), "{told}");
    assert!(told.contains("300 元"), "{told}");
    assert!(told.contains("奖金合计 600 元"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lot_parts_those_level_with_the_last_who_goes_on_before_the_prizes() {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        for stage in &mut competition.stages {
            match stage {
                Stage::Swiss(swiss) => {
                    swiss.rounds = 1;
                    swiss.advance = Some(2);
                    swiss.ranking.keys = vec![RankKey::Points];
                }
                Stage::Knockout(knockout) => {
                    let planned = knockout.rounds.len();
                    knockout.rounds.drain(..planned - 1);
                    knockout.size = 2;
                }
            }
        }
        competition.prizes = vec![prize((1, 2), 1000), prize((3, 4), 300), prize((5, 6), 100)];
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(6).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    // Three win: 1, 4 and 5 are level, and two of them go on.
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    let told = chief.sees("名次要先抽签").await.text;
    assert!(told.contains("3 人"), "{told}");
    chief.says("/draw").await;
    chief.says("/draw 楚河").await;
    chief.sees("抽签完成").await;
    chief.says("/prizes").await;
    let told = chief.sees("第 1 至 2 名由下一阶段决定").await.text;
    assert!(told.contains("\n3. ") && told.contains("300 元"), "{told}");
    // The fourth is shared by the three who lost, with the fifth and sixth.
    assert!(told.contains("并列4. "), "{told}");
    chief.says("/knockout").await;
    chief.sees("确认后积分赛名次固定").await;
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    chief.says("/prizes").await;
    let again = chief.sees("获奖名单").await.text;
    let third = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("3. "))
            .map(str::to_owned)
    };
    assert_eq!(third(&again), third(&told), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_are_ranked_from_the_same_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chengyu.toml");
    let event = Config::load(&path).expect("it is sound").config.event;
    let hall = Hall::with(|config| {
        config.event = event;
        let cities = &mut config.event.competitions[1];
        if let Stage::Swiss(swiss) = &mut cities.stages[0] {
            swiss.rounds = 1;
        }
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    let players = [
        ("赵一", "赵一"),
        ("钱二", "钱二"),
        ("孙三", "孙三"),
        ("李四", "李四"),
    ];
    hall.enters_section("cities", &players).await;
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
    first_round(&hall, "cities").await;
    // Team-mates never meet: each city wins once.
    let reds = hall.database(|tx| {
        tx.prepare(
            "SELECT r.team, b.team FROM game g
             JOIN seat s ON s.game = g.id AND s.kind = 'red' JOIN registration r ON r.id = s.player
             JOIN seat t ON t.game = g.id AND t.kind = 'black' JOIN registration b ON b.id = t.player
             ORDER BY g.table_no",
        )?
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?
        .collect::<Result<Vec<_>, _>>()
    });
    assert!(reds.iter().all(|(red, black)| red != black), "{reds:?}");
    for (table, (red, _)) in reds.iter().enumerate() {
        let outcome = if red == "巴南" { "红胜" } else { "黑胜" };
        chief
            .says(&format!("/result {} {outcome}", table + 1))
            .await;
        chief.sees(outcome).await;
    }
    let told = hall.group().sees("团体最终名次").await.text;
    let place = |team: &str| told.find(team).expect(team);
    assert!(place("巴南　4分") < place("温江　0分"), "{told}");
    // Each kind of table alone; a stranger finds the only competition that has teams.
    let fan = hall.person("路人").await;
    fan.says("/standings 团体").await;
    fan.sees("团体最终名次").await;
    assert_eq!(fan.count("最终名次"), 1);
    fan.says("/standings 个人").await;
    let alone = fan.sees("依次比较").await.text;
    assert!(!alone.contains("团体") && alone.contains("赵一"), "{alone}");
    chief.says("/prizes").await;
    let told = chief.sees("团体（税前）").await.text;
    assert!(told.contains("1. 巴南　5000 元　优胜奖、奖杯"), "{told}");
    assert!(told.contains("2. 温江　3000 元　友好奖、奖杯"), "{told}");
    assert!(told.contains("奖金合计 8000 元"), "{told}");
}

/// Wuhan regulation, clause 8: 10000, 5000, 3000, 2000, 4 x 1000, 8 x 600, 16 x 300. Chengdu-Chongqing
/// regulation, clause 6: men 10000, 6000, 4000, 2000, 6 x 800, 5 x 500; women and juniors 2000, 1000, 800;
/// teams 5000, 3000; individual 1000, 800, 500.
#[test]
fn the_prizes_of_both_regulations_come_to_their_sums() {
    let load = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        Config::load(&path).expect("it is sound").config.event
    };
    let sum = |prizes: &[Prize]| prizes.iter().map(Prize::total).sum::<u64>();
    let wuhan = load("bot.toml");
    assert_eq!(sum(&wuhan.competitions[0].prizes), 33_600);
    let chengyu = load("examples/chengyu.toml");
    let [men, women] = chengyu.competitions[0].sections.as_slice() else {
        panic!("two sections");
    };
    assert_eq!(sum(&men.prizes), 29_300);
    assert_eq!(sum(&women.prizes), 3_800);
    let (teams, players): (Vec<Prize>, Vec<Prize>) = chengyu.competitions[1]
        .prizes
        .iter()
        .cloned()
        .partition(|one| one.team);
    assert_eq!((sum(&teams), sum(&players)), (8_000, 2_300));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_list_is_published_once_whoever_presses() {
    let hall = played(4, |_| {}).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    chief.says("/result 1 红胜").await;
    chief.says("/result 2 和").await;
    chief.sees("全部结束").await;
    chief.says("/prizes").await;
    let shown = chief.sees("获奖名单").await;
    let Press::Data(data) = &shown.button("发到群里").expect("a button").press else {
        panic!("{shown:?}");
    };
    let Ok((Tap::PublishPrizes { shown }, _)) = tap::read(data) else {
        panic!("{data}");
    };
    // Two presses at the same moment.
    let hall_ref = &hall;
    let account = chief.id;
    let handled: Vec<Handled> = std::thread::scope(|scope| {
        let both = [1, 2].map(|update| {
            scope.spawn(move || hall_ref.acts(update, account, |turn| prizes::publish(turn, shown)))
        });
        both.map(|thread| thread.join().expect("no panic")).to_vec()
    });
    let faults = handled
        .iter()
        .filter(|one| matches!(one, Handled::Failed(_)));
    assert_eq!(faults.count(), 0, "{handled:?}");
    hall.settled().await;
    assert_eq!(hall.group().count("获奖名单"), 1);
    chief.sees("获奖名单已发到群里").await;
    assert_eq!(chief.count("没有变动，不必再发"), 1);
    // A result is corrected: the list is another one, and is published again.
    chief.says("/result 1 黑胜").await;
    chief.taps("录入有误，更正").await;
    hall.group().sees("不再有效").await;
    chief.says("/prizes").await;
    chief.sees("尚未重新公布").await;
    chief.taps("发到群里").await;
    hall.settled().await;
    assert_eq!(chief.count("获奖名单已发到群里"), 2);
}
