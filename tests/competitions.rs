//! Several competitions in one event: which one is meant.

mod registering;

use std::path::Path;

use qisai::config::Config;

use crate::registering::data;
use crate::support::Hall;

/// The Chengdu-Chongqing event with everyone a competition needs registered: two players in each.
async fn chengyu() -> Hall {
    let hall = empty().await;
    hall.enters_section("men", &[("赵一", "赵一"), ("钱二", "钱二")])
        .await;
    hall.enters_section("women-juniors", &[("孙三", "孙三"), ("李四", "李四")])
        .await;
    hall.enters_section("everyone", &[("周五", "周五"), ("吴六", "吴六")])
        .await;
    hall
}

async fn empty() -> Hall {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chengyu.toml");
    let event = Config::load(&path).expect("it is sound").config.event;
    let hall = Hall::with(|config| config.event = event).await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall
}

/// From the end of the registration to the first round of the competition, all by the desk.
pub async fn first_round(hall: &Hall, competition: &str) {
    closes(hall, competition).await;
    begins(hall).await;
}

/// The registration of the competition ends.
pub async fn closes(hall: &Hall, competition: &str) {
    let chief = hall.arbiter().await;
    chief.says(&format!("/desk {competition}")).await;
    chief.sees("裁判台").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
}

/// The draw and the first round of the competition at the desk.
pub async fn begins(hall: &Hall) {
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    chief.says("/draw 古镇").await;
    chief.sees("抽签完成").await;
    chief.says("/pair").await;
    chief.taps("公布").await;
    chief.sees("已公布").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_goes_over_from_one_competition_to_another() {
    let hall = chengyu().await;
    let chief = hall.arbiter().await;
    chief.says("/desk").await;
    let panel = chief.sees("裁判台").await.text;
    assert!(panel.starts_with("【成渝象棋民间争霸赛】"), "{panel}");
    assert!(panel.contains("报名成功 4 人"), "{panel}");
    chief.taps("换到：全民象棋挑战赛").await;
    let panel = chief.sees("【全民象棋挑战赛】").await.text;
    assert!(panel.contains("报名成功 2 人"), "{panel}");
    // It stays chosen, and a part of a name is enough.
    chief.says("裁判台").await;
    chief.sees("【全民象棋挑战赛】").await;
    chief.says("裁判台 民间").await;
    chief.sees("【成渝象棋民间争霸赛】").await;
    chief.says("/desk 重庆").await;
    chief.sees("没有叫“重庆”的项目或组别").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_is_about_the_competition_it_stands_under() {
    let hall = chengyu().await;
    let chief = hall.arbiter().await;
    // Its name as the regulation prints it: with brackets and a blank that are wide.
    chief.says("/desk 成渝双城（巴南　温江）团队交流赛").await;
    chief.sees("团队交流赛").await;
    assert!(chief.last().text.contains("裁判台"), "{}", chief.screen());
    chief.says("/desk challenge").await;
    chief.says("/close").await;
    chief.sees("【成渝象棋民间争霸赛】").await;
    chief.says("/desk everyone").await;
    chief.sees("【全民象棋挑战赛】").await;
    chief.taps("确认截止").await;
    chief.sees("【成渝象棋民间争霸赛】").await;
    let closed = hall.database(|tx| {
        tx.prepare("SELECT key FROM competition WHERE registration_closed_at IS NOT NULL")?
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()
    });
    assert_eq!(closed, ["challenge"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_competitions_run_side_by_side() {
    let hall = chengyu().await;
    first_round(&hall, "everyone").await;
    first_round(&hall, "challenge").await;
    let chief = hall.arbiter().await;

    // Table 1 is the one where the player sits; the arbiter's is that of the chosen competition.
    hall.known(account(&hall, "周五"))
        .says_in_group("1台和")
        .await;
    hall.known(account(&hall, "吴六"))
        .says_in_group("1台和")
        .await;
    assert_eq!(settled(&hall), ["everyone 1 draw"]);
    chief.says_in_group("1台红胜").await;
    assert_eq!(settled(&hall), ["challenge 1 red_win", "everyone 1 draw"]);

    // A player reports a table of the other competition in vain.
    let stranger = hall.known(account(&hall, "周五"));
    stranger.says("2台红胜").await;
    assert_eq!(settled(&hall).len(), 2);

    // Each competition has its own progress message.
    let group = hall.group();
    group
        .sees("【全民象棋挑战赛】\n第1轮　1 台成绩已全部报齐")
        .await;
    group.sees("【成渝象棋民间争霸赛】\n第1轮　已报 1/2").await;
    chief.says_in_group("2台黑胜").await;

    // Ranked apart, and anyone finds a section by a part of its name.
    group.sees("男子组积分榜").await;
    group.sees("女子及少儿组积分榜").await;
    let fan = hall.person("路人").await;
    fan.says("/standings 女子").await;
    let table = fan.sees("女子及少儿组积分榜").await.text;
    assert!(table.contains("孙三") && !table.contains("赵一"), "{table}");
    fan.says("积分榜").await;
    fan.sees("【成渝象棋民间争霸赛】").await;
    fan.sees("【全民象棋挑战赛】").await;
    let player = hall.known(account(&hall, "周五"));
    player.says("对阵").await;
    player.sees("【全民象棋挑战赛】").await;
    player.sees_nothing().await;
}

/// Supplement, clause 5.7: the ban is from all play.
#[tokio::test(flavor = "multi_thread")]
async fn where_else_the_banned_are_registered_is_told() {
    let hall = empty().await;
    hall.enters_section(
        "men",
        &[("赵一", "赵一"), ("钱二", "钱二"), ("孙三", "孙三")],
    )
    .await;
    hall.enters_section("everyone", &[("赵一", "赵一"), ("吴六", "吴六")])
        .await;
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET born = '1990-05-04' WHERE name = '赵一'",
                [],
            )
        })
        .expect("the database");
    first_round(&hall, "challenge").await;
    let chief = hall.arbiter().await;
    chief.says("/expel 赵一 假棋 禁赛一年").await;
    chief.taps("其他（按竞赛规则）").await;
    let preview = chief.sees("会改变的积分和名次").await;
    let labels = preview.labels();
    let mut labels = labels.iter();
    let label = labels.find(|label| label.starts_with("取消资格，"));
    chief.taps(label.expect("a way")).await;
    let told = chief.sees("已禁赛，但还报了").await.text;
    assert!(told.contains("全民象棋挑战赛"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_in_two_competitions() {
    let hall = empty().await;
    hall.enters_section("men", &[("赵一", "赵一"), ("钱二", "钱二")])
        .await;
    hall.enters_section("everyone", &[("赵一", "赵一"), ("吴六", "吴六")])
        .await;
    first_round(&hall, "challenge").await;
    first_round(&hall, "everyone").await;
    let player = hall.known(account(&hall, "赵一"));
    player.says("我的").await;
    let mine = player.sees("成渝象棋民间争霸赛").await.text;
    assert!(mine.contains("全民象棋挑战赛"), "{mine}");
    // Which game is meant is asked, with the buttons of both.
    player.says("和").await;
    // One card, the lines marked: both play at table 1.
    player.sees("(2) 全民象棋挑战赛　第1轮 第1台").await;
    player.taps("(2) 1台 和").await;
    player.sees("已报和棋，待确认").await;
    hall.known(account(&hall, "吴六")).says("和").await;
    assert_eq!(settled(&hall), ["everyone 1 draw"]);
    // Now only one is open.
    player.says("胜").await;
    player.sees("【成渝象棋民间争霸赛】\n收到").await;
    // Leaving one of them leaves the other.
    player.says("退赛").await;
    let which = player.sees("哪一位选手退赛").await;
    let label = |label: &&&str| label.contains("（成渝象棋民间争霸赛）");
    let labels = which.labels();
    player
        .taps(labels.iter().find(label).expect("it is there"))
        .await;
    player.taps("确定退赛").await;
    let left = hall.database(|tx| {
        tx.prepare("SELECT competition FROM registration WHERE state = 'withdrawn'")?
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()
    });
    assert_eq!(left, ["challenge"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_time_has_come_for_is_done_in_every_competition() {
    let hall = chengyu().await;
    hall.set_clock(hall.config.event.registration.closes + chrono::TimeDelta::seconds(1))
        .await;
    let open = hall.count("SELECT count(*) FROM competition WHERE registration_closed_at IS NULL");
    assert_eq!(open, 0);
    assert_eq!(hall.arbiter().await.count("报名截止。"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_under_another_competitions_game_finds_that_game() {
    let hall = chengyu().await;
    first_round(&hall, "everyone").await;
    let seat = hall.known(account(&hall, "周五"));
    let announced = seat.last();
    let win = data(&announced, "我胜");
    first_round(&hall, "challenge").await;
    // Somebody else's table, in whatever competition.
    let stranger = hall.known(account(&hall, "赵一"));
    let told = stranger.taps_stale(&win).await;
    assert!(
        told.text.is_some_and(|text| text.contains("1台")),
        "{}",
        stranger.screen()
    );
    assert_eq!(settled(&hall), Vec::<String>::new());
    // Both win: the arbiter, who has gone over to the other competition, rules by the button.
    seat.taps("我胜").await;
    let other = hall.known(account(&hall, "吴六"));
    other.taps("我胜").await;
    let chief = hall.arbiter().await;
    chief.sees("【全民象棋挑战赛】\n").await;
    chief.taps("和").await;
    assert_eq!(settled(&hall), ["everyone 1 draw"]);
}

fn account(hall: &Hall, player: &str) -> i64 {
    hall.count(&format!(
        "SELECT account FROM registration WHERE name = '{player}' LIMIT 1"
    ))
}

/// Every game with an outcome, with its competition.
fn settled(hall: &Hall) -> Vec<String> {
    hall.database(|tx| {
        tx.prepare(
            "SELECT s.competition || ' ' || g.table_no || ' ' || g.outcome FROM game g
             JOIN round r ON r.id = g.round JOIN stage s ON s.id = r.stage
             WHERE g.outcome IS NOT NULL ORDER BY 1",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
    })
}

/// Changes the database as no person can.
fn change(hall: &Hall, sql: &str) {
    let store = hall.desk().store();
    store
        .write(|tx| tx.execute(sql, []))
        .expect("the change is sound");
}

/// All members of a team count: the arbiter is warned of a team that has more, before anything is final.
#[tokio::test(flavor = "multi_thread")]
async fn teams_of_unlike_numbers_are_warned_of() {
    let hall = empty().await;
    hall.enters_section(
        "cities",
        &[("赵一", "赵一"), ("钱二", "钱二"), ("孙三", "孙三")],
    )
    .await;
    change(
        &hall,
        "UPDATE registration SET team = CASE name WHEN '孙三' THEN '温江' ELSE '巴南' END",
    );
    let chief = hall.arbiter().await;
    chief.says("/desk cities").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    chief.says("/roster").await;
    chief.sees("各队人数不等：巴南 2 人，温江 1 人").await;

    change(
        &hall,
        "UPDATE registration SET team = '温江' WHERE name = '钱二'",
    );
    change(
        &hall,
        "UPDATE registration SET state = 'withdrawn', place = NULL WHERE name = '孙三'",
    );
    chief.says("/roster").await;
    chief.sees("公布报名成功名单").await;
    assert!(
        !chief.last().text.contains("各队人数不等"),
        "{}",
        chief.screen()
    );
}
