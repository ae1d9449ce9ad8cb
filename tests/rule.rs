//! An arbiter rules a table.

use qisai::config::{Config, Stage};

use crate::clock::under;
use crate::registering::{appoint, data};
use crate::support::Hall;

/// `12 张三`, as people read a player.
fn tag_of(hall: &Hall, name: &str) -> String {
    hall.database(|tx| {
        let sql = "SELECT start_no || ' ' || name FROM registration WHERE name = ?1";
        tx.query_row(sql, [name], |row| row.get(0))
    })
}

fn absence_removes(config: &mut Config) {
    if let Some(Stage::Swiss(swiss)) = config.event.competitions[0].stages.first_mut() {
        swiss.conduct.absence_removes = true;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_of_writing_a_result() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let arbiter = appoint(&hall, "裁判甲").await;
    for (typed, state) in [
        ("/result 2 红胜", "final red_win"),
        ("成绩 2 黑胜", "final black_win"),
        ("/result 第2台 和", "final draw"),
        ("/result 2 红弃权", "final red_forfeit"),
        ("成绩　２　黑弃权", "final black_forfeit"),
        ("/result@qisai_bot 2 双弃", "final both_forfeit"),
        ("/result 2 1-0", "final red_win"),
        ("/result 2 未定", "open -"),
        ("2台黑方弃权", "final black_forfeit"),
        ("2 双负", "final both_lose"),
        ("2 未定", "open -"),
    ] {
        arbiter.rules(typed).await;
        assert_eq!(hall.state(2), state, "{typed}\n{}", arbiter.screen());
    }
    for (typed, told) in [
        ("/result", "请写台次和结果"),
        ("/result 红胜", "没有看懂"),
        ("/result 2", "没有看懂"),
        ("/result 2 我赢了", "没有看懂"),
        ("/result 2 0-0", "没有看懂"),
        ("/result 2台 第2局 红胜", "每台只有一局"),
        ("/result 9 红胜", "没有第9台"),
    ] {
        arbiter.says(typed).await;
        arbiter.sees(told).await;
    }
    // Nothing to open, nobody is disturbed.
    let red = hall.table(2).red;
    let before = red.count("改为未定");
    arbiter.says("/result 2 未定").await;
    arbiter.sees("成绩未变：未定").await;
    assert_eq!(red.count("改为未定"), before);
    red.says("/result 2 红胜").await;
    red.sees("只有裁判员能做").await;
    assert_eq!(hall.state(2), "open -");
}

/// The number of a table is soon mistyped: what both players confirmed is not changed by one line.
#[tokio::test(flavor = "multi_thread")]
async fn a_final_result_is_changed_by_a_tap_only() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let table = hall.table(2);
    table.red.says("我赢了").await;
    table.black.sees("请确认").await;
    table.black.taps("确认").await;
    let state = hall.state(2);
    assert!(state.starts_with("final red_win"), "{state}");

    let first = appoint(&hall, "裁判甲").await;
    let second = appoint(&hall, "裁判乙").await;
    first.says("2台和").await;
    let asked = first.sees("改为").await.text;
    assert!(asked.contains("成绩已经是 红胜，改为 和棋"), "{asked}");
    assert_eq!(hall.state(2), state);
    first.taps("不改").await;
    assert_eq!(hall.state(2), state);
    // To open it again is asked about, too.
    second.says("/result 2 未定").await;
    let asked = second.sees("改为").await.text;
    assert!(asked.contains("成绩已经是 红胜，改为 未定"), "{asked}");
    assert_eq!(hall.state(2), state);
    second.taps("确认更改").await;
    table.red.sees("改为未定").await;
    assert_eq!(hall.state(2), "open -");

    // Asked, and meanwhile another ruled: what was shown is no more.
    first.says("/result 2 黑胜").await;
    first.sees("裁定：黑胜").await;
    first.says("/result 2 和").await;
    first.sees("改为 和棋").await;
    second.says("/result 2 红胜").await;
    second.taps("确认更改").await;
    assert!(hall.state(2).starts_with("final red_win"));
    first.taps("确认更改").await;
    assert!(hall.state(2).starts_with("final red_win"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opened_table_is_reported_anew() {
    let hall = Hall::field(2).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    table.red.says("胜").await;
    table.black.taps("确认").await;
    hall.group().sees("积分榜").await;
    chief.says("/result 1 未定").await;
    chief.sees("红胜 → 未定").await;
    chief.taps("裁判改判").await;
    table.red.sees("请按实际结果重新报成绩").await;
    assert_eq!(hall.state(1), "open -");
    hall.group().sees("已报 0/1").await;
    chief.says("/pair").await;
    chief.sees("第1轮还有 1 台没有成绩").await;
    // The buttons beneath the seat still report this game.
    table.black.taps("我胜").await;
    assert_eq!(hall.state(1), "pending - black:black_win");
    table.red.taps("确认").await;
    assert_eq!(
        hall.state(1),
        "final black_win red:black_win black:black_win"
    );
    hall.group().sees("积分榜").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_announced_and_outdates_the_proposal() {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    let [red, black] = hall.table(1).names;
    let first = |name: &str, text: &str| text.find(name).unwrap();
    let told = hall.group().sees("积分榜").await.text;
    assert!(first(&red, &told) < first(&black, &told), "{told}");
    chief.says("/result 1 黑胜").await;
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    hall.table(1).red.sees("成绩更正").await;
    hall.group().sees("成绩更正").await;
    hall.group().sees_nothing().await;
    chief.says("/standings").await;
    let told = chief.sees("积分榜").await.text;
    assert!(first(&black, &told) < first(&red, &told), "{told}");
    // The same once more changes nothing and tells nobody.
    chief.says("/result 1 黑胜").await;
    chief.sees("成绩未变：黑胜").await;
    hall.group().sees_nothing().await;

    chief.says("/pair").await;
    chief.says("/result 1 红胜").await;
    chief.sees("第2轮方案会作废").await;
    chief.taps("裁判改判").await;
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    assert_eq!(hall.state(1), "final red_win");
    hall.round().await;
    // From now on the words mean the new round.
    chief.says("/result 1 和").await;
    chief.sees("第2轮 第1台 裁定：和棋").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_removes_where_the_event_says_so_and_a_mistake_is_taken_back() {
    let mut hall = Hall::field(4).await;
    hall.stop().await;
    absence_removes(&mut hall.config);
    hall.start().await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    let [red, black] = &table.names;
    let out = || {
        hall.database(|tx| {
            tx.prepare("SELECT name FROM registration WHERE state = 'withdrawn' ORDER BY name")?
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<Result<Vec<_>, _>>()
        })
    };
    chief.says("/result 1 红弃权").await;
    chief.taps("判红方弃权，无故缺席除名").await;
    chief.sees("无故弃权，按规程自动除名").await;
    table.red.sees("无故弃权，按规程自动除名").await;
    assert_eq!(out(), std::slice::from_ref(red));
    // As the table says it.
    table.red.says("/me").await;
    table.red.sees("已被除名，不列名次").await;
    // It was the other one.
    chief.says("/result 1 黑弃权").await;
    let asked = chief.sees("除名还是保留").await.text;
    assert!(
        asked.contains("（原为红方弃权")
            && asked.contains(&format!("恢复参赛：{}", tag_of(&hall, red))),
        "{asked}"
    );
    chief.taps("判黑方弃权，无故缺席除名").await;
    table.red.sees("除名随之撤销").await;
    hall.group().sees("除名随之撤销").await;
    assert_eq!(hall.group().count("除名随之撤销"), 1);
    table.black.sees("无故弃权，按规程自动除名").await;
    assert_eq!(out(), std::slice::from_ref(black));
    chief.says("/result 2 红胜").await;
    let told = hall.group().sees("积分榜").await.text;
    assert!(told.contains(&format!("{black}（除名）")), "{told}");
    // Who leaves by their own will is not removed on top of it.
    let loser = hall.table(2).black;
    loser.says("/withdraw").await;
    loser.taps("确定退赛").await;
    chief.rules("/result 2 黑弃权").await;
    assert_eq!(loser.count("自动除名"), 0);
    chief.rules("/result 2 和").await;
    assert_eq!(out().len(), 2);
    chief.says("/pair").await;
    chief.sees("第2轮方案：1 台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_removed_are_marked_in_the_standings_that_the_ruling_completes() {
    let mut hall = Hall::field(2).await;
    hall.stop().await;
    absence_removes(&mut hall.config);
    hall.start().await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 双弃").await;
    chief.taps("判双方弃权，无故缺席除名").await;
    let told = hall.group().sees("积分榜").await.text;
    assert_eq!(told.matches("（除名）").count(), 2, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn forfeits_remove_nobody_where_the_event_does_not_say_so() {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.rules_all("红弃权").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'"),
        4
    );
    let told = hall.group().sees("积分榜").await.text;
    assert!(told.contains("2分") && told.contains("0分"), "{told}");
}

fn accepted(hall: &Hall) -> i64 {
    hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forfeit_that_would_remove_asks_first_and_can_keep() {
    let mut hall = Hall::field(6).await;
    under(&mut hall, absence_removes).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let red = hall.table(1).red;
    chief.says("/result 1 红弃权").await;
    let asked = chief.sees("除名还是保留").await;
    assert_eq!(
        asked.labels(),
        [
            "判红方弃权，无故缺席除名",
            "判红方弃权，保留参赛资格",
            "不判了"
        ]
    );
    // Nothing has happened yet, and nobody has heard of it.
    assert_eq!((hall.state(1).as_str(), accepted(&hall)), ("open -", 6));
    assert_eq!(red.count("弃权"), 0);
    chief.taps("不判了").await;
    assert_eq!(hall.state(1), "open -");
    // A report comes in between: the button is of another day.
    chief.says("第1台 红弃权").await;
    let asked = chief.sees("除名还是保留").await;
    let old = data(&asked, "判红方弃权，无故缺席除名");
    hall.table(1).black.says("和").await;
    let toast = chief.taps_stale(&old).await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    assert_eq!(accepted(&hall), 6);
    // Kept, in place of the card of an open table.
    chief.says("/open").await;
    chief.taps("1台").await;
    chief.taps("红弃权").await;
    chief.sees("除名还是保留").await;
    chief.taps("判红方弃权，保留参赛资格").await;
    chief.sees("裁定：红方弃权").await;
    assert_eq!(hall.state(1), "final red_forfeit");
    assert_eq!((accepted(&hall), red.count("除名")), (6, 0));
    // What is taken back and brought back is as it was: kept.
    chief.rules("/result 1 未定").await;
    chief.says("/undo").await;
    chief.taps("撤销这一步").await;
    assert_eq!(
        (hall.state(1).as_str(), accepted(&hall)),
        ("final red_forfeit", 6)
    );
    // Removed, opened, and brought back: removed.
    chief.says("/result 2 双弃").await;
    chief.taps("判双方弃权，无故缺席除名").await;
    assert_eq!(accepted(&hall), 4);
    chief.rules("/result 2 未定").await;
    assert_eq!(accepted(&hall), 6);
    chief.says("/undo").await;
    chief.taps("撤销这一步").await;
    assert_eq!(
        (hall.state(2).as_str(), accepted(&hall)),
        ("final both_forfeit", 4)
    );
    // In the group, the choice is for the arbiter alone.
    chief.says_in_group("3台黑弃权").await;
    let choice = chief.sees("除名还是保留").await;
    assert_eq!(choice.labels().len(), 3);
    assert_eq!(hall.group().count("除名还是保留"), 0);
    chief.taps("判黑方弃权，无故缺席除名").await;
    assert_eq!(hall.state(3), "final black_forfeit");
    assert_eq!(accepted(&hall), 3);
    hall.group().sees("积分榜").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_does_not_rule_the_own_table() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let [name, other] = hall.table(1).names.clone();
    let player = appoint(&hall, &name).await;
    // A table of others, like any arbiter.
    player.says("/result 2 和").await;
    assert_eq!(hall.state(2), "final draw");
    for typed in [
        "/result 1 红胜",
        "成绩 1 和",
        "1台黑弃权",
        "1 未定",
        "/result 1 双弃",
    ] {
        player.says(typed).await;
        player.sees("裁判不裁定自己的台：请由裁判长裁定").await;
        assert_eq!(hall.state(1), "open -", "{typed}");
    }
    // Nor is the opponent withdrawn from it.
    player.says(&format!("/withdraw {other}")).await;
    player.sees("裁判不裁定自己的台").await;
    // By words of a player it is a report, which the opponent disputes; in the group as well.
    player.says_in_group("1台红胜").await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    let black = hall.table(1).black;
    black.taps("异议").await;
    player.sees("成绩争议").await;
    player.is_told("红胜", "裁判不裁定自己的台").await;
    player.says("1台红胜").await;
    assert_eq!(hall.state(1), "disputed - red:red_win");
    // Nor are penalties in the own game the own business.
    let no = hall.database(|tx| {
        let sql = "SELECT start_no FROM registration WHERE name = ?1";
        tx.query_row(sql, [&other], |row| row.get::<_, u32>(0))
    });
    player.says(&format!("/foul {no} 手机响")).await;
    player
        .is_told("其他（按竞赛规则）", "裁判不裁定自己的台")
        .await;
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 0);
    chief.sees("成绩争议").await;
    chief.taps("黑胜").await;
    assert_eq!(hall.state(1), "final black_win");
    // What stands is not corrected by who lost it, nor taken back.
    for typed in ["/result 1 红胜", "/sides 1"] {
        player.says(typed).await;
        player.sees("裁判不裁定自己的台").await;
    }
    player.says("/undo").await;
    player.sees("裁判不裁定自己的台").await;
    assert_eq!(hall.state(1), "final black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_arbiter_at_a_table_is_told_how_another_comes() {
    let hall = Hall::field(2).await;
    hall.round().await;
    let (chief, player) = (hall.arbiter_id(), hall.table(1).red.id);
    let move_to = |from: i64, to: i64| {
        hall.desk()
            .store()
            .write(|tx| {
                let sql = "UPDATE registration SET account = ?2 WHERE account = ?1";
                tx.execute(sql, [from, to])
            })
            .unwrap();
    };
    move_to(player, chief);
    let arbiter = hall.known(chief);
    arbiter.says("/result 1 红胜").await;
    arbiter
        .sees("请裁判长发 /arbiter 裁判员 另请一位裁定")
        .await;
    // Who stands for both at the table is on nobody's side.
    move_to(hall.table(1).black.id, chief);
    arbiter.says("/result 1 红胜").await;
    assert_eq!(hall.state(1), "final red_win");
}
