-- Which key made a key, so that who shared a table may take the link back.
ALTER TABLE keys ADD COLUMN made_by uuid;
CREATE INDEX keys_of_game ON keys (game_id, created_at, id) WHERE game_id IS NOT NULL;
-- What the key of a pairing code may do.
ALTER TABLE pairings ADD COLUMN scope text NOT NULL DEFAULT 'score'
    CONSTRAINT pairings_scope CHECK (scope IN ('view', 'score'));
