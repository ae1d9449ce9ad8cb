//! Registration, from the first word to the place.

use std::time::Duration;

use qisai::config::Config;

use crate::id_number::id_number;
use crate::registering::{Entrant, agrees, data, taps_beginning};
use crate::support::{Hall, Person};

/// So many places: open, recommended.
fn places(open: u32, recommended: u32) -> impl FnOnce(&mut Config) {
    move |config| {
        config.event.registration.pools[0].seats = open;
        config.event.registration.pools[1].seats = recommended;
    }
}

async fn codes(chief: &Person<'_>, wanted: u32) -> Vec<String> {
    chief.says(&format!("/invite {wanted}")).await;
    let message = chief.sees("一码一人").await;
    let codes: Vec<String> = message
        .text
        .lines()
        .filter(|line| line.len() == 8 && line.bytes().all(|b| b.is_ascii_alphanumeric()))
        .map(str::to_owned)
        .collect();
    assert_eq!(codes.len(), wanted as usize, "{}", message.text);
    codes
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_conversation() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let entrant = Entrant::named("张三");
    entrant.fills(&person).await;
    let summary = person.sees("请核对").await.text;
    let masked = format!("9999**********{}", &entrant.card()[14..]);
    for wanted in [
        "张三",
        masked.as_str(),
        "139****0001",
        "1990年5月4日",
        "性别：男",
        "拥有武汉市户籍",
        "材料：1 张",
        "声明：4 条",
    ] {
        assert!(summary.contains(wanted), "{wanted} is not in:\n{summary}");
    }
    assert!(!summary.contains(&entrant.card()) && !summary.contains(&entrant.phone));
    person.taps("确认提交").await;
    let submitted = person.sees("已提交").await.text;
    assert!(submitted.contains("100 元"), "{submitted}");
    hall.arbiter().await.sees("待审核 1 件").await;
    person.says("我的").await;
    person.sees("材料审核中").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_leads_to_the_private_chat() {
    let hall = Hall::open().await;
    let person = hall.stranger("李四");
    person.says_in_group("/register").await;
    let door = hall.group().sees("私聊").await;
    let label = door.labels()[0].to_owned();
    assert!(format!("{:?}", door.button(&label)).contains("qisai_bot?start=register"));
    person.starts_with("register").await;
    person.sees("请输入选手姓名").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_regulation_turns_away_is_told_with_its_clause_and_can_be_mended() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    person.says("报名").await;
    person.says("张三").await;
    person.says(&id_number("20120101", 1)).await;
    let refusal = person.sees("不符合规程第六条（一）").await.text;
    assert!(refusal.contains("2012年1月1日") && refusal.contains("1958年1月1日"));
    person.says(&id_number("20111231", 1)).await;
    person.sees("2011年12月31日出生").await;
    person.says("13900000001").await;
    person.taps("国家大师").await;
    person.sees("不符合规程第六条（二）").await;
    person.taps("棋协大师").await;
    taps_beginning(&person, "2.").await;
    person.says("11").await;
    person.sees("不符合规程第六条（三）2").await;
    person.says("12").await;
    person.sees("监护人姓名").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn submitting_twice_is_one_registration() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").fills(&person).await;
    let submit = data(&person.last(), "确认提交");
    person.taps("确认提交").await;
    person.sees("已提交").await;
    person.taps_stale(&submit).await;
    person.sees("已经提交过了").await;
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 1);
    // An old button of a form does not act on the next form either.
    person.says("/register").await;
    person.sees("请输入选手姓名").await;
    person.taps_stale(&submit).await;
    person.sees("已经提交过了").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_person_is_refused_whichever_account_registers() {
    let hall = Hall::open().await;
    let first = hall.person("张三").await;
    let entrant = Entrant::named("张三");
    entrant.registers(&first).await;
    let second = hall.person("李四").await;
    // The same number under another name.
    Entrant::named("张叁").fills(&second).await;
    let toast = second.taps("确认提交").await;
    assert!(toast.text.is_some_and(|text| text.contains("已经报过名")));
    // The same name and birth date with another number.
    second.taps("修改").await;
    second.taps("证件").await;
    second.says(&id_number("19900504", 3)).await;
    second.taps("修改").await;
    second.taps("姓名").await;
    second.says("张三").await;
    let toast = second.taps("确认提交").await;
    assert!(toast.text.is_some_and(|text| text.contains("已经报过名")));
    // The form is still there, and becomes another person's.
    second.taps("修改").await;
    second.taps("姓名").await;
    second.says("张四").await;
    second.taps("确认提交").await;
    second.sees("已提交").await;
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_registers_several_players() {
    let hall = Hall::open().await;
    let coach = hall.person("教练").await;
    for no in 1..=3 {
        Entrant::number(no).registers(&coach).await;
        coach.sees("已提交").await;
    }
    coach.says("/me").await;
    let mine = coach.sees("棋手1").await.text;
    assert!(mine.contains("棋手2") && mine.contains("棋手3"));
}

#[tokio::test(flavor = "multi_thread")]
async fn places_run_out_and_the_waiting_list_moves_up() {
    let hall = Hall::with(places(1, 1)).await;
    let first = hall.person("一").await;
    Entrant::number(1).registers(&first).await;
    first.sees("名额已为您留着").await;
    let second = hall.person("二").await;
    second.says("/register").await;
    second.sees("排入候补").await;
    second.says("/cancel").await;
    second.taps("删除内容").await;
    Entrant::number(2).registers(&second).await;
    second.sees("候补第 1 位").await;
    let third = hall.person("三").await;
    Entrant::number(3).registers(&third).await;
    third.sees("候补第 2 位").await;
    first.says("/withdraw").await;
    first.taps("确定退赛").await;
    second.sees("名额为您留到 9月20日 21:00").await;
    second.taps("确认参加").await;
    second.sees("已确认：棋手2").await;
    third.says("/me").await;
    third.sees("候补第 1 位").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE place IS NOT NULL"),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_opens_a_recommended_place_once() {
    let hall = Hall::with(places(1, 2)).await;
    let chief = hall.arbiter().await;
    for wrong in ["/invite", "/invite 0", "/invite 31", "/invite 很多"] {
        chief.says(wrong).await;
        chief.sees("1 到 30 个").await;
    }
    let codes = codes(&chief, 2).await;
    chief.says("/invite 1").await;
    chief.sees("不能再发").await;

    let guest = hall.person("客").await;
    let entrant = Entrant {
        basis: "4.",
        ..Entrant::number(1)
    };
    guest.says("/register").await;
    entrant.names(&guest).await;
    guest.sees("邀请码").await;
    guest.says("ABCDEFGH").await;
    guest.sees("没有这个邀请码").await;
    guest.says(&codes[0].to_lowercase()).await;
    agrees(&guest).await;
    guest.taps("确认提交").await;
    guest.sees("报名成功（协会推荐）").await;

    // Used once: neither at the question nor, when it is used meanwhile, at the end.
    let late = hall.person("迟").await;
    Entrant::number(2).fills(&late).await;
    late.taps("使用邀请码").await;
    late.says(&codes[0]).await;
    late.sees("已被用过").await;
    late.says(&codes[1]).await;
    late.sees(&codes[1]).await;
    let quick = hall.person("快").await;
    Entrant::number(3).fills(&quick).await;
    quick.taps("使用邀请码").await;
    quick.says(&codes[1]).await;
    quick.taps("确认提交").await;
    quick.sees("报名成功（协会推荐）").await;
    let toast = late.taps("确认提交").await;
    assert!(toast.text.is_some_and(|text| text.contains("刚被别人用掉")));
    late.taps("修改").await;
    late.taps("邀请码").await;
    late.taps("没有邀请码").await;
    // Without the code the papers are wanted again; they were kept.
    if late.last().button("完成").is_some() {
        late.taps("完成").await;
    }
    late.taps("确认提交").await;
    late.sees("（公开报名）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_arbiters_invite_and_close() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    for command in ["/invite 3", "/close", "/review"] {
        person.says(command).await;
        person.sees("您的账号还不是裁判").await;
    }
    person.taps_stale("gc").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM competition WHERE registration_closed_at IS NOT NULL"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_at_whatever_step_the_conversation_goes_on() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let entrant = Entrant {
        basis: "2.",
        born: "20101006".to_owned(),
        ..Entrant::named("<b>a_b</b> & 𠮷田")
    };
    person.says("/register").await;
    let steps = [
        ("选手姓名", entrant.name.clone()),
        ("居民身份证号", entrant.card()),
        ("手机号", "１３９　００００　０００１".to_owned()),
        ("最高称号", "无".to_owned()),
        ("哪一条", "2".to_owned()),
        ("多少个月", "12个月".to_owned()),
        ("监护人姓名", "监护人甲".to_owned()),
        ("监护人手机号", "+86 13900000002".to_owned()),
        ("监护人 监护人甲", "同意".to_owned()),
    ];
    for (question, answer) in steps {
        person.sees(question).await;
        disturbs(&person, question).await;
        person.says(&answer).await;
    }
    person.sees("证明材料").await;
    person.sends_sticker().await;
    person.sees("请发送照片或文件").await;
    person.says("完成").await;
    person.sees("请发送照片或文件").await;
    person.sends_document("社保.pdf").await;
    person.sees("已收到 1 张").await;
    person.says("完成").await;
    for _ in 0..4 {
        person.sees("参赛声明").await;
        disturbs(&person, "参赛声明").await;
        person.says("我同意").await;
    }
    disturbs(&person, "请核对").await;
    person.says("提交").await;
    person.sees("已提交：<b>a_b</b> & 𠮷田").await;
}

/// Everything that is no answer: a hint comes, and the question again.
async fn disturbs(person: &Person<'_>, question: &str) {
    person.sends_sticker().await;
    assert!(
        person.sees("⚠️").await.text.contains(question),
        "{question}"
    );
    person.sends_voice().await;
    assert!(
        person.sees("⚠️").await.text.contains(question),
        "{question}"
    );
    person.sends_photo("看").await;
    assert!(
        person.sees("⚠️").await.text.contains(question),
        "{question}"
    );
    person.says("/standings@other_bot").await;
    person.says("/rules").await;
    person.says("/registr").await;
    person.sees("register").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_in_mid_conversation_loses_nothing() {
    let mut hall = Hall::open().await;
    let entrant = Entrant::named("张三");
    {
        let person = hall.person("张三").await;
        person.says("/register").await;
        person.says("张三").await;
        person.says(&entrant.card()).await;
    }
    hall.crash().await;
    {
        let person = hall.person("张三").await;
        person.says(&entrant.phone).await;
        person.sees("最高称号").await;
        person.taps("无").await;
    }
    hall.crash().await;
    let person = hall.person("张三").await;
    person.taps("1. 拥有武汉市户籍").await;
    person.sees("证明材料").await;
    person.says("/cancel").await;
    person.sees("没有提交").await;
    person.says("/register").await;
    let resumed = person.sees("接着上次的报名").await.text;
    assert!(resumed.contains("证明材料"));
    person.sends_photo("").await;
    person.taps("完成").await;
    agrees(&person).await;
    person.taps("确认提交").await;
    person.sees("已提交").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn left_answers_can_be_thrown_away_and_small_talk_is_no_answer_then() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    person.says("/register").await;
    person.says("张三").await;
    person.says("取消").await;
    person.sees("没有提交").await;
    person.says("你好").await;
    person.sees("没看懂").await;
    person.taps("继续报名").await;
    person.sees("居民身份证号").await;
    person.says("报名").await;
    person.sees("接着上次的报名").await;
    person.says("/cancel").await;
    person.taps("删除内容").await;
    person.sees("已删除").await;
    assert_eq!(hall.count("SELECT count(*) FROM draft"), 0);
    person.says("/cancel").await;
    person.sees("没有进行中").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deadline_is_the_last_second_of_its_day() {
    let hall = Hall::open().await;
    let early = hall.person("早").await;
    Entrant::number(1).fills(&early).await;
    let late = hall.person("迟").await;
    Entrant::number(2).fills(&late).await;
    hall.set_clock("2023-09-25T15:59:59.900Z".parse().expect("an instant"))
        .await;
    early.taps("确认提交").await;
    early.sees("已提交").await;
    hall.advance(Duration::from_millis(100)).await;
    hall.arbiter().await.sees("报名时间已到").await;
    let toast = late.taps("确认提交").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("9月25日 23:59截止"))
    );
    late.says("/register").await;
    late.sees("截止").await;
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_opens_at_its_time_and_an_arbiter_can_close_it() {
    let opens = "2023-09-21T00:00:00Z".parse().expect("an instant");
    let hall = Hall::with(|config| config.event.registration.opens = Some(opens)).await;
    let person = hall.person("张三").await;
    person.says("/register").await;
    person.sees("9月21日 08:00开放").await;
    hall.set_clock(opens).await;
    Entrant::named("张三").fills(&person).await;
    let chief = hall.arbiter().await;
    chief.says("/close").await;
    chief.sees("现在截止报名").await;
    chief.taps("确认截止").await;
    chief.sees("报名已截止").await;
    chief.says("/close").await;
    chief.sees("不用再截止").await;
    let toast = person.taps("确认提交").await;
    assert!(toast.text.is_some_and(|text| text.contains("截止")));
    chief.says("/invite 1").await;
    chief.sees("报名已截止").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_is_readable_in_the_database() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let entrant = Entrant {
        born: "20101006".to_owned(),
        ..Entrant::named("张三")
    };
    person.says("/register").await;
    entrant.names(&person).await;
    person.says("监护人甲").await;
    person.says("13911112222").await;
    person.taps("我是监护人，同意").await;
    person.sends_photo("").await;
    let scan = |when: &str| {
        let mut files = 0;
        for file in std::fs::read_dir(hall.folder()).expect("the folder") {
            let path = file.expect("a file").path();
            let bytes = std::fs::read(&path).expect("the file");
            files += 1;
            for secret in [
                entrant.card().as_str(),
                entrant.phone.as_str(),
                "13911112222",
            ] {
                let found = bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes());
                assert!(!found, "{secret} is in {} {when}", path.display());
            }
        }
        assert!(files >= 2, "database and key");
    };
    scan("while the form is open");
    person.taps("完成").await;
    agrees(&person).await;
    person.taps("确认提交").await;
    person.sees("已提交").await;
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.sees("139****2222").await;
    scan("after the review began");
}

/// Wuhan regulation, clause 6.4.
#[tokio::test(flavor = "multi_thread")]
async fn another_document_than_the_id_card_is_refused_with_the_clause() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    person.says("/register").await;
    person.says("张三").await;
    let asked = person.sees("居民身份证号").await;
    assert!(asked.text.contains("规程第六条（四）"), "{}", asked.text);
    assert!(asked.button("护照").is_none(), "{:?}", asked.labels());
    person.says("E12345678").await;
    let refused = person.sees("⚠️").await.text;
    assert!(
        refused.contains("参赛须凭居民身份证（规程第六条（四））"),
        "{refused}"
    );
    person.says(&Entrant::named("张三").card()).await;
    person.sees("请输入手机号").await;
}
