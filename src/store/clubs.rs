//! Clubs.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::schema::{clubs, game_events, games, keys, replies, seasons};
use super::text_enum::text_enum;

text_enum! {
    /// Who may read a club without a key of it.
    #[derive(Default)]
    #[schema(as = ClubVisibility)]
    pub enum Visibility {
        /// Nobody.
        #[default]
        Private = "private",
        /// Anyone.
        Public = "public",
    }
}

/// A club as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = clubs, check_for_backend(diesel::pg::Pg))]
pub struct ClubRow {
    pub id: Uuid,
    pub name: String,
    /// An IANA name.
    pub time_zone: String,
    pub visibility: Visibility,
    pub created_at: DateTime<Utc>,
}

/// What may be changed of a club; `None` leaves it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = clubs)]
pub struct ClubChanges {
    pub name: Option<String>,
    pub time_zone: Option<String>,
    pub visibility: Option<Visibility>,
}

/// Adds a club.
pub async fn insert(conn: &mut Connection, club: &ClubRow) -> QueryResult<()> {
    diesel::insert_into(clubs::table).values(club).execute(conn).await?;
    Ok(())
}

/// Whether there is any club.
pub async fn exist(conn: &mut Connection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(clubs::table.select(clubs::id))).get_result(conn).await
}

/// Reads the ids of all clubs.
pub async fn ids(conn: &mut Connection) -> QueryResult<Vec<Uuid>> {
    clubs::table.select(clubs::id).order(clubs::id).load(conn).await
}

/// Reads the oldest clubs.
pub async fn first(conn: &mut Connection, limit: i64) -> QueryResult<Vec<ClubRow>> {
    let oldest = clubs::table.order((clubs::created_at, clubs::id)).limit(limit);
    oldest.select(ClubRow::as_select()).load(conn).await
}

/// Reads a club.
pub async fn find(conn: &mut Connection, id: Uuid) -> QueryResult<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).first(conn).await.optional()
}

/// Reads a club if it is `own` or public. A foreign club and one that does not exist are the same
/// to the database too, so that they take the same time.
pub async fn find_readable(
    conn: &mut Connection,
    id: Uuid,
    own: Option<Uuid>,
) -> QueryResult<Option<ClubRow>> {
    let readable = clubs::id.nullable().eq(own).or(clubs::visibility.eq(Visibility::Public));
    let club = clubs::table.find(id).filter(readable.assume_not_null());
    club.select(ClubRow::as_select()).first(conn).await.optional()
}

/// Reads a club and holds its row until the transaction ends.
pub async fn lock(conn: &mut Connection, id: Uuid) -> QueryResult<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).for_update().first(conn).await.optional()
}

/// Reads a club and keeps it from being deleted until the transaction ends.
pub async fn hold(conn: &mut Connection, id: Uuid) -> QueryResult<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).for_key_share().first(conn).await.optional()
}

/// Whether there is a club, which then stays until the transaction ends.
pub async fn stays(conn: &mut Connection, id: Uuid) -> QueryResult<bool> {
    let found = clubs::table.find(id).select(clubs::id).for_key_share();
    Ok(found.first::<Uuid>(conn).await.optional()?.is_some())
}

/// Changes a club and returns it; there must be something to change.
pub async fn update(conn: &mut Connection, id: Uuid, changes: &ClubChanges) -> QueryResult<Option<ClubRow>> {
    diesel::update(clubs::table.find(id))
        .set(changes)
        .returning(ClubRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Deletes a club with all that belongs to it; the caller has locked it in a transaction.
pub async fn delete(conn: &mut Connection, id: Uuid) -> QueryResult<()> {
    // The games first: nothing can be added to the log of a game that is gone.
    let games = games::table.filter(games::club_id.eq(id));
    let mut owners: Vec<Uuid> = diesel::delete(games).returning(games::id).get_results(conn).await?;
    let events = game_events::table.filter(game_events::game_id.eq_any(&owners));
    diesel::delete(events).execute(conn).await?;
    let keys: Vec<Uuid> = keys::table.filter(keys::club_id.eq(id)).select(keys::id).load(conn).await?;
    // A game that was made is noted among the requests of the club.
    owners.extend(keys.into_iter().chain([id]));
    let place = format!("/v1/clubs/{id}");
    let known = replies::owner.eq_any(&owners).or(replies::made.eq_any(&owners).assume_not_null());
    let replies = replies::table.filter(known.or(replies::location.eq(place).assume_not_null()));
    diesel::delete(replies).execute(conn).await?;
    // After the games, so that whoever was finishing one is done with the sums too.
    super::results::forget(conn, id).await?;
    // Before the players whom their logs name.
    diesel::delete(seasons::table.filter(seasons::club_id.eq(id))).execute(conn).await?;
    diesel::delete(clubs::table.find(id)).execute(conn).await?;
    Ok(())
}
