-- What a round was paired with, as JSON: settings, pairs kept apart, results of the rounds before. It is
-- judged by that, whatever is set or corrected later.
CREATE TABLE paired_with (
  round INTEGER PRIMARY KEY REFERENCES round (id) ON DELETE CASCADE,
  basis TEXT    NOT NULL
) STRICT;
