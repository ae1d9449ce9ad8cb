//! A whole knockout, as people play it.

use std::time::Duration;

use qisai::tournament::lot::Published;

use qisai::rehearsal::{Message, Press, Toast};

use super::hall::{begin, games, played, rules, seats, seeded};

/// What the first button of a message carries.
fn data(message: &Message) -> String {
    match &message.buttons[0][0].press {
        Press::Data(data) => data.clone(),
        other => panic!("{other:?}"),
    }
}

/// What a pressed button showed.
fn said(toast: &Toast) -> &str {
    toast.text.as_deref().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_knockout_of_four_climbs_every_rung_to_the_prize_list() {
    let hall = seeded(6, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    group.sees("对阵表").await;
    let placed = group.sees("名已定").await.text;
    assert!(placed.contains("第5至6名已定"), "{placed}");
    begin(&hall).await;
    let listed = group.sees("半决赛").await.text;
    assert!(
        listed.contains("1台 ") && listed.contains("2台 "),
        "{listed}"
    );
    assert!(group.sees("抽签承诺").await.text.contains("1台第3局"));

    // Table 1: a win reported and confirmed, a draw by both.
    let first = seats(&hall, 1, 1);
    let seat = first.red.sees("第1局").await.text;
    assert!(
        seat.contains("淘汰赛第3轮（半决赛） 第1台 第1局 您执红"),
        "{seat}"
    );
    first.red.says("胜").await;
    first.black.sees("请确认").await;
    first.black.taps("确认").await;
    let next = first.black.sees("第2局").await.text;
    assert!(next.contains("您执红") && next.contains("0-2"), "{next}");
    assert_eq!(games(&hall), 3);
    let second = seats(&hall, 1, 1);
    assert_eq!(
        second.names,
        [&first.names[1], &first.names[0]].map(String::clone)
    );
    // A report given twice is not one of the next game.
    first.red.says("胜").await;
    let again = first.red.sees("刚刚生效").await.text;
    assert!(again.contains("第1局刚刚生效（红胜）"), "{again}");
    // Both stages have such a round and table: nothing is guessed.
    chief.says("/result 1 1 和").await;
    let which = chief.sees("都有第1轮第1台").await.text;
    assert!(which.contains("/result 1-1-2 和"), "{which}");
    assert_eq!(games(&hall), 3);
    // The form in which the score of a match is written is no result of a game.
    chief.says("/result 1 2-0").await;
    chief.sees("整场的比分").await;
    second.red.says("第1局胜").await;
    second.red.sees("现在是第2局，不是第1局").await;
    assert_eq!(games(&hall), 3);
    chief.says("/result 1 和").await;
    let again = chief.sees("刚刚生效").await.text;
    assert!(again.contains("/result 1-1-2 "), "{again}");
    assert_eq!(games(&hall), 3);
    hall.advance(Duration::from_secs(120)).await;
    second.red.says("1台和").await;
    second.black.says("和").await;
    let won = group.sees("胜").await.text;
    assert!(
        won.contains(&first.names[0]) && won.contains("3-1"),
        "{won}"
    );

    // Table 2: level, a lot, a drawn rapid game, the armageddon chosen by its black.
    rules(&hall, 2, &["红胜", "红胜"]).await;
    let lot = group.sees("第3局 抽签").await.text;
    let published: Published = lot.parse().expect("the lines of a lot");
    assert_eq!(published.verify(), Ok(()));
    let rapid = seats(&hall, 1, 2);
    assert!(lot.contains(&format!("{} 执红", rapid.names[0])), "{lot}");
    let seat = rapid.red.sees("第3局").await.text;
    assert!(seat.contains("快棋") && seat.contains("2-2"), "{seat}");
    hall.advance(Duration::from_secs(120)).await;
    rapid.red.says("和").await;
    rapid.black.says("和").await;
    let asked = rapid.black.sees("由您选先后手").await;
    assert!(asked.text.contains("和棋黑胜"), "{}", asked.text);
    let others = rapid.red.taps_stale(&data(&asked)).await;
    assert!(said(&others).contains("不是由您选"), "{}", said(&others));
    rapid.black.taps("执黑（后手）").await;
    rapid.black.sees("本人选择").await;
    let last = seats(&hall, 1, 2);
    assert_eq!(last.names, rapid.names);
    assert!(last.black.sees("第4局 您执").await.text.contains("附加赛"));
    hall.advance(Duration::from_secs(120)).await;
    last.red.says("和").await;
    last.black.says("和").await;
    let won = group.sees("胜").await.text;
    assert!(
        won.contains(&format!("{}</b>", last.names[1])) || won.contains(&last.names[1]),
        "{won}"
    );
    assert!(won.contains("附加赛和棋黑胜"), "{won}");
    let over = chief.sees("全部结束").await.text;
    assert!(over.contains("下一轮：/pair"), "{over}");
    assert!(group.sees("第3至4名已定").await.text.contains("3. "));

    begin(&hall).await;
    rules(&hall, 1, &["和", "和", "和", "和", "和", "和"]).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let armageddon = seats(&hall, 2, 1);
    assert_eq!(armageddon.number, 9);
    rules(&hall, 1, &["和"]).await;
    let champion = group.sees("冠军").await.text;
    assert!(champion.contains(&armageddon.names[1]), "{champion}");
    chief.says("/desk").await;
    chief.sees("全部比赛已结束").await;
    chief.says("/prizes").await;
    let prizes = chief.sees("获奖名单　").await.text;
    assert!(
        prizes.contains("棋王流动奖杯") && !prizes.contains("由下一阶段决定"),
        "{prizes}"
    );
    let first = prizes
        .lines()
        .find(|line| line.starts_with("1. "))
        .expect("a first");
    assert!(first.contains(&armageddon.names[1]), "{first}");
    armageddon.red.says("/me").await;
    assert!(armageddon.red.sees("第9局").await.text.contains("棋王决赛"));
    chief.says("/standings").await;
    chief.sees("🏆").await;
    chief.says("/pair").await;
    chief.sees("淘汰赛已全部结束").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_choose_in_time_leaves_it_to_the_arbiter() {
    let hall = seeded(2, 2, |config| {
        let rounds = &mut super::hall::knockout(config).rounds;
        rounds[0].legs = super::round_legs();
    })
    .await;
    begin(&hall).await;
    rules(&hall, 1, &["和", "和", "和"]).await;
    let rapid = seats(&hall, 1, 1);
    let chief = hall.arbiter().await;
    let asked = rapid.black.sees("由您选先后手").await;
    let data = data(&asked);
    let early = chief.taps_stale(&data).await;
    assert!(said(&early).contains("由棋手自己选"), "{}", said(&early));
    // The arbiter sees what the match waits for.
    chief.says("/open").await;
    let waits = chief.sees("选先后手（至").await.text;
    assert!(waits.contains("1台 第4局 等 "), "{waits}");
    chief.says("/result 1 黑胜").await;
    let refused = chief.sees("没有进行中的局").await.text;
    assert!(refused.contains("/result 1-1-3 黑胜"), "{refused}");
    hall.advance(Duration::from_secs(299)).await;
    assert_eq!(chief.count("没有在限时内"), 0);
    hall.advance(Duration::from_secs(1)).await;
    let card = chief.sees("没有在限时内").await;
    // Once only.
    hall.advance(Duration::from_secs(60)).await;
    assert_eq!(chief.count("没有在限时内"), 1);
    let late = rapid.black.taps_stale(&data).await;
    assert!(said(&late).contains("时间已过"), "{}", said(&late));
    chief
        .taps_on(&card, &card.buttons[0][1].label.clone())
        .await;
    rapid.black.sees("裁判定").await;
    let last = seats(&hall, 1, 1);
    assert_eq!((last.number, last.names), (4, rapid.names));
    // Too late for the player.
    let late = rapid.black.taps_stale(&data).await;
    assert!(said(&late).contains("已过期"), "{}", said(&late));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_over_a_restart() {
    let mut hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    let before = games(&hall);
    hall.crash().await;
    hall.advance(Duration::from_secs(5)).await;
    assert_eq!(games(&hall), before);
    rules(&hall, 1, &["黑胜"]).await;
    hall.group().sees("4-0").await;
    rules(&hall, 2, &["红胜", "红胜"]).await;
    hall.crash().await;
    rules(&hall, 2, &["红胜"]).await;
    hall.arbiter().await.sees("下一轮：/pair").await;
    assert_eq!(hall.group().count("第3局 抽签"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_seeding_and_after_it_people_are_told_what_holds() {
    let hall = played(5, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    let player = hall.person("棋手1").await;
    player.says("淘汰赛").await;
    player.sees("还没有定位").await;
    chief.says("/desk").await;
    chief.taps("淘汰赛定位").await;
    let asked = chief.sees("第一递补").await;
    // The table changes before the button is pressed.
    chief.rules("/result 1 黑胜").await;
    chief.sees("已更正").await;
    let toast = chief.taps_on(&asked, "确认定位").await;
    assert!(said(&toast).contains("有变化"), "{}", said(&toast));
    chief.says("/pair").await;
    chief.sees("第一递补").await;
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    // Nothing of the points stage can be changed now.
    chief.says("/result 1 红胜").await;
    chief.sees("淘汰赛现在没有第1台").await;
    player.says("胜").await;
    player.sees("没有等待成绩的对局").await;
    player.says("/knockout").await;
    let shown = player.sees("对阵表").await;
    let labels: Vec<String> = shown
        .buttons
        .iter()
        .flatten()
        .map(|one| one.label.clone())
        .collect();
    assert_eq!(labels, ["图片", "Excel", "PDF"], "nothing to work with");
    // Until the seeding is taken back.
    chief.says("/knockout").await;
    chief.sees("处理一场").await;
    chief.taps("撤销定位…").await;
    chief.sees("撤销淘汰赛定位？").await;
    chief.taps("确认撤销定位").await;
    hall.group().sees("定位已撤销").await;
    chief.rules("/result 1 红胜").await;
    chief.sees("已更正").await;
    assert_eq!(hall.count("SELECT count(*) FROM frozen_place"), 0);
}
