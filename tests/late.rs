//! 迟到: who is not at the table, and the forfeit that an arbiter declares.

use std::time::Duration;

use qisai::config::ForfeitBy;

use crate::clock::{at, swiss, under};
use crate::registering::{appoint, data};
use crate::support::Hall;

/// A round of two tables that has just started.
async fn started() -> Hall {
    let mut hall = Hall::field(4).await;
    appoint(&hall, "裁判甲").await;
    under(&mut hall, |config| {
        swiss(config).conduct.absence_removes = true;
    })
    .await;
    hall.round().await;
    hall.set_clock(at("09:00:00")).await;
    hall
}

fn accepted(hall: &Hall) -> i64 {
    hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_there_is_called_and_forfeits_when_the_time_is_over() {
    let mut hall = started().await;
    let chief = hall.arbiter().await;
    let [red, black] = hall.table(2).names;
    chief.taps("2").await;
    chief.sees("谁没有到场").await;
    chief.taps("黑方未到").await;
    // The list of tables is one message, which names who is not there.
    let list = chief.sees("未到场：").await;
    assert!(list.text.contains(&black) && !list.text.contains(&red));
    assert_eq!(chief.count("第1轮点名"), 1);
    chief.sees("黑方未到场").await;
    let call = format!("{black} 请马上到第1轮 第2台。09:10 以后");
    hall.group().sees(&call).await;
    hall.table(2).black.sees(&call).await;
    // Too soon, and then not.
    chief
        .is_told("判黑方弃权，无故缺席除名", "09:10 起才能宣布弃权")
        .await;
    hall.set_clock(at("09:09:59")).await;
    assert_eq!(chief.count("迟到已满"), 0);
    hall.crash().await;
    hall.set_clock(at("09:10:00")).await;
    hall.restart().await;
    hall.advance(Duration::from_secs(1)).await;
    let chief = hall.arbiter().await;
    let due = chief.sees("第1轮迟到已满 10 分钟").await;
    assert!(due.text.contains(&black), "{}", due.text);
    assert_eq!(chief.count("迟到已满"), 1);
    chief.taps("2台").await;
    chief.taps("判黑方弃权，无故缺席除名").await;
    assert_eq!(hall.state(2), "final black_forfeit");
    assert_eq!(accepted(&hall), 3);
    hall.table(2).red.sees("黑方弃权（红胜），成绩已生效").await;
    hall.table(2).black.sees("按规程自动除名").await;
    let who = hall.database(|tx| {
        tx.query_row(
            "SELECT account FROM journal WHERE action = 'late.forfeit'",
            [],
            |row| row.get::<_, i64>(0),
        )
    });
    assert_eq!(who, hall.arbiter_id());
    chief.says("/late 2").await;
    chief.sees("成绩已经生效").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_can_keep_who_is_absent() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    chief.says("/late 1 红").await;
    hall.set_clock(at("09:10:00")).await;
    chief.taps("判红方弃权，保留参赛资格").await;
    assert_eq!(hall.state(1), "final red_forfeit");
    assert_eq!(accepted(&hall), 4);
    assert_eq!(hall.table(1).red.count("自动除名"), 0);
    // The journal says that the player was kept.
    chief.says("/journal").await;
    chief
        .sees("判迟到弃权 第1轮 第1台 红方弃权（黑胜）（保留参赛资格）")
        .await;
    // The rule itself stays.
    chief.says("/result 2 双弃").await;
    chief.taps("判双方弃权，无故缺席除名").await;
    assert_eq!(accepted(&hall), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_grace_the_forfeit_is_declared_at_once() {
    let mut hall = Hall::field(4).await;
    under(&mut hall, |config| swiss(config).conduct.late_minutes = 0).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/late 2").await;
    chief.sees("第1轮 09:00 才开赛").await;
    hall.set_clock(at("09:00:00")).await;
    hall.group().sees("未到场的，由裁判宣布弃权判负").await;
    chief.says("迟到 2 双方").await;
    hall.group().sees("迟到时限已过").await;
    chief.taps("判双方弃权").await;
    assert_eq!(hall.state(2), "final both_forfeit");
    assert_eq!(accepted(&hall), 4);
    // Who noted it had the button: no second word about it.
    hall.advance(Duration::from_secs(60)).await;
    assert_eq!(chief.count("可以宣布弃权："), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_or_reports_is_no_longer_late() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    chief.says("/late 1 红").await;
    let card = chief.sees("红方未到场").await;
    // Two arbiters note the same: one call.
    deputy.says("/late 1 红方").await;
    assert_eq!(hall.group().count("请马上到第1轮 第1台"), 1);
    deputy.taps("红方到了").await;
    hall.set_clock(at("09:10:00")).await;
    assert_eq!(chief.count("迟到已满"), 0);
    let toast = chief
        .taps_stale(&data(&card, "判红方弃权，无故缺席除名"))
        .await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    // Noted again, and then a report comes in.
    chief.says("/late 1 红").await;
    let card = chief.sees("可以宣布").await;
    hall.table(1).red.says("胜").await;
    let toast = chief
        .taps_stale(&data(&card, "判红方弃权，无故缺席除名"))
        .await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    assert_eq!(hall.state(1), "pending - red:red_win");
    // Words that are not understood, and people who are no arbiters.
    for (typed, told) in [
        ("/late x", "没有看懂"),
        ("/late 1 白", "没有看懂"),
        ("/late 9", "没有第9台"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    let red = hall.table(2).red;
    red.says("/late 2 黑").await;
    red.sees("只有裁判员能做").await;
    assert_eq!(hall.count("SELECT count(*) FROM lateness"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_have_pages() {
    let hall = Hall::field(168).await;
    hall.round().await;
    hall.set_clock(at("09:00:00")).await;
    let chief = hall.arbiter().await;
    let list = chief.sees("未报成绩 84 台").await;
    assert!(list.button("40").is_some() && list.button("41").is_none());
    chief.taps("下一页 2/3 ›").await;
    chief.taps("41").await;
    chief.taps("红方未到").await;
    let list = chief.sees("未到场：").await;
    assert!(list.text.contains("第41台 红"), "{}", list.text);
    // Everyone is away, and nothing breaks.
    hall.desk()
        .act(|turn| {
            turn.tx.execute(
                "INSERT OR IGNORE INTO lateness (game, side, noted_by, noted_at)
                 SELECT id, side, (SELECT account FROM arbiter), 0 FROM game,
                   (SELECT 'red' AS side UNION SELECT 'black')",
                [],
            )?;
            Ok(())
        })
        .unwrap();
    hall.set_clock(at("09:10:00")).await;
    assert!(chief.count("迟到已满") >= 1);
    assert_eq!(
        hall.count("SELECT count(*) FROM outbox WHERE state = 'failed'"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forfeit_before_its_time_is_asked_about_however_it_is_ruled() {
    let mut hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    // Before the start, and within the minutes of patience; in the group too it is asked in private.
    hall.set_clock(at("09:05:00")).await;
    chief.says_in_group("2台红弃权").await;
    let asked = chief.sees("还没到 09:10").await;
    assert!(asked.text.contains("仍判弃权？"), "{}", asked.text);
    assert_eq!(hall.state(2), "open -");
    chief.taps("不判了").await;
    assert_eq!(hall.state(2), "open -");
    chief.says("/result 2 红弃权").await;
    chief.taps("判红方弃权").await;
    chief.sees("裁定：红方弃权").await;
    assert_eq!(hall.state(2), "final red_forfeit");
    // The same once more changes nothing, and says so.
    chief.says("/result 2 红弃权").await;
    chief.sees("成绩未变：红方弃权").await;
    // When the time has come it is ruled at once.
    hall.set_clock(at("09:10:00")).await;
    chief.says("/result 1 黑弃权").await;
    chief.sees("裁定：黑方弃权").await;
    assert_eq!(hall.state(1), "final black_forfeit");
    // Nobody has said when the round starts.
    under(&mut hall, |config| {
        for slot in &mut config.event.timetable {
            slot.rounds.clear();
        }
    })
    .await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 双弃").await;
    chief.sees("还没有宣布开赛，迟到无从算起。仍判弃权？").await;
    chief.taps("判双方弃权").await;
    assert_eq!(hall.state(1), "final both_forfeit");
}

#[tokio::test(flavor = "multi_thread")]
async fn early_and_a_removal_are_one_question() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    let gone = hall.table(2).names[0].clone();
    chief.says("/result 2 红弃权").await;
    let asked = chief.sees("还没到 09:10").await;
    assert!(asked.text.contains("除名还是保留"), "{}", asked.text);
    chief.taps("判红方弃权，无故缺席除名").await;
    assert_eq!(hall.state(2), "final red_forfeit");
    assert_eq!(accepted(&hall), 3);
    // The group reads who is out, and why.
    hall.group()
        .sees(&format!("{gone} 在第1轮无故弃权，按规程自动除名"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_chief_declares_an_arbiter_is_sent_to_them() {
    let mut hall = started().await;
    under(&mut hall, |config| {
        swiss(config).conduct.forfeit_by = ForfeitBy::Chief;
    })
    .await;
    hall.set_clock(at("09:10:00")).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    other.says("/result 2 红弃权").await;
    other.sees("要裁判长才能做").await;
    other.says("/late 2 红").await;
    other
        .is_told("判红方弃权，保留参赛资格", "要裁判长才能做")
        .await;
    assert_eq!(hall.state(2), "open -");
    // Anything else is the arbiter's still.
    other.says("/result 1 红胜").await;
    other.sees("裁定：红胜").await;
    chief.says("/late 2").await;
    chief.taps("判红方弃权，无故缺席除名").await;
    assert_eq!(hall.state(2), "final red_forfeit");
    // Nor does an arbiter take it back, by whatever words.
    for typed in ["/result 2 红胜", "/result 2 未定", "/result 2 双负"] {
        other.says(typed).await;
        other.sees("要裁判长才能做").await;
    }
    other.says("/undo").await;
    other.sees("要裁判长才能做").await;
    assert_eq!(hall.state(2), "final red_forfeit");
    // The chief reads who is in again.
    let red = hall.table(2).names[0].clone();
    chief.says("/undo").await;
    let asked = chief.sees("撤销上一步？").await.text;
    assert!(
        asked.contains("恢复参赛：") && asked.contains(&red),
        "{asked}"
    );
    chief.taps("不撤销").await;
    chief.says("/result 2 红胜").await;
    let asked = chief.sees("→ 红胜").await.text;
    assert!(
        asked.contains("恢复参赛：") && asked.contains(&red),
        "{asked}"
    );
    chief.taps("裁判改判").await;
    assert_eq!(
        (hall.state(2).as_str(), accepted(&hall)),
        ("final red_win", 4)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_one_who_came_reports_does_not_make_a_played_win_of_an_absence() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    chief.says("/late 2 红").await;
    let black = hall.table(2).black;
    black.says("胜").await;
    black.sees("对方已记为未到场，由裁判组宣布弃权").await;
    assert_eq!(hall.state(2), "pending - black:black_win");
    hall.set_clock(at("09:10:00")).await;
    let due = chief.sees("迟到已满 10 分钟").await.text;
    assert!(due.contains("第2台 红"), "{due}");
    hall.set_clock(at("12:00:00")).await;
    assert_eq!(hall.state(2), "pending - black:black_win");
    chief.says("/late 2").await;
    chief.taps("判红方弃权，无故缺席除名").await;
    assert_eq!(hall.state(2), "final red_forfeit");
    assert_eq!(accepted(&hall), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_after_all_can_object_until_the_window_ends() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    chief.says("/late 2 红").await;
    let table = hall.table(2);
    table.black.says("胜").await;
    let before = table.red.count("前不回应即生效");
    chief.says("/late 2").await;
    chief.taps("红方到了").await;
    table.red.sees("前不回应即生效").await;
    assert_eq!(table.red.count("前不回应即生效"), before + 1);
    hall.advance(Duration::from_secs(600)).await;
    assert_eq!(hall.state(2), "final black_win black:black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_noted_after_the_report_holds_the_win() {
    let hall = started().await;
    let chief = hall.arbiter().await;
    let table = hall.table(2);
    table.black.says("胜").await;
    table.black.sees("前无异议即生效").await;
    chief.says("/late 2 红").await;
    table.black.sees("对方已记为未到场").await;
    hall.set_clock(at("12:00:00")).await;
    assert_eq!(hall.state(2), "pending - black:black_win");
}
