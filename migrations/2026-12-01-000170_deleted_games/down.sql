DROP INDEX games_deleted;
-- What an older program cannot tell is a game that was deleted; it finds out anew how it stands.
UPDATE games SET status = 'running' WHERE status = 'deleted';
ALTER TABLE games DROP CONSTRAINT games_status;
ALTER TABLE games ADD CONSTRAINT games_status CHECK (status IN ('running', 'finished'));
