//! Every lot of an event recomputed from what the group was told, by a verifier that shares no line with the bot.

use qisai::config::{RankKey, Stage, Tie};

use super::hall::{begin, rules, seats, seeded};
use crate::lots::{Told, check};
use crate::support::Hall;

/// The group's message with this in it, checked against all that stood before it.
async fn told(hall: &Hall, wanted: &str) -> Told {
    let drawn = hall.group().sees(wanted).await;
    let messages = hall
        .world
        .messages(crate::support::GROUP)
        .expect("the group");
    let before: Vec<String> = messages
        .into_iter()
        .filter(|message| message.seq < drawn.seq)
        .map(|message| message.text)
        .collect();
    check(&drawn.text, &before)
}

/// The word in the salt of a lot for sides, as the group was told of it after the promise and before the lot.
fn word_of(hall: &Hall, lot: &Told) -> String {
    let (word, _) = lot.salt.rsplit_once(" | ").expect("a word and results");
    let messages = hall
        .world
        .messages(crate::support::GROUP)
        .expect("the group");
    let at = |wanted: &str| {
        let found = messages.iter().position(|one| one.text.contains(wanted));
        found.unwrap_or_else(|| panic!("nobody was told {wanted}"))
    };
    let drawn = at(&format!("盐 {}", lot.salt));
    let promised = at(&lot.promise);
    let told = format!("本轮公开词：{word}");
    let between = &messages[promised..drawn];
    assert!(between.iter().any(|one| one.text.contains(&told)));
    word.to_owned()
}

fn ids(hall: &Hall, names: &[String; 2]) -> [u64; 2] {
    names.clone().map(|name| {
        let id = hall.count(&format!(
            "SELECT id FROM registration WHERE name = '{name}'"
        ));
        u64::try_from(id).expect("an id")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn start_numbers_and_the_sides_of_match_and_final_are_those_of_their_lots() {
    let hall = seeded(5, 4, |_| {}).await;
    let numbers = told(&hall, "抽签结果").await;
    assert_eq!(numbers.order.len(), 5);
    for (no, id) in (1_i64..).zip(&numbers.order) {
        let sql = format!("SELECT start_no FROM registration WHERE id = {id}");
        assert_eq!(hall.count(&sql), no);
    }

    begin(&hall).await;
    let results = ["红胜", "红胜"];
    for table in [1, 2] {
        rules(&hall, table, &results).await;
        let wanted = format!("{table}台 第3局 抽签");
        let lot = told(&hall, &wanted).await;
        let rapid = seats(&hall, 1, table);
        assert_eq!(lot.order, ids(&hall, &rapid.names), "the first has red");
        // The salt is the round's word and what was played, which nobody could know before.
        assert_eq!(word_of(&hall, &lot), "天气晴");
        let first = format!("天气晴 | 1-{table} ");
        assert!(lot.salt.starts_with(&first), "{}", lot.salt);
        assert_eq!(lot.salt.matches("=1-0").count(), 2, "{}", lot.salt);
        rules(&hall, table, &["红胜"]).await;
    }
    begin(&hall).await;
    rules(&hall, 1, &["和", "和", "和", "和", "和", "和"]).await;
    let lot = told(&hall, "1台 第7局 抽签").await;
    assert_eq!(lot.order, ids(&hall, &seats(&hall, 2, 1).names));
    assert_eq!(lot.salt.matches("=1/2").count(), 6, "{}", lot.salt);
    assert_eq!(word_of(&hall, &lot), "天气晴");
    rules(&hall, 1, &["和", "和"]).await;
    let lot = told(&hall, "1台 第9局 抽签").await;
    let last = seats(&hall, 2, 1);
    assert_eq!(
        (lot.order.clone(), last.number),
        (ids(&hall, &last.names).to_vec(), 9)
    );
    // Anyone can have it recomputed in the chat, too.
    let drawn = hall.group().sees("1台 第9局 抽签").await.text;
    last.red.says(&drawn).await;
    last.red.sees("相符").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn level_places_are_those_of_their_lot() {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        competition.stages.truncate(1);
        if let Stage::Swiss(swiss) = &mut competition.stages[0] {
            (swiss.rounds, swiss.advance) = (1, None);
            swiss.ranking.keys = vec![RankKey::Points];
            swiss.ranking.tie = Tie::Lot;
        }
    })
    .await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/bind").await;
    hall.fills(7).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/draw").await;
    hall.group().sees("抽签承诺　名次").await;
    chief.says("/draw 天气晴").await;
    let lot = told(&hall, "抽签结果　名次").await;
    assert_eq!(lot.salt, "天气晴");
    // Winners and the bye are level, and so are the losers.
    assert_eq!(lot.order.len(), 7);
    let table = hall.group().sees("最终名次").await.text;
    let places: Vec<String> = table
        .lines()
        .filter(|line| line.contains("棋手"))
        .map(|line| line.split(' ').nth(2).unwrap_or_default().to_owned())
        .map(|name| name.split('　').next().unwrap_or_default().to_owned())
        .collect();
    let name = |id: &u64| {
        let sql = format!("SELECT name FROM registration WHERE id = {id}");
        hall.database(|tx| tx.query_row(&sql, [], |row| row.get::<_, String>(0)))
    };
    let drawn: Vec<String> = lot.order.iter().map(name).collect();
    // Within each group of points the order is the lot's.
    let at = |who: &String| drawn.iter().position(|name| name == who).expect("drawn");
    for group in [&places[..4], &places[4..]] {
        let order: Vec<usize> = group.iter().map(at).collect();
        assert!(order.is_sorted(), "{table}\n{drawn:?}");
    }
}
