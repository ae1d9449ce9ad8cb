-- How a stage is ranked once it runs: bot.toml may change, the order holds until the chief arbiter agrees.
CREATE TABLE stage_ranking (
  stage    INTEGER PRIMARY KEY REFERENCES stage (id),
  -- JSON, as all of them.
  in_force TEXT NOT NULL,
  -- What bot.toml said when the chief arbiter last decided about a difference.
  decided  TEXT,
  -- What waits for an answer; the version tells an old button.
  proposed TEXT,
  version  INTEGER NOT NULL DEFAULT 0
) STRICT;
