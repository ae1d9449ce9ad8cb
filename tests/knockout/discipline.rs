//! Fouls, lost games, early draws, records and appeals in the games of matches.

use std::time::Duration;

use qisai::config::{Config, Stage};

use super::hall::{begin, rules, seats, seeded};
use crate::support::{Hall, Person};

fn points(config: &mut Config) -> &mut qisai::config::Swiss {
    match config.event.competitions[0].stages.first_mut() {
        Some(Stage::Swiss(swiss)) => swiss,
        _ => panic!("no points stage"),
    }
}

async fn playing(change: impl FnOnce(&mut Config)) -> Hall {
    let hall = seeded(4, 4, change).await;
    begin(&hall).await;
    hall.advance(Duration::from_secs(3 * 3600)).await;
    hall
}

fn number(hall: &Hall, name: &str) -> i64 {
    hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ))
}

async fn fouls(chief: &Person<'_>, no: i64) {
    chief.says(&format!("/foul {no} 手机响")).await;
    chief.taps("其他（按竞赛规则）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_foul_in_a_game_of_a_match_loses_it() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let first = seats(&hall, 1, 1);
    let no = number(&hall, &first.names[0]);
    chief.says(&format!("/foul {no} 手机响")).await;
    chief.sees("在 淘汰赛第1轮第1台第1局").await;
    chief.taps("其他（按竞赛规则）").await;
    first.red.sees("犯规 淘汰赛第1轮第1台第1局：手机响").await;
    // One foul in each of two games loses neither.
    rules(&hall, 1, &["红胜"]).await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    fouls(&chief, no).await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    chief.says(&format!("/foul {no} 又响")).await;
    chief.sees("记了就判负").await;
    chief.taps("其他（按竞赛规则）").await;
    first.red.sees("本局判负").await;
    let rapid = seats(&hall, 1, 1);
    assert_eq!(rapid.number, 3, "2-2 after a win and a loss by fouls");
    rapid.red.sees("第3局").await;
    // Taken back while nobody has sat down to the next: the game is open again.
    chief.taps("撤销这次处罚").await;
    chief.sees("要撤销吗").await;
    chief.taps("确认撤销").await;
    chief.sees("这一局的成绩已恢复").await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    // All of them are listed with those of the points stage, which they do not touch.
    chief.says("/foul").await;
    let list = chief.sees("处罚记录").await.text;
    assert!(
        list.contains("有效 2 次") && list.contains("第1台第2局"),
        "{list}"
    );
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM penalty p JOIN round r ON r.stage = p.stage
             WHERE r.part_round IS NULL"
        ),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_on_is_not_lost_on_the_side() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let first = seats(&hall, 1, 2);
    let no = number(&hall, &first.names[1]);
    fouls(&chief, no).await;
    // The card is about the game in which the arbiter began it, and that goes on meanwhile.
    chief.says(&format!("/foul {no} 又响")).await;
    chief.sees("第2台第1局").await;
    rules(&hall, 2, &["黑胜"]).await;
    hall.advance(Duration::from_secs(180)).await;
    seats(&hall, 1, 2).red.says("胜").await;
    chief.taps("其他（按竞赛规则）").await;
    chief.sees("成绩由裁判另行裁定").await;
    assert_eq!(seats(&hall, 1, 2).number, 2);
    // A game is lost outright, and the match with it.
    let second = seats(&hall, 1, 1);
    let no = number(&hall, &second.names[0]);
    chief.says(&format!("/warn {no} 提示着法")).await;
    chief.taps("改为判负").await;
    chief.taps("其他（按竞赛规则）").await;
    second.black.sees("黑胜，成绩已生效（犯规判负）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_draw_is_flagged_in_the_slow_games_alone() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    hall.set_clock("2023-10-06T08:30:00+08:00".parse().expect("an instant"))
        .await;
    begin(&hall).await;
    hall.set_clock("2023-10-06T09:04:00+08:00".parse().expect("an instant"))
        .await;
    for (number, minutes) in [(1, 4), (2, 3)] {
        let game = seats(&hall, 1, 1);
        assert_eq!(game.number, number);
        hall.advance(Duration::from_secs(if number == 1 { 0 } else { 180 }))
            .await;
        game.red.says("和").await;
        game.black.says("和").await;
        let flagged = chief.sees("即报和棋").await.text;
        assert!(
            flagged.contains(&format!("开赛 {minutes} 分钟"))
                && flagged.contains(&format!("第1台 第{number}局")),
            "{flagged}"
        );
        chief.taps("和棋成立").await;
        game.red.sees("和棋经裁判审核，成立").await;
    }
    // The rapid game is quicker than that by itself.
    let rapid = seats(&hall, 1, 1);
    assert_eq!(rapid.number, 3);
    hall.advance(Duration::from_secs(240)).await;
    rapid.red.says("和").await;
    rapid.black.says("和").await;
    rapid.black.sees("由您选先后手").await;
    assert_eq!(chief.count("即报和棋"), 0, "both are decided");
    // What was played on stays; before that both lose.
    let game = seats(&hall, 1, 2);
    hall.advance(Duration::from_secs(60)).await;
    game.red.says("和").await;
    game.black.says("和").await;
    let flagged = chief.sees("即报和棋").await;
    chief.taps_on(&flagged, "双负（0 比 0）").await;
    game.black.sees("本局判负").await;
    hall.advance(Duration::from_secs(180)).await;
    let second = seats(&hall, 1, 2);
    assert_eq!(second.number, 2);
    second.red.says("胜").await;
    second.black.taps("确认").await;
    hall.group().sees("（2-0）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_due_in_matches_where_the_event_asks_for_them() {
    let mut hall = playing(|config| points(config).conduct.recorded_tables = 1).await;
    let chief = hall.arbiter().await;
    // Those of the points stage are settled.
    hall.desk()
        .act(|turn| {
            turn.tx
                .execute("UPDATE game_record SET state = 'waived'", [])?;
            Ok(())
        })
        .expect("the database");
    let first = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜"]).await;
    first.red.sees("半决赛） 第1台 第1局 请 ").await;
    first.red.sends_photo("").await;
    first.red.sees("半决赛） 第1台 第1局 的棋谱").await;
    // One more table is named.
    chief.says("/record 2").await;
    chief.sees("待赛后录谱").await;
    seats(&hall, 1, 2).red.sees("裁判指定本台录谱").await;
    rules(&hall, 1, &["黑胜"]).await;
    rules(&hall, 2, &["和"]).await;
    assert_eq!(chief.count("局没有交"), 1, "that of the points stage");
    rules(&hall, 2, &["红胜"]).await;
    let list = chief.sees("半决赛）录谱").await.text;
    assert!(
        list.contains("已交 1 局，还有 2 局没有交") && list.contains("第1台 第2局"),
        "{list}"
    );
    let owner = first.names[0].clone();
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.taps(&format!("1-2 {owner} 记犯规一次")).await;
    hall.person(&owner)
        .await
        .sees("淘汰赛第1轮第1台：应录未录")
        .await;
    let list = chief.sees("半决赛）录谱").await.text;
    assert!(list.contains("还有 1 局没有交"), "{list}");
    chief.taps("2-1 免交").await;
    chief.sees("没有未处理的了").await;
    chief.says("/record").await;
    chief.sees("半决赛） 第2台 第1局").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_in_a_match_can_be_appealed_against() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let first = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜"]).await;
    first.black.says("/appeal 对方超时").await;
    first.black.taps("淘汰赛第1轮第1台第1局的判罚").await;
    first.black.taps("提交申诉").await;
    let card = chief.sees("申诉 1 号").await.text;
    assert!(card.contains("淘汰赛第1轮第1台第1局的判罚"), "{card}");
    chief.taps("成立（胜诉）…").await;
    chief.says("照计时改判。").await;
    first.black.sees("成立。照计时改判。").await;
    chief.sees("/result 1-1-1 结果").await;
    chief.says("/result 1-1-1 黑胜").await;
    chief.sees("更正").await;
}

/// From now on the player of this seat is the chief arbiter's own.
fn is_the_chiefs(hall: &Hall, name: &str, chief: i64) {
    let sql = format!("UPDATE registration SET account = {chief} WHERE name = '{name}'");
    hall.desk()
        .act(|turn| {
            turn.tx.execute(&sql, [])?;
            Ok(())
        })
        .expect("the database");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_draw_in_a_match_stands_at_the_desk_until_it_is_decided() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    hall.set_clock("2023-10-06T08:30:00+08:00".parse().expect("an instant"))
        .await;
    begin(&hall).await;
    hall.set_clock("2023-10-06T09:04:00+08:00".parse().expect("an instant"))
        .await;
    let game = seats(&hall, 1, 1);
    game.red.says("和").await;
    game.black.says("和").await;
    chief.sees("即报和棋").await;
    chief.says("/desk").await;
    let desk = chief.sees("过早和棋或认输待裁定 1 局").await;
    assert!(desk.text.contains("1台第1局"), "{}", desk.text);
    // The card was scrolled away: it comes once more.
    let cards = chief.count("即报和棋");
    chief.says("/open").await;
    hall.settled().await;
    assert_eq!(chief.count("即报和棋"), cards + 1);
    chief.taps("和棋成立").await;
    game.red.sees("和棋经裁判审核，成立").await;
    chief.says("/desk").await;
    hall.settled().await;
    assert!(!chief.newest("半决赛").text.contains("过早和棋"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_who_plays_neither_annuls_the_own_match_nor_decides_about_the_own_game() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let table = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜"]).await;
    table.black.says("/appeal 对方超时").await;
    table.black.taps("淘汰赛第1轮第1台第1局的判罚").await;
    table.black.taps("提交申诉").await;
    chief.sees("申诉 1 号").await;
    is_the_chiefs(&hall, &table.names[0], chief.id);
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("1台").await;
    chief.is_told("作废重下…", "裁判不裁定自己的台").await;
    // Neither is the opponent's match given up for them.
    let [_, other] = &table.names;
    let quit = format!("判 {} {other} 弃权", number(&hall, other));
    chief.is_told(&quit, "裁判不裁定自己的台").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action IN ('match.annul', 'appeal.decide')"),
        0
    );
    // Another table is theirs to decide about.
    chief.says("/knockout").await;
    chief.taps("2台").await;
    chief.sees("2台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_is_given_by_table_and_side() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let table = seats(&hall, 1, 2);
    for (typed, at) in [("2 黑 手机响", 1), ("2台红 手机响", 0), ("第2台 红方", 0)] {
        chief.says(&format!("/foul {typed}")).await;
        hall.settled().await;
        let card = chief.last().text;
        assert!(card.contains("在 淘汰赛第1轮第2台第1局"), "{card}");
        assert!(card.contains(&table.names[at]), "{typed}: {card}");
        assert_eq!(card.contains("理由：手机响"), typed.contains("手机响"));
    }
    chief.says("/foul 9 红 手机响").await;
    chief.sees("没有第9台").await;
    chief.says("/result").await;
    chief.sees("请写台次和结果").await;
}
