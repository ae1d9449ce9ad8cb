//! 认领: players take over entries that others made for them.

use std::time::Duration;

use crate::add::code;
use crate::registering::Entrant;
use crate::support::{Hall, Person};

/// One entry by the chief arbiter; its code.
async fn entered(chief: &Person<'_>, entrant: &Entrant) -> String {
    chief.says("/add").await;
    entrant.names(chief).await;
    chief.taps("我已当面核实").await;
    while chief.last().button("选手已签字同意").is_some() {
        chief.taps("选手已签字同意").await;
    }
    chief.taps("公开报名").await;
    chief.taps("确认提交").await;
    code(&chief.sees("已代报").await.text)
}

fn owner(hall: &Hall) -> i64 {
    hall.count("SELECT coalesce(max(account), 0) FROM registration")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_takes_over_the_entry_once() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let entrant = Entrant::number(1);
    let code = entered(&chief, &entrant).await;
    let player = hall.person("本人").await;
    player.says(&format!(" {} ", code.to_lowercase())).await;
    let claimed = player.sees("已认领").await.text;
    let masked = format!("9999**********{}", &entrant.card()[14..]);
    assert!(
        claimed.contains("棋手1") && claimed.contains(&masked),
        "{claimed}"
    );
    assert!(!claimed.contains(&entrant.card()) && !claimed.contains(&entrant.phone));
    chief.sees("已由「本人」凭认领码接管").await;
    assert_eq!(owner(&hall), player.id);
    player.says("/me").await;
    player.sees("棋手1").await;

    player.says(&code).await;
    player.sees("您已经用过").await;
    let other = hall.person("别人").await;
    other.says(&code).await;
    other.sees("已被用过").await;
    assert_eq!(owner(&hall), player.id);
    // None is left to be claimed.
    chief.says("/add codes").await;
    chief.sees("没有待认领的选手").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_shown_again_and_its_link_works() {
    let mut hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let first = entered(&chief, &Entrant::number(1)).await;
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.says("代报 认领码").await;
    let list = chief.sees("待认领 1 人").await.text;
    assert_eq!(code(&list), first);
    chief.taps("认领链接").await;
    let text = chief.sees("start=claim_").await.text;
    let payload = text.split("start=").nth(1).expect("a link");
    let payload: String = payload
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
        .collect();
    let player = hall.stranger("本人");
    player.starts_with(&payload).await;
    player.sees("已认领").await;
    assert_eq!(owner(&hall), player.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_counted_an_account() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let code = entered(&chief, &Entrant::number(1)).await;
    let thief = hall.person("贼").await;
    for left in (0..5).rev() {
        thief.says("ABCDE-22222").await;
        thief.sees(&format!("还可以试 {left} 次")).await;
    }
    // Even the right one is not taken now; nobody else is held up.
    thief.says(&code).await;
    thief.sees("错得太多").await;
    assert_eq!(owner(&hall), 0);
    hall.advance(Duration::from_secs(3601)).await;
    thief.says("ABCDE-22222").await;
    thief.sees("还可以试 4 次").await;
    let player = hall.person("本人").await;
    player.says(&code).await;
    player.sees("已认领").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coach_hands_players_over() {
    let hall = Hall::open().await;
    let coach = hall.person("教练").await;
    for no in 1..=2 {
        Entrant::number(no).registers(&coach).await;
    }
    coach.says("/me").await;
    coach.taps("交给选手本人").await;
    coach.sees("哪一位选手").await;
    coach.taps("棋手2").await;
    let first = code(&coach.sees("棋手2 的认领码").await.text);
    // A stranger gets no code of somebody's player.
    let stranger = hall.person("路人").await;
    let toast = stranger.taps_stale("ho:1").await;
    assert!(toast.text.is_some_and(|text| text.contains("过期")));
    stranger.says("/me").await;
    assert!(stranger.last().button("交给选手本人").is_none());
    // The coach's own try changes nothing.
    coach.says(&first).await;
    coach.sees("本来就在您的账号里").await;
    let player = hall.person("棋手2本人").await;
    player.says(&first).await;
    player.sees("已认领").await;
    coach.sees("接管").await;
    coach.says("/me").await;
    let mine = coach.sees("棋手1").await.text;
    assert!(!mine.contains("棋手2"), "{mine}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_in_the_middle_of_a_form_is_no_answer_and_an_answer_is_no_code() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let code = entered(&chief, &Entrant::number(1)).await;
    let player = hall.person("本人").await;
    player.says("/register").await;
    player.says("MARYWATERS").await;
    player.sees("居民身份证号").await;
    player.says(&code).await;
    player.sees("已认领").await;
    player.says(&Entrant::number(2).card()).await;
    player.sees("请输入手机号").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_gone_cannot_be_claimed_and_forwarded_codes_do_nothing() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let code = entered(&chief, &Entrant::number(1)).await;
    chief.says("/withdraw 棋手1").await;
    chief.taps("确定退赛").await;
    chief.sees("已退赛").await;
    let player = hall.person("本人").await;
    player.says(&code).await;
    player.sees("不能认领").await;
    player.says_in_group(&code).await;
    assert_eq!(owner(&hall), 0);
}
