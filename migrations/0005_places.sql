-- The waiting list with offers, fees, receipts, revoked codes, and what was told once.
-- Runs with foreign keys off and is checked before it is committed.

-- `registration` anew: an offered place is held until it is confirmed, declined or lapses.
CREATE TABLE registration_new (
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
                   CHECK (state IN ('review', 'accepted', 'waiting', 'offered', 'refused', 'withdrawn')),
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
  -- The order of the waiting list: the lowest of a pool is first in line.
  line_no          INTEGER,
  -- When the place was offered, and until when it may be confirmed.
  offered_at       INTEGER,
  offered_until    INTEGER,
  -- How many offers passed without an answer.
  lapses           INTEGER NOT NULL DEFAULT 0 CHECK (lapses >= 0),
  -- 1: the arbiters know that this player has no account and can be told nothing.
  no_account_told  INTEGER NOT NULL DEFAULT 0 CHECK (no_account_told IN (0, 1)),
  -- Counts every change, so that a stale button is known.
  version          INTEGER NOT NULL DEFAULT 1,
  FOREIGN KEY (competition, pool, place) REFERENCES place (competition, pool, no),
  UNIQUE (competition, pool, place),
  UNIQUE (competition, start_no),
  CHECK ((place IS NOT NULL) = (state IN ('review', 'accepted', 'offered'))),
  CHECK ((offered_until IS NOT NULL) = (state = 'offered')),
  CHECK (offered_at IS NOT NULL OR offered_until IS NULL),
  CHECK (line_no IS NOT NULL OR state NOT IN ('waiting', 'offered'))
) STRICT;

INSERT INTO registration_new
  (id, competition, section, account, name, sex, born, title, team, basis, answers, state, pool, place,
   personal, person_hash, submitted_at, decided_by, decided_at, reason, start_no, checked_in_at, line_no,
   no_account_told, version)
SELECT
   id, competition, section, account, name, sex, born, title, team, basis, answers, state, pool, place,
   personal, person_hash, submitted_at, decided_by, decided_at, reason, start_no, checked_in_at,
   CASE WHEN state = 'waiting' THEN id END, no_account_told, version
FROM registration;

-- The ids go on where they were.
UPDATE sqlite_sequence
  SET seq = max(coalesce(seq, 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'registration'), 0))
  WHERE name = 'registration_new';
DROP TABLE registration;
ALTER TABLE registration_new RENAME TO registration;

CREATE UNIQUE INDEX registration_person ON registration (competition, person_hash)
  WHERE state IN ('review', 'accepted', 'waiting', 'offered');
CREATE UNIQUE INDEX registration_name_born ON registration (competition, name, born)
  WHERE state IN ('review', 'accepted', 'waiting', 'offered');
CREATE INDEX registration_account ON registration (account);
CREATE INDEX registration_state ON registration (competition, state, id);
CREATE INDEX registration_offered ON registration (offered_until) WHERE offered_until IS NOT NULL;

-- When the waiting list ended: nobody moves up any more.
ALTER TABLE competition ADD COLUMN line_closed_at INTEGER;

-- A fee that is settled; without a row it is owed.
CREATE TABLE fee (
  registration INTEGER PRIMARY KEY REFERENCES registration (id),
  state        TEXT NOT NULL CHECK (state IN ('paid', 'waived')),
  -- Yuan, as it was then.
  amount       INTEGER NOT NULL CHECK (amount >= 0),
  decided_by   INTEGER NOT NULL REFERENCES account (id),
  decided_at   INTEGER NOT NULL,
  reason       TEXT,
  CHECK ((state = 'waived') = (reason IS NOT NULL))
) STRICT;

-- What a paper shows: that the player may play, or that the fee is paid.
ALTER TABLE paper ADD COLUMN purpose TEXT NOT NULL DEFAULT 'proof' CHECK (purpose IN ('proof', 'receipt'));

-- A code taken back before anybody used it.
ALTER TABLE invitation ADD COLUMN revoked_at INTEGER;
ALTER TABLE invitation ADD COLUMN revoked_by INTEGER REFERENCES account (id);

-- What is told once when its time comes, over restarts and moved clocks. `due`: the time it was told for,
-- so that a changed timetable is told anew.
CREATE TABLE reminder (
  competition TEXT NOT NULL REFERENCES competition (key),
  what        TEXT NOT NULL,
  due         INTEGER NOT NULL,
  told_at     INTEGER NOT NULL,
  PRIMARY KEY (competition, what, due)
) STRICT, WITHOUT ROWID;
