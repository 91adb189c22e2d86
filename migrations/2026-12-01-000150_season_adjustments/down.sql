CREATE TABLE season_adjustments (
    id uuid CONSTRAINT season_adjustments_pkey PRIMARY KEY,
    season_id uuid NOT NULL CONSTRAINT season_adjustments_season REFERENCES seasons (id) ON DELETE CASCADE,
    player_id uuid NOT NULL CONSTRAINT season_adjustments_player REFERENCES players (id) ON DELETE CASCADE,
    points integer NOT NULL CONSTRAINT season_adjustments_points CHECK (points <> 0),
    reason text NOT NULL,
    created_at timestamptz NOT NULL,
    key_id uuid,
    cancelled text
);
CREATE INDEX season_adjustments_by_season ON season_adjustments (season_id, created_at, id);
INSERT INTO season_adjustments
SELECT (body #>> '{adjustment,id}')::uuid, season_id, player_id, (body #>> '{adjustment,points}')::integer,
    body ->> 'reason', at, key_id, (SELECT min(c.body ->> 'reason') FROM season_changes c
        WHERE c.season_id = s.season_id AND c.body ->> 'what' = 'adjustment_cancelled'
        AND c.body #> '{adjustment,id}' = s.body #> '{adjustment,id}')
FROM season_changes s WHERE body ->> 'what' = 'adjusted';
ALTER TABLE season_changes DROP COLUMN player_id;
