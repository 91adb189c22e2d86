-- What lists of games show and ask for, so that they read no logs.

-- Whether opposite seats are partners.
ALTER TABLE games ADD COLUMN partners boolean NOT NULL DEFAULT false;
UPDATE games SET partners = true FROM game_events e
    WHERE e.game_id = games.id AND e.seq = 1 AND (e.body #>> '{body,partners}')::boolean;
ALTER TABLE games ALTER COLUMN partners DROP DEFAULT;

-- How the match stands, as `rules::Brief` says. It follows from the log and is written with it; of games that
-- an older program wrote it is worked out at the next start.
ALTER TABLE games ADD COLUMN brief jsonb NOT NULL DEFAULT '{}';
ALTER TABLE games ALTER COLUMN brief DROP DEFAULT;

-- The day of the last change (UTC). An index on the time itself would have to be written with every turn.
ALTER TABLE games ADD COLUMN changed_on date
    GENERATED ALWAYS AS ((changed_at AT TIME ZONE 'UTC')::date) STORED;
CREATE INDEX games_by_change ON games (club_id, changed_on);
