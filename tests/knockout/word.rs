//! The public word of a round: asked for after the commitments, typed once, and nothing is drawn before.

use std::time::Duration;

use qisai::config::Role;
use qisai::desk::knockout::LotWordRefusal;
use qisai::desk::notice::{LotWord, Notice};
use qisai::desk::{Handled, Refusal, draw};
use qisai::store::{duel, lot};
use qisai::tournament::knockout::MatchNo;
use qisai::tournament::lot::{Secret, order};

use super::hall::{announce, begin, games, rules, seats, seeded};
use crate::roles::appoint;
use crate::support::{GROUP, Hall};

/// Everything the bot says of words; `word` as long as you like, for `tables`.
pub fn notices(word: &str, tables: u32) -> Vec<Notice> {
    let round = || "淘汰赛第1轮".to_owned();
    let tables: Vec<u32> = (1..=tables).collect();
    let said = [
        LotWord::Wanted { round: round() },
        LotWord::Due {
            round: round(),
            tables,
        },
        LotWord::Published {
            round: round(),
            word: word.to_owned(),
            by: "老<b>周".to_owned(),
            role: Role::PairingOfficer,
        },
        LotWord::Kept {
            round: round(),
            word: word.to_owned(),
        },
    ];
    let refused = [
        LotWordRefusal::TooEarly { round: round() },
        LotWordRefusal::NotNeeded { round: round() },
        LotWordRefusal::Typed {
            round: round(),
            word: word.to_owned(),
        },
        LotWordRefusal::TableWaits { table: 3 },
    ];
    let said = said.into_iter().map(Notice::from);
    let refused = refused.into_iter().map(Refusal::from).map(Notice::Refused);
    said.chain(refused).collect()
}

/// The place of the group's first message with this in it.
fn place(hall: &Hall, wanted: &str) -> i64 {
    let messages = hall.world.messages(GROUP).expect("the group");
    let found = messages.iter().find(|one| one.text.contains(wanted));
    found.unwrap_or_else(|| panic!("no {wanted}")).id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lot_waits_for_the_word_and_is_drawn_the_moment_it_is_typed() {
    let mut hall = seeded(5, 4, |_| {}).await;
    announce(&hall).await;
    let asked = hall.arbiter().await.sees("作为本轮公开词").await.text;
    assert!(asked.contains("/draw 您选的话"), "{asked}");
    hall.arbiter().await.says("/desk").await;
    let desk = hall.arbiter().await.sees("裁判台").await.text;
    assert!(desk.contains("公开词还没有输入，到抽签时会等"), "{desk}");
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let due = hall.arbiter().await.sees("下一局开不了").await.text;
    assert!(due.contains("：1 台要抽签定先后手"), "{due}");
    rules(&hall, 2, &["红胜", "红胜"]).await;
    hall.restart().await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    assert_eq!(chief.count("下一局开不了"), 1);
    assert_eq!(chief.count("作为本轮公开词"), 1);
    assert_eq!(games(&hall), 4);
    assert_eq!(group.count("第3局 抽签"), 0);
    let standing = group.screen();
    assert!(standing.contains("，等裁判长输入公开词"), "{standing}");
    chief.says("/open").await;
    chief.sees("公开词还没有输入，1、2 台等着抽签").await;
    chief.says("/desk").await;
    chief.sees("公开词还没有输入，1、2 台等着抽签").await;
    chief.taps("公开词…").await;
    chief.sees("作为本轮公开词").await;
    chief.says("/result 1 黑胜").await;
    chief.sees("1台的下一局等裁判长输入公开词").await;
    assert_eq!(games(&hall), 4);

    chief.says("/draw 天气晴  好").await;
    chief.sees("公开词已公布在群里：天气晴 好").await;
    let word = group.sees("本轮公开词：天气晴 好").await.text;
    assert!(word.contains("由裁判长 "), "{word}");
    for table in [1, 2] {
        let drawn = group.sees(&format!("{table}台 第3局 抽签")).await.text;
        assert!(
            drawn.contains(&format!("盐 天气晴 好 | 1-{table} ")),
            "{drawn}"
        );
        assert_eq!(seats(&hall, 1, table).number, 3);
        seats(&hall, 1, table).red.sees("第3局 您执红").await;
    }
    assert!(place(&hall, "抽签承诺\n可能") < place(&hall, "本轮公开词："));
    assert!(place(&hall, "本轮公开词：") < place(&hall, "第3局 抽签"));
    chief.says("/desk").await;
    let desk = chief.sees("裁判台").await.text;
    assert!(!desk.contains("公开词"), "{desk}");
    // Once, and for good.
    chief.says("/draw 天气阴").await;
    let refused = chief.sees("不能更改").await.text;
    assert!(refused.contains("天气晴 好"), "{refused}");
    chief.says("/undo").await;
    let refused = chief.sees("上一步不能撤销").await.text;
    assert!(refused.contains("公开词一经公布不能撤回"), "{refused}");
    assert_eq!(group.count("本轮公开词："), 1);
    // Of the final again.
    rules(&hall, 1, &["红胜"]).await;
    rules(&hall, 2, &["红胜"]).await;
    chief.says("/draw 天气阴").await;
    chief.sees("棋王决赛的抽签承诺还没有公布").await;
    announce(&hall).await;
    chief.sees("棋王决赛 公开词").await;
    chief.says_in_group("/draw 天气阴").await;
    group.sees("本轮公开词：天气阴").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_is_taken_when_commitments_are_public_from_who_may_and_in_one_line() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    chief.says("/draw 天气晴").await;
    chief.sees("抽签承诺还没有公布，现在不收公开词").await;
    announce(&hall).await;
    let helper = appoint(&hall, "助理", "裁判员").await;
    helper.says("/draw 天气晴").await;
    helper.sees("这一步要编排长才能做").await;
    let player = hall.person("棋手1").await;
    player.says("/draw 天气晴").await;
    player.sees("您的账号还不是裁判").await;
    for empty in ["/draw", "/draw   ", "/draw \u{200b}\u{2060}"] {
        chief.says(empty).await;
        chief.sees("作为本轮公开词").await;
    }
    chief.says("/draw 天气\n晴").await;
    chief.sees("不要换行").await;
    chief.says(&format!("/draw {}", "晴".repeat(65))).await;
    chief.sees("您写了 65 字").await;
    assert_eq!(group.count("本轮公开词："), 0);
    // A word of anything that can be typed is one line that can be copied.
    let longest = format!("<b>𠮷田</b> | {}", "晴".repeat(52));
    chief.says(&format!("抽签 {longest}")).await;
    chief.sees("公开词已公布在群里").await;
    assert!(group.sees("本轮公开词：").await.text.contains(&longest));
    rules(&hall, 1, &["和", "和"]).await;
    let drawn = group.sees("1台 第3局 抽签").await.text;
    let salt = drawn.lines().find_map(|line| line.strip_prefix("盐 "));
    assert!(
        salt.unwrap().starts_with(&format!("{longest} | 1-1 ")),
        "{drawn}"
    );
    player.says(&drawn).await;
    let right = player.sees("相符").await.text;
    let word = format!("本轮公布的公开词是不是：\n{longest}");
    assert!(right.contains(&word), "{right}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_taken_back_and_begun_again_keeps_its_word() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    chief.says("/undo").await;
    chief.sees("公开词一经公布不能撤回").await;
    chief.says("/unpublish").await;
    chief.taps("确认撤回").await;
    group.sees("对阵已撤回").await;
    chief.says("/draw 天气阴").await;
    chief.sees("抽签承诺还没有公布").await;
    let asked = chief.count("作为本轮公开词");
    announce(&hall).await;
    let promised = group.sees("抽签承诺").await.text;
    assert!(promised.contains("公开词仍是已公布的 天气晴"), "{promised}");
    assert_eq!(chief.count("作为本轮公开词"), asked);
    chief.says("/draw 天气阴").await;
    chief.sees("不能更改").await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let drawn = group.sees("1台 第3局 抽签").await.text;
    assert!(drawn.contains("盐 天气晴 | 1-1 "), "{drawn}");
    // Other results: a new lot with the same word.
    let first = seats(&hall, 1, 1);
    chief.says("/result 1-1-2 和").await;
    chief.taps("录入有误，更正").await;
    first.red.sees("不下了").await;
    let promised = group.sees("抽签承诺").await.text;
    assert!(promised.contains("公开词仍是已公布的"), "{promised}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_type_at_once_one_is_heard() {
    const TIMES: i64 = 60;
    let hall = seeded(4, 4, |_| {}).await;
    announce(&hall).await;
    let officer = appoint(&hall, "编排", "编排长").await.id;
    let chief = hall.arbiter_id();
    for time in 0..TIMES {
        let typed = |account: i64, update: i64, word: String| {
            hall.acts(update, account, |turn| draw::draw(turn, &word))
        };
        let (one, other) = std::thread::scope(|scope| {
            let one = scope.spawn(|| typed(chief, 5000 + time * 2, format!("甲{time}")));
            let other = scope.spawn(|| typed(officer, 5001 + time * 2, format!("乙{time}")));
            (one.join().expect("one"), other.join().expect("other"))
        });
        let heard = match (one, other) {
            (Handled::Done, Handled::Refused(_)) => "甲",
            (Handled::Refused(_), Handled::Done) => "乙",
            both => panic!("{both:?}"),
        };
        let word = hall.desk().store().write(|tx| {
            let word: String = tx.query_row("SELECT word FROM lot_word", [], |row| row.get(0))?;
            tx.execute(
                "UPDATE lot_word SET word = NULL, account = NULL, typed_at = NULL",
                [],
            )?;
            Ok::<_, qisai::store::StoreError>(word)
        });
        assert_eq!(word.expect("the word"), format!("{heard}{time}"));
    }
    hall.settled().await;
    assert_eq!(hall.group().count("本轮公开词："), TIMES as usize);
}

/// The lot of the third game at the first table as a program without words drew it: the salt is what was played.
fn drawn_without_a_word(hall: &Hall) -> [String; 2] {
    let store = hall.desk().store();
    let key = hall.config.event.competitions[0].key.clone();
    let purpose = "sides/knockout/1/1/3/1";
    let red = store.write(|tx| -> Result<i64, qisai::store::StoreError> {
        let found = lot::find(tx, store.sealer(), &key, purpose)?.expect("committed to");
        let secret: Secret = String::from_utf8(found.secret)
            .expect("hexadecimal")
            .parse()
            .expect("a secret");
        let mut played = tx.prepare(
            "SELECT r.id, r.start_no FROM duel_game d JOIN seat s ON s.game = d.game
             JOIN registration r ON r.id = s.player WHERE d.table_no = 1 AND d.number <= 2
             ORDER BY d.number, s.kind = 'black'",
        )?;
        let seats: Vec<(i64, i64)> = played
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let [(one, red), (other, black), ..] = seats[..] else {
            panic!("{seats:?}");
        };
        let salt = format!("1-1 {red}:{black}=1-0 {black}:{red}=1-0");
        let drawn = order(&secret, &salt, &[one.unsigned_abs(), other.unsigned_abs()]);
        let drawn: Vec<i64> = drawn.into_iter().map(u64::cast_signed).collect();
        lot::reveal(tx, &key, purpose, &salt, hall.clock.now())?;
        lot::keep_order(tx, &key, purpose, &drawn)?;
        let stage = tx.query_row("SELECT stage FROM bracket", [], |row| row.get(0))?;
        let sides = duel::Sides {
            no: MatchNo { round: 1, table: 1 },
            number: 3,
            chooser: None,
            until: None,
            overdue: false,
            red: Some(drawn[0]),
        };
        duel::put_sides(tx, stage, &sides)?;
        tx.execute("DELETE FROM lot_word", [])?;
        Ok(drawn[0])
    });
    let red = red.expect("the lot");
    let name = |sql: String| hall.database(|tx| tx.query_row(&sql, [], |row| row.get(0)));
    [
        name(format!("SELECT name FROM registration WHERE id = {red}")),
        name(format!(
            "SELECT r.name FROM duel_game d JOIN seat s ON s.game = d.game
             JOIN registration r ON r.id = s.player
             WHERE d.table_no = 1 AND d.number = 1 AND r.id <> {red}"
        )),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_knockout_under_way_without_words_goes_on_with_one() {
    let mut hall = seeded(4, 4, |_| {}).await;
    announce(&hall).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let names = drawn_without_a_word(&hall);
    let before = hall.arbiter().await.count("作为本轮公开词");
    hall.restart().await;
    // What was drawn stands and is played; the word is asked for, once.
    assert_eq!(seats(&hall, 1, 1).names, names);
    hall.restart().await;
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("作为本轮公开词"), before + 1);
    // With the same results it is not drawn again.
    for result in ["和", "红胜"] {
        chief.says(&format!("/result 1-1-2 {result}")).await;
        chief.taps("录入有误，更正").await;
        chief.sees("已更正").await;
        hall.settled().await;
    }
    let kept = hall.group().sees("沿用第3局原抽签").await.text;
    assert!(kept.contains(&format!("{} 执红", names[0])), "{kept}");
    assert_eq!(seats(&hall, 1, 1).names, names);
    // What was not drawn waits.
    hall.advance(Duration::from_secs(1)).await;
    rules(&hall, 2, &["红胜", "红胜"]).await;
    chief.sees("下一局开不了").await;
    chief.says("/draw 天气晴").await;
    let drawn = hall.group().sees("2台 第3局 抽签").await.text;
    assert!(drawn.contains("盐 天气晴 | 1-2 "), "{drawn}");
    assert_eq!(seats(&hall, 1, 2).number, 3);
}
