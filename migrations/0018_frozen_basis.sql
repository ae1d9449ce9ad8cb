-- What a frozen table was made of, so that sections, teams and sums stay as they were with it.
CREATE TABLE frozen_basis (
  stage INTEGER PRIMARY KEY REFERENCES stage (id),
  -- The history, the points of each result, the order of comparison, and the sections (JSON).
  basis TEXT NOT NULL
) STRICT;
