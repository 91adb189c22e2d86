-- Lists of games are read along an index in the order in which they are shown, whatever is asked for.

-- The games of a player in the order of lists. A game's `created_at` never changes.
ALTER TABLE game_seats ADD COLUMN created_at timestamptz;
UPDATE game_seats SET created_at = games.created_at FROM games WHERE games.id = game_seats.game_id;
ALTER TABLE game_seats ALTER COLUMN created_at SET NOT NULL;
DROP INDEX game_seats_by_player;
CREATE INDEX game_seats_by_player ON game_seats (player_id, created_at, game_id);

-- The threes of letters that a name has, of which a part of the name must have all of its own. Made
-- here rather than by an extension, which not every server has.
CREATE FUNCTION name_threes(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(folded, at, 3))
    FROM lower(name) AS folded, generate_series(1, char_length(folded) - 2) AS at
$$;
CREATE INDEX games_by_name ON games USING gin (name_threes(name)) WHERE name IS NOT NULL;
-- For texts that are too short for threes.
CREATE INDEX games_named ON games (club_id, created_at, id) WHERE name IS NOT NULL;
