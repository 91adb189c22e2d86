-- Games: an append-only log each, and what lists ask about them.

ALTER TABLE players ADD COLUMN guest boolean NOT NULL DEFAULT false;

-- `version` is the number of events; an append is a compare-and-set on it. `status` and the other
-- columns follow from the log and are written with it, so that lists need not read logs.
CREATE TABLE games (
    id uuid CONSTRAINT games_pkey PRIMARY KEY,
    club_id uuid NOT NULL CONSTRAINT games_club REFERENCES clubs (id) ON DELETE CASCADE,
    version bigint NOT NULL CONSTRAINT games_version CHECK (version > 0),
    status text NOT NULL CONSTRAINT games_status CHECK (status IN ('running', 'finished')),
    variant text NOT NULL,
    name text CONSTRAINT games_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
    played_on date NOT NULL,
    counts boolean NOT NULL,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
);
CREATE INDEX games_by_club ON games (club_id, created_at, id);

CREATE TABLE game_seats (
    game_id uuid NOT NULL CONSTRAINT game_seats_game REFERENCES games (id) ON DELETE CASCADE,
    seat smallint NOT NULL CONSTRAINT game_seats_seat CHECK (seat BETWEEN 0 AND 11),
    player_id uuid NOT NULL CONSTRAINT game_seats_player REFERENCES players (id),
    CONSTRAINT game_seats_pkey PRIMARY KEY (game_id, seat)
);
CREATE INDEX game_seats_by_player ON game_seats (player_id, game_id);

-- What happened, in order. Rows are added and never changed. There is no foreign key to games:
-- an event is only ever added by the statement that has just moved its game's version.
CREATE TABLE game_events (
    game_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    key_id uuid,
    body jsonb NOT NULL,
    CONSTRAINT game_events_pkey PRIMARY KEY (game_id, seq)
);
