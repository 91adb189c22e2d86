DROP TABLE game_events;
DROP TABLE game_seats;
DROP TABLE games;
ALTER TABLE players DROP COLUMN guest;
