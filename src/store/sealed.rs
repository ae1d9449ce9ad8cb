//! Where sealed values lie in the database, so that a new key reaches all of them.

use rusqlite::{Connection, params};
use serde_json::Value;

use super::registration::{self, Personal};
use super::{SealError, Sealer, StoreError};

/// Table, column, and the row's name under which the column is sealed.
const COLUMNS: &[(&str, &str, &str)] = &[
    ("registration", "personal", "'registration/' || id"),
    ("paper", "file", "'paper/' || registration"),
    ("draft", "sealed", "'draft/' || account"),
    ("inbox", "sealed", "'inbox/' || update_id"),
    ("lot", "secret", "'lot/' || competition || '/' || purpose"),
];

/// Columns that hold bytes and need no seal.
#[cfg(test)]
const PLAIN: &[(&str, &str)] = &[
    // A keyed hash, made anew from what is sealed beside it.
    ("registration", "person_hash"),
];

/// Opens every sealed value; returns how many there are.
///
/// # Errors
/// The first that does not open, by the row's name.
pub fn check_all(tx: &Connection, sealer: &Sealer) -> Result<u64, Unopened> {
    let mut count = 0;
    for column in COLUMNS {
        each(tx, column, |_, row, sealed| {
            sealer.open(&row, &sealed).map_err(|_| Unopened::Row(row))?;
            count += 1;
            Ok(())
        })?;
    }
    notices(tx, |_, notice| {
        visit(notice, &mut |row, sealed| {
            let opened = sealer.open(row, &sealed);
            opened.map_err(|_| Unopened::Row(format!("outbox, {row}")))?;
            count += 1;
            Ok(sealed)
        })
        .map(drop)
    })?;
    Ok(count)
}

/// Seals every value anew: what `old` opens is sealed with `new` afterwards, and persons are found again by
/// hashes of the new key. Returns how many values there are.
///
/// # Errors
/// The first value that `old` does not open; then the transaction must not be committed.
pub fn reseal_all(tx: &Connection, old: &Sealer, new: &Sealer) -> Result<u64, Unopened> {
    let mut count = 0;
    for column in COLUMNS {
        let (table, name, _) = column;
        each(tx, column, |rowid, row, sealed| {
            let plain = old.open(&row, &sealed);
            let plain = plain.map_err(|_| Unopened::Row(row.clone()))?;
            let again = new.seal(&row, &plain)?;
            tx.prepare_cached(&format!("UPDATE {table} SET {name} = ?2 WHERE rowid = ?1"))?
                .execute(params![rowid, again])?;
            if (*table, *name) == ("registration", "personal") {
                let personal: Personal = serde_json::from_slice(&plain)?;
                let hash = registration::person_hash(new, &personal.identity);
                tx.prepare_cached("UPDATE registration SET person_hash = ?2 WHERE id = ?1")?
                    .execute(params![rowid, hash])?;
            }
            count += 1;
            Ok(())
        })?;
    }
    notices(tx, |id, notice| {
        let changed = visit(notice, &mut |row, sealed| {
            let plain = old.open(row, &sealed);
            let plain = plain.map_err(|_| Unopened::Row(format!("outbox, {row}")))?;
            count += 1;
            Ok(new.seal(row, &plain)?)
        })?;
        if changed {
            tx.prepare_cached("UPDATE outbox SET notice = ?2 WHERE id = ?1")?
                .execute(params![id, notice.to_string()])?;
        }
        Ok(())
    })?;
    Ok(count)
}

/// Why the sealed values cannot be gone through.
#[derive(Debug, thiserror::Error)]
pub enum Unopened {
    #[error("the sealed value of row {0} does not open with this key")]
    Row(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for Unopened {
    fn from(error: rusqlite::Error) -> Self {
        Unopened::Store(error.into())
    }
}

impl From<serde_json::Error> for Unopened {
    fn from(error: serde_json::Error) -> Self {
        Unopened::Store(error.into())
    }
}

impl From<SealError> for Unopened {
    fn from(error: SealError) -> Self {
        Unopened::Store(error.into())
    }
}

/// Every value of a column; an empty one was purged.
fn each(
    tx: &Connection,
    (table, column, row_name): &(&str, &str, &str),
    mut work: impl FnMut(i64, String, Vec<u8>) -> Result<(), Unopened>,
) -> Result<(), Unopened> {
    let rows: Vec<i64> = tx
        .prepare(&format!(
            "SELECT rowid FROM {table} WHERE length({column}) > 0 ORDER BY rowid"
        ))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let sql = format!("SELECT {row_name}, {column} FROM {table} WHERE rowid = ?1");
    for rowid in rows {
        let (row, sealed) = tx
            .prepare_cached(&sql)?
            .query_row([rowid], |row| Ok((row.get(0)?, row.get(1)?)))?;
        work(rowid, row, sealed)?;
    }
    Ok(())
}

/// Every notice of the outbox that carries something sealed.
fn notices(
    tx: &Connection,
    mut work: impl FnMut(i64, &mut Value) -> Result<(), Unopened>,
) -> Result<(), Unopened> {
    let rows: Vec<(i64, String)> = tx
        .prepare("SELECT id, notice FROM outbox WHERE instr(notice, '\"sealed\"') > 0 ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (id, notice) in rows {
        work(id, &mut serde_json::from_str(&notice)?)?;
    }
    Ok(())
}

/// What becomes of sealed bytes, by the name of their row.
type Reseal<'a> = dyn FnMut(&str, Vec<u8>) -> Result<Vec<u8>, Unopened> + 'a;

/// Hands on every `{"sealed": {"row": …, "hex": …}}` in the notice and puts the answer in its place. True
/// when there was one.
fn visit(value: &mut Value, work: &mut Reseal<'_>) -> Result<bool, Unopened> {
    let mut found = false;
    match value {
        Value::Array(items) => {
            for item in items {
                found |= visit(item, work)?;
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                let sealed = (key == "sealed").then(|| {
                    let row = field.get("row")?.as_str()?.to_owned();
                    Some((row, from_hex(field.get("hex")?.as_str()?)?))
                });
                if let Some(Some((row, bytes))) = sealed {
                    field["hex"] = Value::String(to_hex(&work(&row, bytes)?));
                    found = true;
                } else {
                    found |= visit(field, work)?;
                }
            }
        }
        _ => {}
    }
    Ok(found)
}

/// Hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits.
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn every_column_of_bytes_is_known_here() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("q.db"), &dir.path().join("q.key")).unwrap();
        let columns = store.write(|tx| {
            tx.prepare(
                "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
                 WHERE m.type = 'table' AND c.type = 'BLOB'",
            )?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<Vec<(String, String)>, _>>()
        });
        for (table, column) in columns.unwrap() {
            let is_sealed = COLUMNS
                .iter()
                .any(|(t, c, _)| (*t, *c) == (table.as_str(), column.as_str()));
            let is_plain = PLAIN.contains(&(table.as_str(), column.as_str()));
            assert!(
                is_sealed ^ is_plain,
                "{table}.{column}: a new key must reach it, or it is plain"
            );
        }
    }

    #[test]
    fn sealed_parts_of_a_notice_are_found_wherever_they_lie() {
        let (old, new) = (Sealer::with_key([1; 32]), Sealer::with_key([2; 32]));
        let part = |text: &str| {
            let hex = to_hex(&old.seal("paper/1", text.as_bytes()).unwrap());
            serde_json::json!({"sealed": {"row": "paper/1", "hex": hex}})
        };
        let mut notice = serde_json::json!({"review": {"papers": [part("a"), part("b")], "n": 1}});
        let mut seen = Vec::new();
        let found = visit(&mut notice, &mut |row, sealed| {
            let plain = old.open(row, &sealed)?;
            seen.push(plain.clone());
            Ok(new.seal(row, &plain)?)
        });
        assert!(found.unwrap());
        assert_eq!(seen, [b"a", b"b"]);
        let hex = notice["review"]["papers"][1]["sealed"]["hex"].as_str();
        let again = from_hex(hex.unwrap()).unwrap();
        assert_eq!(new.open("paper/1", &again).unwrap(), b"b");
        assert!(old.open("paper/1", &again).is_err());
    }
}
