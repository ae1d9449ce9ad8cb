-- Points an arbiter gave a late entry for each round that was published before it.
CREATE TABLE granted (
  round  INTEGER NOT NULL REFERENCES round (id),
  player INTEGER NOT NULL REFERENCES registration (id),
  points INTEGER NOT NULL CHECK (points >= 0),
  PRIMARY KEY (round, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX granted_player ON granted (player);
