-- A game that was a mistake: its log says so, and lists and standings leave it out.
ALTER TABLE games DROP CONSTRAINT games_status;
ALTER TABLE games ADD CONSTRAINT games_status CHECK (status IN ('running', 'finished', 'deleted'));
CREATE INDEX games_deleted ON games (club_id, created_at, id) WHERE status = 'deleted';
