use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension};

use super::OpenError;

/// Every migration there ever was, oldest first; the database's `user_version` counts those it has
/// seen. A landed migration is never changed: write the next.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_points_stage.sql"),
    include_str!("../../migrations/0002_granted.sql"),
    include_str!("../../migrations/0003_chosen_competition.sql"),
    include_str!("../../migrations/0004_handover.sql"),
    include_str!("../../migrations/0005_places.sql"),
    include_str!("../../migrations/0006_hand.sql"),
    include_str!("../../migrations/0007_paper_copy.sql"),
    include_str!("../../migrations/0008_lot.sql"),
    include_str!("../../migrations/0009_rating.sql"),
    include_str!("../../migrations/0010_discipline.sql"),
    include_str!("../../migrations/0011_stage_ranking.sql"),
    include_str!("../../migrations/0012_clock.sql"),
    include_str!("../../migrations/0013_paired_with.sql"),
    include_str!("../../migrations/0014_knockout.sql"),
    include_str!("../../migrations/0015_special_prize.sql"),
    include_str!("../../migrations/0016_step.sql"),
    include_str!("../../migrations/0017_early_draw.sql"),
    include_str!("../../migrations/0018_frozen_basis.sql"),
    include_str!("../../migrations/0019_committee.sql"),
    include_str!("../../migrations/0020_lot_word.sql"),
];

/// Brings the database up to this program's schema. A file that holds anything is copied beside
/// itself first (`NAME.before-N`).
///
/// # Errors
/// [`OpenError::Newer`] when a later program wrote the file: it is left untouched.
pub fn migrate(conn: &mut Connection, path: Option<&Path>) -> Result<(), OpenError> {
    migrate_with(conn, path, MIGRATIONS)
}

/// Refuses a file that this program must not touch, before anything is written to it.
pub fn inspect(conn: &Connection) -> Result<(), OpenError> {
    inspect_with(conn, MIGRATIONS).map(drop)
}

/// Whether the file has seen every migration of this program; it is left untouched.
pub fn is_current(path: &Path) -> Result<bool, OpenError> {
    let conn = Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    Ok(inspect_with(&conn, MIGRATIONS)? == MIGRATIONS.len())
}

/// How many of the migrations the file has seen.
fn inspect_with(conn: &Connection, migrations: &[&str]) -> Result<usize, OpenError> {
    let version: i64 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let seen = usize::try_from(version).map_err(|_| OpenError::Foreign)?;
    if seen > migrations.len() {
        return Err(OpenError::Newer {
            found: seen,
            known: migrations.len(),
        });
    }
    if seen == 0 && has_tables(conn)? {
        return Err(OpenError::Foreign);
    }
    Ok(seen)
}

fn migrate_with(
    conn: &mut Connection,
    path: Option<&Path>,
    migrations: &[&str],
) -> Result<(), OpenError> {
    let seen = inspect_with(conn, migrations)?;
    if seen > 0
        && seen < migrations.len()
        && let Some(path) = path
    {
        copy(conn, &backup_path(path, seen))?;
    }
    // A table can only be made anew while nothing watches what refers to it; the check before each commit
    // sees to that instead. The pragma does nothing inside a transaction.
    let watched: bool = conn.query_row("PRAGMA foreign_keys", [], |row| row.get(0))?;
    conn.pragma_update(None, "foreign_keys", false)?;
    let migrated = run(conn, migrations, seen);
    conn.pragma_update(None, "foreign_keys", watched)?;
    migrated
}

/// Each migration in a transaction of its own, together with its number.
fn run(conn: &mut Connection, migrations: &[&str], seen: usize) -> Result<(), OpenError> {
    for (version, sql) in (1_i64..).zip(migrations).skip(seen) {
        let tx = conn.transaction()?;
        tx.execute_batch(sql)?;
        let dangling = tx
            .query_row("PRAGMA foreign_key_check", [], |row| row.get(0))
            .optional()?;
        if let Some(table) = dangling {
            return Err(OpenError::Dangling { version, table });
        }
        tx.pragma_update(None, "user_version", version)?;
        tx.commit()?;
    }
    Ok(())
}

fn has_tables(conn: &Connection) -> rusqlite::Result<bool> {
    conn.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| {
        row.get(0)
    })
}

fn backup_path(path: &Path, seen: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".before-{}", seen + 1));
    name.into()
}

/// Writes the whole database to another file.
pub(super) fn copy(conn: &Connection, to: &Path) -> rusqlite::Result<()> {
    let mut copy = Connection::open(to)?;
    rusqlite::backup::Backup::new(conn, &mut copy)?.run_to_completion(
        1000,
        std::time::Duration::ZERO,
        None,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;";

    fn version(conn: &Connection) -> i64 {
        conn.query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap()
    }

    #[test]
    fn every_migration_runs_once_and_in_order() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, None).unwrap();
        assert_eq!(version(&conn), MIGRATIONS.len() as i64);
        migrate(&mut conn, None).unwrap();
        let broken: Vec<String> = conn
            .prepare("PRAGMA integrity_check")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(broken, ["ok"]);
    }

    #[test]
    fn a_file_is_copied_before_it_is_migrated() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("q.sqlite");
        let mut conn = Connection::open(&path).unwrap();
        migrate(&mut conn, Some(&path)).unwrap();
        conn.execute("INSERT INTO setting VALUES ('k', 'v')", [])
            .unwrap();
        let more = [MIGRATIONS, &[NEXT]].concat();
        migrate_with(&mut conn, Some(&path), &more).unwrap();
        assert_eq!(version(&conn), more.len() as i64);
        let copy = Connection::open(backup_path(&path, MIGRATIONS.len())).unwrap();
        assert_eq!(version(&copy), MIGRATIONS.len() as i64);
        let kept: String = copy
            .query_row("SELECT value FROM setting", [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, "v");
    }

    #[test]
    fn a_newer_file_and_a_foreign_file_are_refused_untouched() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.pragma_update(None, "user_version", 999).unwrap();
        assert!(matches!(
            migrate(&mut conn, None),
            Err(OpenError::Newer { found: 999, known }) if known == MIGRATIONS.len()
        ));
        let mut other = Connection::open_in_memory().unwrap();
        other
            .execute_batch("CREATE TABLE theirs (id INTEGER)")
            .unwrap();
        assert!(matches!(migrate(&mut other, None), Err(OpenError::Foreign)));
    }

    #[test]
    fn a_migration_that_leaves_a_reference_to_nothing_is_not_committed() {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.pragma_update(None, "foreign_keys", true).unwrap();
        let more = [
            MIGRATIONS,
            &["INSERT INTO arbiter VALUES (42, 'chief', 0);"],
        ]
        .concat();
        let failed = migrate_with(&mut conn, None, &more);
        assert!(
            matches!(&failed, Err(OpenError::Dangling { table, .. }) if table == "arbiter"),
            "{failed:?}"
        );
        assert_eq!(version(&conn), MIGRATIONS.len() as i64);
        let watched: bool = conn
            .query_row("PRAGMA foreign_keys", [], |row| row.get(0))
            .unwrap();
        assert!(watched);
    }

    #[test]
    fn a_failing_migration_leaves_the_file_as_it_was() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, None).unwrap();
        let more = [
            MIGRATIONS,
            &["CREATE TABLE half (id INTEGER); SELECT * FROM nowhere;"],
        ]
        .concat();
        assert!(migrate_with(&mut conn, None, &more).is_err());
        assert_eq!(version(&conn), MIGRATIONS.len() as i64);
        let half: bool = conn
            .query_row(
                "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'half')",
                [],
                |r| r.get(0),
            )
            .unwrap();
        assert!(!half);
    }
}
