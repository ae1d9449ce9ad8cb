//! Draws agreed too early: flagged, and what the arbiters make of them.

use qisai::config::{Config, Stage, Swiss};

use crate::registering::appoint;
use crate::support::Hall;

fn swiss(config: &mut Config) -> &mut Swiss {
    match config.event.competitions[0].stages.first_mut() {
        Some(Stage::Swiss(swiss)) => swiss,
        _ => panic!("a points stage"),
    }
}

async fn playing(change: impl FnOnce(&mut Config)) -> Hall {
    let mut hall = Hall::field(4).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    change(&mut hall.config);
    hall.start().await;
    hall.round().await;
    hall
}

async fn draws(hall: &Hall, table: u32) {
    let table = hall.table(table);
    table.red.says("和").await;
    table.black.says("和").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_see_it_and_one_of_them_decides() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    draws(&hall, 1).await;
    chief.sees("即报和棋").await;
    other.sees("即报和棋").await;
    chief.taps("双负（0 比 0）").await;
    chief.sees("双负，双方各得 0 分").await;
    assert_eq!(hall.state(1), "final both_lose");
    let table = hall.table(1);
    for player in [&table.red, &table.black] {
        player.sees("本局判负").await;
        player.sees("成绩已生效（犯规判负）").await;
    }
    other.is_told("和棋成立", "裁判长 已处理：双负").await;
    assert_eq!(hall.state(1), "final both_lose");
    // The other table's stands, or costs a foul each.
    draws(&hall, 2).await;
    other.sees("即报和棋").await;
    other.taps("和棋成立").await;
    let table = hall.table(2);
    table.red.sees("和棋经裁判审核，成立").await;
    table.black.sees("和棋经裁判审核，成立").await;
    assert!(hall.state(2).starts_with("final draw"));
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 2);
    assert_eq!(
        hall.count("SELECT count(*) FROM penalty WHERE kind = 'loss'"),
        2
    );
    let points: i64 = hall.count("SELECT count(*) FROM journal WHERE action = 'draw.decide'");
    assert_eq!(points, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_for_both_leaves_the_draw_and_a_changed_result_makes_the_buttons_stale() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    chief.taps("和棋成立，双方记犯规").await;
    chief.sees("双方各记犯规一次").await;
    assert!(hall.state(1).starts_with("final draw"));
    let fouls = hall.count("SELECT count(*) FROM penalty WHERE kind = 'foul' AND table_no = 1");
    assert_eq!(fouls, 2);
    hall.table(1).red.sees("未按规定对局即议和").await;
    draws(&hall, 2).await;
    chief.sees("即报和棋").await;
    chief.rules("/result 2 红胜").await;
    chief.is_told("双负（0 比 0）", "已过期").await;
    assert_eq!(hall.state(2), "final red_win");
    // Taken back, both are without.
    for penalty in [1, 2] {
        chief.taps_stale(&format!("yx:{penalty}")).await;
    }
    let fouls = hall.count("SELECT count(*) FROM penalty WHERE struck_at IS NULL");
    assert_eq!(fouls, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_asked_for_the_moves_only_where_the_event_says_so() {
    let hall = playing(|config| {
        let reporting = &mut swiss(config).reporting;
        (reporting.early_draw_minutes, reporting.early_draw_moves) = (0, 20);
    })
    .await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    let table = hall.table(1);
    table.red.sees("下了多少回合").await;
    table.black.sees("下了多少回合").await;
    table.red.taps("20 回合以上").await;
    table.red.sees("谢谢").await;
    assert_eq!(chief.count("和棋算数吗"), 0);
    table.black.taps("没有下").await;
    chief.sees("没有下棋。和棋算数吗").await;
    // Somebody else has nothing to say of it.
    let stranger = hall.table(2).red;
    let (game, version) = hall.database(|tx| {
        let sql = "SELECT id, version FROM game WHERE table_no = 1";
        tx.query_row(sql, [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        })
    });
    let toast = stranger
        .taps_stale(&format!("zm:{game}:{version}:f"))
        .await
        .text;
    assert!(toast.is_some_and(|text| text.contains("第1台")), "refused");
    chief.taps("双负（0 比 0）").await;
    assert_eq!(hall.state(1), "final both_lose");
    // Without the setting nobody is asked.
    let hall = playing(|config| swiss(config).reporting.early_draw_minutes = 0).await;
    draws(&hall, 1).await;
    assert_eq!(hall.table(1).red.count("多少回合"), 0);
    assert_eq!(hall.arbiter().await.count("和棋算数吗"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_given_up_too_early_is_flagged_where_the_event_forbids_it() {
    let hall = playing(|config| swiss(config).reporting.early_loss_minutes = 15).await;
    let chief = hall.arbiter().await;
    // By the loser's own word: it stands, with a foul for the one who gave up.
    let table = hall.table(1);
    table.red.says("负").await;
    let flagged = chief.sees("即报黑胜，可能过早认输").await;
    assert!(flagged.text.contains("成绩算数吗"), "{}", flagged.text);
    chief.taps("成绩成立，负方记犯规").await;
    table.red.sees("未按规定对局即认输").await;
    assert_eq!(table.black.count("即认输"), 0);
    assert_eq!(hall.state(1), "final black_win red:black_win");
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
    // By the end of the window: the minutes are those of the report.
    let table = hall.table(2);
    table.red.says("胜").await;
    hall.advance(std::time::Duration::from_secs(11 * 60)).await;
    chief.sees("开赛 0 分钟即报红胜").await;
    chief.taps("双负（0 比 0）").await;
    assert!(
        hall.state(2).starts_with("final both_lose"),
        "{}",
        hall.state(2)
    );
    table.black.sees("本局判负").await;
    // Without the setting nobody is asked.
    let hall = playing(|_| {}).await;
    hall.table(1).red.says("负").await;
    assert_eq!(hall.arbiter().await.count("认输"), 0);
}
