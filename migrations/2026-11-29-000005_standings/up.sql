-- Projections that answer questions across games. All of it follows from the logs: it is written in
-- the transaction of the event that changes it, and `pipkeeper rebuild` makes it anew.

-- One row a seat of a finished game that counts.
CREATE TABLE game_results (
    game_id uuid NOT NULL CONSTRAINT game_results_game REFERENCES games (id) ON DELETE CASCADE,
    seat smallint NOT NULL,
    club_id uuid NOT NULL,
    player_id uuid NOT NULL CONSTRAINT game_results_player REFERENCES players (id),
    variant text NOT NULL,
    side text NOT NULL,
    seats smallint NOT NULL,
    partners boolean NOT NULL,
    -- Whether the lowest total won.
    low boolean NOT NULL,
    played_on date NOT NULL,
    -- 1: won alone; 0: shared the first place; -1: lost.
    result smallint NOT NULL CONSTRAINT game_results_result CHECK (result IN (-1, 0, 1)),
    place smallint NOT NULL,
    points_for integer NOT NULL,
    -- The points of the other sides together.
    points_against integer NOT NULL,
    rounds integer NOT NULL,
    rounds_won integer NOT NULL,
    -- Rounds of which it is known how they ended, and those that ended blocked.
    ended integer NOT NULL,
    blocks integer NOT NULL,
    outs integer NOT NULL,
    penalties integer NOT NULL,
    -- Dots left in the hand, over the rounds for which they are known.
    left_pips integer NOT NULL,
    left_rounds integer NOT NULL,
    findings integer NOT NULL,
    CONSTRAINT game_results_pkey PRIMARY KEY (game_id, seat)
);
-- A player's games in order, with what form, streaks and seats ask.
CREATE INDEX game_results_by_player ON game_results (club_id, player_id, played_on, game_id)
    INCLUDE (result, seat, variant, partners, seats);

-- Sums of results, so that a table's cost follows the players and not their games. A row for each day,
-- month and year in which somebody played, and one for all time, so that any range of dates is a few
-- dozen ranges of rows. No foreign key to clubs: it would lock the club's row while a game is locked, and
-- whoever deletes a club locks them in the other order.
CREATE TABLE tallies (
    club_id uuid NOT NULL,
    span text NOT NULL CONSTRAINT tallies_span CHECK (span IN ('all', 'year', 'month', 'day')),
    -- The first day of the span.
    starts date NOT NULL,
    player_id uuid NOT NULL,
    variant text NOT NULL,
    seats smallint NOT NULL,
    partners boolean NOT NULL,
    low boolean NOT NULL,
    played bigint NOT NULL,
    won bigint NOT NULL,
    drawn bigint NOT NULL,
    lost bigint NOT NULL,
    points_for bigint NOT NULL,
    points_against bigint NOT NULL,
    rounds bigint NOT NULL,
    rounds_won bigint NOT NULL,
    ended bigint NOT NULL,
    blocks bigint NOT NULL,
    outs bigint NOT NULL,
    penalties bigint NOT NULL,
    left_pips bigint NOT NULL,
    left_rounds bigint NOT NULL,
    findings bigint NOT NULL,
    highest integer NOT NULL,
    lowest integer NOT NULL,
    CONSTRAINT tallies_pkey PRIMARY KEY (club_id, span, starts, player_id, variant, seats, partners, low)
);
CREATE INDEX tallies_by_player ON tallies (club_id, player_id, span, starts);

-- Two players who met in games, as the first of them sees it, over all time.
CREATE TABLE pair_tallies (
    club_id uuid NOT NULL,
    player_id uuid NOT NULL,
    other_id uuid NOT NULL,
    -- Whether they were partners; else opponents.
    together boolean NOT NULL,
    variant text NOT NULL,
    seats smallint NOT NULL,
    partners boolean NOT NULL,
    low boolean NOT NULL,
    played bigint NOT NULL,
    -- Partners: games won; opponents: games in which the player came in before the other.
    won bigint NOT NULL,
    drawn bigint NOT NULL,
    lost bigint NOT NULL,
    points_for bigint NOT NULL,
    -- Partners: of all opponents; opponents: of the other.
    points_against bigint NOT NULL,
    CONSTRAINT pair_tallies_pkey
        PRIMARY KEY (club_id, player_id, other_id, together, variant, seats, partners, low)
);

-- Lists of games by day, by variant, and of those that go on.
CREATE INDEX games_by_day ON games (club_id, played_on, created_at, id);
CREATE INDEX games_by_variant ON games (club_id, variant, created_at, id);
CREATE INDEX games_running ON games (club_id, created_at, id) WHERE status = 'running';
