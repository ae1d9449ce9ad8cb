-- Discipline: games that both lose, penalties, draws agreed early, game records, appeals.
-- Runs with foreign keys off and is checked before it is committed.

-- `game` anew: an arbiter may take a draw from both.
CREATE TABLE game_new (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  round      INTEGER NOT NULL REFERENCES round (id) ON DELETE CASCADE,
  table_no   INTEGER NOT NULL CHECK (table_no >= 1),
  status     TEXT NOT NULL DEFAULT 'open'
             CHECK (status IN ('open', 'pending', 'disputed', 'final')),
  outcome    TEXT CHECK (outcome IN ('red_win', 'black_win', 'draw', 'both_lose',
                                     'red_forfeit', 'black_forfeit', 'both_forfeit')),
  -- When a pending report stands unless objected to.
  settles_at INTEGER,
  settled_at INTEGER,
  version    INTEGER NOT NULL DEFAULT 1,
  UNIQUE (round, table_no),
  CHECK ((status = 'final') = (outcome IS NOT NULL)),
  CHECK (settles_at IS NULL OR status = 'pending')
) STRICT;
INSERT INTO game_new (id, round, table_no, status, outcome, settles_at, settled_at, version)
SELECT id, round, table_no, status, outcome, settles_at, settled_at, version FROM game;
-- The ids go on where they were.
DELETE FROM sqlite_sequence WHERE name = 'game_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'game_new', seq FROM sqlite_sequence WHERE name = 'game';
DROP TABLE game;
ALTER TABLE game_new RENAME TO game;
CREATE INDEX game_settles ON game (settles_at) WHERE settles_at IS NOT NULL;

-- A penalty. Taken back it is struck and stays.
CREATE TABLE penalty (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  registration   INTEGER NOT NULL REFERENCES registration (id),
  stage          INTEGER NOT NULL REFERENCES stage (id),
  kind           TEXT NOT NULL CHECK (kind IN ('warning', 'foul', 'loss', 'removal')),
  -- Where it happened; NULL: outside a game.
  round          INTEGER CHECK (round >= 1),
  table_no       INTEGER CHECK (table_no >= 1),
  game           INTEGER REFERENCES game (id) ON DELETE SET NULL,
  -- The rule as it stood in bot.toml, and what was done against it.
  clause         TEXT NOT NULL,
  rule           TEXT NOT NULL,
  reason         TEXT NOT NULL,
  -- What becomes of the games that a removed player has played.
  games          TEXT CHECK (games IN ('keep', 'annul', 'forfeit')),
  ban            TEXT,
  -- What it made of the game's outcome; NULL: nothing. Before it NULL: the game was open.
  outcome_before TEXT,
  outcome_after  TEXT,
  made_by        INTEGER NOT NULL REFERENCES account (id),
  made_at        INTEGER NOT NULL,
  struck_by      INTEGER REFERENCES account (id),
  struck_at      INTEGER,
  CHECK ((games IS NOT NULL) = (kind = 'removal')),
  CHECK ((round IS NULL) = (table_no IS NULL)),
  CHECK ((struck_by IS NULL) = (struck_at IS NULL))
) STRICT;
CREATE INDEX penalty_registration ON penalty (registration);
CREATE INDEX penalty_stage ON penalty (stage, kind);
CREATE INDEX penalty_game ON penalty (game) WHERE game IS NOT NULL;
-- Nobody is removed twice.
CREATE UNIQUE INDEX penalty_removal ON penalty (registration) WHERE kind = 'removal' AND struck_at IS NULL;

-- A draw that was agreed too early, and what the arbiters made of it.
CREATE TABLE early_draw (
  game       INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  flagged_at INTEGER NOT NULL,
  decision   TEXT CHECK (decision IN ('stands', 'lost', 'fouls')),
  decided_by INTEGER REFERENCES account (id),
  decided_at INTEGER,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
) STRICT;

-- A game record that is due. 'named': an arbiter wants it, the game is not over.
CREATE TABLE game_record (
  game        INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  -- Who hands it in.
  player      INTEGER REFERENCES registration (id),
  named_by    INTEGER REFERENCES account (id),
  state       TEXT NOT NULL CHECK (state IN ('named', 'due', 'given', 'waived', 'fouled')),
  asked_at    INTEGER,
  reminded_at INTEGER,
  decided_by  INTEGER REFERENCES account (id),
  decided_at  INTEGER,
  CHECK (player IS NOT NULL OR state = 'named')
) STRICT;

-- What was handed in: Telegram's file id, or the record itself as text.
CREATE TABLE game_record_page (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  game     INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  player   INTEGER NOT NULL REFERENCES registration (id),
  kind     TEXT NOT NULL CHECK (kind IN ('photo', 'document', 'text')),
  content  TEXT NOT NULL,
  given_by INTEGER NOT NULL REFERENCES account (id),
  given_at INTEGER NOT NULL
) STRICT;
CREATE INDEX game_record_page_game ON game_record_page (game);

-- An appeal with its deposit, in yuan.
CREATE TABLE appeal (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  registration INTEGER NOT NULL REFERENCES registration (id),
  account      INTEGER NOT NULL REFERENCES account (id),
  -- What it is about: a game, a penalty, or, without either, anything else.
  round        INTEGER CHECK (round >= 1),
  table_no     INTEGER CHECK (table_no >= 1),
  game         INTEGER REFERENCES game (id) ON DELETE SET NULL,
  penalty      INTEGER REFERENCES penalty (id),
  text         TEXT NOT NULL,
  deposit      INTEGER NOT NULL CHECK (deposit >= 0),
  filed_at     INTEGER NOT NULL,
  paid_by      INTEGER REFERENCES account (id),
  paid_at      INTEGER,
  verdict      TEXT CHECK (verdict IN ('upheld', 'rejected')),
  verdict_text TEXT,
  decided_by   INTEGER REFERENCES account (id),
  decided_at   INTEGER,
  returned_by  INTEGER REFERENCES account (id),
  returned_at  INTEGER,
  withdrawn_at INTEGER,
  version      INTEGER NOT NULL DEFAULT 1,
  CHECK ((paid_by IS NULL) = (paid_at IS NULL)),
  CHECK ((verdict IS NULL) = (decided_at IS NULL) AND (verdict IS NULL) = (verdict_text IS NULL)),
  CHECK (returned_at IS NULL OR (paid_at IS NOT NULL AND verdict = 'upheld')),
  CHECK (withdrawn_at IS NULL OR verdict IS NULL)
) STRICT;
-- Nobody appeals twice against the same.
CREATE UNIQUE INDEX appeal_game ON appeal (registration, game)
  WHERE game IS NOT NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX appeal_penalty ON appeal (registration, penalty)
  WHERE penalty IS NOT NULL AND withdrawn_at IS NULL;
