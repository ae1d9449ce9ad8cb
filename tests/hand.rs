//! The arbiter's hand on a proposal: tried, warned of, confirmed; and what holds beyond one proposal.

use qisai::desk::hand::{self, Change};
use qisai::desk::{Handled, PlayRefusal, Refusal};

use crate::registering::appoint;
use crate::support::{Hall, Person, private};

/// A proposal of round 1 that was never changed.
async fn proposed(players: usize) -> Hall {
    let hall = Hall::field(players).await;
    hall.arbiter().await.says("/pair").await;
    hall
}

/// Who sits at a table, by start number: red, black.
fn numbers(hall: &Hall, table: u32) -> (i64, i64) {
    let seat = |kind: &str| {
        hall.count(&format!(
            "SELECT r.start_no FROM registration r JOIN seat s ON s.player = r.id
             JOIN game g ON g.id = s.game WHERE g.round = (SELECT max(id) FROM round)
             AND g.table_no = {table} AND s.kind = '{kind}'"
        ))
    };
    (seat("red"), seat("black"))
}

fn bye(hall: &Hall) -> i64 {
    hall.count(
        "SELECT r.start_no FROM registration r JOIN seat s ON s.player = r.id
         WHERE s.round = (SELECT max(id) FROM round) AND s.kind = 'bye'",
    )
}

/// The person who plays under a start number.
fn player(hall: &Hall, no: u32) -> Person<'_> {
    hall.known(hall.count(&format!(
        "SELECT account FROM registration WHERE start_no = {no}"
    )))
}

async fn changes(chief: &Person<'_>, typed: &str, label: &str) {
    chief.says(typed).await;
    chief.sees("改后").await;
    chief.taps(label).await;
    chief.sees("已改").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_change_places() {
    let hall = proposed(6).await;
    let chief = hall.arbiter().await;
    chief.says("换 1 3").await;
    let shown = chief.sees("1 号与 3 号互换").await.text;
    assert!(
        shown.contains("1✎　3 ") && shown.contains("2✎　4 "),
        "{shown}"
    );
    assert!(!shown.contains("请注意"), "{shown}");
    // Nothing is done before it is confirmed.
    assert_eq!(numbers(&hall, 1), (1, 2));
    chief.taps("确认改动").await;
    chief.sees("已改第1轮方案").await;
    assert_eq!((numbers(&hall, 1), numbers(&hall, 2)), ((3, 2), (4, 1)));
    assert_eq!(numbers(&hall, 3), (5, 6));
    let (before, after): (String, String) = hall.database(|tx| {
        tx.query_row(
            "SELECT before, after FROM journal WHERE action = 'round.change'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    });
    assert_eq!((&*before, &*after), ("1-2 4-3 5-6", "3-2! 4-1! 5-6"));
    // Shown again it is the changed one, and that is what is published.
    chief.says("/pair").await;
    chief.sees("手工指定（✎）：1、2 台").await;
    assert_eq!(hall.group().count("第1轮对阵"), 0);
    chief.taps("公布").await;
    chief.sees("第1轮已公布").await;
    let listed = hall.group().sees("第1轮对阵").await.text;
    assert!(
        listed.contains("1　3 ") && !listed.contains('✎'),
        "{listed}"
    );
    player(&hall, 3).sees("第1台 您执红 对手 2 ").await;
    // Afterwards nothing can be changed any more.
    chief.says("swap 1 3").await;
    chief.sees("第1轮已经公布").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rest_is_paired_anew_around_a_fixed_board() {
    let hall = proposed(6).await;
    let chief = hall.arbiter().await;
    changes(&chief, "定 1-6", "确认改动").await;
    assert_eq!(numbers(&hall, 1), (1, 6));
    assert_eq!((numbers(&hall, 2), numbers(&hall, 3)), ((3, 2), (4, 5)));
    // The board is given back: the rest is paired as before.
    chief.taps("改动").await;
    chief.taps("1").await;
    chief.taps("交回自动编排").await;
    chief.sees("第1台交回自动编排").await;
    chief.taps("确认改动").await;
    chief.sees("已改").await;
    assert_eq!((numbers(&hall, 1), numbers(&hall, 3)), ((1, 2), (5, 6)));
    chief.says("定 1 6").await;
    chief.taps("确认改动").await;
    chief.taps("全部重排").await;
    assert_eq!((numbers(&hall, 1), numbers(&hall, 3)), ((1, 2), (5, 6)));
    assert!(!chief.last().text.contains('✎'));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_meeting_takes_the_tap_that_says_so() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.sees("第2轮编排方案").await;
    chief.says("fix 1 2").await;
    let warned = chief.sees("第1轮已交过手，本轮先后手互换").await;
    assert!(warned.button("确认改动").is_none());
    chief.taps("破例确认").await;
    chief.sees("公布即为破例").await;
    let table = (1..=3).find(|table| numbers(&hall, *table) == (2, 1));
    assert!(table.is_some(), "{}", chief.screen());
    // Neither the command nor an old button publishes it unseen.
    chief.says("公布").await;
    chief.sees("有破例之处").await;
    assert_eq!(hall.group().count("第2轮对阵"), 0);
    let round = hall.count("SELECT max(id) FROM round");
    chief.taps_stale(&format!("pp:{round}")).await;
    assert_eq!(hall.group().count("第2轮对阵"), 0);
    chief.taps("破例公布").await;
    hall.group().sees("第2轮对阵").await;
    let reason: String = hall.database(|tx| {
        tx.query_row(
            "SELECT reason FROM journal WHERE action = 'round.publish' ORDER BY id DESC",
            [],
            |row| row.get(0),
        )
    });
    assert!(reason.contains("Rematch"), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_completed_is_not_done() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    let before = (numbers(&hall, 1), numbers(&hall, 2));
    // The other two have met as well.
    chief.says("定 1 2").await;
    chief.sees("其余棋手无法全部配对").await;
    assert_eq!((numbers(&hall, 1), numbers(&hall, 2)), before);
    for (typed, told) in [
        ("换 1 9", "没有编号 9"),
        ("换 2 2", "两个都是 2 号"),
        ("换先 7", "方案里没有第7台"),
        ("轮空 1", "是双数，没有轮空"),
        ("/swap 3", "没有看懂"),
        ("/fix 张三 李四", "没有看懂"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
    let (red, black) = numbers(&hall, 1);
    chief.says(&format!("换 {red} {black}")).await;
    chief.sees("方案已经是这样").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bye_is_set_and_a_second_one_warned_of() {
    let hall = proposed(5).await;
    let chief = hall.arbiter().await;
    assert_eq!(bye(&hall), 5);
    changes(&chief, "轮空 1", "确认改动").await;
    assert_eq!(bye(&hall), 1);
    assert_eq!((numbers(&hall, 1), numbers(&hall, 2)), ((2, 3), (5, 4)));
    chief.taps("公布").await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.sees("第2轮编排方案").await;
    chief.says("bye 1").await;
    chief.sees("已轮空 1 次，将再次轮空（此前：第1轮）").await;
    chief.taps("仍然改动").await;
    assert_eq!(bye(&hall), 1);
    // Changing places with the bye takes it away again.
    let (red, _) = numbers(&hall, 1);
    chief.says(&format!("换 1 {red}")).await;
    chief.sees("改后").await;
    chief.taps("确认改动").await;
    assert_eq!(bye(&hall), red);
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_are_changed_and_a_third_time_running_warned_of() {
    let hall = Hall::field(8).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    let (red, black) = numbers(&hall, 1);
    changes(&chief, "换先1", "确认改动").await;
    assert_eq!(numbers(&hall, 1), (black, red));
    chief.taps("公布").await;
    hall.rules_all("和").await;
    // Both have had one side twice: a change at their tables would give it to them once more.
    chief.says("/pair").await;
    chief.sees("第3轮编排方案").await;
    let mut warned = 0;
    for table in 1..=4 {
        let (one, other) = numbers(&hall, table);
        let is_theirs = [one, other].iter().any(|no| *no == red || *no == black);
        chief.says(&format!("换先 {table}")).await;
        let shown = chief.sees("先后手对调").await;
        if is_theirs {
            let words = "将连续第三次执";
            assert!(shown.text.contains(words), "{}", shown.text);
            assert!(
                shown.text.contains("（前两次：第1、2轮）"),
                "{}",
                shown.text
            );
            assert!(shown.button("仍然改动").is_some());
            warned += 1;
        }
        chief.taps("不改").await;
        chief.sees("方案没有改动").await;
    }
    assert!(warned > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_chosen_by_buttons_page_by_page() {
    let hall = proposed(44).await;
    let chief = hall.arbiter().await;
    chief.taps("改动").await;
    let first = chief.sees("第 1/2 页").await;
    assert!(first.button("20").is_some() && first.button("21").is_none());
    chief.taps("下页 ›").await;
    let second = chief.sees("第 2/2 页").await;
    assert_eq!(second.id, first.id, "the page is turned in place");
    chief.taps("22").await;
    let card = chief.sees("22　44 ").await;
    let swap = card
        .buttons
        .iter()
        .flatten()
        .find(|b| b.label.starts_with("换 43"));
    let label = swap.expect("a button for 43").label.clone();
    chief.taps(&label).await;
    chief.sees("43 号与哪一台的棋手互换").await;
    chief.taps("3").await;
    let card = chief.sees("3　5 ").await;
    let with = card
        .buttons
        .iter()
        .flatten()
        .find(|b| b.label.starts_with("与 6"));
    let label = with.expect("a button for 6").label.clone();
    chief.taps(&label).await;
    chief.sees("43 号与 6 号互换").await;
    chief.taps("确认改动").await;
    chief.sees("已改").await;
    assert_eq!((numbers(&hall, 3), numbers(&hall, 22)), ((5, 43), (44, 6)));
    // The old list belongs to an older proposal.
    let told = chief.taps_stale("hb:1:22:o").await.text.expect("a word");
    assert!(told.contains("已经改过"), "{told}");
    let told = chief.taps_stale("ha:1:s1-3:0").await.text.expect("a word");
    assert!(told.contains("已经改过"), "{told}");
    assert_eq!(numbers(&hall, 1), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_pairs_changes_a_proposal() {
    let hall = proposed(6).await;
    let someone = player(&hall, 1);
    let arbiter = appoint(&hall, "裁判甲").await;
    let chief = hall.arbiter().await;
    for typed in [
        "换 1 3",
        "/fix 1 3",
        "/bye 1",
        "/flip 1",
        "/forbid 1 3",
        "/absent 1 2",
        "/unpublish",
    ] {
        someone.says(typed).await;
        someone.sees("只有编排长能做").await;
        arbiter.says(typed).await;
        arbiter.sees("要编排长才能做").await;
    }
    for data in [
        "ha:1:s1-3:0",
        "ht:1:s1-3",
        "hl:1:0:o",
        "hb:1:1:o",
        "hg:f1-3",
        "pr:1",
        "pa:1",
        "hx:2:e",
    ] {
        let told = someone.taps_stale(data).await.text.unwrap_or_default();
        assert!(told.contains("编排长"), "{data}: {told}");
    }
    // In the group a proposal is nobody's business.
    chief.says_in_group("/swap 1 3").await;
    hall.group().sees("请到与我的私聊").await;
    // Everyday words are none of these commands.
    someone.says("bye").await;
    assert!(
        !someone.last().text.contains("编排长"),
        "{}",
        someone.screen()
    );
    assert_eq!(numbers(&hall, 1), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_between_asking_and_confirming_changes_nothing() {
    let mut hall = proposed(6).await;
    hall.arbiter().await.says("换 1 3").await;
    hall.crash().await;
    let chief = hall.arbiter().await;
    chief.taps("确认改动").await;
    chief.sees("已改第1轮方案").await;
    assert_eq!(numbers(&hall, 1), (3, 2));
    // Pressed once more it is an older proposal's.
    let told = chief.taps_stale("ha:1:s1-3:0").await.text.expect("a word");
    assert!(told.contains("已经改过"), "{told}");
    assert_eq!(numbers(&hall, 1), (3, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_arbiters_at_once_one_is_told_to_look_again() {
    let hall = proposed(8).await;
    let chief = hall.arbiter_id();
    let desk = hall.desk();
    let changes = [
        Change::Swap(1, 3),
        Change::Swap(5, 7),
        Change::Sides(4),
        Change::Fix(2, 8),
    ];
    let done: Vec<Handled> = std::thread::scope(|scope| {
        let running: Vec<_> = (1..)
            .zip(changes)
            .map(|(no, change)| {
                let actor = private(chief);
                scope
                    .spawn(move || desk.handle(-no, &actor, |turn| hand::apply(turn, 1, change, 0)))
            })
            .collect();
        running
            .into_iter()
            .map(|one| one.join().unwrap().unwrap())
            .collect()
    });
    let through = done.iter().filter(|done| matches!(done, Handled::Done));
    assert_eq!(through.count(), 1, "{done:?}");
    let again = Handled::Refused(Refusal::from(PlayRefusal::ProposalChanged { number: 1 }));
    assert_eq!(
        done.iter().filter(|done| **done == again).count(),
        3,
        "{done:?}"
    );
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    assert_eq!(hall.count("SELECT count(*) FROM seat"), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_in_between_is_not_overlooked() {
    let hall = proposed(7).await;
    let chief = hall.arbiter().await;
    changes(&chief, "定 1 3", "确认改动").await;
    chief.says("定 5 7").await;
    let leaver = player(&hall, 6);
    leaver.says("/withdraw").await;
    leaver.taps("确定退赛").await;
    chief.is_told("确认改动", "参赛名单或方案有了变化").await;
    // Paired anew, the board set by hand stays.
    chief.says("/pair").await;
    chief.sees("手工指定（✎）：1 台").await;
    assert_eq!(numbers(&hall, 1), (1, 3));
    assert_eq!(hall.count("SELECT count(*) FROM seat"), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_kept_apart_does_not_meet_until_that_is_lifted() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    chief.says("/forbid 1 2").await;
    chief.sees("全程回避？").await;
    assert_eq!(hall.count("SELECT count(*) FROM forbidden_pair"), 0);
    chief.taps("确认").await;
    chief.sees("已定").await;
    chief.says("/pair").await;
    assert_eq!((numbers(&hall, 1), numbers(&hall, 2)), ((1, 3), (4, 2)));
    // By hand it takes the tap that says so.
    chief.says("定 1 2").await;
    chief.sees("已定为回避").await;
    chief.taps("不改").await;
    chief.says("/orders").await;
    chief.sees("回避　1 ").await;
    chief.taps("解除 1–2").await;
    chief.sees("解除 1 ").await;
    chief.taps("全部重排").await;
    assert_eq!(numbers(&hall, 1), (1, 2));
    let told = chief.taps_stale("hg:l1-2").await.text.expect("a word");
    assert!(told.contains("已过期"), "{told}");
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action IN ('pair.forbid', 'pair.lift')"),
        2
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn leave_from_a_round_counts_what_was_said_and_ends_by_itself() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    let away = player(&hall, 2);
    chief.says("/pair").await;
    chief.says("/absent 2 3").await;
    chief.sees("请假最多得 2 分").await;
    chief.says("请假 2 1").await;
    chief.sees("第1轮请假，得 1 分").await;
    chief.taps("确认").await;
    away.sees("第1轮已准假").await;
    // The proposal was made before.
    chief.says("/publish").await;
    chief.sees("参赛名单或方案有了变化").await;
    chief.says("/pair").await;
    let listed = chief.sees("第1轮编排方案").await.text;
    assert!(
        listed.contains("请假　2 ") && listed.contains("轮空"),
        "{listed}"
    );
    chief.taps("公布").await;
    away.sees("第1轮您请假，得 1 分").await;
    hall.rules_all("红胜").await;
    chief.says("/standings").await;
    let table = chief.sees("积分榜").await.text;
    let name = hall.database(|tx| {
        tx.query_row(
            "SELECT name FROM registration WHERE start_no = 2",
            [],
            |row| row.get::<_, String>(0),
        )
    });
    assert!(table.contains(&format!("2 {name}　1分")), "{table}");
    // In the next round the player is back.
    chief.says("/pair").await;
    let next = chief.sees("第2轮编排方案").await.text;
    assert!(
        next.contains(&format!("2 {name}")) && !next.contains("请假"),
        "{next}"
    );
    let told = chief.taps_stale("hg:a3-1").await.text.expect("a word");
    assert!(
        told.contains("已过期"),
        "leave from a round gone by: {told}"
    );
    // Given and taken back.
    chief.says("/absent 3").await;
    chief.taps("确认").await;
    chief.says("/absent 3").await;
    chief.sees("取消").await;
    chief.taps("确认").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM absence WHERE number = 2"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_needs_a_table_has_it_in_every_round() {
    let hall = Hall::field(8).await;
    let chief = hall.arbiter().await;
    chief.says("/table 8 1").await;
    chief.taps("确认").await;
    chief.sees("每轮固定在第1台").await;
    for _ in 0..2 {
        hall.round().await;
        let (red, black) = numbers(&hall, 1);
        assert!(red == 8 || black == 8, "{red} {black}");
        assert_eq!(
            hall.count("SELECT count(DISTINCT table_no) FROM game WHERE round = (SELECT max(id) FROM round)"),
            4
        );
        hall.rules_all("红胜").await;
    }
    chief.says("/table 8 0").await;
    chief.taps("确认").await;
    assert_eq!(hall.count("SELECT count(*) FROM own_table"), 0);
}
