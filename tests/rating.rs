//! Ratings: entered by an arbiter, start numbers by them, places by them.

use qisai::config::{Numbering, RankKey, Stage};
use qisai::rehearsal::Act;
use qisai::tournament::lot::Published;

use crate::registering::{Entrant, agrees, appoint, taps_beginning};
use crate::support::Hall;

async fn by_rating(players: usize) -> Hall {
    let hall = Hall::with(|config| {
        if let Stage::Swiss(swiss) = &mut config.event.competitions[0].stages[0] {
            swiss.numbering = Numbering::Rating;
            swiss.ranking.keys = vec![RankKey::Points, RankKey::Rating];
        }
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_follow_the_rating_and_a_lot_orders_the_level() {
    let hall = by_rating(5).await;
    let chief = hall.arbiter().await;
    chief.says("等级分").await;
    chief.sees("共 5 人，5 人没有").await;
    for (who, points) in [("棋手2", 1850), ("3", 2100), ("棋手5", 1850)] {
        chief.says(&format!("/rating {who} {points}")).await;
        chief.sees("已记：").await;
    }
    chief.says("/rating 棋手3 2000").await;
    chief.sees("3 棋手3 2000（原为 2100）").await;
    chief.says("/draw").await;
    let promise = hall.group().sees("等级分相同者的先后").await.text;
    assert!(!promise.contains("棋手3"), "{promise}");
    chief.says("/draw 山高水长").await;
    chief.sees("抽签完成，5 位棋手").await;
    let lot = hall.group().sees("抽签结果").await.text;
    let published: Published = lot.parse().expect("a whole message");
    assert_eq!((published.verify(), published.order.len()), (Ok(()), 4));
    let told = hall.group().sees("参赛编号（按等级分）").await.text;
    assert!(told.contains("\n1 3 棋手3 2000"), "{told}");
    let place = |row: &str| told.lines().position(|line| line.ends_with(row)).unwrap();
    assert!(place("棋手2 1850") < place("棋手1 无"), "{told}");
    assert!(place("棋手5 1850") < place("棋手4 无"), "{told}");
    let order = |one: i64, other: i64| {
        let place = |id: i64| {
            published
                .order
                .iter()
                .position(|no| *no == id.unsigned_abs())
        };
        place(one) < place(other)
    };
    assert_eq!(place("棋手2 1850") < place("棋手5 1850"), order(2, 5));
    assert_eq!(place("棋手1 无") < place("棋手4 无"), order(1, 4));

    // The rating ranks as well.
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("和").await;
    let table = hall.group().sees("积分榜").await.text;
    assert!(table.contains("积分、等级分"), "{table}");
    assert!(table.contains("等级分2000"), "{table}");
    chief.says("/rating 1 0").await;
    chief.sees("1 棋手3 无（原为 2000）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_level_ratings_there_is_no_lot() {
    let hall = by_rating(3).await;
    let chief = hall.arbiter().await;
    for (who, points) in [("1", 1500), ("2", 1700), ("3", 1600)] {
        chief.says(&format!("等级分 {who} {points}")).await;
    }
    chief.says("/draw").await;
    chief.sees("抽签完成，3 位棋手").await;
    let told = hall.group().sees("按等级分").await.text;
    assert!(
        told.contains("1 2 棋手2 1700\n2 3 棋手3 1600\n3 1 棋手1 1500"),
        "{told}"
    );
    assert_eq!(hall.count("SELECT count(*) FROM lot"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rating_is_an_arbiters_and_a_wrong_one_is_refused() {
    let hall = Hall::empty().await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.enters(&[("a_b", "甲"), ("a_b", "乙"), ("<b>粗 体</b>", "丙")])
        .await;
    let player = hall.person("甲").await;
    player.says("/rating 1 2500").await;
    player.sees("只有裁判员能做").await;
    let arbiter = appoint(&hall, "裁判甲").await;
    arbiter.says("/rating a_b 1850").await;
    arbiter.sees("有 2 位“a_b”，请写号码：1、2").await;
    arbiter.says("/rating <b>粗 体</b> 1850").await;
    arbiter.sees("3 <b>粗 体</b> 1850").await;
    arbiter.says("/rating 1 12345").await;
    arbiter.sees("等级分最高 9999，您写的是 12345").await;
    arbiter.says("/rating 9 1500").await;
    arbiter.sees("名单里没有“9”").await;
    arbiter.says("/rating 1850").await;
    arbiter.sees("读不懂").await;
    arbiter.says("/rating 1 一千八").await;
    arbiter.sees("读不懂").await;
    let journal = "SELECT count(*) FROM journal WHERE action = 'rating.enter'";
    assert_eq!(hall.count(journal), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_asks_for_it_where_the_event_wants_it() {
    let hall = Hall::with(|config| config.event.registration.ask_rating = true).await;
    let entrant = Entrant::number(1);
    let person = hall.person("张三").await;
    person.says("/register").await;
    person.sees("请输入选手姓名").await;
    person.says(&entrant.name).await;
    person.sees("居民身份证号").await;
    person.says(&entrant.card()).await;
    person.sees("请输入手机号").await;
    person.says(&entrant.phone).await;
    person.sees("最高称号").await;
    person.taps("无").await;
    person.sees("请输入选手的等级分").await;
    person.says("很高").await;
    person.sees("等级分请写 1 至 9999 的整数").await;
    person.says("１８５０").await;
    person.sees("哪一条").await;
    taps_beginning(&person, "1.").await;
    person.sees("证明材料").await;
    person.sends_photo("").await;
    person.taps("完成").await;
    agrees(&person).await;
    let summary = person.last().text;
    assert!(summary.contains("等级分：1850"), "{summary}");
    // Changed to none, and back.
    person.taps("修改").await;
    person.taps("等级分").await;
    person.taps("没有等级分").await;
    assert!(
        person.last().text.contains("等级分：无"),
        "{}",
        person.screen()
    );
    person.taps("修改").await;
    person.taps("等级分").await;
    person.says("1900").await;
    person.taps("确认提交").await;
    person.sees("棋手1").await;
    hall.settled().await;
    let kept = "SELECT count(*) FROM rating JOIN registration r ON r.id = rating.registration
                WHERE r.name = '棋手1' AND rating.points = 1900";
    assert_eq!(hall.count(kept), 1);
    let told = "SELECT count(*) FROM journal WHERE action = 'rating.enter' AND after = '1900'";
    assert_eq!(hall.count(told), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roster_brings_it_along() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let sends = async |ratings: [&str; 3]| {
        let rows = (1..).zip(ratings).map(|(no, rating)| {
            let entrant = Entrant::number(no);
            let (name, card, phone) = (&entrant.name, entrant.card(), &entrant.phone);
            format!("{name},{card},{phone},{rating}\r\n")
        });
        let file = format!("姓名,证件号,电话,等级分\r\n{}", rows.collect::<String>());
        let act = Act::Document {
            name: "名单.csv".to_owned(),
            bytes: file.into_bytes(),
            caption: String::new(),
        };
        chief.does(chief.id, act).await;
    };
    sends(["1850", "", "12000"]).await;
    chief.sees("等级分请写 1 至 9999 的整数").await;
    sends(["1850", "", "2100"]).await;
    chief.sees("还没有导入").await;
    chief.taps("全部导入").await;
    chief.sees("已导入 3 人").await;
    assert_eq!(hall.count("SELECT count(*) FROM rating"), 2);
    chief.says("/rating").await;
    let list = chief.sees("共 3 人，1 人没有").await.text;
    assert!(list.contains("棋手3 2100"), "{list}");
}
