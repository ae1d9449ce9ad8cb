//! The Wuhan event: seven rounds on 5 October 2023, the knockout of sixteen on the 6th, the final on the 7th.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{both_press, event, line, minutes, publish, report, report_rest, silent};
use crate::knockout::hall::word;
use crate::roles::appoint;
use crate::support::{Hall, Person};

fn at(day: u32, time: &str) -> DateTime<Utc> {
    format!("2023-10-0{day}T{time}:00+08:00")
        .parse()
        .expect("an instant")
}

/// Clause 10: the seven rounds.
const STARTS: [&str; 7] = [
    "09:00", "10:00", "11:00", "13:30", "14:35", "15:45", "16:50",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_king_is_found_from_check_in_to_the_prize_list() {
    let mut hall = event("bot.toml").await;
    checks_in(&hall).await;
    for round in 1..=7 {
        points_round(&mut hall, round).await;
    }
    let chief = hall.arbiter().await;
    let table = hall.group().sees("最终名次").await.text;
    assert!(table.contains("16 人进入下一阶段"), "{table}");
    chief.says("/knockout").await;
    chief.sees("确认后积分赛名次固定").await;
    chief.taps("确认定位").await;
    hall.group().sees("第17至21名已定").await;
    for (round, start) in [
        (1, at(6, "09:00")),
        (2, at(6, "13:00")),
        (3, at(6, "15:30")),
    ] {
        knockout_round(&mut hall, round, start).await;
    }
    knockout_round(&mut hall, 4, at(7, "09:00")).await;
    prizes(&hall).await;
}

/// Clauses 9.7 and 10: check-in from 08:00 to 08:30.
async fn checks_in(hall: &Hall) {
    let names: Vec<String> = (1..=22).map(|no| format!("棋手{no}")).collect();
    let players: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
    hall.enters(&players).await;
    let chief = hall.arbiter().await;
    appoint(hall, "裁判甲", "裁判员").await;
    appoint(hall, "编排乙", "编排长").await;
    // 25 September is the last day.
    hall.set_clock("2023-09-26T00:00:30+08:00".parse().expect("an instant"))
        .await;
    hall.draws().await;
    hall.set_clock(at(5, "08:00")).await;
    hall.group().sees("报到开始").await;
    for name in &names[..20] {
        hall.person(name).await.taps("报到").await;
    }
    hall.set_clock(at(5, "08:15")).await;
    let called = hall.group().sees("请尽快报到，08:30 以后结束").await.text;
    assert!(
        called.contains("棋手21") && !called.contains("棋手2\n"),
        "{called}"
    );
    hall.person("棋手21").await.taps("报到").await;
    hall.set_clock(at(5, "08:30")).await;
    chief.sees("报到时间到：已到 21 人，未到 1 人").await;
    chief.taps("结束报到…").await;
    chief.sees("未到 1 人将被除名").await;
    chief.taps("确认结束").await;
    hall.group().sees("21 位棋手参赛").await;
    hall.person("棋手22").await.sees("没有报到").await;
}

async fn points_round(hall: &mut Hall, round: u32) {
    let start = at(5, STARTS[round as usize - 1]);
    hall.set_clock(start - Duration::from_secs(600)).await;
    publish(&hall.person("编排乙").await).await;
    hall.group()
        .sees(&format!("第{round}轮对阵（共7轮）"))
        .await;
    hall.set_clock(start - Duration::from_secs(300)).await;
    hall.group().sees("请棋手按对阵入座").await;
    hall.set_clock(start).await;
    hall.group().sees(&format!("第{round}轮开赛")).await;
    match round {
        1 => absences(hall).await,
        2 => disputes(hall).await,
        4 => correction(hall).await,
        5 => {
            // The bot is down over the start of the round's second half.
            hall.restart().await;
        }
        _ => {}
    }
    minutes(hall, 30).await;
    report_rest(hall, round).await;
    assert_eq!(silent(hall), [] as [u32; 0]);
    let chief = hall.arbiter().await;
    chief.sees(&format!("第{round}轮成绩已报齐")).await;
    if round == 3 {
        let leaver = hall.person("棋手21").await;
        leaver.says("/withdraw").await;
        leaver.taps("确定退赛").await;
        leaver.sees("已退赛").await;
    }
}

/// The regulation removes nobody for one absence: late after ten minutes.
async fn absences(hall: &Hall) {
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    chief.taps("4").await;
    chief.taps("红方未到").await;
    hall.table(4).red.sees("请马上到第1轮 第4台").await;
    deputy.says("/late 7 双方").await;
    deputy.says("/late 7").await;
    deputy.taps("黑方到了").await;
    // The red player reports after all: nobody is late there.
    hall.table(7).red.says("我来了").await;
    hall.set_clock(at(5, "09:10")).await;
    let due = deputy.sees("第1轮迟到已满 10 分钟").await.text;
    assert!(due.contains("第4台") && due.contains("第7台 红"), "{due}");
    for arbiter in [&chief, &deputy] {
        arbiter.says("/late 4").await;
        arbiter.sees("可以宣布").await;
    }
    both_press(hall, [&chief, &deputy], "判红方弃权").await;
    hall.table(4)
        .black
        .sees("红方弃权（黑胜），成绩已生效")
        .await;
    assert_eq!(hall.table(4).red.count("自动除名"), 0);
    deputy.says("/late 7").await;
    deputy.taps("红方到了").await;
    // A draw without playing, and one that was played.
    report(hall, 5, "和").await;
    chief.sees("开赛 10 分钟即报和棋").await;
    chief.taps("双负（0 比 0）").await;
    hall.table(5).black.sees("本局判负").await;
    minutes(hall, 20).await;
    report(hall, 6, "和").await;
    hall.table(6).red.sees("和棋，成绩已生效（双方一致）").await;
    assert_eq!(
        chief.count("即报和棋"),
        0,
        "one is decided, the other was none"
    );
}

/// Both say they won; the ruling is appealed against, and reversed.
async fn disputes(hall: &Hall) {
    let chief = hall.arbiter().await;
    minutes(hall, 20).await;
    hall.table(1).red.says("胜").await;
    hall.table(1).black.says("胜").await;
    chief.sees("成绩争议").await;
    chief.says("/result 1 红胜").await;
    hall.table(1)
        .black
        .sees("红胜，成绩已生效（裁判裁定）")
        .await;
    hall.table(2).black.says_in_group("2台黑胜").await;
    hall.table(2).red.taps("异议").await;
    chief.sees("对方有异议").await;
    chief.says("/result 2 和").await;
    hall.table(3).black.says("负了").await;
    hall.table(3).red.sees("红胜，成绩已生效").await;
    let loser = hall.table(1).black;
    loser.says("/appeal 对方先提和").await;
    loser.taps("第2轮第1台的判罚").await;
    loser.taps("提交申诉").await;
    chief.sees("申诉 1 号").await;
    chief.taps("成立（胜诉）…").await;
    chief.says("改判和棋。").await;
    loser.sees("成立。改判和棋。").await;
    chief.rules("/result 1 和").await;
    loser.sees("和棋，成绩已生效（裁判裁定）").await;
    // The arbiter writes table 8 down the wrong way round.
    chief.says("/result 8 红胜").await;
}

/// A wrong entry of round 2 is found two rounds later.
async fn correction(hall: &Hall) {
    let chief = hall.arbiter().await;
    let before: Vec<[String; 2]> = (1..=10).map(|table| hall.table(table).names).collect();
    chief.says("/result 2 8 黑胜").await;
    let asked = chief.sees("尚未生效").await.text;
    assert!(asked.contains("第3至4轮的对阵、轮空和成绩照旧"), "{asked}");
    assert!(asked.contains("积分与名次"), "{asked}");
    chief.taps("录入有误，更正").await;
    let told = hall.group().sees("成绩更正").await.text;
    assert!(
        told.contains("红胜 → 黑胜") && told.matches("积分").count() == 3,
        "{told}"
    );
    hall.group().sees_nothing().await;
    let after: Vec<[String; 2]> = (1..=10).map(|table| hall.table(table).names).collect();
    assert_eq!(before, after);
}

/// The two at the newest game of a match, and its number.
fn seats(hall: &Hall, round: u32, table: u32) -> (Person<'_>, Person<'_>, u32) {
    let seat = |kind: &str| {
        hall.database(|tx| {
            tx.query_row(
                "SELECT r.account, d.number FROM duel_game d
                 JOIN seat s ON s.game = d.game JOIN registration r ON r.id = s.player
                 WHERE d.round = ?1 AND d.table_no = ?2 AND s.kind = ?3 AND d.annulled_at IS NULL
                 ORDER BY d.number DESC LIMIT 1",
                (round, table, kind),
                |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)),
            )
        })
    };
    let ((red, number), (black, _)) = (seat("red"), seat("black"));
    (hall.known(red), hall.known(black), number)
}

/// The tables of a round of the knockout that are not over.
fn open_tables(hall: &Hall, round: u32) -> Vec<u32> {
    hall.database(|tx| {
        tx.prepare(
            "SELECT d.table_no FROM duel_game d JOIN game g ON g.id = d.game
             WHERE d.round = ?1 AND d.annulled_at IS NULL AND g.outcome IS NULL ORDER BY d.table_no",
        )?
        .query_map([round], |row| row.get(0))?
        .collect()
    })
}

/// Clauses 7.6 and 7.7: two slow games, a rapid one, and the last by choice; six, two and one in the final.
async fn knockout_round(hall: &mut Hall, round: u32, start: DateTime<Utc>) {
    hall.set_clock(start - Duration::from_secs(600)).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.taps("公布").await;
    chief.sees("已公布，共").await;
    word(hall).await;
    hall.set_clock(start - Duration::from_secs(300)).await;
    hall.group().sees("请棋手按对阵入座").await;
    hall.set_clock(start).await;
    hall.group().sees("迟到 10 分钟").await;
    if round == 1 {
        knockout_discipline(hall).await;
    }
    if round == 4 {
        // The second foul in one game loses it.
        let (_, black, _) = seats(hall, 4, 1);
        let no = hall.count(&format!(
            "SELECT start_no FROM registration WHERE account = {}",
            black.id
        ));
        for _ in 0..2 {
            chief.says(&format!("/foul {no} 手机响")).await;
            chief.taps("其他（按竞赛规则）").await;
        }
        black.sees("本局判负").await;
    }
    let mut played = 0;
    while let Some(table) = open_tables(hall, round).first().copied() {
        hall.advance(Duration::from_secs(16 * 60)).await;
        let (red, black, number) = seats(hall, round, table);
        // Some matches are level after the slow games, one also after the rapid one.
        let draws = match (table, round) {
            (1, _) => true,
            (2, 1) => number != 3,
            _ => number == 1,
        };
        if draws {
            red.says("和").await;
            black.says("和").await;
        } else {
            black.says("负").await;
        }
        for player in [&red, &black] {
            if player.last().button("执黑（后手）").is_some() {
                player.taps("执黑（后手）").await;
            }
        }
        played += 1;
        if played == 3 {
            hall.restart().await;
        }
        assert!(
            played < 60,
            "round {round} does not end:\n{}",
            hall.group().screen()
        );
    }
    let chief = hall.arbiter().await;
    let over = match round {
        4 => "全部名次已定",
        _ => "下一轮：/pair",
    };
    chief.sees(over).await;
}

/// One does not come to the first game of a match, another comes late.
async fn knockout_discipline(hall: &Hall) {
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    deputy.says("/late 8 黑").await;
    deputy.says("/late 7 红").await;
    let (red, black, _) = seats(hall, 1, 8);
    black.sees("请马上到淘汰赛第1轮 第8台 第1局").await;
    deputy.says("/late 7").await;
    deputy.taps("红方到了").await;
    hall.set_clock(at(6, "09:10")).await;
    let due = chief.sees("淘汰赛第1轮迟到已满 10 分钟").await.text;
    assert!(
        due.contains("第8台 第1局 黑") && !due.contains("第7台"),
        "{due}"
    );
    for arbiter in [&chief, &deputy] {
        arbiter.says("/late 8").await;
        arbiter.sees("可以宣布").await;
    }
    both_press(hall, [&chief, &deputy], "判黑方弃权").await;
    red.sees("黑方弃权（红胜），成绩已生效").await;
    assert_eq!(seats(hall, 1, 8).2, 2);
}

/// Clause 8: thirty-two places; here twenty-one players.
async fn prizes(hall: &Hall) {
    let chief = hall.arbiter().await;
    hall.group().sees("冠军").await;
    chief.says("/prizes").await;
    let list = chief.sees("奖金合计").await.text;
    for (place, prize) in [
        (
            "1. ",
            "10000 元　第一届“大武汉杯”棋王流动奖杯、奖牌、荣誉证书",
        ),
        ("2. ", "5000 元　奖牌、荣誉证书"),
        ("3. ", "3000 元　奖牌、荣誉证书"),
        ("4. ", "2000 元　荣誉证书"),
        ("5. ", "1000 元　荣誉证书"),
        ("9. ", "600 元"),
        ("17. ", "300 元"),
    ] {
        let found = list.lines().find(|line| line.starts_with(place));
        let found = found.unwrap_or_else(|| panic!("{place}: {list}"));
        assert!(found.contains(prize), "{found}");
    }
    assert!(!line(&list, "20. ").contains("棋手21"), "{list}");
    chief.taps("发到群里").await;
    hall.group().sees("获奖名单").await;
}
