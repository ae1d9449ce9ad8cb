//! The arbiters' panel leads through the event, and is kept up to date.

use qisai::rehearsal::Message;

use crate::registering::appoint;
use crate::support::{Hall, Person};

/// The person's newest panel.
fn panel(person: &Person<'_>) -> Message {
    person.newest("裁判台　")
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_leads_from_the_registration_to_the_prizes_by_its_buttons() {
    let mut hall = Hall::open().await;
    hall.stop().await;
    if let Some(qisai::config::Stage::Swiss(swiss)) =
        hall.config.event.competitions[0].stages.first_mut()
    {
        swiss.rounds = 1;
    }
    hall.config.event.competitions[0].stages.truncate(1);
    hall.start().await;
    let chief = hall.arbiter().await;
    hall.enters(&[("甲", "甲"), ("乙", "乙")]).await;
    chief.says("裁判台").await;
    let desk = chief.sees("报名中").await.id;
    chief.taps("提前截止…").await;
    chief.taps("确认截止").await;
    // The same message, without a tap on it.
    assert_eq!(panel(&chief).id, desk);
    assert!(panel(&chief).text.contains("/roster"), "{}", chief.screen());
    chief.taps("报名成功名单…").await;
    chief.taps("确认公布").await;
    assert!(panel(&chief).text.contains("/draw 抽签"));
    chief.taps("抽签…").await;
    chief.sees("选一句话作为盐").await;
    chief.says("/draw 楚河汉界").await;
    assert!(panel(&chief).text.contains("/checkin 开始报到"));
    chief.taps("开始报到").await;
    assert!(panel(&chief).text.contains("还有 2 人未到"));
    hall.person("甲").await.taps("报到").await;
    assert!(panel(&chief).text.contains("还有 1 人未到"));
    hall.person("乙").await.taps("报到").await;
    chief.taps("报到…").await;
    chief.taps("结束报到…").await;
    chief.taps("确认结束").await;
    assert!(panel(&chief).text.contains("/pair 编排第1轮"));
    chief.taps("编排第1轮").await;
    chief.sees("棋手现在还看不到").await;
    assert!(panel(&chief).text.contains("第1轮方案"));
    assert_eq!(panel(&chief).id, desk);
    chief.taps("公布").await;
    chief.sees("第1轮已公布").await;
    assert!(
        panel(&chief).text.contains("已报 0/1"),
        "{}",
        chief.screen()
    );
    // What blocks: a report that waits, then a dispute; the decision by buttons.
    hall.table(1).red.says("胜").await;
    assert!(panel(&chief).text.contains("待对方确认：1 台"));
    hall.table(1).black.taps("异议").await;
    assert!(panel(&chief).text.contains("争议待裁定：1 台"));
    chief.taps("未定台次…").await;
    chief.taps("1台").await;
    let card = chief.last();
    assert!(card.text.contains("红方报 红胜"), "{}", card.text);
    for label in ["红胜", "和", "黑胜", "红弃权", "黑弃权", "双弃"] {
        assert!(card.button(label).is_some(), "{label}");
    }
    chief.taps("黑弃权").await;
    chief.sees("仍判弃权").await;
    chief.taps("判黑方弃权").await;
    assert_eq!(hall.state(1), "final black_forfeit");
    assert!(panel(&chief).text.contains("已全部结束"));
    assert_eq!(panel(&chief).id, desk);
    chief.taps("获奖名单").await;
    chief.sees("名单").await;
    chief.taps("记录").await;
    chief.sees("成绩生效").await;
    chief.taps("撤销…").await;
    chief.sees("撤销上一步").await;

    hall.person("甲").await.says("/desk").await;
    hall.person("甲").await.sees("只有裁判员能做").await;
    chief.says_in_group("/desk").await;
    hall.group().sees("请到与我的私聊").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_blocks_is_named() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.says("/desk").await;
    chief.sees("第1轮方案").await;
    assert!(!panel(&chief).text.contains("⚠️"));
    // Somebody leaves: the proposal does not fit any more.
    let player = hall.table(1).red;
    player.says("/withdraw").await;
    player.taps("确定退赛").await;
    assert!(panel(&chief).text.contains("参赛名单或指令有变化"));
    chief.is_told("公布", "参赛名单或方案有了变化").await;
    chief.taps("看方案").await;
    assert!(!panel(&chief).text.contains("⚠️"), "{}", chief.screen());
    for no in 1..=4 {
        chief.says(&format!("/withdraw {no}")).await;
        if chief.last().button("确定退赛").is_some() {
            chief.taps("确定退赛").await;
        }
    }
    chief.taps("作废").await;
    assert!(
        panel(&chief).text.contains("只有 0 人"),
        "{}",
        chief.screen()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn each_arbiter_has_one_over_restarts_and_losses() {
    let mut hall = Hall::field(4).await;
    let other = appoint(&hall, "裁判甲").await;
    let chief = hall.arbiter().await;
    chief.says("/desk").await;
    other.says("/desk").await;
    let (mine, theirs) = (panel(&chief).id, panel(&other).id);
    hall.round().await;
    assert!(panel(&chief).text.contains("已报 0/2"));
    assert!(panel(&other).text.contains("已报 0/2"));
    let calls = hall.world.calls_of("editMessageText");
    // Nothing that it shows has changed: it is left alone.
    chief.says("/journal").await;
    hall.table(1).red.says("/me").await;
    assert_eq!(hall.world.calls_of("editMessageText"), calls);
    other.says("/result 1 红胜").await;
    assert!(panel(&chief).text.contains("已报 1/2"));
    assert_eq!((panel(&chief).id, panel(&other).id), (mine, theirs));
    let (chief, other) = (chief.id, other.id);
    hall.restart().await;
    let (chief, other) = (hall.known(chief), hall.known(other));
    chief.rules("/result 1 未定").await;
    assert!(panel(&other).text.contains("已报 0/2"));
    assert_eq!(panel(&other).id, theirs);
    // The message is gone: another takes its place.
    let url = hall.url().parse().unwrap();
    let bot = teloxide::Bot::new(crate::support::TOKEN).set_api_url(url);
    teloxide::prelude::Requester::delete_message(
        &bot,
        teloxide::types::ChatId(other.id),
        teloxide::types::MessageId(i32::try_from(theirs).unwrap()),
    )
    .await
    .expect("a message");
    chief.says("/result 1 和").await;
    let again = panel(&other);
    assert!(
        again.id > theirs && again.text.contains("已报 1/2"),
        "{}",
        other.screen()
    );
    chief.rules("/result 1 未定").await;
    assert_eq!(panel(&other).id, again.id);
    // Typed again it moves down; the one above is as it was, and its button still shows the truth.
    chief.says("/desk").await;
    let moved = panel(&chief);
    assert!(moved.id > mine);
    chief.says("/result 2 和").await;
    assert_eq!(panel(&chief).id, moved.id);
    assert!(panel(&chief).text.contains("已报 1/2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_leads_from_the_last_round_of_points_to_the_champion() {
    let hall = Hall::with(|config| crate::knockout::short(config, 2)).await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/bind").await;
    hall.fills(4).await;
    hall.draws().await;
    chief.says("/desk").await;
    let desk = panel(&chief).id;
    // What the desk says at this step, and what it has buttons for; it is one message all the way.
    let shows = |lines: &[&str], buttons: &[&str]| {
        let now = panel(&chief);
        assert_eq!(now.id, desk, "{}", chief.screen());
        for line in lines {
            assert!(now.text.contains(line), "{line}: {}", now.text);
        }
        for label in buttons {
            assert!(now.button(label).is_some(), "{label}: {:?}", now.labels());
        }
    };
    shows(&["编号已抽定", "下一步：/checkin"], &["开始报到"]);
    hall.checks_all_in();
    chief.taps("刷新").await;
    shows(&["积分赛", "下一步：/pair 编排第1轮"], &["编排第1轮"]);
    chief.taps("编排第1轮").await;
    chief.sees("棋手现在还看不到").await;
    shows(
        &["积分赛", "第1轮方案等待公布"],
        &["公布", "看方案", "作废"],
    );
    chief.taps_on(&panel(&chief), "公布").await;
    shows(
        &["积分赛", "第1轮进行中，已报 0/2", "未定：1、2 台"],
        &["未定台次…", "提醒未报的棋手"],
    );
    hall.rules_all("红胜").await;
    shows(&["淘汰赛", "积分赛已全部结束"], &["淘汰赛定位"]);
    chief.taps("淘汰赛定位").await;
    chief.sees("确认后积分赛名次固定").await;
    shows(&["积分赛已全部结束"], &["淘汰赛定位"]);
    chief.taps("确认定位").await;
    shows(&["淘汰赛", "下一步：/pair 查看并公布"], &["公布"]);
    chief.taps_on(&panel(&chief), "公布").await;
    chief.sees("已公布，共").await;
    shows(
        &["淘汰赛", "进行中，已结束 0/1 场", "进行中：1 台"],
        &["未定台次…", "提醒未报的棋手"],
    );
    hall.advance(std::time::Duration::from_secs(200)).await;
    let seats = crate::knockout::seats(&hall, 1, 1);
    seats.red.says("胜").await;
    shows(&["待对方确认：1 台"], &["未定台次…"]);
    seats.black.taps("异议").await;
    shows(&["争议待裁定：1 台"], &["未定台次…"]);
    chief.taps("和").await;
    hall.advance(std::time::Duration::from_secs(200)).await;
    // An appeal waits for its decision, whatever comes next.
    seats.black.says("/appeal 对第一局不服").await;
    seats.black.taps("其他事项").await;
    seats.black.taps("提交申诉").await;
    shows(&["申诉待裁决 1 件"], &["未定台次…", "申诉 1…"]);
    crate::knockout::hall::word(&hall).await;
    crate::knockout::rules(&hall, 1, &["和", "和", "和", "和", "和"]).await;
    crate::knockout::rules(&hall, 1, &["红胜", "红胜"]).await;
    crate::knockout::rules(&hall, 1, &["和"]).await;
    shows(&["淘汰赛", "全部比赛已结束"], &["获奖名单"]);
    assert!(!panel(&chief).text.contains("争议"));
}
