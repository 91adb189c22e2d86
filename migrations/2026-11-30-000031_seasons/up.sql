-- Seasons: ranges of days with a ranking of their own. Days are the clubs' calendar days, as each game
-- has its own: a change of the zone moves none. Seasons may overlap.
CREATE TABLE seasons (
    id uuid CONSTRAINT seasons_pkey PRIMARY KEY,
    club_id uuid NOT NULL CONSTRAINT seasons_club REFERENCES clubs (id) ON DELETE CASCADE,
    name text NOT NULL CONSTRAINT seasons_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
    -- The name with letter case and spacing folded away.
    name_key text NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    -- Which games count; all where there is nothing.
    variant text,
    seats smallint,
    partners boolean,
    -- The ranking: criteria, what results are worth, the seed of lots.
    chain jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    CONSTRAINT seasons_name UNIQUE (club_id, name_key),
    CONSTRAINT seasons_days CHECK (first_day <= last_day)
);
CREATE INDEX seasons_by_club ON seasons (club_id, created_at, id);

-- The table of a closed season as it was when it was closed. Apart, because lists do not need it.
CREATE TABLE season_tables (
    season_id uuid CONSTRAINT season_tables_pkey PRIMARY KEY
        CONSTRAINT season_tables_season REFERENCES seasons (id) ON DELETE CASCADE,
    body jsonb NOT NULL
);

-- What was changed about a season, in order. Rows are added and never changed.
CREATE TABLE season_changes (
    id uuid CONSTRAINT season_changes_pkey PRIMARY KEY,
    season_id uuid NOT NULL CONSTRAINT season_changes_season REFERENCES seasons (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    key_id uuid,
    body jsonb NOT NULL
);
CREATE INDEX season_changes_by_season ON season_changes (season_id, at, id);

-- Points that the club gives or takes, apart from games. Cancelled, never deleted.
CREATE TABLE season_adjustments (
    id uuid CONSTRAINT season_adjustments_pkey PRIMARY KEY,
    season_id uuid NOT NULL CONSTRAINT season_adjustments_season REFERENCES seasons (id) ON DELETE CASCADE,
    player_id uuid NOT NULL CONSTRAINT season_adjustments_player REFERENCES players (id) ON DELETE CASCADE,
    points integer NOT NULL CONSTRAINT season_adjustments_points CHECK (points <> 0),
    reason text NOT NULL,
    created_at timestamptz NOT NULL,
    key_id uuid,
    -- Why it does not count, if it was cancelled.
    cancelled text
);
CREATE INDEX season_adjustments_by_season ON season_adjustments (season_id, created_at, id);
