//! Whatever happens between two steps, nothing is lost and nothing is done twice.

use std::time::Duration;

use qisai::config::Config;
use qisai::desk::notice::Hello;
use qisai::desk::{Actor, Chat, Halt, Handled};
use qisai::rehearsal::{Act, Fault};
use qisai::store::{Store, StoreError, inbox};
use teloxide::Bot;
use teloxide::payloads::GetUpdatesSetters;
use teloxide::prelude::Requester;

use crate::support::{Hall, TOKEN};

#[tokio::test(flavor = "multi_thread")]
async fn an_update_delivered_again_changes_nothing() {
    let mut hall = Hall::empty().await;
    let chief = hall.arbiter().await;
    chief.says("/arbiter 裁判员").await;
    let id = chief.id;
    let update = hall.world.last_update().unwrap();
    hall.world.redeliver(update).unwrap();
    hall.settled().await;
    hall.restart().await;
    hall.world.redeliver(update).unwrap();
    hall.settled().await;
    assert_eq!(hall.count("SELECT count(*) FROM arbiter_code"), 2);
    let messages = hall.world.messages(id).unwrap();
    let codes = messages.iter().filter(|m| m.text.contains("一次性裁判码"));
    assert_eq!(codes.count(), 1);
}

/// What the program does up to the point at which it is killed: the update is in the inbox and Telegram
/// knows, but nobody has handled it.
async fn receive_and_die(hall: &Hall, attempts: u32) {
    let bot = Bot::new(TOKEN).set_api_url(hall.url().parse().unwrap());
    let updates = bot.get_updates().await.unwrap();
    let config: &Config = &hall.config;
    let store = Store::open(&config.database, &config.key).unwrap();
    for update in &updates {
        let json = serde_json::to_vec(update).unwrap();
        let id = i64::from(update.id.0);
        let now = hall.clock.now();
        store
            .write(|tx| {
                inbox::receive(tx, store.sealer(), id, &json, now)?;
                tx.execute(
                    "UPDATE inbox SET attempts = ?1 WHERE update_id = ?2",
                    (attempts, id),
                )?;
                Ok::<_, StoreError>(())
            })
            .unwrap();
        let confirmed = bot
            .get_updates()
            .offset(update.id.as_offset())
            .await
            .unwrap();
        assert!(confirmed.iter().all(|later| later.id.0 > update.id.0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_received_and_not_handled_is_taken_up() {
    let mut hall = Hall::empty().await;
    let id = hall.person("张三").await.id;
    hall.stop().await;
    hall.world.says(id, id, "今天天气不错").unwrap();
    receive_and_die(&hall, 0).await;
    hall.world.says(id, id, "/cancel").unwrap();
    hall.start().await;
    hall.settled().await;
    let person = hall.person("张三").await;
    assert_eq!(person.count("没看懂"), 1, "{}", person.screen());
    assert_eq!(person.count("不用取消"), 1, "{}", person.screen());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_keeps_killing_the_program_is_given_up() {
    let mut hall = Hall::empty().await;
    let id = hall.person("张三").await.id;
    hall.stop().await;
    hall.world.says(id, id, "今天天气不错").unwrap();
    receive_and_die(&hall, 3).await;
    hall.start().await;
    hall.settled().await;
    let person = hall.person("张三").await;
    assert_eq!(person.count("没看懂"), 0);
    assert_eq!(person.count("抱歉，程序出了差错"), 1, "{}", person.screen());
    assert_eq!(
        hall.count("SELECT count(*) FROM inbox WHERE handled_at IS NULL"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_messages_nothing_is_lost_and_at_most_the_one_on_its_way_doubled() {
    const OWED: usize = 40;
    let mut hall = Hall::empty().await;
    let id = hall.person("张三").await.id;
    let texts: Vec<String> = (0..OWED).map(|n| format!("第{n:02}条")).collect();
    hall.world.fail_next(
        "sendMessage",
        OWED * 2,
        Fault::Delay(Duration::from_millis(5)),
    );
    hall.desk()
        .act(|turn| {
            for text in &texts {
                let nearest = Some(text.clone());
                turn.tell(id, Hello::Unknown { nearest })?;
            }
            Ok(())
        })
        .unwrap();
    let mut kills = 0;
    for wait in [3, 17, 31, 8, 23, 40] {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        hall.kill();
        kills += 1;
        hall.start().await;
    }
    hall.settled().await;
    let messages = hall.world.messages(id).unwrap();
    let seen: Vec<usize> = messages
        .iter()
        .filter_map(|m| texts.iter().position(|text| m.text.contains(text)))
        .collect();
    let mut once = seen.clone();
    once.dedup();
    assert_eq!(once, (0..OWED).collect::<Vec<_>>(), "lost or out of order");
    assert!(
        seen.len() - OWED <= kills,
        "doubled more than once a kill: {seen:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_updates_survives_kills() {
    const SAID: usize = 60;
    let mut hall = Hall::empty().await;
    let id = hall.person("张三").await.id;
    for number in 0..SAID {
        hall.world.says(id, id, &format!("/x{number}")).unwrap();
        if number % 20 == 10 {
            hall.kill();
            hall.start().await;
        }
    }
    hall.settled().await;
    assert_eq!(
        hall.count("SELECT count(*) FROM inbox WHERE handled_at IS NULL"),
        0
    );
    let answers = "SELECT count(*) FROM outbox WHERE notice LIKE '%unknown%'";
    assert_eq!(hall.count(answers), i64::try_from(SAID).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_told_and_the_bot_lives_on() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let actor = Actor {
        account: person.id,
        name: "张三".to_owned(),
        username: None,
        chat: Chat::Private,
        message: None,
        tapped: false,
    };
    let handled = hall
        .desk()
        .handle(900_000_000, &actor, |turn| {
            turn.tell(person.id, Hello::EditUnread)?;
            panic!("on purpose");
        })
        .unwrap();
    let Handled::Failed(id) = handled else {
        panic!("{handled:?}");
    };
    let told = person.sees("抱歉，程序出了差错").await;
    assert!(told.text.contains(&id));
    assert_eq!(person.count("修改不会生效"), 0, "half of it was done");
    let again = hall
        .desk()
        .handle(900_000_000, &actor, |_| Ok::<_, Halt>(()))
        .unwrap();
    assert_eq!(again, Handled::Repeated);
    person.does(person.id, Act::Says("/help".to_owned())).await;
    person.sees("比赛机器人").await;
}
