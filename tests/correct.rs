//! Corrections: a result found wrong, however late.

use qisai::config::{Config, Stage};
use qisai::store::journal::{self, Entry};

use crate::registering::data;
use crate::roles::appoint;
use crate::support::Hall;

fn absence_removes(config: &mut Config) {
    if let Some(Stage::Swiss(swiss)) = config.event.competitions[0].stages.first_mut() {
        swiss.conduct.absence_removes = true;
    }
}

/// Status and outcome of a table of any round.
fn state(hall: &Hall, round: u32, table: u32) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT g.status || ' ' || coalesce(g.outcome, '-') FROM game g
             JOIN round r ON r.id = g.round WHERE r.number = ?1 AND g.table_no = ?2",
            (round, table),
            |row| row.get(0),
        )
    })
}

/// Who meets whom in a round.
fn pairs(hall: &Hall, round: u32) -> Vec<(i64, i64, i64)> {
    hall.database(|tx| {
        tx.prepare(
            "SELECT g.table_no, a.player, b.player FROM game g JOIN round r ON r.id = g.round
             JOIN seat a ON a.game = g.id AND a.kind = 'red'
             JOIN seat b ON b.game = g.id AND b.kind = 'black'
             WHERE r.number = ?1 ORDER BY g.table_no",
        )?
        .query_map([round], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
    })
}

fn last_of_journal(hall: &Hall, action: &str) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT subject || ': ' || coalesce(before, '-') || ' > ' || coalesce(after, '-')
               || ' ' || coalesce(reason, '')
             FROM journal WHERE action = ?1 ORDER BY id DESC LIMIT 1",
            [action],
            |row| row.get(0),
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_next_round_is_paired() {
    let hall = Hall::field(6).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.group().sees("积分榜").await;
    let chief = hall.arbiter().await;
    let [red, black] = hall.table(2).names;
    chief.says("成绩 2台 黑胜").await;
    let told = chief.sees("更正成绩").await;
    assert!(told.text.contains("尚未生效"), "{}", told.text);
    assert!(
        told.text.contains(&format!("{red}　积分 2 → 0")),
        "{}",
        told.text
    );
    assert!(
        told.text.contains(&format!("{black}　积分 0 → 2")),
        "{}",
        told.text
    );
    assert_eq!(state(&hall, 1, 2), "final red_win");
    chief.taps("不更正").await;
    chief.sees("没有更正").await;
    assert_eq!(state(&hall, 1, 2), "final red_win");
    chief.says("/result 2 黑胜").await;
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    assert_eq!(state(&hall, 1, 2), "final black_win");
    assert_eq!(
        last_of_journal(&hall, "game.correct"),
        "round 1 table 2: RedWin > BlackWin entry"
    );
    hall.table(2).red.sees("红胜 → 黑胜").await;
    hall.table(2).black.sees("红胜 → 黑胜").await;
    let told = hall.group().sees("成绩更正").await.text;
    assert!(told.contains(&format!("{black} 积分 0 → 2")), "{told}");
    hall.group().sees_nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_next_round_is_proposed() {
    let hall = Hall::field(6).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    let officer = appoint(&hall, "编排乙", "编排长").await;
    officer.says("/pair").await;
    officer.sees("棋手现在还看不到").await;
    let proposal = officer.last().id;
    chief.says("/result 第1轮 1台 和").await;
    chief.sees("第2轮方案会作废").await;
    chief.taps("申诉成立").await;
    chief.sees("请重新 /pair").await;
    officer.sees("第2轮方案已作废").await;
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    assert_eq!(
        last_of_journal(&hall, "game.correct"),
        "round 1 table 1: RedWin > Draw appeal"
    );
    // The proposal's button is worth nothing any more.
    assert!(officer.last().id > proposal);
    let toast = officer.taps("公布").await;
    assert!(toast.text.unwrap().contains("没有等待公布"));
    hall.round().await;
    // To open it again is possible as long as only a proposal hangs on it.
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.says("/result 1 未定").await;
    chief.taps("裁判改判").await;
    assert_eq!(hall.state(1), "open -");
    chief.says("/pair").await;
    chief.sees("第2轮还有 1 台没有成绩").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_next_round_is_published_and_after_it_is_played() {
    let hall = Hall::field(8).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let published = pairs(&hall, 2);
    chief.says("/result 1 3 黑胜").await;
    chief.sees("第2轮的对阵、轮空和成绩照旧").await;
    chief.taps("录入有误，更正").await;
    assert_eq!(state(&hall, 1, 3), "final black_win");
    assert_eq!(pairs(&hall, 2), published);
    // The round under way is as it was.
    assert_eq!(state(&hall, 2, 1), "open -");
    chief.says("/result 1 3 未定").await;
    chief.sees("不能再改为未定").await;
    hall.rules_all("黑胜").await;
    hall.round().await;
    hall.rules_all("和").await;
    let published = (pairs(&hall, 2), pairs(&hall, 3));
    let rounds = hall.count("SELECT count(*) FROM round WHERE state = 'closed'");
    chief.says("第1轮 4台 双弃").await;
    chief.sees("第2至3轮的对阵").await;
    chief.taps("裁判改判").await;
    assert_eq!(state(&hall, 1, 4), "final both_forfeit");
    assert_eq!((pairs(&hall, 2), pairs(&hall, 3)), published);
    assert_eq!(
        hall.count("SELECT count(*) FROM round WHERE state = 'closed'"),
        rounds
    );
    for (typed, told) in [
        ("/result 9 1 红胜", "第9轮还没有公布"),
        ("/result 1 9 红胜", "第1轮没有第9台"),
        ("/result 1 4 双弃", "成绩未变：双方弃权"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    // A player says nothing of a round that is over.
    let player = hall.table(1).red;
    player.says("第1轮 1台 红胜").await;
    player.sees("第1轮已经结束，现在是第3轮").await;
    player.says("/result 1 1 红胜").await;
    player.sees("只有裁判员能做").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_meanwhile_is_not_corrected_unseen() {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    let other = appoint(&hall, "裁判甲", "裁判员").await;
    chief.says("/result 1 黑胜").await;
    other.says("/result 1 和").await;
    other.taps("裁判改判").await;
    chief.is_told("录入有误，更正", "没有更正").await;
    assert_eq!(hall.state(1), "final draw");
    // Another table is corrected: places differ from what was shown.
    chief.says("/result 1 黑胜").await;
    other.says("/result 2 黑胜").await;
    other.taps("裁判改判").await;
    chief.is_told("录入有误，更正", "没有更正").await;
    // A proposal is made in between: it would go without having been named.
    chief.says("/result 1 黑胜").await;
    let shown = chief.last();
    let shown = data(&shown, "录入有误，更正");
    chief.says("/pair").await;
    let toast = chief.taps_stale(&shown).await;
    assert!(toast.text.unwrap().contains("没有更正"));
    assert_eq!(hall.count("SELECT count(*) FROM round"), 2);
    // Twice pressed is once done.
    chief.says("/result 2 红胜").await;
    chief.taps("裁判改判").await;
    let told = hall.group().count("成绩更正");
    let toast = chief.taps_stale(&shown).await;
    assert!(toast.alert);
    assert_eq!(hall.group().count("成绩更正"), told);
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_entered_wrongly_leave_the_winner_the_winner() {
    let hall = Hall::field(6).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/sides 1").await;
    chief.sees("还没有成绩").await;
    hall.rules_all("红胜").await;
    let [red, black] = hall.table(1).names;
    let before = pairs(&hall, 1);
    hall.round().await;
    chief.says("换先 1 1").await;
    let told = chief.sees("先后手更正").await.text;
    assert!(told.contains(&format!("{black} — 黑")), "{told}");
    assert!(told.contains("黑胜"), "{told}");
    chief.taps("录入有误，更正").await;
    assert_eq!(state(&hall, 1, 1), "final black_win");
    let (table, was_red, was_black) = before[0];
    assert_eq!(pairs(&hall, 1)[0], (table, was_black, was_red));
    hall.group().sees("先后手更正").await;
    chief.says("/standings").await;
    let table = chief.sees("积分榜").await.text;
    assert!(
        table.find(&red).unwrap() < table.find(&black).unwrap(),
        "{table}"
    );
    // Once more and it is as it was.
    chief.says("/sides 第1轮 1台").await;
    chief.taps("录入有误，更正").await;
    assert_eq!(pairs(&hall, 1), before);
    assert_eq!(state(&hall, 1, 1), "final red_win");
    for (typed, told) in [
        ("/sides", "没有看懂"),
        ("/sides 甲", "没有看懂"),
        ("/sides 1 2 3", "只更正同一台的先后手"),
        ("/sides 7 1", "第7轮还没有公布"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_other_sides_is_not_opened_again() {
    let hall = Hall::field(2).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/sides 1").await;
    chief.taps("录入有误，更正").await;
    assert_eq!(hall.state(1), "final black_win");
    chief.says("/result 1 未定").await;
    chief.sees("旧按钮已经对不上").await;
    assert_eq!(hall.state(1), "final black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_found_wrong_two_rounds_later_takes_the_player_in_again() {
    let mut hall = Hall::field(8).await;
    hall.stop().await;
    absence_removes(&mut hall.config);
    hall.start().await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let absentee = hall.table(1).names[1].clone();
    chief.says("/result 1 黑弃权").await;
    chief.taps("判黑方弃权，无故缺席除名").await;
    hall.rules_all("红胜").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let out = || hall.count("SELECT count(*) FROM registration WHERE state = 'withdrawn'");
    assert_eq!(out(), 1);
    chief.says("/result 1 1 和").await;
    let told = chief.sees("恢复参赛").await.text;
    assert!(told.contains(&absentee), "{told}");
    chief.taps("裁判改判").await;
    assert_eq!(out(), 0);
    // The other way round, somebody is removed by a correction.
    chief.says("/result 1 2 红弃权").await;
    chief.sees("无故弃权除名").await;
    chief.taps("裁判改判").await;
    assert_eq!(out(), 1);
    chief.says("/undo").await;
    chief.taps("撤销这一步").await;
    assert_eq!(out(), 0);
    assert_eq!(state(&hall, 1, 2), "final red_win");
    // Or kept, also when it is taken back and made again.
    chief.says("/result 1 2 红弃权").await;
    chief.taps("裁判改判，保留参赛资格").await;
    assert_eq!(
        (state(&hall, 1, 2).as_str(), out()),
        ("final red_forfeit", 0)
    );
    chief.rules("/result 1 2 和").await;
    chief.says("/undo").await;
    chief.taps("撤销这一步").await;
    assert_eq!(
        (state(&hall, 1, 2).as_str(), out()),
        ("final red_forfeit", 0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_last_round_the_prize_list_is_called_to_mind() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    for _ in 0..3 {
        hall.round().await;
        hall.rules_all("红胜").await;
    }
    let key = &hall.config.event.competitions[0].key;
    let published = Entry {
        action: "prizes.publish".to_owned(),
        subject: format!("competition {key}"),
        ..Entry::default()
    };
    hall.desk()
        .store()
        .write(|tx| journal::write(tx, &published, Some(key), hall.clock.now()))
        .expect("a line");
    chief.says("/result 2 1 黑胜").await;
    chief.sees("奖励名单已公布过").await;
}
