//! Taking the personal data out of a database whose event is over. Results, names and start numbers stay.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::instant::to_ms;

/// How much there is, or was, to be removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Registrations with document, phone and guardian.
    pub people: u32,
    pub papers: u32,
    /// Conversations left unfinished.
    pub drafts: u32,
    /// Texts of messages that were sent.
    pub messages: u32,
    /// Telegram accounts whose names are kept.
    pub accounts: u32,
}

impl Count {
    /// Whether nothing was left to remove.
    pub fn is_empty(&self) -> bool {
        *self == Count::default()
    }
}

/// A registration that has no start number and did not get into the field: nobody's result needs its name.
const NEVER_PLAYED: &str = "start_no IS NULL AND state IN ('refused', 'withdrawn', 'waiting', 'offered') AND born <> '1900-01-01'";

/// Names of accounts that no arbiter bears: the journal needs those of arbiters.
const NAMED: &str =
    "(name <> '' OR username IS NOT NULL) AND id NOT IN (SELECT account FROM arbiter)";

/// Notices that tell of one person and not of the event.
const PERSONAL: &str = "state IN ('sent', 'failed', 'superseded') OR chat > 0";

/// What [`purge`] would remove now.
pub fn count(tx: &Connection) -> rusqlite::Result<Count> {
    let number = |sql: &str| tx.query_row(sql, [], |row| row.get::<_, u32>(0));
    Ok(Count {
        people: number(&format!(
            "SELECT count(*) FROM registration WHERE length(personal) > 0 OR ({NEVER_PLAYED})"
        ))?,
        papers: number("SELECT count(*) FROM paper")?,
        drafts: number("SELECT count(*) FROM draft")?,
        messages: number(&format!(
            "SELECT count(*) FROM outbox WHERE ({PERSONAL}) AND notice <> 'null'"
        ))?,
        accounts: number(&format!("SELECT count(*) FROM account WHERE {NAMED}"))?,
    })
}

/// Removes it. Doing it again removes nothing more. What a person is found again by afterwards is the name
/// with the birth date; the keyed hash of the document gives way to random bytes.
pub fn purge(tx: &Connection, now: DateTime<Utc>) -> rusqlite::Result<Count> {
    let count = count(tx)?;
    tx.execute(
        "UPDATE registration SET personal = x'', person_hash = randomblob(32), answers = '{}',
           basis = NULL, reason = CASE WHEN reason IN ('无故弃权', '取消资格') THEN reason END
         WHERE length(personal) > 0",
        [],
    )?;
    tx.execute(
        &format!(
            "UPDATE registration SET name = '（已清除）', born = '1900-01-01', team = NULL
             WHERE {NEVER_PLAYED} AND state NOT IN ('waiting', 'offered')"
        ),
        [],
    )?;
    // One who waited to the end still stands, and of those no two may have the same name and birth date.
    tx.execute(
        &format!(
            "UPDATE registration SET name = '（已清除' || id || '）', born = '1900-01-01', team = NULL
             WHERE {NEVER_PLAYED}"
        ),
        [],
    )?;
    tx.execute("DELETE FROM paper_copy", [])?;
    tx.execute("DELETE FROM paper", [])?;
    tx.execute("DELETE FROM draft", [])?;
    // A message to a person that is not out yet says nothing any more that is needed.
    tx.execute(
        &format!(
            "UPDATE outbox SET notice = 'null',
               state = CASE WHEN state IN ('pending', 'sending') THEN 'superseded' ELSE state END,
               done_at = coalesce(done_at, ?1)
             WHERE ({PERSONAL}) AND notice <> 'null'"
        ),
        params![to_ms(now)],
    )?;
    tx.execute(
        &format!("UPDATE account SET name = '', username = NULL WHERE {NAMED}"),
        [],
    )?;
    Ok(count)
}

/// Updates that nobody will handle any more, because the bot does not run: their texts go.
pub fn forget_updates(tx: &Connection, now: DateTime<Utc>) -> rusqlite::Result<u32> {
    let forgotten = tx.execute(
        "UPDATE inbox SET sealed = NULL, handled_at = ?1 WHERE handled_at IS NULL",
        [to_ms(now)],
    )?;
    Ok(u32::try_from(forgotten).unwrap_or(u32::MAX))
}

/// Where a copy of the database made at this moment lies: beside it, named after the moment in UTC.
pub fn copy_path(database: &Path, at: DateTime<Utc>) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!("{COPY}{}", at.format("%Y%m%d-%H%M%S")));
    name.into()
}

/// Between the database's name and a copy's moment.
const COPY: &str = ".backup-";

/// Copies of the database beside it, by migrations (`NAME.before-N`) and those the chief arbiter asked for
/// (`NAME.backup-MOMENT`): they hold what was purged.
pub fn old_copies(database: &Path) -> std::io::Result<Vec<PathBuf>> {
    let folder = match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Some(name) = database.file_name().and_then(|name| name.to_str()) else {
        return Ok(Vec::new());
    };
    let beginnings = [format!("{name}.before-"), format!("{name}{COPY}")];
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_copy = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| beginnings.iter().find_map(|way| name.strip_prefix(way)))
            .map(|rest| rest.strip_suffix(".part").unwrap_or(rest))
            .is_some_and(|rest| {
                rest.bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-')
            });
        if is_copy {
            found.push(path);
        }
    }
    Ok(found)
}
