//! The tables as diesel sees them. Follows `migrations/`.

diesel::table! {
    clubs (id) {
        id -> Uuid,
        name -> Text,
        time_zone -> Text,
        visibility -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    keys (id) {
        id -> Uuid,
        club_id -> Uuid,
        scope -> Text,
        game_id -> Nullable<Uuid>,
        label -> Text,
        hash -> Bytea,
        expires_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
        made_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    players (id) {
        id -> Uuid,
        club_id -> Uuid,
        name -> Text,
        name_key -> Text,
        created_at -> Timestamptz,
        guest -> Bool,
        renamed_at -> Nullable<Timestamptz>,
        twin -> Int2,
    }
}

diesel::table! {
    games (id) {
        id -> Uuid,
        club_id -> Uuid,
        version -> Int8,
        status -> Text,
        variant -> Text,
        name -> Nullable<Text>,
        name_key -> Nullable<Text>,
        played_on -> Date,
        counts -> Bool,
        created_at -> Timestamptz,
        changed_at -> Timestamptz,
        partners -> Bool,
        brief -> Jsonb,
    }
}

diesel::table! {
    game_seats (game_id, seat, since) {
        game_id -> Uuid,
        seat -> Int2,
        player_id -> Uuid,
        since -> Int4,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    game_events (game_id, seq) {
        game_id -> Uuid,
        seq -> Int8,
        at -> Timestamptz,
        key_id -> Nullable<Uuid>,
        body -> Jsonb,
        token -> Nullable<Uuid>,
        request -> Nullable<Uuid>,
        batch -> Nullable<Int2>,
    }
}

diesel::table! {
    merges (player_id) {
        player_id -> Uuid,
        into_id -> Uuid,
        identity -> Uuid,
        at -> Timestamptz,
        key_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    replies (owner, token) {
        owner -> Uuid,
        token -> Uuid,
        request -> Bytea,
        made -> Nullable<Uuid>,
        status -> Nullable<Int2>,
        version -> Nullable<Int8>,
        location -> Nullable<Text>,
        body -> Nullable<Text>,
        salt -> Nullable<Bytea>,
        expires_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    pairings (id) {
        id -> Uuid,
        club_id -> Uuid,
        game_id -> Nullable<Uuid>,
        label -> Text,
        selector -> Text,
        hash -> Bytea,
        tries -> Int2,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        scope -> Text,
    }
}

diesel::table! {
    seasons (id) {
        id -> Uuid,
        club_id -> Uuid,
        name -> Text,
        name_key -> Text,
        first_day -> Date,
        last_day -> Date,
        games -> Jsonb,
        chain -> Jsonb,
        created_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        twin -> Int2,
    }
}

diesel::table! {
    season_tables (season_id) {
        season_id -> Uuid,
        body -> Jsonb,
    }
}

diesel::table! {
    season_changes (id) {
        id -> Uuid,
        season_id -> Uuid,
        at -> Timestamptz,
        key_id -> Nullable<Uuid>,
        body -> Jsonb,
    }
}

diesel::table! {
    projection_version (id) {
        id -> Bool,
        version -> Int4,
    }
}

diesel::table! {
    rating_groups (club_id, variant) {
        club_id -> Uuid,
        variant -> Text,
        spare -> Int8,
    }
}

diesel::table! {
    rating_states (club_id, variant, played_on, game_id) {
        club_id -> Uuid,
        variant -> Text,
        played_on -> Date,
        game_id -> Uuid,
        span -> Int8,
        players -> Array<Uuid>,
        mu -> Array<Float8>,
        sigma -> Array<Float8>,
        games -> Array<Int8>,
        change -> Array<Int4>,
        last_played_on -> Array<Date>,
    }
}

// Only the columns that ratings read: everything else about results is SQL.
diesel::table! {
    game_results (game_id, seat) {
        game_id -> Uuid,
        seat -> Int2,
        club_id -> Uuid,
        player_id -> Uuid,
        variant -> Text,
        played_on -> Date,
        place -> Int2,
    }
}

diesel::joinable!(keys -> clubs (club_id));
diesel::joinable!(pairings -> clubs (club_id));
diesel::joinable!(players -> clubs (club_id));
diesel::joinable!(seasons -> clubs (club_id));
diesel::joinable!(games -> clubs (club_id));
diesel::joinable!(game_seats -> games (game_id));
diesel::joinable!(game_seats -> players (player_id));
diesel::allow_tables_to_appear_in_same_query!(
    clubs,
    game_events,
    game_seats,
    games,
    keys,
    merges,
    pairings,
    players,
    replies,
    season_changes,
    season_tables,
    seasons,
);
