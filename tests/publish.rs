//! Publishing a round.

use qisai::desk::{Handled, publish};
use qisai::rehearsal::Act;

use crate::support::{Hall, Person};

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_told_table_side_opponent_and_time() {
    let hall = Hall::field(5).await;
    hall.round().await;
    let listed = hall.group().sees("第1轮对阵").await.text;
    assert!(
        listed.contains("（共7轮）") && listed.contains("09:00 开赛"),
        "{listed}"
    );
    for no in 1..=2 {
        let table = hall.table(no);
        let [red, black] = &table.names;
        let number = |name: &str| {
            hall.count(&format!(
                "SELECT start_no FROM registration WHERE name = '{name}'"
            ))
        };
        let (r, b) = (number(red), number(black));
        table
            .red
            .sees(&format!(
                "{r} {red}：第1轮 第{no}台 您执红 对手 {b} {black} 10月5日 09:00 开赛"
            ))
            .await;
        table
            .black
            .sees(&format!(
                "{b} {black}：第1轮 第{no}台 您执黑 对手 {r} {red} 10月5日 09:00 开赛"
            ))
            .await;
        assert!(
            listed.contains(&format!("{no}　{r} {red} — {b} {black}")),
            "{listed}"
        );
    }
    let bye = hall.count(
        "SELECT r.account FROM seat s JOIN registration r ON r.id = s.player WHERE s.kind = 'bye'",
    );
    hall.known(bye).sees("第1轮您轮空，得 2 分").await;
    assert_eq!(hall.group().count("第1轮对阵"), 1);
    hall.group().sees("已报 0/2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_press_at_once_and_it_is_published_once() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    chief.says("/arbiter 编排长").await;
    let code = chief.last().text;
    let code = code
        .split(|c: char| !c.is_ascii_alphanumeric())
        .find(|word| word.len() == 8);
    let officer = hall.person("编排长").await;
    officer.says(&format!("/arbiter {}", code.unwrap())).await;
    let mut presses = Vec::new();
    for person in [&chief, &officer] {
        person.says("/pair").await;
        let message = person.sees("棋手现在还看不到").await.id;
        presses.push((person, message));
    }
    let mut queries = Vec::new();
    for (person, message) in presses {
        let button = "公布".to_owned();
        queries.push(
            person
                .does_quickly(person.id, Act::Taps { message, button })
                .query()
                .unwrap(),
        );
    }
    hall.settled().await;
    let told: Vec<_> = queries
        .into_iter()
        .filter_map(|query| hall.world.toast(query).unwrap().unwrap().text)
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("第1轮已经公布"), "{told:?}");
    assert_eq!(hall.group().count("第1轮对阵"), 1);
    assert_eq!(hall.table(1).red.count("您执红"), 1);
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'round.publish'"),
        1
    );
    // Later the same button says so still, whatever has been proposed since.
    hall.rules_all("红胜").await;
    spent(&officer).await;
    chief.says("/pair").await;
    chief.sees("第2轮编排方案").await;
    spent(&officer).await;
}

/// The buttons beneath the published proposal do nothing more.
async fn spent(officer: &Person<'_>) {
    for data in ["pp:1", "pd:1"] {
        let toast = officer.taps_stale(data).await;
        assert!(
            toast
                .text
                .is_some_and(|text| text.contains("第1轮已经公布")),
            "{data}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_and_it_is_published_once() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    let desk = hall.desk();
    let done: Vec<_> = std::thread::scope(|scope| {
        let presses: Vec<_> = (1..=8)
            .map(|no| {
                let (actor, id) = (crate::support::private(chief.id), -no);
                scope.spawn(move || {
                    desk.handle(id, &actor, |turn| {
                        publish::publish(turn, publish::What::Shown(1))
                    })
                })
            })
            .collect();
        presses
            .into_iter()
            .map(|press| press.join().unwrap().unwrap())
            .collect()
    });
    let published = done.iter().filter(|done| matches!(done, Handled::Done));
    assert_eq!(published.count(), 1, "{done:?}");
    hall.settled().await;
    assert_eq!(hall.group().count("第1轮对阵"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_cannot_be_delivered_is_called_out_in_the_group() {
    let hall = Hall::field(4).await;
    let chief = hall.arbiter().await;
    let shut = hall.person("棋手2").await;
    shut.blocks().await;
    hall.round().await;
    let called = hall.group().sees("棋手2：第1轮").await;
    assert!(
        called.text.contains("您执") && called.buttons.is_empty(),
        "{}",
        called.text
    );
    assert_eq!(chief.count("私聊通知不到"), 1);
    // The round goes on: the other one reports, and the window passes.
    hall.rules_all("和").await;
    hall.round().await;
    hall.group().sees("棋手2：第2轮").await;
    assert_eq!(chief.count("私聊通知不到"), 1);
}
