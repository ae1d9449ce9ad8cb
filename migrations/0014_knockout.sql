-- The knockout: the table it is seeded from, the seeds, and what happened in the matches.

-- A game of a match has a round of its own: which round of the knockout, and which game of the match.
ALTER TABLE round ADD COLUMN part_round INTEGER CHECK (part_round >= 1);
ALTER TABLE round ADD COLUMN part_game INTEGER CHECK (part_game >= 1);

-- The final table of a points stage, as it stood when the next stage was seeded.
CREATE TABLE frozen_place (
  stage   INTEGER NOT NULL REFERENCES stage (id),
  place   INTEGER NOT NULL CHECK (place >= 1),
  player  INTEGER NOT NULL REFERENCES registration (id),
  rank    INTEGER NOT NULL CHECK (rank BETWEEN 1 AND place),
  -- The figures in the order of the ranking's keys, as people saw them (JSON).
  figures TEXT NOT NULL,
  points  INTEGER NOT NULL CHECK (points >= 0),
  PRIMARY KEY (stage, place),
  UNIQUE (stage, player)
) STRICT, WITHOUT ROWID;

-- A knockout that is seeded.
CREATE TABLE bracket (
  stage     INTEGER PRIMARY KEY REFERENCES stage (id),
  -- The stage whose table seeds it.
  after     INTEGER NOT NULL REFERENCES stage (id),
  seeded_at INTEGER NOT NULL,
  -- Rounds whose matches are announced.
  begun     INTEGER NOT NULL DEFAULT 0 CHECK (begun >= 0),
  -- Places from 1 to this one are still played for, as far as it was announced.
  undecided INTEGER,
  -- The last round of which the arbiters know that it is over.
  complete  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Who has a seed; nobody: the opponent goes on.
CREATE TABLE seed (
  stage  INTEGER NOT NULL REFERENCES bracket (stage) ON DELETE CASCADE,
  seed   INTEGER NOT NULL CHECK (seed >= 1),
  player INTEGER REFERENCES registration (id),
  PRIMARY KEY (stage, seed),
  UNIQUE (stage, player)
) STRICT, WITHOUT ROWID;

-- Who gave up: every match of theirs that is not decided is the opponent's.
CREATE TABLE quitter (
  stage  INTEGER NOT NULL REFERENCES bracket (stage) ON DELETE CASCADE,
  player INTEGER NOT NULL REFERENCES registration (id),
  at     INTEGER NOT NULL,
  PRIMARY KEY (stage, player)
) STRICT, WITHOUT ROWID;

-- A match, and what was announced of its end: `winner`, or `nobody`.
CREATE TABLE duel (
  stage    INTEGER NOT NULL REFERENCES bracket (stage) ON DELETE CASCADE,
  round    INTEGER NOT NULL CHECK (round >= 1),
  table_no INTEGER NOT NULL CHECK (table_no >= 1),
  told     TEXT,
  PRIMARY KEY (stage, round, table_no)
) STRICT, WITHOUT ROWID;

-- A game of a match.
CREATE TABLE duel_game (
  game        INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  stage       INTEGER NOT NULL REFERENCES stage (id),
  round       INTEGER NOT NULL CHECK (round >= 1),
  table_no    INTEGER NOT NULL CHECK (table_no >= 1),
  number      INTEGER NOT NULL CHECK (number >= 1),
  -- The match was played anew: the game is kept and counts nowhere.
  annulled_at INTEGER
) STRICT;
CREATE UNIQUE INDEX duel_game_place ON duel_game (stage, round, table_no, number)
  WHERE annulled_at IS NULL;

-- The sides of a game by lot or by a player's choice.
CREATE TABLE duel_side (
  stage    INTEGER NOT NULL REFERENCES bracket (stage) ON DELETE CASCADE,
  round    INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  number   INTEGER NOT NULL,
  -- Who chooses; NULL: a lot.
  chooser  INTEGER REFERENCES registration (id),
  until    INTEGER,
  -- 1: the time is over and the arbiters were asked.
  overdue  INTEGER NOT NULL DEFAULT 0 CHECK (overdue IN (0, 1)),
  -- Who has red; NULL: not decided.
  red      INTEGER REFERENCES registration (id),
  PRIMARY KEY (stage, round, table_no, number),
  CHECK (red IS NOT NULL OR chooser IS NOT NULL)
) STRICT, WITHOUT ROWID;
