-- Who was in a lot, in the order drawn. Lots drawn before this have none: the group's message is enough
-- to recompute them.
CREATE TABLE lot_entry (
  lot          INTEGER NOT NULL REFERENCES lot (id) ON DELETE CASCADE,
  -- From 1.
  place        INTEGER NOT NULL CHECK (place > 0),
  registration INTEGER NOT NULL REFERENCES registration (id),
  PRIMARY KEY (lot, place),
  UNIQUE (lot, registration)
) STRICT, WITHOUT ROWID;

CREATE INDEX lot_commitment ON lot (commitment);
