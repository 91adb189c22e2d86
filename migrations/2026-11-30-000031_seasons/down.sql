DROP TABLE season_adjustments;
DROP TABLE season_changes;
DROP TABLE season_tables;
DROP TABLE seasons;
