DROP INDEX games_deleted;
ALTER TABLE games DROP CONSTRAINT games_status;
ALTER TABLE games ADD CONSTRAINT games_status CHECK (status IN ('running', 'finished'));
