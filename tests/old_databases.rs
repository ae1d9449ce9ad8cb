//! Databases that earlier versions wrote, kept as SQL: each opens in this version with nothing lost.
//!
//! A file is the dump of a finished rehearsal of eight players, named after the number of migrations it
//! has seen: `qisai rehearse --auto --players 8 --seed 5`, then `sqlite3 rehearsal/qisai.sqlite .dump`.
//! Its key stands beside it as `key-` and the same number, that of the first in `key`. Add one whenever a migration lands; never change an old one.

use std::path::Path;
use std::sync::Arc;

use qisai::config::Config;
use qisai::desk::notice::Standings;
use qisai::desk::{Desk, Means, Notice, field, table};
use qisai::store::{Sealer, Store, StoreError, lot};
use qisai::tournament::lot::verify;
use rusqlite::Connection;

fn folder() -> &'static Path {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/databases"
    ))
}

/// The final table of the database, read through today's desk.
fn final_table(dump: &Path) -> Standings {
    let dir = tempfile::tempdir().expect("a folder");
    let (path, key) = (
        dir.path().join("qisai.sqlite"),
        dir.path().join("qisai.key"),
    );
    let sql = std::fs::read_to_string(dump).expect("the dump");
    let old = Connection::open(&path).expect("a database");
    // A dump names tables before those they refer to.
    old.pragma_update(None, "foreign_keys", "OFF")
        .expect("a pragma");
    old.execute_batch(&sql).expect("the dump's statements");
    let version: i64 = dump
        .file_stem()
        .and_then(|stem| stem.to_str()?.parse().ok())
        .expect("a number");
    old.pragma_update(None, "user_version", version)
        .expect("its version");
    drop(old);
    let own = folder().join(format!("key-{version:04}"));
    let kept = if own.exists() {
        own
    } else {
        folder().join("key")
    };
    std::fs::copy(kept, &key).expect("the key");

    let store = Store::open(&path, &key).expect("it opens");
    let toml = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
    let config = Config::parse("bot.toml", &toml.expect("bot.toml"))
        .expect("it is sound")
        .config;
    let desk: Arc<Desk> = Desk::open(store, config, Means::real()).expect("the desk opens");
    let mut found = None;
    desk.act(|turn| {
        found = table::by_section(turn, &field::Field::load(turn)?).pop();
        Ok(())
    })
    .expect("the desk reads it");
    let sealed = desk.store().write(|tx| -> Result<i64, StoreError> {
        let ids: Vec<i64> = tx
            .prepare("SELECT id FROM registration")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for id in &ids {
            qisai::store::registration::personal(tx, desk.store().sealer(), *id)?;
        }
        let owed: Vec<String> = tx
            .prepare("SELECT notice FROM outbox")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for notice in owed {
            serde_json::from_str::<Notice>(&notice)?;
        }
        every_lot_follows(tx, desk.store().sealer())?;
        Ok(ids.len() as i64)
    });
    assert!(sealed.expect("personal data and notices can still be read") >= 8);
    found.expect("a table")
}

/// Each lot with its entries is that of its secret and its salt, whatever the salt was made of then.
fn every_lot_follows(tx: &Connection, sealer: &Sealer) -> Result<(), StoreError> {
    let lots: Vec<(String, String)> = tx
        .prepare("SELECT competition, purpose FROM lot WHERE revealed_at IS NOT NULL")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (competition, purpose) in lots {
        let order = lot::order(tx, &competition, &purpose)?;
        let order: Vec<u64> = order.into_iter().map(i64::unsigned_abs).collect();
        if order.is_empty() {
            continue;
        }
        let kept = lot::find(tx, sealer, &competition, &purpose)?.expect("the lot");
        let secret = String::from_utf8(kept.secret).expect("hexadecimal");
        let (secret, salt) = (
            secret.parse().expect("a secret"),
            kept.salt.expect("a salt"),
        );
        assert_eq!(
            verify(&kept.commitment, &secret, &salt, &order, &order),
            Ok(()),
            "{purpose}"
        );
    }
    Ok(())
}

#[test]
fn every_database_ever_written_opens_with_its_table() {
    let mut dumps = 0;
    for entry in std::fs::read_dir(folder()).expect("the folder of old databases") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "sql") {
            continue;
        }
        dumps += 1;
        let table = final_table(&path);
        assert!(table.is_final, "{}", path.display());
        assert_eq!(table.after, 7);
        assert_eq!(table.open, 0);
        let points: u32 = table
            .rows
            .iter()
            .map(|row| {
                row.values
                    .first()
                    .and_then(|value| value.parse::<u32>().ok())
                    .expect("points")
            })
            .sum();
        // 2 points a game, and byes of 2 where somebody left.
        assert!(
            points >= 7 * 2 * 3,
            "{}: {points} points in all",
            path.display()
        );
    }
    assert!(dumps >= 1, "no old database was found");
}
