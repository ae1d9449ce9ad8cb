-- When a round starts, where that is not what bot.toml says: moved by an arbiter, or published late.
CREATE TABLE round_time (
  stage    INTEGER NOT NULL REFERENCES stage (id),
  number   INTEGER NOT NULL CHECK (number >= 1),
  starts   INTEGER NOT NULL,
  -- NULL: nobody moved it, the round was published too late for its planned start.
  moved_by INTEGER REFERENCES account (id),
  set_at   INTEGER NOT NULL,
  PRIMARY KEY (stage, number)
) STRICT, WITHOUT ROWID;

-- Who was not at the table after the start, as an arbiter saw it.
CREATE TABLE lateness (
  game     INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  side     TEXT NOT NULL CHECK (side IN ('red', 'black')),
  noted_by INTEGER NOT NULL REFERENCES account (id),
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
