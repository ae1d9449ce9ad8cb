//! Registering for one or several of an event's competitions.

use qisai::config::Config;

use super::{account, empty};
use crate::id_number::id_number;
use crate::registering::{Entrant, agrees, taps_beginning};
use crate::support::{Hall, Person};

const CHALLENGE: &str = "成渝象棋民间争霸赛";
const CITIES: &str = "成渝双城（巴南 温江）团队交流赛";
const EVERYONE: &str = "全民象棋挑战赛";

/// One-time codes of a competition, made at the desk.
async fn codes(hall: &Hall, competition: &str, count: usize) -> Vec<String> {
    let chief = hall.arbiter().await;
    chief.says(&format!("/desk {competition}")).await;
    chief.says(&format!("/invite {count}")).await;
    let text = chief.sees("一码一人").await.text;
    let is_code = |line: &&str| line.len() == 8 && line.bytes().all(|b| b.is_ascii_alphanumeric());
    text.lines().filter(is_code).map(str::to_owned).collect()
}

/// From /register to the first question of a competition.
async fn begins(person: &Person<'_>, competition: &str) {
    person.says("/register").await;
    person.sees("报哪一个").await;
    taps_beginning(person, competition).await;
}

/// Name, ID number, phone and title.
async fn names(person: &Person<'_>, entrant: &Entrant) {
    person.sees("选手姓名").await;
    person.says(&entrant.name).await;
    person.says(&entrant.card()).await;
    person.says(&entrant.phone).await;
    person.taps("无").await;
}

/// The whole registration for the competition that takes everyone with a code.
async fn registers(person: &Person<'_>, entrant: &Entrant, code: &str) {
    begins(person, EVERYONE).await;
    person.sees("凭邀请报名").await;
    person.says(code).await;
    names(person, entrant).await;
    if person.last().text.contains("监护人姓名") {
        person.says("王五").await;
        person.says("13900000009").await;
        person.taps("我是监护人，同意").await;
    }
    agrees(person).await;
    person.taps("确认提交").await;
}

/// The newest message that asks something.
fn question(person: &Person<'_>) -> String {
    person.last().text
}

#[tokio::test(flavor = "multi_thread")]
async fn which_competition_is_asked_with_a_button_each() {
    let hall = empty().await;
    let person = hall.person("张三").await;
    person.says("报名").await;
    let which = person.sees("报哪一个").await;
    assert_eq!(
        which.labels(),
        [
            CHALLENGE.to_owned(),
            format!("{CITIES}（凭邀请码）"),
            format!("{EVERYONE}（凭邀请码）"),
        ]
    );
    assert!(which.text.contains("还有 60 个名额"), "{}", which.text);
    taps_beginning(&person, CITIES).await;
    person.sees(&format!("【{CITIES}】")).await;
    // Without a code there is no way in, but there is one to another competition.
    person.says("没有").await;
    person.sees("请向主办方索取").await;
    person.taps("换项目").await;
    person.sees("报哪一个").await;
    taps_beginning(&person, CHALLENGE).await;
    person.sees(&format!("【{CHALLENGE}】")).await;
    names(&person, &Entrant::named("张三")).await;
    person.sees("请选择参加的组别").await;
    person.taps("男子组").await;
    person.sees("规程第三条（一）").await;
    person.taps("都不符合").await;
    person.sees("不符合规程第三条（一）").await;
    taps_beginning(&person, "1.").await;
    person.sends_photo("").await;
    person.taps("完成").await;
    agrees(&person).await;
    assert!(
        question(&person).contains("组别：男子组"),
        "{}",
        person.screen()
    );
    person.taps("确认提交").await;
    person.sees("裁判审核材料后会通知您").await;
    // What is missing is told, and what was begun for another competition.
    begins(&person, EVERYONE).await;
    person.says("/cancel").await;
    person.says("/me").await;
    let mine = person.sees("张三（男子组）").await.text;
    assert!(mine.contains("待审核：历次市级比赛"), "{mine}");
    assert!(
        mine.contains(&format!("没有填完的报名（{EVERYONE}）")),
        "{mine}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_competition_is_not_offered() {
    let hall = empty().await;
    let chief = hall.arbiter().await;
    chief.says("/desk challenge").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    let person = hall.person("张三").await;
    person.says("/register").await;
    let which = person.sees("报哪一个").await;
    assert!(which.button(CHALLENGE).is_none(), "{}", person.screen());
    assert!(which.text.contains("现在不能报名"), "{}", which.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guardian_registers_three_players() {
    let hall = empty().await;
    let codes = codes(&hall, "everyone", 3).await;
    let guardian = hall.person("王五").await;
    for (no, code) in (1..).zip(&codes) {
        let child = Entrant {
            born: format!("201{no}0504"),
            ..Entrant::number(no)
        };
        registers(&guardian, &child, code).await;
        guardian.sees("报名成功").await;
    }
    guardian.says("/me").await;
    let mine = guardian.sees("棋手1").await.text;
    assert_eq!(mine.matches(EVERYONE).count(), 3, "{mine}");
    let guarded = hall.count("SELECT count(*) FROM registration WHERE state = 'accepted'");
    assert_eq!(guarded, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_minor_needs_the_guardians_part() {
    let hall = empty().await;
    let codes = codes(&hall, "everyone", 2).await;
    // Of age on the first day of the timetable, and a day short of it.
    for (born, asked, code) in [
        ("20050922", false, &codes[0]),
        ("20050923", true, &codes[1]),
    ] {
        let name = format!("棋手{}", &born[4..]);
        let person = hall.person(&name).await;
        begins(&person, EVERYONE).await;
        person.says(code).await;
        let entrant = Entrant {
            born: born.to_owned(),
            ..Entrant::named(&name)
        };
        names(&person, &entrant).await;
        let question = question(&person);
        assert_eq!(question.contains("监护人姓名"), asked, "{born}: {question}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_may_be_in_several_competitions_but_in_each_only_once() {
    let hall = empty().await;
    let everyone = codes(&hall, "everyone", 2).await;
    let cities = codes(&hall, "cities", 1).await;
    let player = hall.person("张三").await;
    let entrant = Entrant::named("张三");
    registers(&player, &entrant, &everyone[0]).await;
    player.sees("报名成功").await;
    // Once more from another account.
    let coach = hall.person("教练").await;
    registers(&coach, &entrant, &everyone[1]).await;
    let told = question(&coach);
    assert!(
        told.contains("确认提交") || !told.contains("报名成功"),
        "{told}"
    );
    assert_eq!(hall.count("SELECT count(*) FROM registration"), 1);
    // In another competition it is welcome; its code is none of this one.
    coach.says("/cancel").await;
    coach.taps("删除内容").await;
    begins(&coach, CITIES).await;
    coach.says(&everyone[1]).await;
    coach.sees("没有这个邀请码").await;
    coach.says(&cities[0]).await;
    names(&coach, &entrant).await;
    coach.sees("代表的队").await;
    coach.taps("温江").await;
    agrees(&coach).await;
    coach.taps("确认提交").await;
    let done = coach.sees("报名成功").await.text;
    assert!(
        done.contains(&format!("张三 还报了{EVERYONE}，按日程与本项同时进行")),
        "{done}"
    );
    let team = hall.count("SELECT count(*) FROM registration WHERE team = '温江'");
    assert_eq!(team, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_goes_on_after_days_and_a_restart_in_the_competition_that_is_there() {
    let mut hall = empty().await;
    let code = codes(&hall, "cities", 1).await.remove(0);
    let id = {
        let person = hall.person("张三").await;
        begins(&person, CITIES).await;
        person.says(&code).await;
        person.sees("选手姓名").await;
        person.says("张三").await;
        person.says("/cancel").await;
        person.id
    };
    hall.clock.advance(std::time::Duration::from_secs(86_400));
    hall.restart().await;
    let person = hall.known(id);
    person.says("/register").await;
    person.sees(&format!("【{CITIES}】")).await;
    person.sees("居民身份证号").await;

    // The event has this competition no more: its answers go on in another.
    let dropped = |config: &mut Config| {
        config.event.competitions.retain(|one| one.key != "cities");
        config
            .event
            .registration
            .pools
            .retain(|one| one.competition != "cities");
    };
    dropped(&mut hall.config);
    hall.restart().await;
    let person = hall.known(id);
    person.says(&id_number("19900504", 1)).await;
    person.sees("报哪一个").await;
    taps_beginning(&person, CHALLENGE).await;
    person.sees("选手的信息都保留").await;
    person.sees("居民身份证号").await;
    person.says(&id_number("19900504", 1)).await;
    person.sees("手机号").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_can_be_changed_from_the_summary() {
    let hall = empty().await;
    let code = codes(&hall, "cities", 1).await.remove(0);
    let person = hall.person("张三").await;
    begins(&person, CITIES).await;
    person.says(&code).await;
    names(&person, &Entrant::named("张三")).await;
    person.taps("巴南").await;
    agrees(&person).await;
    for (field, answer, shown) in [
        ("姓名", "李四", "姓名：李四"),
        ("手机", "13900000002", "139****0002"),
        ("称号", "地方大师", "称号：地方大师"),
        ("代表队", "温江", "代表队：温江"),
    ] {
        person.taps("修改").await;
        person.taps(field).await;
        person.says(answer).await;
        let summary = question(&person);
        assert!(summary.contains(shown), "{field}: {summary}");
    }
    person.taps("修改").await;
    person.taps("证件").await;
    person.says(&id_number("19910504", 1)).await;
    let summary = question(&person);
    assert!(summary.contains("1991年5月4日"), "{summary}");
    person.taps("确认提交").await;
    person.sees("李四 报名成功").await;
    assert_eq!(account(&hall, "李四"), person.id);
}
