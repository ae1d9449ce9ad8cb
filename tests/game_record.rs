//! 录谱: due from the winner, or from red of a draw; handed in, waived, or a foul.

use std::time::Duration;

use qisai::rehearsal::Kind;

use crate::clock::swiss;
use crate::registering::appoint;
use crate::support::Hall;

/// So many players, the record of table 1 due in every round.
async fn playing(players: usize) -> Hall {
    let mut hall = Hall::field(players).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    swiss(&mut hall.config).conduct.recorded_tables = 1;
    hall.start().await;
    hall.round().await;
    hall
}

fn state(hall: &Hall, table: u32) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT coalesce((SELECT r.state FROM game_record r WHERE r.game = g.id), '-')
             FROM game g WHERE g.round = (SELECT max(id) FROM round) AND g.table_no = ?1",
            [table],
            |row| row.get(0),
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_winner_hands_it_in_by_photo_and_file_and_the_arbiter_looks_at_it() {
    let mut hall = playing(4).await;
    let table = hall.table(1);
    table.red.says("胜").await;
    table.black.taps("确认").await;
    table.red.sees("录谱：把棋谱的照片或文件发到这里").await;
    assert_eq!(state(&hall, 1), "due");
    assert_eq!(table.black.count("棋谱"), 0);
    table.red.says("/me").await;
    table.red.sees("应交棋谱：第1轮第1台").await;
    // The wrong person's photo is none.
    table.black.sends_photo("").await;
    table.black.sees("没有保存").await;
    let wrong = hall.count("SELECT game FROM game_record");
    let toast = table.black.taps_stale(&format!("qg:{wrong}")).await.text;
    assert!(toast.is_some_and(|text| text.contains("您不用交")));
    hall.restart().await;
    let table = hall.table(1);
    table.red.sends_photo("").await;
    table.red.sees("收到 第1轮 第1台 的棋谱（第 1 份）").await;
    table.red.sends_document("对局.xqf").await;
    table.red.sees("第 2 份").await;
    // Words are words again.
    table.red.says("你好").await;
    table.red.sees("没看懂").await;
    assert_eq!(state(&hall, 1), "given");
    let chief = hall.arbiter().await;
    hall.rules_all("和").await;
    assert_eq!(chief.count("第1轮录谱"), 0);
    chief.says("/record").await;
    chief.sees("每轮前 1 台和裁判指定的台次").await;
    chief.taps("看 1-1").await;
    assert_eq!(chief.sees("棋谱 1/2").await.kind, Kind::Photo);
    assert_eq!(chief.sees("棋谱 2/2").await.kind, Kind::Document);
    chief.says("录谱").await;
    chief.taps("导出清单").await;
    chief.sees("棋谱清单，1 局").await;
    table.red.says("/me").await;
    let me = table.red.sees("第1轮 第1台").await.text;
    assert!(!me.contains("应交棋谱"), "{me}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_table_is_recorded_by_red_of_a_draw_in_words() {
    let hall = playing(4).await;
    let chief = hall.arbiter().await;
    chief.says("录谱 第2台").await;
    chief.sees("待赛后录谱").await;
    let table = hall.table(2);
    table.red.sees("裁判指定本台录谱").await;
    table.black.sees("裁判指定本台录谱").await;
    hall.rules_all("和").await;
    table.red.sees("录谱：把棋谱的照片或文件发到这里").await;
    assert_eq!(state(&hall, 2), "due");
    // The result was another: the other one owes it.
    chief.rules("/result 2 黑胜").await;
    table.black.sees("录谱：把棋谱的照片或文件发到这里").await;
    table.red.taps("交棋谱").await;
    assert_eq!(hall.count("SELECT count(*) FROM game_record_page"), 0);
    table.black.taps("交棋谱").await;
    table.black.sees("照片、文件或文字都可以").await;
    table
        .black
        .says("1. 炮二平五 马8进7\n2. 马二进三 <车9平8>")
        .await;
    table.black.sees("收到 第1轮 第2台 的棋谱").await;
    chief.says("/record 2").await;
    chief.sees("已交").await;
    chief.taps("查看（1 份）").await;
    chief.sees("<车9平8>").await;
    chief.says("/record 9").await;
    chief.sees("没有第9台").await;
    chief.says("/record 张三").await;
    chief.sees("不是数字").await;
    // Of the round that is named, too.
    for typed in ["/record 1 2", "/record 1-2", "录谱 第1轮 2台"] {
        chief.says(typed).await;
        chief.sees("已交").await;
    }
    for (typed, told) in [
        ("/record 1 9", "没有第9台"),
        ("/record 7 1", "第7轮"),
        ("/record 1 2 3", "不是数字"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    let player = hall.table(1).black;
    player.says("/record").await;
    player.sees("没有要交的棋谱").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_at_the_end_of_the_round_it_costs_a_foul_on_a_tap_or_nothing() {
    let hall = playing(4).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    hall.rules_all("红胜").await;
    let winner = hall.table(1).names[0].clone();
    for arbiter in [&chief, &other] {
        arbiter.sees("第1轮录谱").await;
    }
    // A reminder, once.
    let player = hall.person(&winner).await;
    hall.advance(Duration::from_secs(16 * 60)).await;
    player.sees("提醒：第1轮 第1台").await;
    hall.advance(Duration::from_secs(16 * 60)).await;
    assert_eq!(player.count("提醒：第1轮"), 1);
    let foul = format!("1 {winner} 记犯规一次");
    other.taps(&foul).await;
    other.sees("没有未处理的了").await;
    player.sees("犯规 第1轮第1台：应录未录").await;
    let game = hall.count("SELECT game FROM game_record");
    let toast = chief.taps_stale(&format!("qf:{game}")).await.text;
    assert!(toast.is_some_and(|text| text.contains("已记犯规")));
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
    chief.says(&format!("/standings {winner}")).await;
    chief.sees("犯规 1 = 1（第1轮第1台 应录未录）").await;
    // After all: it is kept, and the arbiters decide about the foul.
    player.taps("交棋谱").await;
    player.sends_photo("").await;
    player.sees("是否撤销由裁判决定").await;
    chief.sees("补交了 第1轮 第1台 的棋谱").await;
    assert_eq!(state(&hall, 1), "fouled");

    // In the next round the arbiter does without.
    hall.round().await;
    hall.rules_all("和").await;
    chief.sees("第2轮录谱").await;
    let red = hall.table(1).names[0].clone();
    chief.taps("1 免交").await;
    hall.person(&red)
        .await
        .sees("免交 第2轮 第1台 的棋谱")
        .await;
    assert_eq!(state(&hall, 1), "waived");
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
    // A game that nobody played has no record.
    hall.round().await;
    hall.rules_all("红弃权").await;
    assert_eq!(state(&hall, 1), "-");
    chief.says("/record 2").await;
    chief.sees("第3轮第2台没有下（弃权），没有棋谱可录").await;
    assert_eq!(state(&hall, 2), "-");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_opened_again_owes_nothing() {
    let hall = playing(2).await;
    let chief = hall.arbiter().await;
    hall.rules_all("红胜").await;
    assert_eq!(state(&hall, 1), "due");
    chief.rules("/result 1 未定").await;
    assert_eq!(state(&hall, 1), "-");
    hall.rules_all("黑胜").await;
    let owner = hall.count("SELECT player FROM game_record");
    let black = hall.count("SELECT player FROM seat WHERE kind = 'black'");
    assert_eq!(owner, black);
    // An arbiter hands it in for one who cannot.
    chief.says("/record 1").await;
    chief.taps("代交").await;
    chief.sends_photo("").await;
    chief.sees("收到 第1轮 第1台").await;
    assert_eq!(state(&hall, 1), "given");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_photo_of_the_next_game_is_no_page_of_the_last() {
    let hall = playing(4).await;
    hall.rules_all("红胜").await;
    let winner = hall.table(1).names[0].clone();
    let player = hall.person(&winner).await;
    player.sends_photo("").await;
    player.sees("收到 第1轮 第1台").await;
    // The winners of the first round meet.
    hall.round().await;
    let outcome = if hall.table(1).names[0] == winner {
        "红胜"
    } else {
        "黑胜"
    };
    hall.rules_all(outcome).await;
    player.sees("第2轮 第1台 请").await;
    player.sends_photo("").await;
    player.sees("收到 第2轮 第1台 的棋谱（第 1 份）").await;
    assert_eq!(state(&hall, 1), "given");
    player.sends_document("第二页.pdf").await;
    player.sees("收到 第2轮 第1台 的棋谱（第 2 份）").await;
    let pages = "SELECT count(*) FROM game_record_page GROUP BY game ORDER BY game LIMIT 1";
    assert_eq!(hall.count(pages), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_prize_list_warns_of_records_that_are_due() {
    let mut hall = Hall::field(4).await;
    hall.stop().await;
    hall.config.event.competitions[0].stages.truncate(1);
    swiss(&mut hall.config).rounds = 1;
    swiss(&mut hall.config).conduct.recorded_tables = 2;
    hall.start().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    chief.sees("棋谱未交 2 份，记犯规可能影响名次").await;
    for table in 1..=2 {
        chief.says(&format!("/record {table}")).await;
        chief.taps("免交").await;
    }
    let warned = chief.count("记犯规可能影响名次");
    chief.says("/prizes").await;
    chief.taps("发到群里").await;
    hall.group().sees("获奖名单").await;
    assert_eq!(chief.count("记犯规可能影响名次"), warned);
    assert_eq!(hall.group().count("记犯规可能影响名次"), 0);
}
