//! The games of a variant in the order in which they are rated, and how players stood after some of
//! them.
//!
//! Whoever changes results says so with [`replaced`] or [`changed`]; then no state is left that the change makes
//! wrong. A state is only added by somebody who [holds](lock) the variant, so that nothing changes
//! meanwhile.

use super::statement::statement;
use chrono::NaiveDate;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::results::row::ResultRow;
use super::schema::{game_results, players, rating_groups, rating_states};

/// With fewer games since the last state no other is due.
pub const SPACING: i64 = 64;

/// A club's variant: ratings of one have nothing to do with those of another.
pub type Group<'a> = (Uuid, &'a str);

/// The place of a game in the order of games.
pub type GameOrder = (NaiveDate, Uuid);

/// Before every place: PostgreSQL knows no earlier year.
pub const FIRST: GameOrder = match NaiveDate::from_ymd_opt(-4712, 1, 1) {
    Some(day) => (day, Uuid::nil()),
    None => (NaiveDate::MIN, Uuid::nil()),
};
/// After every place.
pub const LAST: GameOrder = (NaiveDate::MAX, Uuid::max());

/// What comes after a place, up to and including another.
pub type GameRange = (GameOrder, GameOrder);

/// Whether rows of a table are in a span, so that an index in that order is used.
macro_rules! within {
    ($table:literal, $span:expr) => {{
        let ((after_day, after), (last_day, last)) = $span;
        sql::<Bool>(concat!("(", $table, ".played_on, ", $table, ".game_id) > ("))
            .bind::<Date, _>(after_day)
            .sql(", ")
            .bind::<SqlUuid, _>(after)
            .sql(concat!(") AND (", $table, ".played_on, ", $table, ".game_id) <= ("))
            .bind::<Date, _>(last_day)
            .sql(", ")
            .bind::<SqlUuid, _>(last)
            .sql(")")
    }};
}

/// A seat of a rated game.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct RatedRow {
    pub played_on: NaiveDate,
    pub game_id: Uuid,
    /// From 0.
    pub seat: i16,
    pub player_id: Uuid,
    /// The first letter of the side.
    pub side: i32,
    /// The place of the side.
    pub place: i16,
}

/// How everybody stood after a game; one element of each list for a player, in order of ids.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(table_name = rating_states, check_for_backend(diesel::pg::Pg))]
pub struct StateRow {
    pub club_id: Uuid,
    pub variant: String,
    pub played_on: NaiveDate,
    pub game_id: Uuid,
    /// The number of games since the state before.
    pub span: i64,
    pub players: Vec<Uuid>,
    pub mu: Vec<f64>,
    pub sigma: Vec<f64>,
    pub games: Vec<i64>,
    pub change: Vec<i32>,
    pub last_played_on: Vec<NaiveDate>,
}

/// Deletes the states that other results of a game make wrong, in the transaction that writes them.
pub async fn replaced(
    conn: &mut Connection,
    club: Uuid,
    (old, new): (&[ResultRow], &[ResultRow]),
) -> QueryResult<()> {
    let rated = |row: &ResultRow| (row.seat, row.player_id, row.side.clone(), row.place, row.played_on);
    if old.iter().map(rated).eq(new.iter().map(rated)) {
        return Ok(());
    }
    match old.iter().chain(new).min_by_key(|row| row.played_on) {
        Some(first) => changed(conn, (club, &first.variant), (first.played_on, first.game_id)).await,
        None => Ok(()),
    }
}

/// Deletes the states that a change at a place makes wrong, in the transaction of the change.
pub async fn changed(
    conn: &mut Connection,
    (club, variant): Group<'_>,
    (day, game): GameOrder,
) -> QueryResult<()> {
    // Before anything is deleted: whoever adds states is done once the row is ours.
    statement(
        "INSERT INTO rating_groups AS g (club_id, variant, spare) VALUES ($1, $2, $3) \
         ON CONFLICT (club_id, variant) DO UPDATE SET spare = g.spare - 1",
    )
    .bind::<SqlUuid, _>(club)
    .bind::<Text, _>(variant)
    .bind::<BigInt, _>(SPACING - 1)
    .execute(conn)
    .await?;
    statement(
        "WITH gone AS (DELETE FROM rating_states WHERE club_id = $1 AND variant = $2 \
             AND (played_on, game_id) >= ($3, $4) RETURNING span) \
         UPDATE rating_groups g SET spare = g.spare - since.games \
         FROM (SELECT sum(span)::bigint AS games FROM gone) since \
         WHERE g.club_id = $1 AND g.variant = $2 AND since.games > 0",
    )
    .bind::<SqlUuid, _>(club)
    .bind::<Text, _>(variant)
    .bind::<Date, _>(day)
    .bind::<SqlUuid, _>(game)
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes all states of a club, so that all of its ratings are calculated anew.
pub async fn restart(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    forget(conn, club).await?;
    for variant in played(conn, club).await? {
        let group = (
            rating_groups::club_id.eq(club),
            rating_groups::variant.eq(variant),
            rating_groups::spare.eq(0_i64),
        );
        diesel::insert_into(rating_groups::table).values(group).execute(conn).await?;
    }
    Ok(())
}

/// Removes what there is of a club.
pub async fn forget(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    // The groups first, so that whoever was adding states is done.
    diesel::delete(rating_groups::table.filter(rating_groups::club_id.eq(club))).execute(conn).await?;
    diesel::delete(rating_states::table.filter(rating_states::club_id.eq(club))).execute(conn).await?;
    Ok(())
}

/// Reads the variants of which a club has results.
pub async fn played(conn: &mut Connection, club: Uuid) -> QueryResult<Vec<String>> {
    // One step through the index for each: the planner knows no such way for DISTINCT.
    let found: Vec<VariantRow> = statement(
        "WITH RECURSIVE v AS (SELECT min(variant) AS variant FROM game_results WHERE club_id = $1 \
             UNION ALL SELECT (SELECT min(variant) FROM game_results \
                 WHERE club_id = $1 AND variant > v.variant) FROM v WHERE v.variant IS NOT NULL) \
         SELECT variant FROM v WHERE variant IS NOT NULL ORDER BY variant",
    )
    .bind::<SqlUuid, _>(club)
    .load(conn)
    .await?;
    Ok(found.into_iter().map(|row| row.variant).collect())
}

#[derive(QueryableByName)]
struct VariantRow {
    #[diesel(sql_type = Text)]
    variant: String,
}

/// Reads the variants that a club is known to have played.
pub async fn groups(conn: &mut Connection, club: Uuid) -> QueryResult<Vec<String>> {
    let groups = rating_groups::table.filter(rating_groups::club_id.eq(club));
    groups.select(rating_groups::variant).order(rating_groups::variant).load(conn).await
}

/// Reads up to `limit` variants of any clubs for which a state is due.
pub async fn due(conn: &mut Connection, limit: i64) -> QueryResult<Vec<(Uuid, String)>> {
    let due = rating_groups::table.filter(rating_groups::spare.le(0));
    let order = (rating_groups::club_id, rating_groups::variant);
    due.select(order).order(order).limit(limit).load(conn).await
}

/// Holds a variant of a club until the transaction ends; `false` if there is none.
pub async fn lock(conn: &mut Connection, (club, variant): Group<'_>) -> QueryResult<bool> {
    let group = rating_groups::table.find((club, variant)).select(rating_groups::variant);
    let held: Option<String> = group.for_update().first(conn).await.optional()?;
    Ok(held.is_some())
}

/// Reads how many more games may come before a state is due.
pub async fn spare(conn: &mut Connection, (club, variant): Group<'_>) -> QueryResult<Option<i64>> {
    let group = rating_groups::table.find((club, variant)).select(rating_groups::spare);
    group.first(conn).await.optional()
}

/// Says how many more games may come before a state is due.
pub async fn set_spare(conn: &mut Connection, (club, variant): Group<'_>, spare: i64) -> QueryResult<()> {
    let group = rating_groups::table.find((club, variant));
    diesel::update(group).set(rating_groups::spare.eq(spare)).execute(conn).await?;
    Ok(())
}

/// Adds states.
pub async fn insert(conn: &mut Connection, states: &[StateRow]) -> QueryResult<()> {
    // A statement has at most 65,535 parameters.
    for part in states.chunks(1000) {
        diesel::insert_into(rating_states::table).values(part).execute(conn).await?;
    }
    Ok(())
}

/// Reads the last state.
pub async fn last_state(conn: &mut Connection, (club, variant): Group<'_>) -> QueryResult<Option<StateRow>> {
    rating_states::table
        .filter(rating_states::club_id.eq(club))
        .filter(rating_states::variant.eq(variant))
        .order((rating_states::played_on.desc(), rating_states::game_id.desc()))
        .select(StateRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Reads the state after a game.
pub async fn state(
    conn: &mut Connection,
    (club, variant): Group<'_>,
    (day, game): GameOrder,
) -> QueryResult<Option<StateRow>> {
    let state = rating_states::table.find((club, variant, day, game));
    state.select(StateRow::as_select()).first(conn).await.optional()
}

/// Reads the states of a span, in order.
pub async fn states(
    conn: &mut Connection,
    (club, variant): Group<'_>,
    span: GameRange,
) -> QueryResult<Vec<StateRow>> {
    rating_states::table
        .filter(rating_states::club_id.eq(club))
        .filter(rating_states::variant.eq(variant))
        .filter(within!("rating_states", span))
        .order((rating_states::played_on, rating_states::game_id))
        .select(StateRow::as_select())
        .load(conn)
        .await
}

/// A game, and the place of the last state before it.
#[derive(QueryableByName)]
struct NearestRow {
    #[diesel(sql_type = SqlUuid)]
    game: Uuid,
    #[diesel(sql_type = Nullable<Date>)]
    played_on: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    game_id: Option<Uuid>,
}

/// Finds the last state before each of these places: the place's game, and the state's place.
pub async fn nearest(
    conn: &mut Connection,
    (club, variant): Group<'_>,
    places: &[GameOrder],
) -> QueryResult<Vec<(Uuid, Option<GameOrder>)>> {
    let (days, games): (Vec<NaiveDate>, Vec<Uuid>) = places.iter().copied().unzip();
    let found: Vec<NearestRow> = statement(
        "SELECT p.game, s.played_on, s.game_id FROM unnest($3, $4) AS p (day, game) \
         LEFT JOIN LATERAL (SELECT played_on, game_id FROM rating_states \
             WHERE club_id = $1 AND variant = $2 AND (played_on, game_id) < (p.day, p.game) \
             ORDER BY played_on DESC, game_id DESC LIMIT 1) s ON true",
    )
    .bind::<SqlUuid, _>(club)
    .bind::<Text, _>(variant)
    .bind::<Array<Date>, _>(days)
    .bind::<Array<SqlUuid>, _>(games)
    .load(conn)
    .await?;
    Ok(found.into_iter().map(|row| (row.game, row.played_on.zip(row.game_id))).collect())
}

/// Reads up to `limit` seats of the games of a span, in order of games; the last game may be cut off
/// by the limit.
pub async fn games(
    conn: &mut Connection,
    (club, variant): Group<'_>,
    span: GameRange,
    limit: i64,
) -> QueryResult<Vec<RatedRow>> {
    game_results::table
        .filter(game_results::club_id.eq(club))
        .filter(game_results::variant.eq(variant))
        .filter(within!("game_results", span))
        .order((game_results::played_on, game_results::game_id))
        .limit(limit)
        .select((
            game_results::played_on,
            game_results::game_id,
            game_results::seat,
            game_results::player_id,
            sql::<Integer>("ascii(game_results.side)"),
            game_results::place,
        ))
        .load(conn)
        .await
}

/// Reads up to `limit` places of a player's games before a place with their variants, the newest
/// first.
pub async fn of_player(
    conn: &mut Connection,
    (club, player): (Uuid, Uuid),
    variant: Option<&str>,
    before: GameOrder,
    limit: i64,
) -> QueryResult<Vec<(NaiveDate, Uuid, String)>> {
    let mut rows = game_results::table
        .filter(game_results::club_id.eq(club))
        .filter(game_results::player_id.eq(player))
        .filter(
            sql::<Bool>("(game_results.played_on, game_results.game_id) < (")
                .bind::<Date, _>(before.0)
                .sql(", ")
                .bind::<SqlUuid, _>(before.1)
                .sql(")"),
        )
        .order((game_results::played_on.desc(), game_results::game_id.desc()))
        .limit(limit)
        .select((game_results::played_on, game_results::game_id, game_results::variant))
        .into_boxed();
    if let Some(variant) = variant {
        rows = rows.filter(game_results::variant.eq(variant.to_owned()));
    }
    rows.load(conn).await
}

/// Reads the names of players.
pub async fn names(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, String)>> {
    let is_meant = sql::<Bool>("players.id = ANY(").bind::<Array<SqlUuid>, _>(ids).sql(")");
    players::table.filter(is_meant).select((players::id, players::name)).load(conn).await
}
