-- Sums are without the points of these games: they have to be worked out again.
UPDATE projection_version SET version = 0;
UPDATE tallies SET highest = coalesce(highest, 0), lowest = coalesce(lowest, 0);
ALTER TABLE pair_tallies DROP COLUMN unfinished;
ALTER TABLE tallies DROP COLUMN unfinished,
    ALTER COLUMN highest SET NOT NULL, ALTER COLUMN lowest SET NOT NULL;
ALTER TABLE game_results DROP COLUMN unfinished;
