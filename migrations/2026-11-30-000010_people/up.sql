-- Players who turned out to be one person, and who sat in a seat from which round on.

-- `into_id` is the player that was named, `identity` the one at the end of such a chain: the two differ
-- where that player was merged too. Undoing a merge deletes its row; logs keep the ids that were told.
CREATE TABLE merges (
    player_id uuid CONSTRAINT merges_pkey PRIMARY KEY
        CONSTRAINT merges_player REFERENCES players (id) ON DELETE CASCADE,
    into_id uuid NOT NULL CONSTRAINT merges_into REFERENCES players (id) ON DELETE CASCADE,
    identity uuid NOT NULL CONSTRAINT merges_identity REFERENCES players (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    key_id uuid,
    CONSTRAINT merges_apart CHECK (player_id <> into_id AND player_id <> identity)
);
CREATE INDEX merges_by_identity ON merges (identity);
CREATE INDEX merges_by_into ON merges (into_id);

-- When a player was last renamed or merged: what was read of a game before has another name in it.
ALTER TABLE players ADD COLUMN renamed_at timestamptz;

-- A seat that was taken over has a row for each player.
ALTER TABLE game_seats ADD COLUMN since integer NOT NULL DEFAULT 1
    CONSTRAINT game_seats_since CHECK (since > 0);
ALTER TABLE game_seats DROP CONSTRAINT game_seats_pkey;
ALTER TABLE game_seats ADD CONSTRAINT game_seats_pkey PRIMARY KEY (game_id, seat, since);
