//! Results from the two at the table.

use std::sync::Barrier;
use std::time::Duration;

use qisai::desk::report::{self, Named, Said, Which};
use qisai::desk::{Desk, Halt, Handled, Turn, pair, publish, rule};
use qisai::rehearsal::{Act, Press};
use qisai::store::Store;
use qisai::tournament::Outcome;

use crate::registering::data;
use crate::support::{GROUP, Hall, private};

const MINUTE: Duration = Duration::from_secs(60);

/// A round of two tables.
async fn playing() -> Hall {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.has_begun();
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_round_begins_a_win_stands_only_when_confirmed() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let table = hall.table(1);
    table.red.says("胜").await;
    table.red.sees("09:00 才开赛，要对方确认才生效").await;
    let prompt = table.black.sees("红方报：红胜").await.text;
    assert!(!prompt.contains("前不回应即生效"), "{prompt}");
    hall.advance(60 * MINUTE).await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    table.black.taps("确认").await;
    assert_eq!(hall.state(1), "final red_win red:red_win black:red_win");
    // Said again once it has begun, it has its window.
    let other = hall.table(2);
    other.red.says("胜").await;
    other.red.sees("才开赛").await;
    hall.has_begun();
    other.red.says("胜").await;
    other.red.sees("前无异议即生效").await;
    hall.advance(10 * MINUTE).await;
    assert_eq!(hall.state(2), "final red_win red:red_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_of_saying_it_in_private() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let red = hall.table(2).red;
    for (typed, state) in [
        ("胜", "pending - red:red_win"),
        ("我赢了", "pending - red:red_win"),
        ("赢", "pending - red:red_win"),
        ("win", "pending - red:red_win"),
        ("ＷＩＮ！", "pending - red:red_win"),
        ("我贏了啦", "pending - red:red_win"),
        ("和", "pending - red:draw"),
        ("和棋", "pending - red:draw"),
        ("draw", "pending - red:draw"),
        ("负", "final black_win red:black_win"),
        ("输了", "final black_win red:black_win"),
        ("負", "final black_win red:black_win"),
        ("红胜", "pending - red:red_win"),
        ("2台红胜", "pending - red:red_win"),
        ("红胜 2台", "pending - red:red_win"),
        ("第2台 黑胜", "final black_win red:black_win"),
        ("第２臺　紅勝", "pending - red:red_win"),
        ("2 和", "pending - red:draw"),
        ("2: 1-0", "pending - red:red_win"),
        ("２：０－１", "final black_win red:black_win"),
    ] {
        red.says(typed).await;
        assert_eq!(hall.state(2), state, "{typed}\n{}", red.screen());
        chief.rules("/result 2 未定").await;
        assert_eq!(hall.state(2), "open -");
    }
    // Not understood is never silence.
    for (typed, told) in [
        ("胜负未分", "没看懂"),
        ("2台", "没看懂"),
        ("3台红胜", "没有第3台"),
        ("1台红胜", "只能由这一台的双方"),
        ("2台红弃权", "只有裁判员能做"),
    ] {
        red.says(typed).await;
        red.sees(told).await;
    }
    assert_eq!(hall.state(2), "open -");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_of_saying_it_in_the_group() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let black = hall.table(2).black;
    for (typed, state) in [
        ("我赢了", "pending - black:black_win"),
        ("2台黑胜", "pending - black:black_win"),
        ("黑胜 2台！", "pending - black:black_win"),
        ("第2台 红胜", "final red_win black:red_win"),
        ("2 和", "pending - black:draw"),
        ("2: 0-1", "pending - black:black_win"),
        // Talk among people.
        ("胜", "open -"),
        ("和", "open -"),
        ("赢", "open -"),
        ("红胜", "open -"),
    ] {
        black.says_in_group(typed).await;
        assert_eq!(hall.state(2), state, "{typed}");
        chief.rules("/result 2 未定").await;
    }
    // The group hears of none of them but the progress; the reporter hears in private.
    assert_eq!(hall.group().count("收到"), 0);
    assert_eq!(black.count("收到：第1轮 第2台 黑胜"), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_stands_when_confirmed() {
    let hall = playing().await;
    let table = hall.table(1);
    table.red.taps("我胜").await;
    let until = "09:10 前";
    assert!(
        table.red.last().text.contains(until),
        "{}",
        table.red.screen()
    );
    let prompt = table.black.sees("红方报：红胜").await;
    assert!(prompt.text.contains(until), "{}", prompt.text);
    assert_eq!(hall.state(1), "pending - red:red_win");
    hall.group().sees("待确认：1 台").await;
    table.black.taps("确认").await;
    for player in [&table.red, &table.black] {
        player.sees("红胜，成绩已生效（双方一致）").await;
    }
    assert_eq!(hall.state(1), "final red_win red:red_win black:red_win");
    let progress = hall.group().sees("已报 1/2").await.text;
    assert!(!progress.contains("待确认"), "{progress}");
    // The button is spent.
    table.black.is_told("确认", "已过期").await;
    table.black.is_told("异议", "已过期").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_stands_when_the_window_has_passed() {
    let hall = playing().await;
    let table = hall.table(1);
    table.red.says("我赢了").await;
    hall.advance(5 * MINUTE).await;
    // The same again, by word and by button, does not begin the window anew, and nobody is asked twice.
    table.red.says("胜").await;
    table.red.sees("收到").await;
    table.red.taps("我胜").await;
    table.red.sees("收到").await;
    assert_eq!(table.black.count("红方报：红胜"), 1);
    hall.advance(5 * MINUTE - Duration::from_secs(1)).await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(hall.state(1), "final red_win red:red_win");
    table.black.sees("期限内无异议").await;
    table.black.is_told("异议", "已过期").await;
    // Both are told what can still be done.
    table.black.says("我赢了").await;
    table
        .black
        .sees("成绩已经生效：红胜。如有出入，请到裁判台")
        .await;
    table.black.says("1台红胜").await;
    table.black.sees("不用再报").await;
    table.red.says("胜").await;
    table.red.sees("不用再报").await;
    table.black.taps("我负").await;
    table.black.sees("不用再报").await;
    table.black.is_told("我胜", "如有出入，请到裁判台").await;
    table.black.says("/report").await;
    table.black.sees("没有等待成绩的对局").await;
    table.black.says_in_group("我赢了").await;
    hall.group().sees("如有出入，请到裁判台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_objection_cannot_be_talked_away() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    table.red.says("胜").await;
    table.black.taps("异议").await;
    for player in [&table.red, &table.black] {
        player.sees("已交裁判裁定").await;
    }
    let asked = chief.sees("成绩争议").await;
    assert!(
        asked.text.contains("红方报 红胜；对方有异议"),
        "{}",
        asked.text
    );
    table.red.says("胜").await;
    table.red.says("1台红胜").await;
    hall.advance(60 * MINUTE).await;
    assert_eq!(hall.state(1), "disputed - red:red_win");
    assert_eq!(chief.count("成绩争议"), 1);
    chief.taps("黑胜").await;
    chief.sees("裁定：黑胜").await;
    table.red.sees("黑胜，成绩已生效（裁判裁定）").await;
    assert_eq!(hall.state(1), "final black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn different_reports_are_a_dispute_until_the_arbiter_rules() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let table = hall.table(2);
    table.red.says("胜").await;
    table.black.says("和").await;
    table.black.sees("双方所报不一致").await;
    let asked = chief.sees("成绩争议").await;
    let claims = "红方报 红胜，黑方报 和棋。请裁定";
    assert!(asked.text.contains(claims), "{}", asked.text);
    chief.says("/open").await;
    chief.sees("争议，待裁判裁定").await;
    hall.advance(60 * MINUTE).await;
    assert_eq!(hall.state(2), "disputed - red:red_win black:draw");
    // A player cannot press the arbiters' buttons.
    let toast = table.red.taps_stale(&data(&asked, "红胜")).await;
    assert!(toast.text.is_some_and(|text| text.contains("还不是裁判")));
    // Who gives in ends it, and the arbiters' button is spent.
    table.red.says("和").await;
    assert_eq!(hall.state(2), "final draw red:draw black:draw");
    chief.sees("成绩已生效（双方一致）").await;
    chief.is_told("黑胜", "已过期").await;
    assert_eq!(hall.state(2), "final draw red:draw black:draw");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_stands_at_once_and_a_draw_needs_both() {
    let hall = playing().await;
    let (one, two) = (hall.table(1), hall.table(2));
    one.red.says("输了").await;
    one.black.sees("黑胜，成绩已生效（负方确认）").await;
    two.black.taps("和棋").await;
    two.black.sees("和棋要双方都报").await;
    two.red.sees("黑方报：和棋").await;
    hall.advance(60 * MINUTE).await;
    assert_eq!(hall.state(2), "pending - black:draw");
    two.red.says("和棋").await;
    two.black.sees("和棋，成绩已生效（双方一致）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_report_can_be_changed_until_it_is_confirmed() {
    let hall = playing().await;
    let table = hall.table(1);
    table.red.says("胜").await;
    let first = table.black.sees("红方报：红胜").await;
    hall.advance(5 * MINUTE).await;
    table.red.says("和").await;
    table.red.sees("和棋要双方都报").await;
    let second = table.black.sees("红方报：和棋").await;
    assert_ne!(first.id, second.id);
    // The button beneath the report that was taken back confirms nothing.
    let tapped = table
        .black
        .does(
            table.black.id,
            Act::Taps {
                message: first.id,
                button: "确认".to_owned(),
            },
        )
        .await;
    let toast = hall.world.toast(tapped.query().unwrap()).unwrap().unwrap();
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
    hall.advance(30 * MINUTE).await;
    assert_eq!(hall.state(1), "pending - red:draw");
    table.red.says("/report").await;
    table.red.sees("结果是").await;
    table.red.taps("我负").await;
    assert_eq!(hall.state(1), "final black_win red:black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn opposite_buttons_pressed_at_once_are_one_dispute() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    for player in [&table.red, &table.black] {
        let message = player.sees("您执").await.id;
        let button = "我胜".to_owned();
        player.does_quickly(player.id, Act::Taps { message, button });
    }
    hall.settled().await;
    assert_eq!(hall.state(1), "disputed - red:red_win black:black_win");
    assert_eq!(chief.count("成绩争议"), 1);
    for player in [&table.red, &table.black] {
        assert_eq!(player.count("双方所报不一致"), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn opposite_reports_at_the_same_instant_are_one_dispute_every_time() {
    const TIMES: i64 = 1000;
    let hall = playing().await;
    let chief = hall.arbiter().await.id;
    let (red, black) = (hall.table(1).red.id, hall.table(1).black.id);
    let (desk, now) = (hall.desk(), hall.clock.now());
    let won = |turn: &mut Turn<'_>| {
        report::by_words(turn, Which::Mine, Named::default(), Said::IWon, now)
    };
    for time in 1..=TIMES {
        let gate = Barrier::new(2);
        std::thread::scope(|scope| {
            for (update, account) in [(-10 * time, red), (-10 * time - 1, black)] {
                let gate = &gate;
                scope.spawn(move || {
                    gate.wait();
                    let handled = desk.handle(update, &private(account), won);
                    assert_eq!(handled.unwrap(), Handled::Done);
                });
            }
        });
        assert_eq!(hall.state(1), "disputed - red:red_win black:black_win");
        hall.acts(10 * time + 2, chief, |turn| {
            rule::rule(turn, Named::default(), 1, None, now)
        });
    }
    let disputes = "SELECT count(*) FROM outbox WHERE notice LIKE '%dispute_to_rule%'";
    assert_eq!(hall.count(disputes), TIMES);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_to_an_earlier_round_never_lands_on_this_one() {
    let mut hall = playing().await;
    let (red, black) = (hall.table(1).red.id, hall.table(1).black.id);
    hall.known(red).says("胜").await;
    let seat = hall.known(black).sees("您执黑").await;
    let prompt = hall.known(black).sees("红方报：红胜").await;
    hall.rules_all("红胜").await;
    hall.known(black).joins_group();
    // Said while the bot is away; the next round is published before it hears of it.
    hall.stop().await;
    hall.known(red)
        .does_quickly(red, Act::Says("胜".to_owned()));
    hall.known(black)
        .does_quickly(GROUP, Act::Says("我赢了".to_owned()));
    hall.clock.advance(MINUTE);
    let chief = hall.arbiter_id();
    {
        let store = Store::open(&hall.config.database, &hall.config.key).unwrap();
        let desk = Desk::open(store, hall.config.clone(), hall.clock.means()).unwrap();
        type UseCase = fn(&mut Turn<'_>) -> Result<(), Halt>;
        let acts: [UseCase; 2] = [pair::pair, |turn| {
            publish::publish(turn, publish::What::Waiting)
        }];
        for (update, act) in (1..).zip(acts) {
            let done = desk.handle(-update, &private(chief), act).unwrap();
            assert_eq!(done, Handled::Done);
        }
    }
    hall.start().await;
    hall.settled().await;
    hall.known(red).sees("第2轮公布之前").await;
    hall.group().sees("第2轮公布之前").await;
    let untouched = "SELECT count(*) FROM claim c JOIN game g ON g.id = c.game
                     WHERE g.round = (SELECT max(id) FROM round)";
    assert_eq!(hall.count(untouched), 0);
    for button in seat.buttons.iter().chain(&prompt.buttons).flatten() {
        let Press::Data(data) = &button.press else {
            panic!("{button:?}");
        };
        let toast = hall.known(black).taps_stale(data).await;
        assert!(
            toast.text.is_some_and(|text| text.contains("已过期")),
            "{}",
            button.label
        );
    }
    assert_eq!(hall.count(untouched), 0);
    // An arbiter's words from then rule nothing either.
    let before = hall.clock.now() - MINUTE;
    let late = hall.acts(3, chief, |turn| {
        rule::rule(turn, Named::default(), 1, Some(Outcome::Draw), before)
    });
    assert!(matches!(late, Handled::Refused(_)), "{late:?}");
    hall.known(red).says("胜").await;
    assert_eq!(hall.count(untouched), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_told_why_and_arbiters_rule() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let stranger = hall.stranger("路人");
    stranger.says_in_group("2台红胜").await;
    hall.group().sees("第2台的成绩只能由这一台的双方").await;
    stranger.says_in_group("我赢了").await;
    stranger.says_in_group("今天2台红胜得漂亮").await;
    hall.group().sees_nothing().await;
    hall.table(1).red.says_in_group("2台红胜").await;
    assert_eq!(hall.group().count("第2台的成绩只能由这一台的双方"), 2);
    let toast = hall.table(2).red.taps_stale("rc:1:rw").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("第1台的成绩只能由"))
    );
    stranger.says_in_group("/report").await;
    let door = hall.group().sees("私聊").await;
    assert!(!door.labels().contains(&"我胜"), "{}", door.text);
    stranger.says_in_group("2台红弃权").await;
    hall.group().sees("只有裁判员能做").await;
    assert_eq!(hall.state(2), "open -");
    chief.says_in_group("2台红胜").await;
    hall.group().sees("第2台 裁定：红胜").await;
    assert_eq!(hall.state(2), "final red_win");
    chief.rules("第1台 红弃权").await;
    chief.sees("裁定：红方弃权").await;
    // Someone else's words, handed on, report nothing.
    chief.rules("/result 1 未定").await;
    let red = hall.table(1).red;
    let said = stranger.does(GROUP, Act::Says("我赢了".to_owned())).await;
    red.joins_group();
    let act = Act::Forwards {
        from_chat: GROUP,
        message: said.message().unwrap(),
    };
    red.does(red.id, act.clone()).await;
    red.sees("转发的话不算报成绩").await;
    red.does(GROUP, act).await;
    assert_eq!(hall.state(1), "open -");
    // Nor does a message that is changed afterwards.
    red.says("我的").await;
    let mine = hall.world.messages(red.id).unwrap();
    let mine = mine.iter().rfind(|message| !message.from_bot).unwrap().id;
    red.edits(mine, "胜").await;
    assert_eq!(hall.state(1), "open -");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guardian_reports_for_two() {
    let hall = Hall::open().await;
    hall.enters(&[("甲", "家长"), ("乙", "家长")]).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    let guardian = hall.person("家长").await;
    assert_eq!(guardian.count("您执红") + guardian.count("您执黑"), 2);
    // Both at one table: who won has to be said by side.
    guardian.says("胜").await;
    guardian.sees("写明台次，例如“1台红胜”").await;
    let chief = hall.arbiter().await;
    for (typed, state) in [
        ("1台红胜", "final red_win red:red_win black:red_win"),
        ("和", "final draw red:draw black:draw"),
        ("黑胜", "final black_win red:black_win black:black_win"),
    ] {
        guardian.says(typed).await;
        assert_eq!(hall.state(1), state, "{typed}");
        chief.rules("/result 1 未定").await;
    }
    guardian.taps("和棋").await;
    assert_eq!(hall.state(1), "final draw red:draw black:draw");
    assert_eq!(guardian.count("请确认"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guardian_with_players_at_two_tables_names_the_table() {
    let hall = Hall::open().await;
    let owners: Vec<String> = (1..=4).map(|no| format!("棋手{no}")).collect();
    let players: Vec<(&str, &str)> = owners.iter().map(|name| (&**name, &**name)).collect();
    hall.enters(&players).await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    // One account for a player at either table.
    let (red, other) = (hall.table(1).red.id, hall.table(2).red.id);
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = ?1 WHERE account = ?2",
                [red, other],
            )
        })
        .unwrap();
    let guardian = hall.known(red);
    guardian.says("胜").await;
    guardian.sees("您名下的 2 台").await;
    guardian.says("/report").await;
    let card = guardian.sees("您名下的 2 台").await;
    assert!(
        card.text.contains("第1轮 第1台") && card.text.contains("第1轮 第2台"),
        "{}",
        card.text
    );
    guardian.says("2台红胜").await;
    assert_eq!(
        (hall.state(1), hall.state(2)),
        ("open -".to_owned(), "pending - red:red_win".to_owned())
    );
    guardian.says("1台黑胜").await;
    assert_eq!(hall.state(1), "final black_win red:black_win");
    guardian.says("胜").await;
    assert_eq!(hall.state(2), "pending - red:red_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_early_draw_is_shown_to_the_arbiters() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    // The round starts at nine, however early it was published.
    hall.set_clock("2023-10-05T01:14:59Z".parse().unwrap())
        .await;
    hall.table(1).red.says("和").await;
    hall.table(1).black.says("和").await;
    let flagged = chief.sees("开赛 14 分钟即报和棋").await.text;
    assert!(flagged.contains("和棋算数吗"), "{flagged}");
    hall.advance(Duration::from_secs(1)).await;
    hall.table(2).red.says("和").await;
    hall.table(2).black.says("和").await;
    assert_eq!(chief.count("即报和棋"), 1);
    chief.rules("/result 1 双弃").await;
    assert_eq!(hall.state(1), "final both_forfeit");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_has_one_progress_message_and_the_standings_at_the_end() {
    let hall = playing().await;
    let chief = hall.arbiter().await;
    let first = hall.group().sees("已报 0/2").await;
    hall.table(2).red.says_in_group("2台黑胜").await;
    let then = hall.group().sees("未报：1 台").await;
    assert_eq!(first.id, then.id);
    assert!(then.text.contains("第1轮　已报 1/2"), "{}", then.text);
    assert_eq!(hall.group().count("积分榜"), 0);
    hall.table(1).black.says("负").await;
    let last = hall.group().sees("2 台成绩已全部报齐").await;
    assert_eq!(first.id, last.id);
    let standings = hall.group().sees("积分榜").await.text;
    assert!(standings.contains("第1轮后（共7轮）"), "{standings}");
    assert_eq!(hall.group().count("已报") + hall.group().count("报齐"), 1);
    chief.sees("下一步：/pair 编排第2轮").await;
    assert_eq!(chief.count("下一步：/pair 编排第2轮"), 1);
    // The next round is proposed by a button, and begins a message of its own.
    chief.taps("编排第2轮").await;
    chief.sees("第2轮方案").await;
    hall.round().await;
    chief.is_told("编排第2轮", "第2轮已经公布").await;
    assert_ne!(hall.group().sees("已报 0/2").await.id, first.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_winners_are_trusted_a_win_stands_at_once_but_not_against_an_objection() {
    let mut hall = playing().await;
    hall.stop().await;
    let Some(qisai::config::Stage::Swiss(swiss)) =
        hall.config.event.competitions[0].stages.first_mut()
    else {
        panic!("no points stage");
    };
    swiss.reporting.trust_winners = true;
    hall.start().await;
    hall.table(1).red.says("胜").await;
    assert_eq!(hall.state(1), "final red_win red:red_win");
    let table = hall.table(2);
    table.red.says("和").await;
    table.black.taps("异议").await;
    table.red.says("胜").await;
    assert_eq!(hall.state(2), "disputed - red:red_win");
}

/// One account for everyone at the tables but the first.
fn give_all_but_table_1(hall: &Hall, to: i64) {
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = ?1 WHERE id IN (
                   SELECT s.player FROM seat s JOIN game g ON g.id = s.game WHERE g.table_no > 1)",
                [to],
            )
        })
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coach_reports_for_many_on_one_card() {
    let hall = Hall::field(24).await;
    hall.round().await;
    let coach = hall.person("领队").await;
    give_all_but_table_1(&hall, coach.id);
    coach.says("/report").await;
    let card = coach.sees("您名下的 11 台").await;
    assert_eq!(coach.count("您名下的"), 1);
    assert!(card.button("2台 红胜").is_some() && card.button("10台 和").is_none());
    coach.taps("下一页 2/2 ›").await;
    coach.taps("10台 和").await;
    // The card stays, with what was reported.
    let after = coach.last();
    assert_eq!(after.id, card.id);
    assert!(after.text.contains("和棋"), "{}", after.text);
    assert!(after.button("10台 和").is_none() && after.button("11台 和").is_some());
    assert_eq!(hall.state(10), "final draw red:draw black:draw");
    // Said in the group, it is asked in private.
    coach.says_in_group("我赢了").await;
    coach.sees("您名下的 11 台").await;
    assert_eq!(hall.group().count("您名下的"), 0);
    // A button of a round that is over.
    let old = data(&after, "11台 红胜");
    hall.rules_all("红胜").await;
    hall.round().await;
    let toast = coach.taps_stale(&old).await;
    assert!(toast.text.is_some_and(|text| text.contains("已过期")));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_players_is_reported_on_the_card_and_waits_for_the_opponent() {
    let hall = playing().await;
    let (mine, other) = (hall.table(1).red.id, hall.table(2).black.id);
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = ?1 WHERE account = ?2",
                [mine, other],
            )
        })
        .unwrap();
    let coach = hall.known(mine);
    coach.says("报成绩").await;
    coach.taps("2台 胜").await;
    let card = coach.last();
    assert!(
        card.text
            .contains("黑方已报黑胜，待确认，09:10 前无异议即生效"),
        "{}",
        card.text
    );
    assert_eq!(hall.state(2), "pending - black:black_win");
    // Changed until confirmed, on the same card.
    coach.taps("2台 和").await;
    assert_eq!(hall.state(2), "pending - black:draw");
    hall.table(2).red.says("同意").await;
    assert_eq!(hall.state(2), "final draw red:draw black:draw");
    coach.is_told("2台 负", "如有出入，请到裁判台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_round_is_the_one_meant() {
    let hall = playing().await;
    let red = hall.table(1).red;
    red.says("第2轮 1台红胜").await;
    red.sees("第2轮还没有公布").await;
    red.says("第1轮第1台红胜").await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    hall.rules_all("红胜").await;
    hall.round().await;
    let (red, chief) = (hall.table(1).red, hall.arbiter().await);
    red.says("第一轮1台 红胜").await;
    red.sees("第1轮已经结束，现在是第2轮").await;
    red.says_in_group("第1轮1台红胜").await;
    hall.group().sees("第1轮已经结束").await;
    chief.says("第3轮1台红胜").await;
    chief.sees("第3轮还没有公布").await;
    assert_eq!(hall.state(1), "open -");
    red.says("R2 T1 1-0").await;
    assert_eq!(hall.state(1), "pending - red:red_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_who_plays_reports_the_own_table_and_rules_the_others() {
    let hall = playing().await;
    let chief = hall.arbiter_id();
    let player = hall.table(2).red.id;
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = ?1 WHERE account = ?2",
                [chief, player],
            )
        })
        .unwrap();
    let arbiter = hall.known(chief);
    arbiter.says("2台红胜").await;
    arbiter.sees("收到").await;
    assert_eq!(hall.state(2), "pending - red:red_win");
    hall.table(2).black.taps("异议").await;
    assert_eq!(hall.state(2), "disputed - red:red_win");
    arbiter.says_in_group("2台红胜").await;
    assert_eq!(hall.state(2), "disputed - red:red_win");
    arbiter.says("1台红胜").await;
    assert_eq!(hall.state(1), "final red_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_can_be_typed() {
    let hall = playing().await;
    let (one, two) = (hall.table(1), hall.table(2));
    // Nothing waits for an answer.
    one.black.says("确认").await;
    one.black.sees("在等您确认").await;
    one.red.says("胜").await;
    one.red.says("确认").await;
    assert_eq!(hall.state(1), "pending - red:red_win");
    one.black.says("確認！").await;
    assert_eq!(hall.state(1), "final red_win red:red_win black:red_win");
    two.red.says("赢啦").await;
    two.black.says("有异议").await;
    assert_eq!(hall.state(2), "disputed - red:red_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn opposite_presses_over_the_network_are_one_dispute_at_every_table() {
    const ROUNDS: usize = 6;
    let hall = Hall::field(40).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    for time in 1..=ROUNDS {
        for table in 1..=20 {
            let table = hall.table(table);
            // Either may be first.
            let mut players = [table.red, table.black];
            if time % 2 == 0 {
                players.reverse();
            }
            for player in players {
                player.does_quickly(player.id, Act::Says("我赢了".to_owned()));
            }
        }
        hall.settled().await;
        for table in 1..=20 {
            let state = hall.state(table);
            assert_eq!(state, "disputed - red:red_win black:black_win", "{table}");
        }
        for table in 1..=20 {
            let now = hall.clock.now();
            let update = i64::try_from(time * 100 + table).unwrap();
            let table = u32::try_from(table).unwrap();
            let opened = hall.acts(update, chief.id, |turn| {
                rule::rule(turn, Named::default(), table, None, now)
            });
            assert_eq!(opened, Handled::Done);
        }
    }
    let disputes = "SELECT count(*) FROM outbox WHERE notice LIKE '%dispute_to_rule%'";
    assert_eq!(hall.count(disputes), i64::try_from(ROUNDS * 20).unwrap());
}
