//! Clubs.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::schema::clubs;
use super::words::stored_words;

stored_words! {
    /// Who may read a club without a key of it.
    pub enum Visibility {
        /// Nobody.
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

/// Reads a club.
pub async fn find(conn: &mut Connection, id: Uuid) -> QueryResult<Option<ClubRow>> {
    clubs::table.find(id).select(ClubRow::as_select()).first(conn).await.optional()
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
