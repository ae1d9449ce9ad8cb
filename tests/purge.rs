//! After the event the chief lets the personal data go, in the chat.

use std::time::{Duration, Instant};

use qisai::store::{StoreError, registration};

use crate::registering::{Entrant, appoint};
use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn the_chief_purges_after_the_event_by_typing_its_name() {
    let mut hall = Hall::with(|config| {
        config.keep_papers = Some(config.database.with_file_name("papers"));
    })
    .await;
    let papers = hall.folder().join("papers");
    let copy = hall.folder().join("qisai.db.before-2");
    {
        let person = hall.person("张三").await;
        Entrant::named("张三").registers(&person).await;
        let left = hall.person("李四").await;
        left.says("/register").await;
        left.says("李四").await;
        let other = appoint(&hall, "王裁判").await;
        other.says("/purge").await;
        other.sees("裁判长才能做").await;
        let chief = hall.arbiter().await;
        chief.says("/purge").await;
        chief.sees("10月7日 16:30才结束").await;
        chief.says("/purge 武汉棋王赛").await;
        chief.sees("才结束").await;
        let begun = Instant::now();
        while !papers.join("1.sealed").exists() {
            assert!(begun.elapsed() < Duration::from_secs(20), "no copy");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        std::fs::write(&copy, b"as migrations leave it").expect("a copy");
        hall.set_clock("2023-10-08T00:00:00Z".parse().expect("an instant"))
            .await;
        chief.says("/purge").await;
        let preview = chief.sees("/purge 武汉棋王赛").await.text;
        assert!(preview.contains("1 人的证件号"), "{preview}");
        assert!(preview.contains("1 份没填完的报名"), "{preview}");
        chief.says("/purge 武汉").await;
        chief.sees("与赛事简称不符").await;
        assert_eq!(hall.count("SELECT count(*) FROM paper"), 1);
        chief.says("/purge 武汉棋王赛").await;
        chief.sees("已删除").await;
        chief.sees("彻底清除").await;
    }
    assert!(!papers.exists() && !copy.exists());
    let personal = hall
        .desk()
        .store()
        .write(|tx| registration::personal(tx, hall.desk().store().sealer(), 1));
    assert!(matches!(personal, Err(StoreError::Purged)));
    let names = "SELECT count(*) FROM account WHERE name LIKE '%裁判%'";
    assert_eq!(hall.count(names), 2, "the journal needs arbiters' names");
    assert_eq!(
        hall.count("SELECT count(*) FROM account WHERE name = '张三'"),
        0
    );
    // The bot lives on, and nothing is left for a second time but who is heard of again.
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.sees("个人资料和材料已清除").await;
    chief.says("/desk").await;
    chief.sees("裁判台").await;
    let person = hall.person("张三").await;
    person.says("/me").await;
    person.sees("张三").await;
    let journal = "SELECT count(*) FROM journal WHERE action = 'event.purge'";
    assert_eq!(hall.count(journal), 1);
}

/// After the last day of the timetable.
const AFTER: &str = "2023-10-08T00:00:00Z";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_purged_while_the_event_is_played_whatever_the_timetable_says() {
    let mut hall = Hall::field(4).await;
    hall.stop().await;
    hall.config.event.competitions[0].stages.truncate(1);
    if let Some(qisai::config::Stage::Swiss(swiss)) =
        hall.config.event.competitions[0].stages.first_mut()
    {
        swiss.rounds = 2;
    }
    hall.start().await;
    hall.round().await;
    hall.set_clock(AFTER.parse().expect("an instant")).await;
    let chief = hall.arbiter().await;
    let purge = || {
        let mut count = None;
        let handled = hall.desk().act(|turn| {
            count = Some(qisai::desk::purge::by_program(turn, false)?);
            Ok(())
        });
        (handled.expect("the database"), count)
    };
    let refused = |state: &str| {
        let (handled, count) = purge();
        assert!(
            matches!(handled, qisai::desk::Handled::Refused(_)) && count.is_none(),
            "{state}: {handled:?}"
        );
    };
    // A round is played, its successor is not paired, is proposed, is played.
    chief.says("/purge").await;
    chief.sees("比赛还没有下完").await;
    refused("open tables");
    hall.rules_all("和").await;
    refused("between the rounds");
    chief.says("/pair").await;
    refused("a proposal");
    chief.taps("公布").await;
    refused("the last round");
    // Its start was moved beyond everything: the day is not over.
    chief.says("/timetable 2 10月9日 09:00").await;
    chief.taps("只改第2轮").await;
    hall.rules_all("和").await;
    chief.says("/draw").await;
    chief.says("/draw 楚河汉界").await;
    chief.says("/purge").await;
    chief.sees("10月9日 09:00才结束").await;
    refused("before the moved start");
    hall.set_clock("2023-10-09T02:00:00Z".parse().expect("an instant"))
        .await;
    chief.says("/purge").await;
    chief.sees("/purge 武汉棋王赛").await;
    let (handled, count) = purge();
    assert_eq!(handled, qisai::desk::Handled::Done);
    assert_eq!(count.map(|count| count.people), Some(4));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_without_a_timetable_is_over_when_it_is_played() {
    let mut hall = Hall::field(2).await;
    hall.stop().await;
    hall.config.event.competitions[0].stages.truncate(1);
    hall.config.event.timetable.clear();
    if let Some(qisai::config::Stage::Swiss(swiss)) =
        hall.config.event.competitions[0].stages.first_mut()
    {
        swiss.rounds = 1;
    }
    hall.start().await;
    let chief = hall.arbiter().await;
    chief.says("/purge").await;
    chief.sees("还没有下完").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/purge").await;
    chief.sees("/purge 武汉棋王赛").await;
}
