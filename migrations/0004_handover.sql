-- One-time codes with which a player takes over the entry an arbiter or a coach made.
CREATE TABLE handover (
  code         TEXT PRIMARY KEY,
  registration INTEGER NOT NULL REFERENCES registration (id),
  made_by      INTEGER REFERENCES account (id),
  made_at      INTEGER NOT NULL,
  used_by      INTEGER REFERENCES account (id),
  used_at      INTEGER,
  CHECK ((used_by IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX handover_open ON handover (registration) WHERE used_at IS NULL;

-- Codes that an account tried in vain.
CREATE TABLE handover_try (
  account  INTEGER NOT NULL REFERENCES account (id),
  tried_at INTEGER NOT NULL
) STRICT;
CREATE INDEX handover_try_account ON handover_try (account, tried_at);

-- 1: the arbiters know that this player has no account and can be told nothing.
ALTER TABLE registration ADD COLUMN no_account_told INTEGER NOT NULL DEFAULT 0
  CHECK (no_account_told IN (0, 1));
