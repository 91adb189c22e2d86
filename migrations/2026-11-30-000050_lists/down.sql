DROP INDEX games_named;
DROP INDEX games_by_name;
DROP FUNCTION name_threes;
DROP INDEX game_seats_by_player;
ALTER TABLE game_seats DROP COLUMN created_at;
CREATE INDEX game_seats_by_player ON game_seats (player_id, game_id);
