//! Corrections, withdrawals and matches played anew.

use std::time::Duration;

use qisai::desk::Handled;
use qisai::desk::report::{Named, Said, Which, by_words};

use super::hall::{begin, games, rules, seats, seeded, walkovers};
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_match_is_corrected_until_the_later_one_has_begun() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let table = seats(&hall, 1, 1);
    rules(&hall, 1, &["红胜", "黑胜"]).await;
    rules(&hall, 2, &["红胜", "黑胜"]).await;
    chief.sees("下一轮：/pair").await;
    // Before the final is announced.
    chief.says("/result 1 红胜").await;
    let refused = chief.sees("这一场已结束").await.text;
    assert!(refused.contains("/result 1-1-2 红胜"), "{refused}");
    chief.says("/result 1-1-2 红胜").await;
    let asked = chief.sees("尚未生效").await.text;
    assert!(asked.contains("黑胜 → 红胜"), "{asked}");
    assert!(asked.contains("→ 未分胜负"), "{asked}");
    chief.taps("录入有误，更正").await;
    group.sees("更正").await;
    rules(&hall, 1, &["红胜"]).await;
    begin(&hall).await;
    let before = seats(&hall, 2, 1);
    let winner = seats(&hall, 1, 1).names[0].clone();
    assert!(before.names.contains(&winner));
    // Announced, but nobody has reported: the slot is another's.
    chief.says("/result 1-1-3 黑胜").await;
    chief.sees("尚未生效").await;
    chief.taps("不更正").await;
    chief.sees("一切照旧").await;
    chief.says("/result 1-1-3 黑胜").await;
    let asked = chief.sees("尚未生效").await.text;
    assert!(asked.contains(&winner), "{asked}");
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    before.red.sees("不下了").await;
    let after = seats(&hall, 2, 1);
    assert!(!after.names.contains(&winner), "{:?}", after.names);
    assert!(table.names.iter().any(|name| after.names.contains(name)));
    after.black.sees("棋王决赛").await;
    assert_eq!(games(&hall), 6);
    // Reported: not behind the back of those who play.
    rules(&hall, 1, &["和"]).await;
    chief.says("/result 1-1-3 红胜").await;
    let refused = chief.sees("没有更改").await.text;
    assert!(refused.contains("棋王决赛 第1台 第1局"), "{refused}");
    assert_eq!(games(&hall), 7);
    // Annulled, it goes.
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("1台").await;
    chief.sees("　和棋").await;
    chief.taps("作废重下…").await;
    chief.sees("重新开始？").await;
    chief.taps("确认作废重下").await;
    group.sees("这一场作废").await;
    chief.says("/result 1-1-3 红胜").await;
    chief.sees("尚未生效").await;
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    assert!(seats(&hall, 2, 1).names.contains(&winner));
    assert_eq!(
        hall.count("SELECT count(*) FROM duel_game WHERE annulled_at IS NOT NULL"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn within_a_match_a_correction_takes_back_what_was_not_played() {
    let hall = seeded(2, 2, |config| {
        super::hall::knockout(config).rounds[0].legs = super::round_legs();
    })
    .await;
    let chief = hall.arbiter().await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let rapid = seats(&hall, 1, 1);
    assert_eq!(rapid.number, 3);
    // 2-2 becomes 3-1: no rapid game.
    chief.says("/result 1-1-2 和").await;
    chief.sees("尚未生效").await;
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    rapid.red.sees("不下了").await;
    hall.group().sees("冠军").await;
    assert_eq!(games(&hall), 2);
    // And back again, by the buttons of the match: a new lot, committed to anew.
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("1台").await;
    chief.sees("　和棋").await;
    chief.taps("改第2局").await;
    chief.sees("改为").await;
    chief.taps("红胜").await;
    chief.sees("尚未生效").await;
    chief.taps("录入有误，更正").await;
    // Drawn once for the same results; the next lot was committed to when the game was taken back.
    let kept = hall.group().sees("沿用第3局原抽签").await.text;
    hall.settled().await;
    assert!(hall.group().count("→ 未分胜负") > 0);
    assert_eq!(seats(&hall, 1, 1).number, 3);
    assert!(kept.contains(&format!("{} 执红", rapid.names[0])), "{kept}");
    assert_eq!(seats(&hall, 1, 1).names, rapid.names);
    assert_eq!(hall.group().count("第3局 抽签"), 1);
    // Of the start numbers, of the first lot, and of the next one.
    assert_eq!(hall.group().count("抽签承诺"), 3);
    rules(&hall, 1, &["红胜"]).await;
    // The champion is another: places that were told are told anew.
    let (told, champions) = (hall.group().count("更正："), hall.group().count("冠军"));
    chief.says("/result 1-1-3 黑胜").await;
    chief.sees("尚未生效").await;
    chief.taps("录入有误，更正").await;
    hall.settled().await;
    // The places that the match decides, besides the match itself.
    assert_eq!(hall.group().count("更正："), told + 1);
    assert_eq!(hall.group().count("冠军"), champions + 1);
    chief.says("/result 1-1-2 和").await;
    chief.sees("没有更改").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_in_rank_moves_in_before_the_first_round() {
    let hall = seeded(6, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let leaves = seats(&hall, 1, 1);
    leaves.red.says("/withdraw").await;
    leaves.red.sees("退赛").await;
    leaves.red.taps("确定退赛").await;
    let replaced = group.sees("淘汰赛递补").await.text;
    assert!(replaced.contains(&leaves.names[0]), "{replaced}");
    leaves.black.sees("不下了").await;
    let after = seats(&hall, 1, 1);
    assert!(!after.names.contains(&leaves.names[0]));
    assert!(after.names.contains(&leaves.names[1]));
    chief.sees("淘汰赛递补").await;
    // Once something is played it is a walkover.
    rules(&hall, 2, &["红胜"]).await;
    let goes = seats(&hall, 1, 2);
    goes.black.says("/withdraw").await;
    goes.black.taps("确定退赛").await;
    chief.sees("退出淘汰赛").await;
    let won = group.sees("对方弃权").await.text;
    assert!(won.contains(&goes.names[0]), "{won}");
    // Taken back, the match goes on.
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("2台").await;
    let card = chief.sees("对方弃权").await;
    let label = card.buttons.iter().flatten().map(|one| one.label.clone());
    let label = label
        .into_iter()
        .find(|label| label.starts_with("恢复"))
        .expect("a button");
    chief.taps_on(&card, &label).await;
    group.sees("恢复参赛，未下完的一场继续").await;
    assert_eq!(seats(&hall, 1, 2).number, 2);
    rules(&hall, 2, &["和"]).await;
    group.sees("3-1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn or_the_opponent_goes_on() {
    let hall = seeded(6, 4, walkovers).await;
    let group = hall.group();
    let leaves = hall.count(
        "SELECT r.account FROM seed s JOIN registration r ON r.id = s.player WHERE s.seed = 1",
    );
    let leaves = hall.known(leaves);
    leaves.says("/withdraw").await;
    leaves.taps("确定退赛").await;
    hall.settled().await;
    begin(&hall).await;
    let told = group.sees("对方弃权").await.text;
    assert!(told.contains("1台"), "{told}");
    assert_eq!(games(&hall), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_reports_of_one_game_at_once_end_as_one_dispute_or_one_result() {
    let hall = seeded(2, 2, |_| {}).await;
    begin(&hall).await;
    let mut update = 0;
    for (one, other) in [
        (Said::IWon, Said::IWon),
        (Said::IWon, Said::ILost),
        (Said::Draw, Said::Draw),
    ] {
        let game = seats(&hall, 1, 1);
        hall.advance(Duration::from_secs(120)).await;
        let now = hall.clock.now();
        update += 2;
        let (red, black, hall_ref) = (game.red.id, game.black.id, &hall);
        let handled: Vec<Handled> = std::thread::scope(|scope| {
            let says = |update, account, said| {
                scope.spawn(move || {
                    hall_ref.acts(update, account, |turn| {
                        by_words(turn, Which::Mine, Named::default(), said, now)
                    })
                })
            };
            let both = [says(update, red, one), says(update + 1, black, other)];
            both.map(|thread| thread.join().expect("no panic")).to_vec()
        });
        assert!(
            handled.iter().all(|one| !matches!(one, Handled::Failed(_))),
            "{handled:?}"
        );
        hall.settled().await;
        if one == other && one == Said::IWon {
            assert_eq!(hall.arbiter().await.count("成绩争议"), 1);
            rules(&hall, 1, &["和"]).await;
        }
        let next = seats(&hall, 1, 1);
        assert_eq!(next.number, game.number + 1);
    }
    assert_eq!(games(&hall), 4);
}

/// Takes back the last step, which is to be this.
async fn undoes(hall: &Hall, step: &str) {
    let chief = hall.arbiter().await;
    chief.says("/undo").await;
    let asked = chief.sees("撤销上一步").await.text;
    assert!(asked.contains(step), "{step}: {asked}");
    chief.taps("撤销这一步").await;
    chief.sees("已撤销").await;
    hall.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_taken_back_game_by_game_from_any_depth() {
    let hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    let chief = hall.arbiter().await;
    let first = seats(&hall, 1, 1).names;
    for _ in 0..2 {
        rules(&hall, 1, &["红胜", "红胜", "和"]).await;
        seats(&hall, 1, 1).black.taps("执黑（后手）").await;
        hall.settled().await;
        rules(&hall, 1, &["和"]).await;
        hall.group().sees(" 胜 ").await;
        assert_eq!(games(&hall), 5);
        // From the armageddon down to the first game.
        for (game, left) in [(4, 5), (3, 4), (2, 3), (1, 2)] {
            undoes(&hall, &format!("1台第{game}局")).await;
            assert_eq!(games(&hall), left, "game {game}");
            assert_eq!(seats(&hall, 1, 1).number, game);
        }
        assert_eq!(seats(&hall, 1, 1).names, first);
    }
    // Of the final, and not behind its back.
    rules(&hall, 1, &["红胜", "和"]).await;
    rules(&hall, 2, &["红胜", "和"]).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    undoes(&hall, "棋王决赛 1台第1局").await;
    // What comes before it is the final's public word.
    chief.says("/undo").await;
    chief.sees("公开词一经公布不能撤回").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_a_match_is_corrected_before_the_next_and_not_once_a_later_one_is_played() {
    let hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    let chief = hall.arbiter().await;
    let corrects = async |typed: &str| {
        chief.says(&format!("/result {typed}")).await;
        chief.sees("尚未生效").await;
        chief.taps("录入有误，更正").await;
        chief.sees("已更正").await;
        hall.settled().await;
    };
    // The first game, while the second waits: the score alone is another.
    rules(&hall, 1, &["红胜"]).await;
    corrects("1-1-1 和").await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    // The second, while the rapid game waits: it is not to be played, and then it is.
    rules(&hall, 1, &["和"]).await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
    corrects("1-1-2 红胜").await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    corrects("1-1-2 和").await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
    // The rapid game, while a side is chosen, and while the armageddon waits.
    rules(&hall, 1, &["和"]).await;
    corrects("1-1-3 红胜").await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
    corrects("1-1-3 和").await;
    seats(&hall, 1, 1).black.taps("执红（先手）").await;
    hall.settled().await;
    assert_eq!(seats(&hall, 1, 1).number, 4);
    corrects("1-1-3 黑胜").await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
    corrects("1-1-3 和").await;
    seats(&hall, 1, 1).black.taps("执黑（后手）").await;
    hall.settled().await;
    rules(&hall, 1, &["和"]).await;
    // Once it is played, no game before it is corrected so that it would not have been.
    for (typed, first) in [
        ("1-1-1 红胜", "第3局"),
        ("1-1-2 红胜", "第3局"),
        ("1-1-3 红胜", "第4局"),
    ] {
        chief.says(&format!("/result {typed}")).await;
        hall.settled().await;
        let refused = chief.last().text;
        assert!(
            refused.contains("没有更改") && refused.contains(first),
            "{typed}: {refused}"
        );
    }
    // The armageddon itself moves the winner until the final is begun, and after it until it is played.
    rules(&hall, 2, &["红胜", "和"]).await;
    let winner = seats(&hall, 1, 1).names[1].clone();
    begin(&hall).await;
    assert!(seats(&hall, 2, 1).names.contains(&winner));
    corrects("1-1-4 红胜").await;
    assert!(!seats(&hall, 2, 1).names.contains(&winner));
    // The same winner by another result changes nothing that was told.
    let decided = hall.group().count("更正：");
    corrects("1-1-4 黑弃权").await;
    assert_eq!(hall.group().count("更正："), decided);
    for game in 1..=6 {
        rules(&hall, 1, &["和"]).await;
        chief.says("/result 1-1-4 黑胜").await;
        let refused = chief.sees("没有更改").await.text;
        assert!(refused.contains("第1局"), "after game {game}: {refused}");
    }
    // Games of the final, at the depth where the rapid ones wait, are being played, and are over.
    corrects("2-1-6 红胜").await;
    hall.group().sees("冠军").await;
    corrects("2-1-6 和").await;
    assert_eq!(seats(&hall, 2, 1).number, 7);
    rules(&hall, 1, &["红胜"]).await;
    chief.says("/result 2-1-1 红胜").await;
    let refused = chief.sees("没有更改").await.text;
    assert!(refused.contains("第7局"), "{refused}");
}
