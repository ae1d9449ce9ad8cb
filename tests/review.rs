//! The review of papers.

use qisai::rehearsal::Kind;

use crate::registering::{Entrant, appoint, data};
use crate::support::{Hall, private};

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
    second.sees("轮到递补").await;
    second.taps("确认参加").await;
    // The next case is the one promoted.
    chief.taps("开始审核").await;
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

#[tokio::test(flavor = "multi_thread")]
async fn a_number_typed_where_none_belongs_is_not_kept() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let (card, phone) = (Entrant::named("张三").card(), "13900000001");
    for command in [
        "/pairings",
        "/invite",
        "/review",
        "/purge",
        "/result",
        "/arbiter",
        "/desk",
        "",
    ] {
        for number in [card.as_str(), phone] {
            chief.says(&format!("{command} {number}")).await;
            assert_eq!(hall.count(&format!(
                "SELECT (SELECT count(*) FROM outbox WHERE instr(notice, '{number}') > 0)
                   + (SELECT count(*) FROM journal WHERE instr(coalesce(reason, ''), '{number}') > 0)"
            )), 0, "{command}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_case_can_be_left_for_later_and_comes_again() {
    let hall = Hall::open().await;
    for (name, no) in [("一", 1), ("二", 2)] {
        let person = hall.person(name).await;
        Entrant::number(no).registers(&person).await;
    }
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.sees("待审 2 件").await;
    assert!(chief.last().text.contains("棋手1"));
    chief.taps("先看下一件").await;
    assert!(chief.last().text.contains("棋手2"));
    chief.taps("先看下一件").await;
    assert!(chief.last().text.contains("棋手1"));
    chief.taps("先看下一件").await;
    chief.taps("通过").await;
    chief.sees("已通过：棋手2").await;
    chief.sees("待审 1 件").await;
    assert!(chief.last().text.contains("棋手1"));
    let decided = hall.count("SELECT count(*) FROM journal WHERE action LIKE 'review.%'");
    assert_eq!(decided, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_decision_is_taken_back_while_there_is_a_place() {
    let hall = Hall::with(|config| config.event.registration.pools[0].seats = 1).await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    chief.says("/review").await;
    chief.taps("不通过").await;
    chief.taps("证件与填写的内容不一致").await;
    person.sees("未通过审核").await;
    chief.taps("审错了，重审").await;
    chief.sees("已撤回 张三").await;
    person.sees("正在重新审核").await;
    person.says("/me").await;
    person.sees("审核").await;
    chief.taps("通过").await;
    person.sees("审核通过").await;
    // Accepted wrongly: found by name, reopened, refused.
    chief.says("/review 张").await;
    let found = chief.sees("裁判长 于").await;
    assert!(found.text.contains("报名成功"), "{}", found.text);
    chief.taps("重审").await;
    chief.taps("不通过").await;
    chief.taps("没有按要求补齐材料").await;
    // His place is taken by someone else: no way back.
    let other = hall.person("李四").await;
    Entrant::number(2).registers(&other).await;
    chief.says("/review 张三").await;
    chief.is_told("重审", "现在没有空位").await;
    let actions = hall.database(|tx| {
        tx.prepare("SELECT action || ' ' || before || '>' || after FROM journal WHERE action LIKE 'review.%' ORDER BY id")?
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()
    });
    assert_eq!(
        actions,
        [
            "review.refuse review>refused",
            "review.reopen refused>review",
            "review.accept review>accepted",
            "review.reopen accepted>review",
            "review.refuse review>refused",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_player_who_came_again_is_not_reopened() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    chief.says("/review").await;
    chief.taps("不通过").await;
    chief
        .says("号码 99999919900504001X 和 13900000001 都不对")
        .await;
    person.sees("9999**********001X 和 139****0001").await;
    let again = data(&chief.sees("❌ 未通过").await, "审错了，重审");
    Entrant::named("张三").registers(&person).await;
    let toast = chief.taps_stale(&again).await;
    assert!(toast.text.is_some_and(|text| text.contains("又报了一次名")));
    let reason: String = hall.database(|tx| {
        let sql = "SELECT reason FROM journal WHERE action = 'review.refuse'";
        tx.query_row(sql, [], |row| row.get(0))
    });
    assert!(reason.contains("139****0001") && !reason.contains("13900000001"));
    chief.says("/review 王").await;
    chief.sees("没有叫“王”的组别或选手").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_keeps_to_one_section() {
    let hall = Hall::with(|config| {
        let sections = &mut config.event.competitions[0].sections;
        let mut women = sections[0].clone();
        women.key = "women".to_owned();
        women.name = "女子组".to_owned();
        sections.push(women);
    })
    .await;
    let store = hall.desk().store();
    for (name, no) in [("一", 1), ("二", 2)] {
        hall.enters(&[(name, name)]).await;
        let section = if no == 2 { "women" } else { "individual" };
        store
            .write(|tx| {
                tx.execute(
                    "UPDATE registration SET state = 'review', section = ?1 WHERE name = ?2",
                    [section, name],
                )
            })
            .expect("the database");
    }
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.sees("个人（待审 2 件）").await;
    chief.taps("只看女子组").await;
    chief.sees("女子组（待审 1 件）").await;
    chief.taps("通过").await;
    chief
        .sees("女子组 没有待审核的报名；其他组别还有 1 件")
        .await;
    chief.taps("看全部组别").await;
    chief.sees("个人（待审 1 件）").await;
    chief.says("/review 女子组").await;
    chief.sees("女子组 没有待审核").await;
    chief.says("审核 全部").await;
    chief.sees("个人（待审 1 件）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_decide_a_hundred_cases_once_each() {
    use qisai::desk::Handled;
    use qisai::desk::review::{Verdict, decide};

    let hall = Hall::open().await;
    let other = appoint(&hall, "王裁判").await.id;
    let chief = hall.arbiter().await.id;
    let names: Vec<String> = (1..=100).map(|no| format!("棋手{no}")).collect();
    let owners: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "领队")).collect();
    hall.enters(&owners).await;
    hall.desk()
        .store()
        .write(|tx| tx.execute("UPDATE registration SET state = 'review'", []))
        .expect("the database");
    for case in 1..=100_i64 {
        let handled = std::thread::scope(|scope| {
            let both = [(chief, "裁判长"), (other, "王裁判")].map(|(account, name)| {
                let desk = hall.desk();
                scope.spawn(move || {
                    let mut actor = private(account);
                    actor.name = name.to_owned();
                    let update = -(2 * case + i64::from(name == "王裁判"));
                    desk.handle(update, &actor, |turn| {
                        decide(turn, case, 1, Verdict::Accept)
                    })
                    .expect("the database")
                })
            });
            both.map(|thread| thread.join().expect("no panic"))
        });
        let done = handled.iter().filter(|one| matches!(one, Handled::Done));
        assert_eq!(done.count(), 1, "{handled:?}");
        let second = handled.iter().find_map(|one| match one {
            Handled::Refused(refusal) => Some(format!("{refusal:?}")),
            _ => None,
        });
        let second = second.expect("the second is refused");
        let named = second.contains("裁判长") || second.contains("王裁判");
        assert!(second.contains("AlreadyDecided") && named, "{second}");
    }
    let accepted = hall.count("SELECT count(*) FROM journal WHERE action = 'review.accept'");
    assert_eq!(accepted, 100);
    hall.settled().await;
    let leader = hall.person("领队").await;
    assert_eq!(leader.count("审核通过"), 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_awaited_until_something_else_is_asked_for() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    let chief = hall.arbiter().await;
    let refused = || hall.count("SELECT count(*) FROM registration WHERE state = 'refused'");
    chief.says("/review").await;
    chief.taps("不通过").await;
    chief.sees("理由").await;
    chief.says("/desk").await;
    chief.sees("裁判台").await;
    chief.says("好的，我去吃饭").await;
    chief.sees("没看懂").await;
    assert_eq!(refused(), 0);
    // Nor is it long after.
    chief.says("/review").await;
    chief.taps("不通过").await;
    chief.sees("理由").await;
    hall.advance(std::time::Duration::from_secs(31 * 60)).await;
    chief.says("晚饭吃什么").await;
    chief.sees("没看懂").await;
    assert_eq!(refused(), 0);
}
