//! The files the bot lives on: the database, its key, and the lock that keeps a second program away.

use std::fs;

use qisai::store::{OpenError, Store, StoreError, inbox};
use qisai::telegram::{StartError, start};
use tempfile::TempDir;

use crate::support::{Hall, TOKEN};

fn open(dir: &TempDir) -> Result<Store, OpenError> {
    Store::open(&dir.path().join("q.db"), &dir.path().join("q.key"))
}

#[test]
fn a_database_is_not_served_without_the_key_it_was_begun_with() {
    let dir = tempfile::tempdir().unwrap();
    let key = dir.path().join("q.key");
    drop(open(&dir).unwrap());
    let right = fs::read(&key).unwrap();

    fs::remove_file(&key).unwrap();
    assert!(matches!(open(&dir), Err(OpenError::KeyGone { .. })));
    assert!(!key.exists(), "a new key would only hide the loss");

    fs::write(&key, "00".repeat(32)).unwrap();
    assert!(matches!(open(&dir), Err(OpenError::WrongKey { .. })));

    fs::write(&key, right).unwrap();
    assert!(open(&dir).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_program_on_the_same_database_is_turned_away() {
    let mut hall = Hall::empty().await;
    let another = || {
        let (config, means, url) = (hall.config.clone(), hall.clock.means(), hall.url());
        async move { start(config, means, TOKEN, Some(&url)).await }
    };
    let second = another().await.err().expect("two on one database");
    assert!(matches!(second, StartError::Locked { .. }));
    assert!(second.to_string().contains("only one may run"), "{second}");
    let person = hall.person("张三").await;
    person.says("/help").await;
    person.sees("比赛机器人").await;
    hall.crash().await;
}

#[test]
fn an_update_that_only_waits_is_not_counted_as_tried() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir).unwrap();
    let now = chrono::Utc::now();
    let left_over = || {
        let waiting = store.write(|tx| inbox::unhandled(tx, store.sealer()));
        waiting
            .unwrap()
            .iter()
            .map(|row| row.attempts)
            .collect::<Vec<_>>()
    };
    store
        .write(|tx| {
            inbox::receive(tx, store.sealer(), 7, b"{}", now)?;
            inbox::begin(tx, 7)?;
            Ok::<_, StoreError>(())
        })
        .unwrap();
    for _ in 0..5 {
        assert_eq!(left_over(), [1], "killed before its turn came");
    }
    for tried in 2..4 {
        let begun = store.write(|tx| inbox::begin(tx, 7));
        begun.unwrap();
        assert_eq!(left_over(), [tried]);
    }
}
