//! No complete pairing exists: the ways out, each taken by an arbiter.

use qisai::config::{Stage, TeamAvoidance};
use qisai::store::StoreError;

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
    // What comes next is the knockout.
    chief.says("/pair").await;
    chief.sees("淘汰赛 定位（按积分赛名次）").await;
    chief.says("/desk").await;
    chief.sees("下一步：/knockout 定位淘汰赛").await;
    let ended = "SELECT finished_at IS NOT NULL FROM stage WHERE key = 'points'";
    assert_eq!(hall.count(ended), 1);
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

/// Players in round 1 of whom the first `members` are of one club, which is kept apart.
async fn with_a_club(players: usize, members: u32) -> Hall {
    let hall = Hall::with(|config| {
        let Stage::Swiss(swiss) = &mut config.event.competitions[0].stages[0] else {
            panic!("the points stage");
        };
        swiss.team_avoidance = TeamAvoidance::Always;
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall.draws().await;
    hall.checks_all_in();
    let of_club = "UPDATE registration SET team = '江汉棋社' WHERE start_no <= ?1";
    let store = hall.desk().store();
    store
        .write(|tx| tx.execute(of_club, [members]).map_err(StoreError::from))
        .expect("a club");
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_a_club_that_is_too_large_meet_when_an_arbiter_says_so() {
    let hall = with_a_club(4, 3).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.sees("第1轮不存在任何合规的编排").await;
    let way = label(&chief, "同队相遇");
    chief.taps(&way).await;
    chief.sees("第1轮编排方案").await;
    chief.sees("此案经裁判批准").await;
    let same = "SELECT count(*) FROM game g
                JOIN seat a ON a.game = g.id AND a.kind = 'red' JOIN registration x ON x.id = a.player
                JOIN seat b ON b.game = g.id AND b.kind = 'black' JOIN registration y ON y.id = b.player
                WHERE x.team = y.team";
    assert_eq!(hall.count(same), 1);
    chief.taps("破例公布").await;
    hall.group().sees("第1轮对阵").await;
}

/// More has to be allowed than the data of a button can name.
#[tokio::test(flavor = "multi_thread")]
async fn a_way_of_many_allowances_has_a_button_too() {
    let hall = with_a_club(14, 14).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    let told = chief.sees("第1轮不存在任何合规的编排").await.text;
    assert!(told.contains("同队相遇"), "{told}");
    let way = label(&chief, "等 7 项");
    chief.taps(&way).await;
    chief.sees("第1轮编排方案").await;
    assert_eq!(hall.count("SELECT count(*) FROM game"), 7);
    let approval: String =
        hall.database(|tx| tx.query_row("SELECT approval FROM round", [], |row| row.get(0)));
    assert_eq!(approval.matches('t').count(), 7, "{approval}");
    let stale = chief.taps_stale("hx:1:d7").await.text.expect("a word");
    assert!(stale.contains("已过期"), "{stale}");
}

/// Has a board of the proposal set.
async fn sets(chief: &Person<'_>, one: u32, other: u32) {
    chief.says(&format!("定 {one} {other}")).await;
    let labels = ["确认改动", "仍然改动"];
    let label = labels
        .into_iter()
        .find(|label| chief.last().button(label).is_some());
    if let Some(label) = label {
        chief.taps(label).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_each_of_two_triangles_sits_out_when_an_arbiter_says_so() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    for boards in [[(1, 4), (2, 5)], [(1, 5), (2, 6)], [(1, 6), (2, 4)]] {
        chief.says("/pair").await;
        for (one, other) in boards {
            sets(&chief, one, other).await;
        }
        hall.round().await;
        hall.rules_all("和").await;
    }
    chief.says("/pair").await;
    chief.sees("第4轮不存在任何合规的编排").await;
    let way = label(&chief, "轮空");
    chief.taps(&way).await;
    chief.sees("第4轮编排方案").await;
    chief.sees("此案经裁判批准").await;
    let of_round = |kind: &str| {
        hall.count(&format!(
            "SELECT count(*) FROM seat WHERE kind = '{kind}' AND round = (SELECT max(id) FROM round)"
        ))
    };
    assert_eq!((of_round("bye"), of_round("red")), (2, 2));
    let anyway = chief.last().button("破例公布").is_some();
    chief.taps(if anyway { "破例公布" } else { "公布" }).await;
    hall.group().sees("第4轮对阵").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_one_player_left_the_ways_are_named_and_the_stage_can_end() {
    let hall = Hall::field(2).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/absent 2").await;
    chief.taps("确认").await;
    chief.says("/pair").await;
    let told = chief.sees("第2轮排不出").await.text;
    assert!(
        told.contains("只有 1 人") && told.contains("/orders"),
        "{told}"
    );
    let end = label(&chief, "结束积分赛");
    chief.taps(&end).await;
    chief.sees("就在第1轮后结束").await;
    chief.taps("确认结束积分赛").await;
    hall.group().sees("最终名次").await;
}
