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
    }
}

diesel::table! {
    players (id) {
        id -> Uuid,
        club_id -> Uuid,
        name -> Text,
        name_key -> Text,
        created_at -> Timestamptz,
    }
}

diesel::joinable!(keys -> clubs (club_id));
diesel::joinable!(players -> clubs (club_id));
diesel::allow_tables_to_appear_in_same_query!(clubs, keys, players);
