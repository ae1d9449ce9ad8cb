-- The public word (公开词) of a knockout's round: with the results of a match it makes the salt of its lots.
CREATE TABLE lot_word (
  -- The stage and not its bracket: a word that was public stays when the seeding is taken back.
  stage       INTEGER NOT NULL REFERENCES stage (id),
  round       INTEGER NOT NULL CHECK (round >= 1),
  -- When the arbiters were asked for it, after the round's commitments were published.
  asked_at    INTEGER NOT NULL,
  -- When they were asked again because a lot waited for it.
  reminded_at INTEGER,
  -- What was typed; NULL: nothing yet. Never changed afterwards.
  word        TEXT CHECK (length(word) BETWEEN 1 AND 64),
  account     INTEGER REFERENCES account (id),
  typed_at    INTEGER,
  PRIMARY KEY (stage, round),
  CHECK ((word IS NULL) = (typed_at IS NULL))
) STRICT, WITHOUT ROWID;
