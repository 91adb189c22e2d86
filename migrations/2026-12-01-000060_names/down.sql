DROP INDEX games_by_name;
DROP INDEX games_named;
CREATE OR REPLACE FUNCTION name_threes(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(folded, at, 3))
    FROM lower(name) AS folded, generate_series(1, char_length(folded) - 2) AS at
$$;
CREATE INDEX games_by_name ON games USING gin (name_threes(name)) WHERE name IS NOT NULL;
CREATE INDEX games_named ON games (club_id, created_at, id) WHERE name IS NOT NULL;
DROP INDEX games_unfolded;
ALTER TABLE games DROP COLUMN name_key;

DROP INDEX seasons_unfolded;
ALTER TABLE seasons DROP CONSTRAINT seasons_name;
UPDATE seasons SET name_key = concat_ws(' ', coalesce(name_key, lower(name)), CASE WHEN twin > 0 THEN id END);
ALTER TABLE seasons ALTER COLUMN name_key SET NOT NULL;
ALTER TABLE seasons DROP COLUMN twin;
ALTER TABLE seasons ADD CONSTRAINT seasons_name UNIQUE (club_id, name_key);

DROP INDEX players_unfolded;
ALTER TABLE players DROP CONSTRAINT players_name;
UPDATE players SET name_key = concat_ws(' ', coalesce(name_key, lower(name)), CASE WHEN twin > 0 THEN id END);
ALTER TABLE players ALTER COLUMN name_key SET NOT NULL;
ALTER TABLE players DROP COLUMN twin;
ALTER TABLE players ADD CONSTRAINT players_name UNIQUE (club_id, name_key);
