//! Proposing a round: seen by the arbiters alone, thrown away, made again.

use crate::registering::appoint;
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_the_arbiters_alone() {
    let hall = Hall::field(5).await;
    let chief = hall.arbiter().await;
    let player = hall.person("棋手1").await;
    chief.says("编排").await;
    let proposal = chief.sees("第1轮编排方案").await.text;
    assert!(proposal.contains("轮空"), "{proposal}");
    chief.sees("先后手与轮空都合规则").await;
    player.says("/pairings").await;
    player.sees("还没有公布任何一轮").await;
    player.says("胜").await;
    player.sees("还没有公布任何一轮").await;
    player.says("/standings").await;
    player.sees("还没有公布任何一轮").await;
    player.says("/pair").await;
    player.sees("只有编排长能做").await;
    assert!(!player.screen().contains("您执"), "{}", player.screen());
    assert_eq!(hall.group().count("第1轮"), 0);
    // In the group nothing is proposed at all.
    chief.says_in_group("/pair").await;
    hall.group().sees("请到与我的私聊").await;
    assert_eq!(hall.group().count("编排方案"), 0);

    // Shown again it is the same; thrown away it is gone.
    chief.says("/pair").await;
    assert_eq!(chief.sees("第1轮编排方案").await.text, proposal);
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    chief.taps("作废").await;
    chief.sees("没有对外公布").await;
    assert_eq!(hall.count("SELECT count(*) FROM game"), 0);
    chief.says("公布").await;
    chief.sees("没有等待公布的编排方案").await;
    chief.says("/pair").await;
    assert_eq!(chief.sees("第1轮编排方案").await.text, proposal);
    // A simple arbiter neither pairs nor publishes.
    let arbiter = appoint(&hall, "裁判甲").await;
    for typed in ["/pair", "/publish"] {
        arbiter.says(typed).await;
        arbiter.sees("要编排长才能做").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_round_waits_for_every_table() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    chief.says("/result 1 红胜").await;
    hall.table(3).red.says("胜").await;
    chief.says("/pair").await;
    let told = chief.sees("第1轮还有 2 台没有成绩").await;
    assert!(told.button("2台").is_some() && told.button("3台").is_some());
    hall.table(2).black.says("负").await;
    hall.table(3).black.says("负").await;
    chief.says("/pair").await;
    chief.sees("第2轮编排方案").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_before_the_publication_is_not_in_it() {
    let hall = Hall::field(5).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.sees("第1轮编排方案").await;
    let leaver = hall.table(1).red;
    leaver.says("/withdraw").await;
    leaver.taps("确定退赛").await;
    chief.is_told("公布", "参赛名单或方案有了变化").await;
    chief.says("/publish").await;
    chief.sees("没有公布").await;
    assert_eq!(hall.group().count("第1轮对阵"), 0);
    chief.says("/pair").await;
    let proposal = chief.sees("第1轮编排方案").await.text;
    assert!(!proposal.contains("轮空"), "{proposal}");
    // The button of the first proposal still stands in the chat.
    let old = chief.taps_stale("pp:1").await;
    assert!(old.text.is_some_and(|text| text.contains("没有公布")));
    chief.taps("公布").await;
    chief.sees("第1轮已公布，共 2 台").await;
    assert!(!leaver.screen().contains("您执"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_paired_is_told_with_the_choices() {
    let hall = Hall::field(2).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/pair").await;
    let told = chief.sees("不存在任何合规的编排").await.text;
    assert!(
        told.contains("再次交手") && told.contains("没有公布任何内容"),
        "{told}"
    );
    let leaver = hall.person("棋手1").await;
    leaver.says("/withdraw").await;
    leaver.taps("确定退赛").await;
    chief.says("/pair").await;
    chief.sees("在场棋手只有 1 人").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_last_round_there_is_none() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    for _ in 0..3 {
        hall.round().await;
        hall.rules_all("和").await;
    }
    // Everyone has met everyone: the stage is over before its seven rounds.
    chief.says("/pair").await;
    chief.sees("不存在任何合规的编排").await;

    let mut short = Hall::field(4).await;
    short.stop().await;
    let competition = &mut short.config.event.competitions[0];
    let Some(qisai::config::Stage::Swiss(swiss)) = competition.stages.first_mut() else {
        panic!("no points stage");
    };
    swiss.rounds = 1;
    competition.stages.truncate(1);
    short.start().await;
    let chief = short.arbiter().await;
    short.round().await;
    short.rules_all("红胜").await;
    short.group().sees("最终名次").await;
    chief.sees("积分赛全部结束").await;
    chief.says("/pair").await;
    chief.sees("积分赛 1 轮已全部结束").await;
    // A correction opens the stage again, and closes it anew.
    chief.rules("/result 1 未定").await;
    assert_eq!(short.count("SELECT finished_at IS NULL FROM stage"), 1);
    chief.says("/result 1 黑胜").await;
    assert_eq!(short.count("SELECT finished_at IS NULL FROM stage"), 0);
    assert_eq!(short.group().count("最终名次"), 2);
}
