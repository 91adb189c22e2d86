DROP INDEX game_events_by_token;
ALTER TABLE game_events
    DROP CONSTRAINT game_events_repeatable,
    DROP COLUMN batch,
    DROP COLUMN request,
    DROP COLUMN token;
