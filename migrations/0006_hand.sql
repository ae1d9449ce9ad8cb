-- What arbiters set by hand for the pairing.

-- 1: an arbiter put the player there; the rest of the round is paired around it.
ALTER TABLE seat ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1));

-- Points of an absence that differ from the regulation's.
ALTER TABLE seat ADD COLUMN points INTEGER CHECK (points >= 0);

-- The way out that an arbiter approved for a round no complete pairing of which existed.
ALTER TABLE round ADD COLUMN approval TEXT;

-- Two players kept apart in every round.
CREATE TABLE forbidden_pair (
  smaller INTEGER NOT NULL REFERENCES registration (id),
  larger  INTEGER NOT NULL REFERENCES registration (id),
  made_by INTEGER NOT NULL REFERENCES account (id),
  made_at INTEGER NOT NULL,
  PRIMARY KEY (smaller, larger),
  CHECK (smaller < larger)
) STRICT, WITHOUT ROWID;

-- Leave from one round, given before it is paired.
CREATE TABLE absence (
  stage  INTEGER NOT NULL REFERENCES stage (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  player INTEGER NOT NULL REFERENCES registration (id),
  -- NULL: the regulation's.
  points INTEGER CHECK (points >= 0),
  PRIMARY KEY (stage, number, player)
) STRICT, WITHOUT ROWID;

-- A player who needs the same table in every round.
CREATE TABLE own_table (
  player   INTEGER PRIMARY KEY REFERENCES registration (id),
  table_no INTEGER NOT NULL CHECK (table_no >= 1)
) STRICT;
