-- Who receives a prize that an arbiter gives by choice.
CREATE TABLE special_prize (
  competition  TEXT NOT NULL REFERENCES competition (key),
  name         TEXT NOT NULL,
  registration INTEGER NOT NULL REFERENCES registration (id),
  PRIMARY KEY (competition, name)
) STRICT, WITHOUT ROWID;
