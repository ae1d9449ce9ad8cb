//! The review of papers.

use qisai::rehearsal::Kind;

use crate::registering::{Entrant, appoint, data};
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn a_case_is_shown_with_its_papers_and_accepted() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let entrant = Entrant::named("张三");
    entrant.registers(&person).await;
    let chief = hall.arbiter().await;
    chief.sees("待审核 1 件").await;
    chief.taps("开始审核").await;
    let photo = chief.sees("张三 的材料 1/1").await;
    assert_eq!(photo.kind, Kind::Photo);
    let case = chief.sees("需要核实").await.text;
    for wanted in [
        "张三",
        "男",
        "1990年5月4日",
        "139****0001",
        "第六条（三）1",
        "公开报名",
    ] {
        assert!(case.contains(wanted), "{wanted} is not in:\n{case}");
    }
    assert!(!case.contains(&entrant.card()) && !case.contains(&entrant.phone));
    chief.taps("通过").await;
    chief.sees("没有待审核").await;
    person.sees("审核通过，张三 报名成功").await;
    person.says("/me").await;
    person.sees("报名成功").await;
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM journal WHERE action = 'review.accept' AND role = 'chief'"
        ),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_needs_a_reason_tells_it_and_frees_the_place() {
    let hall = Hall::with(|config| config.event.registration.pools[0].seats = 1).await;
    let chief = hall.arbiter().await;
    let first = hall.person("一").await;
    Entrant::number(1).registers(&first).await;
    let second = hall.person("二").await;
    Entrant::number(2).registers(&second).await;
    second.sees("候补第 1 位").await;
    chief.says("/review").await;
    chief.taps("不通过").await;
    chief.sees("理由").await;
    chief.sends_sticker().await;
    chief.sees("请用文字写理由").await;
    chief.says("户口本不是 <武汉> 的").await;
    chief
        .sees("未通过：棋手1。理由：户口本不是 <武汉> 的")
        .await;
    first.sees("未通过审核：户口本不是 <武汉> 的").await;
    second.sees("已从候补递补").await;
    // The next case is the one promoted.
    chief.sees("棋手2").await;
    // Who was refused may come again with better papers.
    Entrant::number(1).registers(&first).await;
    first.sees("候补第 1 位").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_are_asked_for_and_handed_in() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.taps("要求补充").await;
    chief.taps("照片不清楚，请重拍").await;
    chief.sees("另有 1 件在等选手补充").await;
    person.sees("需要补充材料：照片不清楚").await;
    person.says("/me").await;
    person.sees("还缺").await;
    person.taps("补充材料").await;
    person.sees("请发送照片或文件").await;
    person.says("等一下").await;
    person.sees("这里需要照片或文件").await;
    person.sends_sticker().await;
    person.sees("这里需要照片或文件").await;
    person.sends_photo("我的").await;
    person.sees("已收到 1 张").await;
    person.says("/cancel").await;
    person.sees("已取消").await;
    person.taps("补充材料").await;
    person.sends_document("户口本.pdf").await;
    person.sees("已收到 2 张").await;
    person.taps("完成").await;
    person.sees("补充材料已交给裁判").await;
    chief.says("/review").await;
    chief.sees("张三 的材料 3/3").await;
    chief.sees("上次要求补充：照片不清楚").await;
    chief.taps("通过").await;
    person.sees("审核通过").await;
    // The button of the request is spent.
    let toast = person.taps("补充材料").await;
    assert!(toast.text.is_some_and(|text| text.contains("没有要您补充")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_of_two_arbiters_is_told_who_decided() {
    let hall = Hall::open().await;
    let other = appoint(&hall, "王裁判").await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    chief.says("/review").await;
    other.says("/review").await;
    let refuse = data(&chief.last(), "不通过");
    other.taps("通过").await;
    other.sees("已通过：张三").await;
    let toast = chief.taps("通过").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("王裁判") && text.contains("通过"))
    );
    chief.taps_stale(&refuse).await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'"),
        1
    );
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action LIKE 'review.%'"),
        1
    );
    assert_eq!(person.count("审核通过"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_for_a_case_decided_meanwhile_is_not_kept() {
    let hall = Hall::open().await;
    let other = appoint(&hall, "王裁判").await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    chief.says("/review").await;
    chief.taps("不通过").await;
    other.says("/review").await;
    other.taps("通过").await;
    chief.says("材料不足").await;
    chief.sees("已由 王裁判 处理").await;
    chief.says("材料不足").await;
    chief.sees("没看懂").await;
    person.says("/me").await;
    person.sees("报名成功").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_cannot_decide_by_pressing_an_arbiters_button() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    let accept = data(&chief.last(), "通过");
    let toast = person.taps_stale(&accept).await;
    assert!(toast.text.is_some_and(|text| text.contains("还不是裁判")));
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'review'"),
        1
    );
}
