DROP TABLE players;
DROP TABLE keys;
DROP TABLE clubs;
