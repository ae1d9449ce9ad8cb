-- Copies of papers on disk: which are made, and which cannot be. A paper without a row waits its turn.
CREATE TABLE paper_copy (
  paper      INTEGER PRIMARY KEY REFERENCES paper (id) ON DELETE CASCADE,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'failed')),
  attempts   INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  error      TEXT
) STRICT;
