-- Ratings (等级分) of the players who have one.
CREATE TABLE rating (
  registration INTEGER PRIMARY KEY REFERENCES registration (id),
  points       INTEGER NOT NULL CHECK (points > 0)
) STRICT;
