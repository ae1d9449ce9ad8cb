-- Steps of the journal: what they are about, and which were taken back.

-- The competition a line is about. NULL: written before this was kept.
ALTER TABLE journal ADD COLUMN competition TEXT;
CREATE INDEX journal_competition ON journal (competition, id);
CREATE INDEX journal_subject ON journal (subject);

-- A line that does not stand: taken back by the line `by`.
CREATE TABLE undone (
  step INTEGER PRIMARY KEY REFERENCES journal (id),
  by   INTEGER NOT NULL REFERENCES journal (id),
  -- 1: the line was itself a part of taking back.
  part INTEGER NOT NULL CHECK (part IN (0, 1)),
  CHECK (step <= by)
) STRICT;

-- Games whose sides a correction exchanged: their players' old buttons name the wrong side.
CREATE TABLE sides_corrected (
  game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE
) STRICT;

-- The desk's one message of an arbiter, kept up to date.
CREATE TABLE panel (
  account     INTEGER PRIMARY KEY REFERENCES account (id),
  competition TEXT NOT NULL REFERENCES competition (key),
  slot        TEXT NOT NULL,
  -- Tells what it shows from what it would show now.
  shown       INTEGER NOT NULL
) STRICT;
