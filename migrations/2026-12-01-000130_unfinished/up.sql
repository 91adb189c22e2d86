-- Totals that were not played to the end are in no sum of points: the table ended the match, or the
-- player left and stayed away. The first start works out which they are.
ALTER TABLE game_results ADD COLUMN unfinished boolean NOT NULL DEFAULT false;
ALTER TABLE tallies ADD COLUMN unfinished bigint NOT NULL DEFAULT 0,
    ALTER COLUMN highest DROP NOT NULL, ALTER COLUMN lowest DROP NOT NULL;
ALTER TABLE pair_tallies ADD COLUMN unfinished bigint NOT NULL DEFAULT 0;
