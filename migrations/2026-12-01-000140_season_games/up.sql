-- Which games count is one value, as it is asked for and shown, so that a new filter needs no column.
ALTER TABLE seasons ADD COLUMN games jsonb NOT NULL DEFAULT '{}';
UPDATE seasons SET games =
    jsonb_strip_nulls(jsonb_build_object('variant', variant, 'players', seats, 'partners', partners));
ALTER TABLE seasons ALTER COLUMN games DROP DEFAULT,
    DROP COLUMN variant, DROP COLUMN seats, DROP COLUMN partners;
