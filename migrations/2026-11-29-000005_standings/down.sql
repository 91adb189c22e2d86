DROP INDEX games_running;
DROP INDEX games_by_variant;
DROP INDEX games_by_day;
DROP TABLE pair_tallies;
DROP TABLE tallies;
DROP TABLE game_results;
