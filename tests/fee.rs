//! 费用: receipts, the arbiters' list, and what players are told.

use qisai::rehearsal::Kind;

use crate::registering::{Entrant, appoint, data};
use crate::support::Hall;

fn fee(hall: &Hall, no: u32) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT coalesce((SELECT f.state FROM fee f WHERE f.registration = r.id), 'owed')
             FROM registration r WHERE r.name = ?1",
            [format!("棋手{no}")],
            |row| row.get(0),
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_is_sent_looked_at_and_ticked_off() {
    let mut hall = Hall::open().await;
    hall.fills(3).await;
    appoint(&hall, "裁判甲").await;
    let player = hall.person("棋手2").await;
    player.says("/me").await;
    player.sees("费用 100 元：未交").await;
    player.taps("交费凭证 棋手2").await;
    player.sees("请发送 棋手2 的交费凭证").await;
    // Words stay what they are; the receipt may be a photo or a file, and a restart forgets nothing.
    player.says("/me").await;
    player.sees("未交").await;
    hall.restart().await;
    let player = hall.person("棋手2").await;
    player.sends_photo("转账").await;
    player.sees("第 1 份").await;
    player.sends_document("receipt.pdf").await;
    player.sees("第 2 份").await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    other.sees("交费凭证待核对 1 人").await;
    chief.taps("查看凭证").await;
    let list = chief.sees("未交 3 人（有凭证 1）").await.text;
    assert!(
        list.contains("棋手2：未核对，凭证 2 份") && !list.contains("棋手1"),
        "{list}"
    );
    chief.taps("棋手2").await;
    assert_eq!(chief.sees("棋手2 的交费凭证 1/2").await.kind, Kind::Photo);
    assert_eq!(
        chief.sees("棋手2 的交费凭证 2/2").await.kind,
        Kind::Document
    );
    let card = chief.sees("棋手2　费用 100 元").await;
    chief.taps("已交").await;
    chief.sees("棋手2：已交").await;
    player.sees("棋手2 的费用已收到").await;
    let toast = other.taps_stale(&data(&card, "已交")).await;
    assert!(
        toast
            .text
            .as_deref()
            .is_some_and(|text| text.contains("已由 裁判长 处理：已交")),
        "{:?}",
        toast.text
    );
    player.says("我的").await;
    player.sees("费用 100 元：已交").await;
    // A receipt is no proof: the review does not show it.
    assert_eq!(
        hall.count("SELECT count(*) FROM paper WHERE purpose = 'receipt'"),
        2
    );
    assert_eq!(
        hall.count("SELECT count(*) FROM paper WHERE purpose = 'proof'"),
        0
    );
    // A photo without the button is none.
    hall.person("棋手1").await.sends_photo("").await;
    hall.person("棋手1").await.sees("没有保存").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fees_are_ticked_waived_and_undone_in_the_list() {
    let hall = Hall::open().await;
    hall.fills(23).await;
    let chief = hall.arbiter().await;
    chief.says("费用").await;
    chief.sees("未交 23 人").await;
    chief.taps("✓ 已交 棋手1").await;
    chief.sees("未交 22 人（有凭证 0），已交 1 人").await;
    hall.person("棋手1").await.sees("费用已收到").await;
    chief.taps("下一页 2/3 ›").await;
    chief.taps("下一页 3/3 ›").await;
    chief.taps("棋手9").await;
    chief.taps("减免…").await;
    chief.sees("为什么减免").await;
    chief.sends_sticker().await;
    chief.sees("请用文字写减免的理由").await;
    chief.says("协会<特邀>").await;
    chief.sees("棋手9：减免（协会<特邀>）").await;
    hall.person("棋手9")
        .await
        .sees("费用已减免：协会<特邀>")
        .await;
    chief.says("/fees 棋手9").await;
    chief.sees("名字里有“棋手9”").await;
    chief.taps("棋手9").await;
    chief.taps("撤销，改为未交").await;
    chief.sees("棋手9：未交").await;
    hall.person("棋手9").await.sees("裁判更正").await;
    assert_eq!(fee(&hall, 9), "owed");
    assert_eq!(fee(&hall, 1), "paid");
    chief.says("/fees 无此人").await;
    chief.sees("没有名字里有“无此人”").await;
    let journal = hall.count("SELECT count(*) FROM journal WHERE action LIKE 'fee.%'");
    assert_eq!(journal, 3);
    // Who leaves owes nothing; who paid stays in the accounts.
    let first = hall.person("棋手1").await;
    first.says("/withdraw").await;
    first.taps("确定退赛").await;
    chief.says("/fees").await;
    chief.sees("已交 1 人").await;
    chief.taps("已交").await;
    chief.sees("棋手1：已交，已退赛").await;
    // Nobody is left out for owing.
    chief.says("/roster").await;
    chief.sees("22 人还没有交费").await;
    chief.taps("确认公布").await;
    hall.group().sees("共 22 人").await;
    let player = hall.person("棋手3").await;
    player.says("/fees").await;
    player.sees("只有裁判员能做").await;
    let toast = player.taps_stale("fp:3").await;
    assert!(toast.text.is_some_and(|text| text.contains("还不是裁判")));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_settle_a_fee_once() {
    let hall = Hall::open().await;
    hall.fills(1).await;
    let chief = hall.arbiter().await;
    let other = appoint(&hall, "裁判甲").await;
    for arbiter in [&chief, &other] {
        arbiter.says("/fees").await;
        arbiter.sees("未交 1 人").await;
    }
    other.taps("棋手1").await;
    other.taps("减免…").await;
    chief.taps("✓ 已交 棋手1").await;
    other.says("特邀").await;
    other.sees("已由 裁判长 处理：已交").await;
    assert_eq!(fee(&hall, 1), "paid");
    // What is typed next is no reason any more.
    other.says("/cancel").await;
    other.sees("不用取消").await;
    hall.person("棋手1").await.says("/me").await;
    hall.person("棋手1").await.sees("已交").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_fee_nobody_hears_of_one() {
    let hall = Hall::with(|config| config.event.registration.fee = None).await;
    let chief = hall.arbiter().await;
    let player = hall.person("张三").await;
    Entrant::named("张三").registers(&player).await;
    player.says("/me").await;
    let shown = player.sees("审核中").await.text;
    assert!(!shown.contains("费用"), "{shown}");
    chief.says("/fees").await;
    chief.sees("不收费").await;
}
