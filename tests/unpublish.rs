//! Taking a published round back.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn a_round_without_reports_is_taken_back_and_published_again() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    chief.says("/unpublish").await;
    chief.sees("还没有公布任何一轮").await;
    chief.says("/pair").await;
    chief.says("/unpublish").await;
    chief.sees("只是方案").await;
    chief.taps("公布").await;
    let red = hall.table(1).red;
    red.sees("您执红").await;
    chief.says("撤回公布").await;
    chief.sees("撤回已公布的第1轮").await;
    chief.taps("确认撤回").await;
    hall.group().sees("第1轮对阵已撤回").await;
    red.sees("请勿入座").await;
    // The list of tables itself says so: it is not left standing.
    assert_eq!(
        hall.group().count("赛后请胜方"),
        0,
        "{}",
        hall.group().screen()
    );
    // To players it is as if it had never been.
    red.says("/pairings").await;
    red.sees("还没有公布任何一轮").await;
    red.says("胜").await;
    red.sees("还没有公布任何一轮").await;
    let told = red.taps("我胜").await.text.expect("a word");
    assert!(!told.contains("已报"), "{told}");
    assert_eq!(hall.count("SELECT count(*) FROM claim"), 0);
    // It is a proposal, to be changed and published again.
    chief.says("换 1 3").await;
    chief.taps("确认改动").await;
    chief.taps("公布").await;
    let again = hall.group().sees("赛后请胜方").await;
    assert_eq!(
        again.edited_times, 0,
        "the new list is a message of its own"
    );
    hall.table(1).red.sees("第1台 您执红").await;
    hall.rules_all("和").await;
    chief.says("/unpublish").await;
    chief.sees("第1轮已经结束").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_with_a_report_stays() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    chief.says("/unpublish").await;
    chief.sees("撤回已公布的第1轮").await;
    hall.table(2).red.says("胜").await;
    chief
        .is_told("确认撤回", "第1轮已有成绩，不能撤回：2 台")
        .await;
    assert_eq!(hall.group().count("已撤回"), 0);
    chief.says("/result 2 未定").await;
    chief.says("/unpublish").await;
    chief.taps("确认撤回").await;
    hall.group().sees("第1轮对阵已撤回").await;
}

/// Taken back and published as it was: the second list is a new message, and the first stays taken back.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_round_published_again_is_told_anew() {
    let hall = Hall::field(6).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    for _ in 0..2 {
        assert_eq!(hall.group().count("赛后请胜方"), 1);
        chief.says("/unpublish").await;
        chief.taps("确认撤回").await;
        hall.group().sees("第1轮对阵已撤回").await;
        assert_eq!(hall.group().count("赛后请胜方"), 0);
        hall.clock.advance(std::time::Duration::from_secs(60));
        chief.says("/publish").await;
        hall.group().sees("赛后请胜方").await;
    }
}
