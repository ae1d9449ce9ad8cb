-- Instants are milliseconds since 1970 UTC. Enumerations are words, checked here.
-- Sealed columns are XChaCha20-Poly1305 with the row's name as associated data.

-- Small facts of the whole database: the bound group, the event's fingerprint.
CREATE TABLE setting (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A Telegram account the bot has met.
CREATE TABLE account (
  id           INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  username     TEXT,
  -- 1: has opened the private chat and not blocked the bot, so it may be written to.
  reachable    INTEGER NOT NULL DEFAULT 0 CHECK (reachable IN (0, 1)),
  -- 1: a message did not reach it, and the arbiters know.
  undelivered  INTEGER NOT NULL DEFAULT 0 CHECK (undelivered IN (0, 1)),
  first_seen   INTEGER NOT NULL
) STRICT;

CREATE TABLE arbiter (
  account INTEGER PRIMARY KEY REFERENCES account (id),
  role    TEXT NOT NULL CHECK (role IN ('arbiter', 'pairing_officer', 'chief')),
  since   INTEGER NOT NULL
) STRICT;

-- One-time codes that make an account an arbiter.
CREATE TABLE arbiter_code (
  code    TEXT PRIMARY KEY,
  role    TEXT NOT NULL CHECK (role IN ('arbiter', 'pairing_officer', 'chief')),
  made_by INTEGER REFERENCES account (id),
  made_at INTEGER NOT NULL,
  used_by INTEGER REFERENCES account (id),
  used_at INTEGER,
  CHECK ((used_by IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;

-- Where a competition stands before its first round.
CREATE TABLE competition (
  key                   TEXT PRIMARY KEY,
  registration_closed_at INTEGER,
  roster_at             INTEGER,
  drawn_at              INTEGER,
  checkin_opened_at     INTEGER,
  checkin_closed_at     INTEGER,
  CHECK (checkin_closed_at IS NULL OR checkin_opened_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- The places of a pool, a row each: a registration holds one or none, so that the quota is a constraint.
CREATE TABLE place (
  competition TEXT NOT NULL REFERENCES competition (key),
  pool        TEXT NOT NULL,
  no          INTEGER NOT NULL CHECK (no >= 1),
  PRIMARY KEY (competition, pool, no)
) STRICT, WITHOUT ROWID;

CREATE TABLE registration (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  competition      TEXT NOT NULL REFERENCES competition (key),
  section          TEXT NOT NULL,
  -- Who registered: the player, a guardian or a coach. NULL: entered by an arbiter.
  account          INTEGER REFERENCES account (id),
  name             TEXT NOT NULL CHECK (name <> ''),
  sex              TEXT NOT NULL CHECK (sex IN ('male', 'female')),
  born             TEXT NOT NULL,
  title            TEXT NOT NULL,
  team             TEXT,
  -- The alternative of an any-of rule the player stands on, and what was answered besides (JSON).
  basis            TEXT,
  answers          TEXT NOT NULL DEFAULT '{}',
  state            TEXT NOT NULL
                   CHECK (state IN ('review', 'accepted', 'waiting', 'refused', 'withdrawn')),
  -- The place held, in pool and number; waiting, refused and withdrawn hold none.
  pool             TEXT NOT NULL,
  place            INTEGER,
  -- Document, phone, guardian: sealed. The keyed hash finds the same person again.
  personal         BLOB NOT NULL,
  person_hash      BLOB NOT NULL,
  submitted_at     INTEGER NOT NULL,
  decided_by       INTEGER REFERENCES account (id),
  decided_at       INTEGER,
  reason           TEXT,
  start_no         INTEGER CHECK (start_no >= 1),
  checked_in_at    INTEGER,
  -- Counts every change, so that a stale button is known.
  version          INTEGER NOT NULL DEFAULT 1,
  FOREIGN KEY (competition, pool, place) REFERENCES place (competition, pool, no),
  UNIQUE (competition, pool, place),
  UNIQUE (competition, start_no),
  CHECK ((place IS NOT NULL) = (state IN ('review', 'accepted')))
) STRICT;
CREATE UNIQUE INDEX registration_person ON registration (competition, person_hash)
  WHERE state IN ('review', 'accepted', 'waiting');
CREATE UNIQUE INDEX registration_name_born ON registration (competition, name, born)
  WHERE state IN ('review', 'accepted', 'waiting');
CREATE INDEX registration_account ON registration (account);
CREATE INDEX registration_state ON registration (competition, state, id);

-- Photos and files handed in, by Telegram's file id.
CREATE TABLE paper (
  id           INTEGER PRIMARY KEY,
  registration INTEGER NOT NULL REFERENCES registration (id),
  file         BLOB NOT NULL,
  kind         TEXT NOT NULL CHECK (kind IN ('photo', 'document')),
  given_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX paper_registration ON paper (registration);

-- One-time codes for places in a pool.
CREATE TABLE invitation (
  code         TEXT PRIMARY KEY,
  competition  TEXT NOT NULL REFERENCES competition (key),
  pool         TEXT NOT NULL,
  made_by      INTEGER NOT NULL REFERENCES account (id),
  made_at      INTEGER NOT NULL,
  registration INTEGER UNIQUE REFERENCES registration (id),
  used_at      INTEGER,
  CHECK ((registration IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;

-- A conversation not yet finished: one an account, sealed.
CREATE TABLE draft (
  account    INTEGER PRIMARY KEY REFERENCES account (id),
  sealed     BLOB NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE lot (
  id           INTEGER PRIMARY KEY,
  competition  TEXT NOT NULL REFERENCES competition (key),
  purpose      TEXT NOT NULL,
  commitment   TEXT NOT NULL,
  secret       BLOB NOT NULL,
  committed_at INTEGER NOT NULL,
  salt         TEXT,
  revealed_at  INTEGER,
  UNIQUE (competition, purpose),
  CHECK ((salt IS NULL) = (revealed_at IS NULL))
) STRICT;

CREATE TABLE stage (
  id          INTEGER PRIMARY KEY,
  competition TEXT NOT NULL REFERENCES competition (key),
  key         TEXT NOT NULL,
  finished_at INTEGER,
  UNIQUE (competition, key)
) STRICT;

CREATE TABLE round (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  stage        INTEGER NOT NULL REFERENCES stage (id),
  number       INTEGER NOT NULL CHECK (number >= 1),
  state        TEXT NOT NULL CHECK (state IN ('proposed', 'published', 'closed')),
  proposed_at  INTEGER NOT NULL,
  proposed_by  INTEGER REFERENCES account (id),
  published_at INTEGER,
  closed_at    INTEGER,
  -- How many messages tell of this round so far; the newest wins.
  version      INTEGER NOT NULL DEFAULT 1,
  UNIQUE (stage, number),
  CHECK ((state = 'proposed') = (published_at IS NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) STRICT;

CREATE TABLE game (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  round      INTEGER NOT NULL REFERENCES round (id) ON DELETE CASCADE,
  table_no   INTEGER NOT NULL CHECK (table_no >= 1),
  status     TEXT NOT NULL DEFAULT 'open'
             CHECK (status IN ('open', 'pending', 'disputed', 'final')),
  outcome    TEXT CHECK (outcome IN ('red_win', 'black_win', 'draw',
                                     'red_forfeit', 'black_forfeit', 'both_forfeit')),
  -- When a pending report stands unless objected to.
  settles_at INTEGER,
  settled_at INTEGER,
  version    INTEGER NOT NULL DEFAULT 1,
  UNIQUE (round, table_no),
  CHECK ((status = 'final') = (outcome IS NOT NULL)),
  CHECK (settles_at IS NULL OR status = 'pending')
) STRICT;
CREATE INDEX game_settles ON game (settles_at) WHERE settles_at IS NOT NULL;

-- Where a player is in a round: exactly one seat.
CREATE TABLE seat (
  round  INTEGER NOT NULL REFERENCES round (id) ON DELETE CASCADE,
  player INTEGER NOT NULL REFERENCES registration (id),
  kind   TEXT NOT NULL CHECK (kind IN ('red', 'black', 'bye', 'absent')),
  game   INTEGER REFERENCES game (id) ON DELETE CASCADE,
  PRIMARY KEY (round, player),
  UNIQUE (game, kind),
  CHECK ((game IS NOT NULL) = (kind IN ('red', 'black')))
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_player ON seat (player);

-- What each side says of its game; one standing report a side.
CREATE TABLE claim (
  game    INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  side    TEXT NOT NULL CHECK (side IN ('red', 'black')),
  outcome TEXT NOT NULL CHECK (outcome IN ('red_win', 'black_win', 'draw')),
  account INTEGER NOT NULL REFERENCES account (id),
  said_at INTEGER NOT NULL,
  PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

-- Who did what. Only ever added to.
CREATE TABLE journal (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  account INTEGER,
  role    TEXT,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  before  TEXT,
  after   TEXT,
  reason  TEXT
) STRICT;
CREATE TRIGGER journal_keeps BEFORE UPDATE ON journal
  BEGIN SELECT RAISE (ABORT, 'the journal is only added to'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal
  BEGIN SELECT RAISE (ABORT, 'the journal is only added to'); END;

-- Updates received: stored before Telegram is told they arrived, handled exactly once.
CREATE TABLE inbox (
  update_id   INTEGER PRIMARY KEY,
  -- NULL once handled.
  sealed      BLOB,
  received_at INTEGER NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,
  handled_at  INTEGER,
  CHECK ((sealed IS NULL) = (handled_at IS NOT NULL))
) STRICT;
CREATE INDEX inbox_waiting ON inbox (update_id) WHERE handled_at IS NULL;

-- Messages owed. A row may become several messages; `part` counts those already sent.
CREATE TABLE outbox (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The chat it goes to; the bound group is 0 and looked up when sent.
  chat       INTEGER NOT NULL,
  thread     INTEGER,
  notice     TEXT NOT NULL,
  -- 0: an answer someone waits for; 1: an announcement.
  urgency    INTEGER NOT NULL CHECK (urgency IN (0, 1)),
  -- A message that lives on: later rows with the same slot edit it.
  slot       TEXT,
  -- The message whose text this row replaces.
  edits      INTEGER,
  state      TEXT NOT NULL DEFAULT 'pending'
             CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'superseded')),
  part       INTEGER NOT NULL DEFAULT 0,
  attempts   INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  error      TEXT,
  created_at INTEGER NOT NULL,
  done_at    INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (chat, id) WHERE state IN ('pending', 'sending');
CREATE INDEX outbox_slot ON outbox (slot) WHERE slot IS NOT NULL;

-- The messages that were sent, by row and part.
CREATE TABLE posted (
  outbox  INTEGER NOT NULL REFERENCES outbox (id),
  part    INTEGER NOT NULL,
  chat    INTEGER NOT NULL,
  message INTEGER NOT NULL,
  slot    TEXT,
  PRIMARY KEY (outbox, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_slot ON posted (slot, chat, part) WHERE slot IS NOT NULL;
