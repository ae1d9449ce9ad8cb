//! No complete pairing exists: the ways out, each taken by an arbiter.

use crate::support::{Hall, Person};

/// Four players after three rounds: everyone has met everyone.
async fn exhausted() -> Hall {
    let hall = Hall::field(4).await;
    for _ in 0..3 {
        hall.round().await;
        hall.rules_all("和").await;
    }
    hall.arbiter().await.says("/pair").await;
    hall
}

/// The first button with these words.
fn label(chief: &Person<'_>, words: &str) -> String {
    let message = chief.last();
    let mut all = message.buttons.iter().flatten();
    let found = all.find(|button| button.label.contains(words));
    found
        .unwrap_or_else(|| panic!("no {words}:\n{}", chief.screen()))
        .label
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_meeting_is_proposed_when_chosen_and_published_when_said() {
    let hall = exhausted().await;
    let chief = hall.arbiter().await;
    let told = chief.last().text;
    assert!(
        told.contains("第4轮不存在任何合规的编排") && told.contains("再次交手（先后手互换）"),
        "{told}"
    );
    assert_eq!(
        hall.count("SELECT count(*) FROM round"),
        3,
        "nothing is proposed by itself"
    );
    let way = label(&chief, "再战");
    chief.taps(&way).await;
    let proposal = chief.sees("已交过手，本轮先后手互换").await.text;
    assert!(proposal.contains("此案经裁判批准"), "{proposal}");
    let approval: String = hall.database(|tx| {
        tx.query_row(
            "SELECT reason FROM journal WHERE action = 'round.approve'",
            [],
            |row| row.get(0),
        )
    });
    assert!(
        approval.starts_with("no complete pairing; approved: r"),
        "{approval}"
    );
    assert_eq!(hall.group().count("第4轮"), 0);
    // The way was for the round that is proposed now.
    let told = chief.taps_stale("hx:4:e").await.text.expect("a word");
    assert!(told.contains("已过期"), "{told}");
    chief.taps("破例公布").await;
    hall.group().sees("第4轮对阵").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stage_ends_when_that_is_confirmed() {
    let hall = exhausted().await;
    let chief = hall.arbiter().await;
    let way = label(&chief, "结束积分赛");
    chief.taps(&way).await;
    chief.sees("就在第3轮后结束").await;
    assert_eq!(hall.group().count("最终名次"), 0);
    chief.taps("确认结束积分赛").await;
    hall.group().sees("积分赛在第3轮后结束").await;
    hall.group().sees("最终名次").await;
    chief.says("/pair").await;
    chief.sees("积分赛 3 轮已全部结束").await;
    chief.says("/desk").await;
    chief.sees("积分赛 3 轮已全部结束").await;
    assert_eq!(hall.count("SELECT finished_at IS NOT NULL FROM stage"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_kept_apart_may_meet_after_all() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    for _ in 0..2 {
        hall.round().await;
        hall.rules_all("和").await;
    }
    // The third round has one pairing left; one of its pairs is kept apart.
    chief.says("/pair").await;
    let no = |kind: &str| {
        hall.count(&format!(
            "SELECT start_no FROM registration r JOIN seat s ON s.player = r.id
             JOIN game g ON g.id = s.game WHERE g.round = (SELECT max(id) FROM round)
             AND g.table_no = 1 AND s.kind = '{kind}'"
        ))
    };
    let (red, black) = (no("red"), no("black"));
    chief.taps("作废").await;
    chief.says(&format!("回避 {red} {black}")).await;
    chief.taps("确认").await;
    chief.says("/pair").await;
    chief.sees("不存在任何合规的编排").await;
    chief.sees_nothing().await;
    let way = label(&chief, "解除");
    chief.taps(&way).await;
    chief.sees("第3轮编排方案").await;
    assert_eq!((no("red"), no("black")), (red, black));
    assert_eq!(hall.count("SELECT count(*) FROM forbidden_pair"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_way_is_offered_to_arbiters_and_checked_again() {
    let hall = exhausted().await;
    let someone = hall.table(1).red;
    let told = someone.taps_stale("hx:4:e").await.text.expect("a word");
    assert!(told.contains("编排长"), "{told}");
    let chief = hall.arbiter().await;
    // Not a way that was offered, not the round that comes next.
    for data in ["hx:4:l1-2", "hx:5:e", "hx:3:e", "he:2", "hx:4:r1-2"] {
        let told = chief.taps_stale(data).await.text.expect("a word");
        assert!(told.contains("已过期"), "{data}: {told}");
    }
    assert_eq!(hall.count("SELECT count(*) FROM round"), 3);
}
