-- The people who play together, who they are, and the keys that speak for them.

CREATE TABLE clubs (
    id uuid CONSTRAINT clubs_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT clubs_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
    time_zone text NOT NULL,
    visibility text NOT NULL CONSTRAINT clubs_visibility CHECK (visibility IN ('private', 'public')),
    created_at timestamptz NOT NULL
);

-- Only the SHA-256 of a key is kept: whoever reads this table cannot use it.
CREATE TABLE keys (
    id uuid CONSTRAINT keys_pkey PRIMARY KEY,
    club_id uuid NOT NULL CONSTRAINT keys_club REFERENCES clubs (id) ON DELETE CASCADE,
    scope text NOT NULL CONSTRAINT keys_scope CHECK (scope IN ('view', 'score', 'manage')),
    game_id uuid,
    label text NOT NULL CONSTRAINT keys_label_length CHECK (char_length(label) BETWEEN 1 AND 200),
    hash bytea NOT NULL
        CONSTRAINT keys_hash UNIQUE
        CONSTRAINT keys_hash_length CHECK (octet_length(hash) = 32),
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX keys_by_club ON keys (club_id, created_at, id);

-- `name_key` is the name with letter case and spacing folded away.
CREATE TABLE players (
    id uuid CONSTRAINT players_pkey PRIMARY KEY,
    club_id uuid NOT NULL CONSTRAINT players_club REFERENCES clubs (id) ON DELETE CASCADE,
    name text NOT NULL CONSTRAINT players_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
    name_key text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT players_name UNIQUE (club_id, name_key)
);
CREATE INDEX players_by_club ON players (club_id, created_at, id);
