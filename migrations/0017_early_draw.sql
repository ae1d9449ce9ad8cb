-- What a game was flagged for, and what the arbiters were shown.

-- The outcome it had then: of another one nothing is to be decided. NULL: a draw.
ALTER TABLE early_draw ADD COLUMN outcome TEXT;
-- JSON. NULL: flagged before this was kept.
ALTER TABLE early_draw ADD COLUMN facts TEXT;
