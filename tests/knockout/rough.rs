//! A knockout on a bad day: crashes at every step, two arbiters at once, finalists who leave, fields of two and three.

use qisai::desk::knockout::{begin as announce, card, choice, seed};
use qisai::desk::{Halt, Handled, Turn};
use qisai::tournament::Side;
use qisai::tournament::knockout::MatchNo;

use super::hall::{begin, games, played, rules, seats, seeded};
use crate::roles::appoint;
use crate::support::Hall;

/// Two arbiters do the same at the same moment.
fn both(
    hall: &Hall,
    accounts: [i64; 2],
    act: impl Fn(&mut Turn<'_>) -> Result<(), Halt> + Sync,
) -> Vec<Handled> {
    let act = &act;
    let handled = std::thread::scope(|scope| {
        let press = |at: usize| {
            let update = 990_000
                + i64::try_from(at).expect("small")
                + hall.count("SELECT count(*) FROM inbox") * 2;
            scope.spawn(move || hall.acts(update, accounts[at], |turn| act(turn)))
        };
        [press(0), press(1)].map(|thread| thread.join().expect("no panic"))
    });
    for one in &handled {
        assert!(!matches!(one, Handled::Failed(_)), "{handled:?}");
    }
    handled.to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_is_killed_at_every_step_of_a_match_with_its_armageddon() {
    let mut hall = seeded(4, 4, |_| {}).await;
    hall.crash().await;
    begin(&hall).await;
    hall.crash().await;
    for (number, result) in [(1, "红胜"), (2, "红胜"), (3, "和")] {
        assert_eq!(seats(&hall, 1, 1).number, number);
        rules(&hall, 1, &[result]).await;
        hall.crash().await;
    }
    let black = seats(&hall, 1, 1).black.id;
    let asked = hall.known(black).sees("由您选先后手").await;
    hall.crash().await;
    hall.known(black).taps_on(&asked, "执黑（后手）").await;
    hall.crash().await;
    hall.settled().await;
    let last = seats(&hall, 1, 1);
    assert_eq!((last.number, last.black.id), (4, black));
    drop(last);
    rules(&hall, 1, &["和"]).await;
    hall.crash().await;
    rules(&hall, 2, &["红胜", "和"]).await;
    hall.crash().await;
    begin(&hall).await;
    hall.crash().await;
    assert_eq!(games(&hall), 7);
    let group = hall.group();
    for once in ["1台第3局", "1台 第3局 抽签", "第3至4名已定"] {
        assert_eq!(group.count(once), 1, "{once}\n{}", group.screen());
    }
    // Asked once, and the question became the answer.
    assert_eq!(hall.known(black).count("本人选择"), 1);
    assert_eq!(
        hall.count("SELECT count(*) FROM outbox WHERE state <> 'sent' AND state <> 'superseded'"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_press_the_same_button_and_it_happens_once() {
    let hall = played(6, 4, |_| {}).await;
    let chief = hall.arbiter().await.id;
    let second = appoint(&hall, "编排长乙", "编排长").await.id;
    let chiefs = [chief, second];
    hall.known(chief).says("/knockout").await;
    let asked = hall.known(chief).sees("确认后积分赛名次固定").await;
    let qisai::rehearsal::Press::Data(data) = &asked.buttons[0][0].press else {
        panic!("a button");
    };
    let shown: u32 = data
        .rsplit(':')
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{data}"));
    both(&hall, chiefs, |turn| seed::confirm(turn, shown));
    hall.settled().await;
    assert_eq!(hall.count("SELECT count(*) FROM seed"), 4);
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'knockout.seed'"),
        1
    );
    both(&hall, chiefs, |turn| announce::begin(turn, Some(1)));
    hall.settled().await;
    assert_eq!(
        (games(&hall), hall.count("SELECT begun FROM bracket")),
        (2, 1)
    );
    super::hall::word(&hall).await;
    rules(&hall, 1, &["红胜", "红胜", "和"]).await;
    // Nobody chooses in time; both decide, each another side.
    hall.advance(std::time::Duration::from_secs(301)).await;
    let by = hall.count("SELECT chooser FROM duel_side WHERE chooser IS NOT NULL");
    let no = MatchNo { round: 1, table: 1 };
    both(&hall, chiefs, |turn| {
        let side = match turn.actor().is_some_and(|actor| actor.account == chief) {
            true => Side::Red,
            false => Side::Black,
        };
        choice::choose(turn, by, no, 4, side)
    });
    hall.settled().await;
    assert_eq!(seats(&hall, 1, 1).number, 4);
    assert_eq!(games(&hall), 5);
    // Played anew, twice at once: once.
    let chief_alone = [chief, chief];
    let newest = hall.count(
        "SELECT max(game) FROM duel_game WHERE round = 1 AND table_no = 1 AND annulled_at IS NULL",
    );
    both(&hall, chief_alone, |turn| card::annul(turn, no, newest));
    hall.settled().await;
    let lines = hall.count("SELECT count(*) FROM journal WHERE action = 'match.annul'");
    assert_eq!((lines, hall.group().count("这一场作废")), (1, 1));
    let annulled = hall.count("SELECT count(*) FROM duel_game WHERE annulled_at IS NOT NULL");
    assert_eq!(annulled, 3);
    assert_eq!(seats(&hall, 1, 1).number, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn finalists_leave_before_and_in_the_final() {
    let hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "和"]).await;
    rules(&hall, 2, &["红胜", "和"]).await;
    let one = seats(&hall, 1, 1).names[1].clone();
    let other = seats(&hall, 1, 2).names[1].clone();
    let chief = hall.arbiter().await;
    let leaves = async |name: &str| {
        let sql = format!("SELECT start_no FROM registration WHERE name = '{name}'");
        chief.says(&format!("/withdraw {}", hall.count(&sql))).await;
        chief.taps("确定退赛").await;
        hall.settled().await;
    };
    // Before the final is announced: the group knows at once, and the other is champion when it is.
    leaves(&one).await;
    let told = hall.group().sees("已开赛，不再递补").await.text;
    assert!(told.contains(&other), "{told}");
    begin(&hall).await;
    let champion = hall.group().sees("冠军：").await.text;
    assert!(champion.contains(&other), "{champion}");
    assert_eq!(games(&hall), 4, "no game of the final");
    // The champion leaves too: the title was won before.
    let champions = hall.group().count("冠军：");
    leaves(&other).await;
    assert_eq!(hall.group().count("冠军："), champions);
    chief.says("/prizes").await;
    let list = chief.sees("获奖名单　").await.text;
    let first = list.lines().find(|line| line.starts_with("1. "));
    assert!(
        first.is_some_and(|line| line.contains(&format!("{other}（退）"))),
        "{list}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_which_nobody_comes_is_decided_by_the_arbiter_at_last() {
    let hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    let chief = hall.arbiter().await;
    rules(&hall, 1, &["双弃", "双弃"]).await;
    assert_eq!(seats(&hall, 1, 1).number, 3, "0-0 is level");
    rules(&hall, 1, &["双弃"]).await;
    seats(&hall, 1, 1).black.taps("执红（先手）").await;
    hall.settled().await;
    chief.says("/result 1-1-4 双弃").await;
    chief.sees("附加赛必须分出胜负").await;
    rules(&hall, 1, &["红弃权"]).await;
    let last = seats(&hall, 1, 1);
    let won = hall.group().sees("0-0 0-0 ").await.text;
    assert!(won.contains(&last.names[1]), "{won}");
    // One who does not come to the first game can come to the second.
    rules(&hall, 2, &["红弃权", "红胜"]).await;
    hall.group().sees("4-0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_the_final_at_once_and_of_three_the_best_waits() {
    let hall = seeded(2, 4, |_| {}).await;
    begin(&hall).await;
    let listed = hall.group().sees("棋王决赛　").await.text;
    assert!(listed.contains("1台 "), "{listed}");
    assert_eq!(games(&hall), 1);
    rules(&hall, 1, &["红胜", "红胜", "红胜", "红胜", "红胜", "红胜"]).await;
    rules(&hall, 1, &["红胜", "和"]).await;
    hall.group().sees("冠军：").await;
    let ranking = hall.group().sees("武汉棋王赛 最终名次").await.text;
    assert_eq!(ranking.matches("棋手").count(), 2, "{ranking}");

    let hall = seeded(3, 4, |_| {}).await;
    begin(&hall).await;
    hall.group().sees("轮空晋级").await;
    assert_eq!(games(&hall), 1);
    let table = hall.count("SELECT table_no FROM duel_game");
    let table = u32::try_from(table).expect("a table");
    rules(&hall, table, &["红胜", "和"]).await;
    hall.group().sees("第3名已定").await;
    begin(&hall).await;
    assert_eq!(games(&hall), 3);
    // The bye of round 1 plays the final, better placed.
    let best = hall.database(|tx| {
        let sql = "SELECT r.name FROM seed s JOIN registration r ON r.id = s.player WHERE seed = 1";
        tx.query_row(sql, [], |row| row.get::<_, String>(0))
    });
    assert_eq!(seats(&hall, 2, 1).names[0], best);
}
