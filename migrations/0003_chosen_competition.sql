-- The competition an account deals with: chosen at the arbiter's desk. NULL: not chosen.
ALTER TABLE account ADD COLUMN competition TEXT;
