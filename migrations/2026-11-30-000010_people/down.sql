DELETE FROM game_seats AS s USING game_seats AS later
    WHERE later.game_id = s.game_id AND later.seat = s.seat AND later.since > s.since;
ALTER TABLE game_seats DROP CONSTRAINT game_seats_pkey;
ALTER TABLE game_seats ADD CONSTRAINT game_seats_pkey PRIMARY KEY (game_id, seat);
ALTER TABLE game_seats DROP COLUMN since;
ALTER TABLE players DROP COLUMN renamed_at;
DROP TABLE merges;
