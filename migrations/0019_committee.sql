-- The arbitration committee (仲裁委员会): who decides appeals and is no arbiter.
-- Runs with foreign keys off and is checked before it is committed.

CREATE TABLE arbiter_new (
  account INTEGER PRIMARY KEY REFERENCES account (id),
  role    TEXT NOT NULL CHECK (role IN ('committee', 'arbiter', 'pairing_officer', 'chief')),
  since   INTEGER NOT NULL
) STRICT;
INSERT INTO arbiter_new (account, role, since) SELECT account, role, since FROM arbiter;
DROP TABLE arbiter;
ALTER TABLE arbiter_new RENAME TO arbiter;

CREATE TABLE arbiter_code_new (
  code    TEXT PRIMARY KEY,
  role    TEXT NOT NULL CHECK (role IN ('committee', 'arbiter', 'pairing_officer', 'chief')),
  made_by INTEGER REFERENCES account (id),
  made_at INTEGER NOT NULL,
  used_by INTEGER REFERENCES account (id),
  used_at INTEGER,
  CHECK ((used_by IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO arbiter_code_new (code, role, made_by, made_at, used_by, used_at)
  SELECT code, role, made_by, made_at, used_by, used_at FROM arbiter_code;
DROP TABLE arbiter_code;
ALTER TABLE arbiter_code_new RENAME TO arbiter_code;
