-- Names are compared by Unicode's case folding, without what is invisible. Only the service can compute
-- that, and its next start does, wherever a key is empty: a later folding has only to empty them again.

-- Who had different names before and has the same one now stays: the first has no twin before, and 0.
ALTER TABLE players DROP CONSTRAINT players_name;
ALTER TABLE players ADD COLUMN twin smallint NOT NULL DEFAULT 0;
ALTER TABLE players ALTER COLUMN name_key DROP NOT NULL;
UPDATE players SET name_key = NULL;
ALTER TABLE players ADD CONSTRAINT players_name UNIQUE (club_id, name_key, twin);
CREATE INDEX players_unfolded ON players (created_at, id) WHERE name_key IS NULL;

ALTER TABLE seasons DROP CONSTRAINT seasons_name;
ALTER TABLE seasons ADD COLUMN twin smallint NOT NULL DEFAULT 0;
ALTER TABLE seasons ALTER COLUMN name_key DROP NOT NULL;
UPDATE seasons SET name_key = NULL;
ALTER TABLE seasons ADD CONSTRAINT seasons_name UNIQUE (club_id, name_key, twin);
CREATE INDEX seasons_unfolded ON seasons (created_at, id) WHERE name_key IS NULL;

-- Games are looked for by their names, too.
ALTER TABLE games ADD COLUMN name_key text;
CREATE INDEX games_unfolded ON games (created_at, id) WHERE name IS NOT NULL AND name_key IS NULL;
DROP INDEX games_by_name;
DROP INDEX games_named;
CREATE OR REPLACE FUNCTION name_threes(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(name, at, 3))
    FROM generate_series(1, char_length(name) - 2) AS at
$$;
CREATE INDEX games_by_name ON games USING gin (name_threes(name_key)) WHERE name_key IS NOT NULL;
CREATE INDEX games_named ON games (club_id, created_at, id) WHERE name_key IS NOT NULL;
