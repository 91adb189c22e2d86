-- What was answered to requests that may come again, and codes that give a phone its key.

-- Written together with what the request did. `token` is made of the Idempotency-Key by a hash and
-- `request` of what was asked. A key that an answer has is not in here: it is made anew of `salt`
-- and the Idempotency-Key, which only the caller has.
CREATE TABLE replies (
    owner uuid NOT NULL,
    token uuid NOT NULL,
    request bytea NOT NULL CONSTRAINT replies_request_length CHECK (octet_length(request) = 32),
    status smallint NOT NULL CONSTRAINT replies_status CHECK (status BETWEEN 200 AND 299),
    version bigint,
    location text,
    body text NOT NULL,
    salt bytea CONSTRAINT replies_salt_length CHECK (octet_length(salt) = 32),
    expires_at timestamptz,
    CONSTRAINT replies_pkey PRIMARY KEY (owner, token)
);
CREATE INDEX replies_to_clear ON replies (expires_at) WHERE expires_at IS NOT NULL;

-- A code is read in two halves: `selector` finds the row, and wrong second halves are counted.
CREATE TABLE pairings (
    id uuid CONSTRAINT pairings_pkey PRIMARY KEY,
    club_id uuid NOT NULL CONSTRAINT pairings_club REFERENCES clubs (id) ON DELETE CASCADE,
    game_id uuid,
    label text NOT NULL CONSTRAINT pairings_label_length CHECK (char_length(label) BETWEEN 1 AND 200),
    selector text NOT NULL CONSTRAINT pairings_selector UNIQUE,
    hash bytea NOT NULL CONSTRAINT pairings_hash_length CHECK (octet_length(hash) = 32),
    tries smallint NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX pairings_by_club ON pairings (club_id);
CREATE INDEX pairings_to_clear ON pairings (expires_at);
