//! The last step taken back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use qisai::desk::undo;
use qisai::telegram::texts;

use crate::roles::appoint;
use crate::support::{Hall, Person};

async fn undoes(person: &Person<'_>) {
    person.says("/undo").await;
    person.sees("撤销上一步").await;
    person.taps("撤销这一步").await;
}

/// Every action the source writes into the journal.
fn written(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            written(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source file");
        for (index, _) in text.match_indices("action: \"") {
            let rest = &text[index + "action: \"".len()..];
            found.extend(rest.split('"').next().map(str::to_owned));
        }
    }
}

#[test]
fn every_action_of_the_journal_has_its_inverse_or_its_reason_and_its_word() {
    let mut found = BTreeSet::new();
    written(
        &PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/desk"),
        &mut found,
    );
    assert!(found.len() > 20, "{found:?}");
    let known: BTreeSet<String> = undo::actions().map(str::to_owned).collect();
    let worded: BTreeSet<String> = texts::actions().map(str::to_owned).collect();
    let unknown: Vec<_> = found.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "no line in desk::undo::step: {unknown:?}"
    );
    assert_eq!(known, worded, "desk::undo::step and texts::journal differ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_and_the_one_that_ended_the_round() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 红胜").await;
    undoes(&chief).await;
    assert_eq!(hall.state(1), "open -");
    hall.table(1).red.sees("请按实际结果重新报成绩").await;
    // What was taken back is not taken back again: the publication is next.
    chief.says("/undo").await;
    chief.sees("公布对阵 第1轮").await;
    chief.taps("不撤销").await;
    chief.sees("没有撤销").await;

    chief.says("/result 1 红胜").await;
    chief.rules("/result 1 黑胜").await;
    undoes(&chief).await;
    assert_eq!(hall.state(1), "final red_win");
    chief.says("/result 2 和").await;
    hall.group().sees("积分榜").await;
    chief.says("/undo").await;
    let told = chief.sees("和棋 → 未定").await.text;
    assert!(told.contains("积分 1 → 0"), "{told}");
    chief.taps("撤销这一步").await;
    assert_eq!(hall.state(2), "open -");
    hall.group().sees("成绩更正").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM round WHERE state = 'closed'"),
        0
    );
    chief.says("/journal 2台").await;
    let told = chief.sees("记录").await.text;
    assert!(
        told.contains("已撤销") && told.contains("撤销 第1轮 第2台（成绩生效）"),
        "{told}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_players_reported_since_is_not_swept_away() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 红胜").await;
    chief.rules("/result 1 未定").await;
    let table = hall.table(1);
    table.black.says("胜").await;
    table.red.taps("确认").await;
    assert!(hall.state(1).starts_with("final black_win"));
    chief.says("/undo").await;
    chief.sees("上一步之后情况已经变了").await;
    assert!(hall.state(1).starts_with("final black_win"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_is_what_one_side_or_both_have_said_of_an_opened_game() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/result 1 红胜").await;
    chief.rules("/result 1 未定").await;
    let table = hall.table(1);
    table.black.says("胜").await;
    let pending = hall.state(1);
    chief.says("/undo").await;
    chief.sees("上一步之后情况已经变了").await;
    assert_eq!(hall.state(1), pending);
    table.red.says("胜").await;
    let disputed = hall.state(1);
    assert!(disputed.starts_with("disputed"), "{disputed}");
    chief.says("/undo").await;
    assert_eq!(chief.count("上一步之后情况已经变了"), 2);
    assert_eq!(hall.state(1), disputed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_and_sides() {
    let hall = Hall::field(6).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let outcome = |table: u32| {
        hall.database(|tx| {
            tx.query_row(
                "SELECT outcome FROM game g JOIN round r ON r.id = g.round
                 WHERE r.number = 1 AND table_no = ?1",
                [table],
                |row| row.get::<_, String>(0),
            )
        })
    };
    chief.says("/result 1 1 黑胜").await;
    chief.taps("录入有误，更正").await;
    chief.says("/sides 1 2").await;
    chief.taps("录入有误，更正").await;
    assert_eq!(
        (outcome(1), outcome(2)),
        ("black_win".into(), "black_win".into())
    );
    undoes(&chief).await;
    assert_eq!(outcome(2), "red_win");
    assert_eq!(hall.count("SELECT count(*) FROM sides_corrected"), 0);
    undoes(&chief).await;
    assert_eq!(outcome(1), "red_win");
    // Then the publication, the proposal, and no further than the last ruling, which round 2 stands on.
    undoes(&chief).await;
    hall.group().sees("第2轮对阵已撤回").await;
    undoes(&chief).await;
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    undoes(&chief).await;
    assert_eq!(hall.state(3), "open -");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_that_a_published_round_stands_on_stays() {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    let chief = hall.arbiter().await;
    hall.table(1).red.says("胜").await;
    // It is not offered where it would be refused.
    chief.says("/undo").await;
    let refused = chief.sees("第2轮已有成绩，不能撤回").await;
    assert!(refused.labels().is_empty(), "{:?}", refused.labels());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_an_order_and_codes() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    let accepted = || hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'");
    chief.says("/withdraw 3").await;
    chief.taps("确定退赛").await;
    assert_eq!(accepted(), 5);
    undoes(&chief).await;
    chief.sees("已撤销").await;
    assert_eq!(accepted(), 6);

    chief.says("/forbid 1 2").await;
    let label = chief.last().labels()[0].to_owned();
    chief.taps(&label).await;
    assert_eq!(hall.count("SELECT count(*) FROM forbidden_pair"), 1);
    undoes(&chief).await;
    assert_eq!(hall.count("SELECT count(*) FROM forbidden_pair"), 0);

    chief.says("/arbiter 裁判员").await;
    let unused = "SELECT count(*) FROM arbiter_code WHERE used_by IS NULL";
    assert_eq!(hall.count(unused), 1);
    undoes(&chief).await;
    assert_eq!(hall.count(unused), 0);
    appoint(&hall, "裁判甲", "裁判员").await;
    chief.says("/undo").await;
    chief.is_told("撤销这一步", "已经有人用过").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn check_in_closed_too_early() {
    let hall = Hall::drawn(4).await;
    let chief = hall.arbiter().await;
    chief.says("/checkin").await;
    hall.advance(std::time::Duration::from_secs(2 * 3600)).await;
    chief.says("/checkin").await;
    chief.taps("结束报到…").await;
    chief.taps("确认结束").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'withdrawn'"),
        4
    );
    undoes(&chief).await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'"),
        4
    );
    hall.group().sees("报到重新开放").await;
    hall.person("棋手1").await.sees("已恢复参赛").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stays_says_why_and_what_to_do() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/undo").await;
    chief.sees("请裁判长在新的群里发 /bind").await;
    chief.says("/invite 2").await;
    chief.says("/undo").await;
    chief.sees("/invite 列表").await;
    hall.fills(4).await;
    hall.draws().await;
    chief.says("/undo").await;
    chief.sees("重抽对先抽的人不公").await;
    hall.checks_all_in();
    chief.says("/pair").await;
    chief.says("换先 1").await;
    let shown = chief.last();
    let labels = shown.labels();
    let confirm = labels.iter().find(|label| label.contains("改动"));
    chief.taps(confirm.expect("a button that confirms")).await;
    chief.says("/undo").await;
    chief.sees("手工改动的台次").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_needs_its_own_role_and_must_still_be_the_last() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let other = appoint(&hall, "裁判甲", "裁判员").await;
    let third = appoint(&hall, "裁判乙", "裁判员").await;
    undo_codes(&chief).await;
    chief.says("/result 1 红胜").await;
    // Anyone who may rule takes it back; the preview says whose it was.
    other.says("/undo").await;
    let told = other.sees("撤销上一步").await.text;
    assert!(told.contains("裁判长 裁判长"), "{told}");
    third.says("/result 2 红胜").await;
    other.is_told("撤销这一步", "刚才又有新的一步").await;
    assert_eq!(hall.state(1), "final red_win");
    // Two press at once: one step goes, not two.
    other.says("/undo").await;
    third.says("/undo").await;
    other.taps("撤销这一步").await;
    assert_eq!(hall.state(2), "open -");
    third.is_told("撤销这一步", "刚才又有新的一步").await;
    assert_eq!(hall.state(1), "final red_win");
    other.says("/undo").await;
    other.taps("撤销这一步").await;
    hall.rules_all("红胜").await;
    chief.says("/pair").await;
    other.says("/undo").await;
    other.sees("要编排长才能做").await;
}

/// The codes of a hall's arbiters are steps too: something newer stands above them.
async fn undo_codes(chief: &Person<'_>) {
    chief.says("/result 1 和").await;
    chief.rules("/result 1 未定").await;
}
