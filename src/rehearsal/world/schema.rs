//! The tables of the simulated Telegram.

use rusqlite::Connection;

use super::WorldError;

/// Version of the tables below, kept in `user_version`.
const VERSION: i64 = 1;

/// The account that anonymous administrators of a group post through.
pub(crate) const GROUP_ANONYMOUS_BOT: i64 = 1_087_968_824;

/// Makes the tables, or checks that those in the file are ours.
///
/// # Errors
/// [`WorldError::Version`] for a file of another version of the program.
pub(super) fn prepare(db: &Connection) -> Result<(), WorldError> {
    // Only the end of the process must not lose anything, not the end of the machine.
    db.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = OFF;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -32768;
         PRAGMA foreign_keys = ON;",
    )?;
    db.busy_timeout(std::time::Duration::from_secs(5))?;
    db.set_prepared_statement_cache_capacity(256);
    let found: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match found {
        VERSION => Ok(()),
        0 => Ok(db.execute_batch(&format!(
            "BEGIN IMMEDIATE;\n{TABLES}\nPRAGMA user_version = {VERSION};\nCOMMIT;"
        ))?),
        _ => Err(WorldError::Version {
            found,
            known: VERSION,
        }),
    }
}

const TABLES: &str = "
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counter VALUES ('message', 0), ('update', 100000000), ('person', 7000000), ('supergroup', -1001000000000);

CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  is_bot INTEGER NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT,
  username TEXT COLLATE NOCASE UNIQUE,
  language_code TEXT
) STRICT;
INSERT INTO user VALUES (1087968824, 1, 'Group', NULL, 'GroupAnonymousBot', NULL);

CREATE TABLE bot (
  id INTEGER PRIMARY KEY REFERENCES user (id),
  token TEXT NOT NULL,
  reads_all INTEGER NOT NULL DEFAULT 0,
  allowed TEXT
) STRICT;
CREATE TABLE command (scope TEXT NOT NULL, language TEXT NOT NULL, list TEXT NOT NULL, PRIMARY KEY (scope, language)) STRICT;
CREATE TABLE description (field TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (field, language)) STRICT;

CREATE TABLE chat (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('private', 'group', 'supergroup')),
  title TEXT,
  forum INTEGER NOT NULL DEFAULT 0,
  started INTEGER NOT NULL DEFAULT 0,
  blocked INTEGER NOT NULL DEFAULT 0,
  migrated_to INTEGER,
  last_message INTEGER NOT NULL DEFAULT 0,
  keyboard TEXT
) STRICT;
CREATE TABLE member (
  chat INTEGER NOT NULL REFERENCES chat (id),
  user INTEGER NOT NULL REFERENCES user (id),
  role TEXT NOT NULL,
  rights INTEGER NOT NULL,
  PRIMARY KEY (chat, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_user ON member (user);
CREATE TABLE topic (
  chat INTEGER NOT NULL REFERENCES chat (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (chat, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT,
  mime TEXT,
  path TEXT NOT NULL UNIQUE,
  width INTEGER NOT NULL DEFAULT 0,
  height INTEGER NOT NULL DEFAULT 0,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE message (
  chat INTEGER NOT NULL REFERENCES chat (id),
  id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  thread INTEGER,
  sender INTEGER NOT NULL REFERENCES user (id),
  sender_chat INTEGER,
  from_bot INTEGER NOT NULL,
  date INTEGER NOT NULL,
  edit_date INTEGER,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  raw TEXT NOT NULL,
  entities TEXT NOT NULL,
  markup TEXT,
  file INTEGER REFERENCES file (id),
  extra TEXT,
  reply_to INTEGER,
  forward TEXT,
  edited INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER,
  PRIMARY KEY (chat, id)
) STRICT;
CREATE INDEX message_from_bot ON message (chat, seq) WHERE from_bot = 1 AND deleted = 0 AND kind <> 'service';
CREATE INDEX message_pinned ON message (chat, pinned) WHERE pinned IS NOT NULL;
CREATE TABLE revision (
  chat INTEGER NOT NULL,
  message INTEGER NOT NULL,
  number INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  date INTEGER NOT NULL,
  text TEXT NOT NULL,
  raw TEXT NOT NULL,
  entities TEXT NOT NULL,
  markup TEXT,
  PRIMARY KEY (chat, message, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  chat INTEGER NOT NULL,
  message INTEGER NOT NULL,
  what TEXT NOT NULL,
  by_bot INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT;
CREATE TABLE seen (
  user INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (user, chat)
) STRICT, WITHOUT ROWID;

CREATE TABLE pending (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  state INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_open ON pending (id) WHERE state <> 1;

CREATE TABLE query (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  message INTEGER NOT NULL,
  data TEXT NOT NULL,
  expired INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  text TEXT,
  alert INTEGER NOT NULL DEFAULT 0,
  url TEXT
) STRICT;

CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
";
