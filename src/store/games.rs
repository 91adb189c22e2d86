//! Games and their logs.

mod append;
mod page;
mod writer;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

pub use append::{Append, Appended, Batch, append, batch};
pub use page::{GameFilter, page};
pub use writer::{Gathered, WRITER_SETTINGS, Writer};

use super::Connection;
use super::clubs::Visibility;
use super::schema::{clubs, game_events, game_seats, games};
use super::statement::statement;
use super::text_enum::text_enum;
use crate::rules::Seat;

text_enum! {
    /// Whether a game is still running.
    #[schema(as = GameStatus)]
    pub enum Status {
        /// It goes on.
        Running = "running",
        /// It is over.
        Finished = "finished",
        /// It was a mistake.
        Deleted = "deleted",
    }
}

/// A game as it is stored, without its log.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = games, check_for_backend(diesel::pg::Pg))]
pub struct GameRow {
    pub id: Uuid,
    pub club_id: Uuid,
    /// The number of events in the log.
    pub version: i64,
    pub status: Status,
    pub variant: String,
    pub name: Option<String>,
    /// What the name is looked for by.
    pub name_key: Option<String>,
    /// In the club's time zone.
    pub played_on: NaiveDate,
    /// Whether it counts in standings.
    pub counts: bool,
    pub created_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
    /// Whether opposite seats are partners.
    pub partners: bool,
    /// How the match stands: a [`Brief`](crate::rules::Brief).
    pub brief: Value,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct SeatRow {
    pub game_id: Uuid,
    /// From 0.
    pub seat: i16,
    pub player_id: Uuid,
    /// The first round, from 1.
    pub since: i32,
}

/// A seat of a game with the name of the player who sits there.
#[derive(Clone, Debug, QueryableByName)]
pub struct SeatedRow {
    #[diesel(sql_type = SqlUuid)]
    pub game_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    pub seat: Seat,
    /// The player that this is, if merged.
    #[diesel(sql_type = SqlUuid)]
    pub player_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
}

/// An event as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = game_events, check_for_backend(diesel::pg::Pg))]
pub struct EventRow {
    pub game_id: Uuid,
    /// From 1.
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub key_id: Option<Uuid>,
    pub body: Value,
}

/// Adds many games with their seats and logs; the caller opens the transaction.
pub async fn insert_many(
    conn: &mut Connection,
    rows: &[GameRow],
    seats: &[SeatRow],
    log: &[EventRow],
) -> QueryResult<()> {
    diesel::insert_into(games::table).values(rows).execute(conn).await?;
    add_seats(conn, seats).await?;
    insert_log(conn, log).await
}

async fn insert_log(conn: &mut Connection, log: &[EventRow]) -> QueryResult<()> {
    // A statement has at most 65,535 parameters.
    for part in log.chunks(5000) {
        diesel::insert_into(game_events::table).values(part).execute(conn).await?;
    }
    Ok(())
}

/// Adds seats to games, with what lists of a player's games go by.
pub async fn add_seats(conn: &mut Connection, rows: &[SeatRow]) -> QueryResult<()> {
    statement(
        "INSERT INTO game_seats (game_id, seat, player_id, since, created_at) \
         SELECT games.id, s.seat, s.player_id, s.since, games.created_at \
         FROM unnest($1, $2, $3, $4) AS s (game_id, seat, player_id, since) \
         JOIN games ON games.id = s.game_id",
    )
    .bind::<Array<SqlUuid>, _>(rows.iter().map(|row| row.game_id).collect::<Vec<_>>())
    .bind::<Array<SmallInt>, _>(rows.iter().map(|row| row.seat).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(rows.iter().map(|row| row.player_id).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(rows.iter().map(|row| row.since).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Reads a game without its log.
pub async fn find(conn: &mut Connection, id: Uuid) -> QueryResult<Option<GameRow>> {
    games::table.find(id).select(GameRow::as_select()).first(conn).await.optional()
}

/// How many games there are, deleted ones too: of a club, or of all.
pub async fn count(conn: &mut Connection, club: Option<Uuid>) -> QueryResult<i64> {
    let mut all = games::table.count().into_boxed();
    if let Some(club) = club {
        all = all.filter(games::club_id.eq(club));
    }
    all.get_result(conn).await
}

/// Reads a game if it belongs to the club `own` (and is the one `only`, if there is one) or to a
/// public club. A foreign game and one that does not exist are the same to the database too, so
/// that they take the same time.
pub async fn find_readable(
    conn: &mut Connection,
    id: Uuid,
    own: Option<Uuid>,
    only: Option<Uuid>,
) -> QueryResult<Option<GameRow>> {
    let is_own = games::club_id.nullable().eq(own).assume_not_null();
    let is_meant = games::id.eq(only.unwrap_or(id));
    let is_public = clubs::visibility.eq(Visibility::Public);
    games::table
        .inner_join(clubs::table)
        .filter(games::id.eq(id))
        .filter(is_own.and(is_meant).or(is_public))
        .select(GameRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Reads a game if it belongs to the club `own`.
pub async fn find_own(conn: &mut Connection, id: Uuid, own: Uuid) -> QueryResult<Option<GameRow>> {
    let game = games::table.find(id).filter(games::club_id.eq(own));
    game.select(GameRow::as_select()).first(conn).await.optional()
}

/// Reads the log of a game.
pub async fn log(conn: &mut Connection, id: Uuid) -> QueryResult<Vec<EventRow>> {
    log_from(conn, id, 1).await
}

/// Reads the log of a game from event `seq` on.
pub async fn log_from(conn: &mut Connection, id: Uuid, seq: i64) -> QueryResult<Vec<EventRow>> {
    game_events::table
        .filter(game_events::game_id.eq(id))
        .filter(game_events::seq.ge(seq))
        .order(game_events::seq)
        .select(EventRow::as_select())
        .load(conn)
        .await
}

/// Reads the log of a game as it was at a version: that many events.
pub async fn log_until(conn: &mut Connection, id: Uuid, version: i64) -> QueryResult<Vec<EventRow>> {
    game_events::table
        .filter(game_events::game_id.eq(id))
        .filter(game_events::seq.le(version))
        .order(game_events::seq)
        .select(EventRow::as_select())
        .load(conn)
        .await
}

/// Reads a game without its log and holds it until the transaction ends, so that nobody appends.
pub async fn lock(conn: &mut Connection, id: Uuid) -> QueryResult<Option<GameRow>> {
    games::table.find(id).select(GameRow::as_select()).for_update().first(conn).await.optional()
}

/// Reads of which clubs these games are; those that do not exist are left out.
pub async fn clubs_of(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, Uuid)>> {
    let known = games::table.filter(games::id.eq_any(ids));
    known.select((games::id, games::club_id)).load(conn).await
}

/// Reads those of these games that exist and holds them until the transaction ends.
pub async fn lock_all(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<GameRow>> {
    // In one order, so that two who hold several do not wait for each other.
    let known = games::table.filter(games::id.eq_any(ids)).order(games::id);
    known.select(GameRow::as_select()).for_update().load(conn).await
}

/// Adds events to a game that is held, whose columns are then those of `row`.
pub async fn extend(conn: &mut Connection, row: &GameRow, log: &[EventRow]) -> QueryResult<()> {
    let columns = (
        games::version.eq(row.version),
        games::status.eq(row.status),
        games::name.eq(&row.name),
        games::name_key.eq(&row.name_key),
        games::played_on.eq(row.played_on),
        games::counts.eq(row.counts),
        games::changed_at.eq(row.changed_at),
        games::brief.eq(&row.brief),
    );
    diesel::update(games::table.find(row.id)).set(columns).execute(conn).await?;
    insert_log(conn, log).await
}

/// Writes the columns of a game that its log says, where they were written wrongly.
pub async fn put_right(conn: &mut Connection, row: &GameRow) -> QueryResult<()> {
    let fixed = (games::variant.eq(&row.variant), games::partners.eq(row.partners));
    diesel::update(games::table.find(row.id)).set(fixed).execute(conn).await?;
    extend(conn, row, &[]).await
}

/// Writes how matches stand, where their games are still at these versions.
pub async fn write_briefs(conn: &mut Connection, rows: &[GameRow]) -> QueryResult<()> {
    statement(
        "UPDATE games SET brief = b.brief FROM unnest($1, $2, $3) AS b (id, version, brief) \
         WHERE games.id = b.id AND games.version = b.version",
    )
    .bind::<Array<SqlUuid>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.version).collect::<Vec<_>>())
    .bind::<Array<Jsonb>, _>(rows.iter().map(|row| &row.brief).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Reads the logs of many games.
pub async fn logs(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<EventRow>> {
    game_events::table
        .filter(game_events::game_id.eq_any(ids))
        .order((game_events::game_id, game_events::seq))
        .select(EventRow::as_select())
        .load(conn)
        .await
}

/// Reads who sits where in these games; of a seat that was taken over, who took it.
pub async fn seats(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<SeatedRow>> {
    statement(
        "SELECT DISTINCT ON (s.game_id, s.seat) s.game_id, s.seat, p.id AS player_id, p.name \
         FROM game_seats s LEFT JOIN merges m ON m.player_id = s.player_id \
         JOIN players p ON p.id = coalesce(m.identity, s.player_id) \
         WHERE s.game_id = ANY($1) ORDER BY s.game_id, s.seat, s.since DESC",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await
}

/// Reads the seats of these games as they are stored.
pub async fn seat_rows(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<Vec<SeatRow>> {
    let seats = game_seats::table.filter(game_seats::game_id.eq_any(ids));
    seats
        .order((game_seats::game_id, game_seats::seat, game_seats::since))
        .select((game_seats::game_id, game_seats::seat, game_seats::player_id, game_seats::since))
        .load(conn)
        .await
}

/// Writes the seats of a game anew.
pub async fn replace_seats(conn: &mut Connection, id: Uuid, rows: &[SeatRow]) -> QueryResult<()> {
    diesel::delete(game_seats::table.filter(game_seats::game_id.eq(id))).execute(conn).await?;
    add_seats(conn, rows).await
}
