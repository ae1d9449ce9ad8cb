//! 代报: an arbiter registers players who have no account.

use qisai::desk::Handled;

use crate::id_number::id_number;
use crate::registering::{Entrant, appoint, data};
use crate::support::{Hall, Person};

/// From /add to the summary; the arbiter has seen the papers.
async fn fills(arbiter: &Person<'_>, entrant: &Entrant) {
    arbiter.says("/add").await;
    arbiter.sees("请输入选手姓名").await;
    answers(arbiter, entrant).await;
}

async fn answers(arbiter: &Person<'_>, entrant: &Entrant) {
    entrant.names(arbiter).await;
    arbiter.sees("证明材料").await;
    arbiter.taps("我已当面核实").await;
    signs(arbiter).await;
    arbiter.sees("占用哪一类名额").await;
    arbiter.taps("公开报名").await;
}

/// The player has signed every statement on paper.
async fn signs(arbiter: &Person<'_>) {
    while arbiter.last().button("选手已签字同意").is_some() {
        arbiter.taps("选手已签字同意").await;
    }
}

/// The code in the arbiter's newest message.
pub fn code(text: &str) -> String {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .find(|word| word.len() == 11 && word.as_bytes()[5] == b'-')
        .unwrap_or_else(|| panic!("no code in {text:?}"))
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_registers_one_who_has_no_account() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let entrant = Entrant::named("<b>a_b</b> 𠮷田");
    fills(&chief, &entrant).await;
    let summary = chief.sees("请核对").await.text;
    assert!(summary.contains("由您当面核实") && summary.contains("名额：公开报名"));
    assert!(!summary.contains(&entrant.card()), "{summary}");
    let submit = data(&chief.last(), "确认提交");
    chief.taps("确认提交").await;
    let done = chief.sees("已代报 <b>a_b</b> 𠮷田").await.text;
    assert!(done.contains("报名成功"), "{done}");
    code(&done);
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM registration WHERE account IS NULL AND state = 'accepted'
             AND place IS NOT NULL"
        ),
        1
    );
    let journal = hall.database(|tx| {
        tx.query_row(
            "SELECT group_concat(action || ' ' || account || ' ' || coalesce(after, ''), ';')
             FROM journal WHERE action IN ('registration.add', 'papers.seen')",
            [],
            |row| row.get::<_, String>(0),
        )
    });
    let id = chief.id;
    assert!(
        journal.contains(&format!("registration.add {id} accepted open 1")),
        "{journal}"
    );
    assert!(
        journal.contains(&format!("papers.seen {id} household")),
        "{journal}"
    );

    // A second tap is no second player, nor is the same person under any account.
    chief.taps_stale(&submit).await;
    chief.sees("已经提交过了").await;
    let person = hall.person("另一个").await;
    entrant.registers(&person).await;
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_arbiters_and_only_in_private() {
    let hall = Hall::open().await;
    let person = hall.person("路人").await;
    person.says("/add").await;
    person.sees("只有裁判员能做").await;
    person.says("代报").await;
    person.sees("只有裁判员能做").await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/add").await;
    hall.group().sees("私聊").await;
    chief.says("代报").await;
    chief.sees("请输入选手姓名").await;
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_the_same() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    chief.says("张三").await;
    chief.says(&id_number("20120101", 1)).await;
    chief.sees("不符合规程第六条（一）").await;
    chief.says(&id_number("19900504", 1)).await;
    chief.says("13900000001").await;
    chief.taps("国家大师").await;
    chief.sees("不符合规程第六条（二）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_the_arbiter_has_not_seen_are_reviewed() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    Entrant::number(1).names(&chief).await;
    chief.sends_photo("").await;
    chief.taps("完成").await;
    signs(&chief).await;
    chief.taps("公开报名").await;
    chief.taps("确认提交").await;
    chief.sees("材料审核中").await;
    chief.says("/review").await;
    chief.sees("棋手1").await;
    chief.taps("通过").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiters_own_form_is_laid_aside_and_kept() {
    let mut hall = Hall::open().await;
    let arbiter = hall.arbiter().await;
    arbiter.says("/register").await;
    arbiter.says("裁判自己").await;
    fills(&arbiter, &Entrant::number(1)).await;
    arbiter.says("/register").await;
    arbiter.sees("居民身份证号").await;
    hall.restart().await;
    let arbiter = hall.arbiter().await;
    arbiter.says("/add").await;
    arbiter.sees("请核对").await;
    arbiter.taps("确认提交").await;
    arbiter.sees("已代报").await;
    arbiter.says("/register").await;
    arbiter.sees("居民身份证号").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_for_which_a_code_is_out_is_left_to_its_holder() {
    let hall = Hall::with(|config| config.event.registration.pools[1].seats = 1).await;
    let chief = hall.arbiter().await;
    chief.says("/invite 1").await;
    let message = chief.sees("一码一人").await.text;
    let invitation = message
        .lines()
        .find(|line| line.len() == 8 && line.bytes().all(|b| b.is_ascii_alphanumeric()))
        .expect("a code")
        .to_owned();
    fills(&chief, &Entrant::number(1)).await;
    chief.taps("修改").await;
    chief.taps("名额").await;
    chief.taps("协会推荐").await;
    chief.is_told("确认提交", "已发出邀请码").await;
    chief.taps("使用邀请码").await;
    chief.says(&invitation).await;
    chief.taps("确认提交").await;
    chief.sees("已代报 棋手1（协会推荐）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_deadline_only_with_a_reason() {
    let hall = Hall::open().await;
    hall.enters(&[("甲", "甲")]).await;
    hall.ends_registration();
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    chief.sees("报名已截止").await;
    chief.says("张三").await;
    assert_eq!(hall.count("SELECT count(*) FROM draft"), 0);
    chief.taps("仍要代报").await;
    chief.sees("过期代报的原因").await;
    chief.says("协会补报").await;
    chief.sees("请输入选手姓名").await;
    answers(&chief, &Entrant::number(9)).await;
    chief.sees("过期代报的原因：协会补报").await;
    chief.taps("确认提交").await;
    chief.sees("已代报").await;
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM journal WHERE action = 'registration.add' AND reason = '协会补报'"
        ),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_begun_in_time_and_sent_late_asks_for_the_reason() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    fills(&chief, &Entrant::number(9)).await;
    let submit = data(&chief.last(), "确认提交");
    hall.enters(&[("甲", "甲")]).await;
    hall.ends_registration();
    chief.taps_stale(&submit).await;
    chief.sees("没有生效").await;
    assert!(chief.last().text.contains("过期代报的原因"));
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 1);
    chief.says("网络故障").await;
    chief.taps("确认提交").await;
    chief.sees("已代报").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_entry_joins_a_running_event_with_its_stated_points() {
    let hall = Hall::field(4).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.sees("棋手现在还看不到").await;
    let publish = data(&chief.last(), "公布");

    chief.says("/add").await;
    let warning = chief.sees("从第 2 轮起编排").await.text;
    assert!(
        warning.contains("抽签结果不变") || warning.contains("最后一个编号"),
        "{warning}"
    );
    chief.taps("仍要代报").await;
    chief.says("交通延误").await;
    answers(&chief, &Entrant::number(77)).await;
    chief.sees("第 1 轮在报名之前已经公布").await;
    chief.taps("1 分").await;
    chief.sees("此前各轮：第1轮 1分").await;
    chief.taps("确认提交").await;
    let done = chief.sees("编号 5").await.text;
    assert!(done.contains("第 2 轮的编排已经过时"), "{done}");
    let told = hall.group().sees("新增选手：5 棋手77").await.text;
    assert!(told.contains("第1轮 1分"), "{told}");

    // The proposal of before is not published.
    let toast = chief.taps_stale(&publish).await;
    assert!(toast.text.is_some(), "{}", chief.screen());
    assert_eq!(
        hall.count("SELECT count(*) FROM round WHERE state = 'published'"),
        0
    );
    chief.says("/standings").await;
    let table = chief.sees("积分榜").await.text;
    assert!(table.contains("5 棋手77　1分"), "{table}");
    hall.round().await;
    chief.sees("没有账号").await;
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM seat WHERE player = 5 AND round = (SELECT max(id) FROM round)"
        ),
        1
    );
    // The numbers drawn are as they were.
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE start_no <= 4 AND id <= 4"),
        4
    );
    // Told once, not each round.
    hall.rules_all("红胜").await;
    hall.round().await;
    assert_eq!(chief.count("收不到私聊"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_published_meanwhile_asks_for_its_points_too() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    chief.taps("仍要代报").await;
    chief.says("交通延误").await;
    answers(&chief, &Entrant::number(77)).await;
    chief.taps("0 分").await;
    let submit = data(&chief.last(), "确认提交");
    hall.rules_all("和").await;
    hall.round().await;
    chief.taps_stale(&submit).await;
    chief.sees("没有生效").await;
    assert!(chief.last().text.contains("第 2 轮在报名之前已经公布"));
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 4);
    chief.taps("2 分").await;
    chief.taps("确认提交").await;
    chief.sees("从第 3 轮起编排").await;
    assert_eq!(hall.count("SELECT sum(points) FROM granted"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_draw_papers_are_seen_first() {
    let hall = Hall::drawn(4).await;
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    chief.taps("仍要代报").await;
    chief.says("协会补报").await;
    Entrant::number(9).names(&chief).await;
    chief.sends_photo("").await;
    chief.taps("完成").await;
    signs(&chief).await;
    chief.taps("公开报名").await;
    chief.is_told("确认提交", "材料要先核实").await;
    chief.taps("修改").await;
    chief.taps("材料").await;
    chief.taps("我已当面核实").await;
    chief.taps("确认提交").await;
    chief.sees("编号 5").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn arbiters_withdraw_players_by_list_number_and_name() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    chief.says("/withdraw").await;
    chief.sees("没有账号的选手一个也没有").await;
    chief.says("/withdraw 99").await;
    chief.sees("名单里没有「99」").await;
    chief.says("/withdraw 无此人").await;
    chief.sees("名单里没有").await;
    chief.says("/withdraw 棋手").await;
    chief.sees("找到 4 位").await;
    chief.says("退赛 2号").await;
    chief.sees("退赛？").await;
    chief.taps("确定退赛").await;
    chief.sees("已退赛").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE state = 'withdrawn' AND start_no = 2"),
        1
    );
    let gone = hall.database(|tx| {
        tx.query_row(
            "SELECT name FROM registration WHERE start_no = 2",
            [],
            |row| row.get::<_, String>(0),
        )
    });
    hall.person(&gone).await.sees("裁判已为").await;
    // Nobody else can.
    let person = hall.person("棋手1").await;
    let toast = person.taps_stale("wg:0").await;
    assert!(toast.text.is_some_and(|text| text.contains("裁判")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_list_of_players_without_accounts_has_pages() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let names: Vec<String> = (1..=45).map(|no| format!("<i>{no}</i>_")).collect();
    let pairs: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "领队")).collect();
    hall.enters(&pairs).await;
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute("UPDATE registration SET account = NULL", [])?;
            Ok::<_, qisai::store::StoreError>(())
        })
        .expect("the database");
    chief.says("/withdraw").await;
    chief.sees("第 1/3 页").await;
    chief.taps("下一页").await;
    chief.sees("第 2/3 页").await;
    chief.taps("<i>21</i>_").await;
    chief.taps("确定退赛").await;
    chief.sees("<i>21</i>_ 已退赛").await;
    chief.says("/add 认领码").await;
    chief.sees("待认领 44 人").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_is_an_arbiter_no_more_cannot_go_on() {
    let hall = Hall::open().await;
    let arbiter = appoint(&hall, "裁判乙").await;
    fills(&arbiter, &Entrant::number(1)).await;
    let submit = data(&arbiter.last(), "确认提交");
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute("DELETE FROM arbiter WHERE account = ?1", [arbiter.id])?;
            Ok::<_, qisai::store::StoreError>(())
        })
        .expect("the database");
    let toast = arbiter.taps_stale(&submit).await;
    assert!(toast.text.is_some_and(|text| text.contains("裁判")));
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stage_over_nobody_enters() {
    let hall = Hall::with(|config| {
        let qisai::config::Stage::Swiss(swiss) = &mut config.event.competitions[0].stages[0] else {
            panic!("a points stage");
        };
        swiss.rounds = 1;
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(4).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/add").await;
    chief.sees("不能再增加选手").await;
    let handled = hall.acts(1, chief.id, qisai::desk::add::begin_late);
    assert!(matches!(handled, Handled::Refused(_)), "{handled:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_against_one_without_an_account_is_for_the_arbiters() {
    let hall = Hall::field(2).await;
    hall.round().await;
    let black = hall.table(1).black.id;
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = NULL WHERE account = ?1",
                [black],
            )?;
            Ok::<_, qisai::store::StoreError>(())
        })
        .expect("the database");
    let red = hall.count("SELECT account FROM registration WHERE account IS NOT NULL");
    hall.known(red).says("和").await;
    let chief = hall.arbiter().await;
    chief.sees("另一方没有账号").await;
    chief.says("/result 1 和").await;
    chief.sees("裁定").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM game WHERE outcome = 'draw'"),
        1
    );
}
