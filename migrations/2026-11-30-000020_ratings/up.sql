-- Ratings follow from the results of a variant's games in their order. They are not stored game by game:
-- a state says now and then how everybody stood after a game, and what came later is calculated from it.
-- Whoever changes a result deletes the states after it in the same transaction, so that no number of
-- before is left anywhere; a correction of last year writes nothing else.

-- The games of a variant in their order.
CREATE INDEX game_results_in_order ON game_results (club_id, variant, played_on, game_id);

-- A variant that a club has played. Its row is held by whoever changes results or adds states. No foreign
-- keys here, for the reason that `tallies` have none.
CREATE TABLE rating_groups (
    club_id uuid NOT NULL,
    variant text NOT NULL,
    -- How many more games may come before a state is due.
    spare bigint NOT NULL,
    CONSTRAINT rating_groups_pkey PRIMARY KEY (club_id, variant)
);
CREATE INDEX rating_groups_due ON rating_groups (club_id, variant) WHERE spare <= 0;

-- How everybody stood after a game: one element of each array for a player.
CREATE TABLE rating_states (
    club_id uuid NOT NULL,
    variant text NOT NULL,
    played_on date NOT NULL,
    game_id uuid NOT NULL,
    -- The number of games since the state before.
    span bigint NOT NULL,
    players uuid[] NOT NULL,
    mu float8[] NOT NULL,
    sigma float8[] NOT NULL,
    games bigint[] NOT NULL,
    -- What the last game changed in the number that is shown, and its day.
    change integer[] NOT NULL,
    last_played_on date[] NOT NULL,
    CONSTRAINT rating_states_pkey PRIMARY KEY (club_id, variant, played_on, game_id)
);

INSERT INTO rating_groups (club_id, variant, spare) SELECT DISTINCT club_id, variant, 0 FROM game_results;
