//! Keys: who may speak for a club. Only their hashes are here.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::schema::keys;
use super::words::stored_words;

stored_words! {
    /// How much a key may do; each includes the ones before it.
    pub enum Scope {
        /// Read.
        View = "view",
        /// Read, and record what happened at the table.
        Score = "score",
        /// All of it: the club, its players, its keys.
        Manage = "manage",
    }
}

/// A key as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = keys, check_for_backend(diesel::pg::Pg))]
pub struct KeyRow {
    pub id: Uuid,
    pub club_id: Uuid,
    pub scope: Scope,
    /// The one game it is for, if it is not for the whole club.
    pub game_id: Option<Uuid>,
    pub label: String,
    /// The SHA-256 of the key.
    pub hash: Vec<u8>,
    pub expires_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// Adds a key.
pub async fn insert(conn: &mut Connection, key: &KeyRow) -> QueryResult<()> {
    diesel::insert_into(keys::table).values(key).execute(conn).await?;
    Ok(())
}

/// Reads the key with this hash, whether it is still good or not.
pub async fn find_by_hash(conn: &mut Connection, hash: &[u8]) -> QueryResult<Option<KeyRow>> {
    keys::table.filter(keys::hash.eq(hash)).select(KeyRow::as_select()).first(conn).await.optional()
}

/// Notes that a key was used.
pub async fn touch(conn: &mut Connection, id: Uuid, now: DateTime<Utc>) -> QueryResult<()> {
    diesel::update(keys::table.find(id)).set(keys::last_used_at.eq(now)).execute(conn).await?;
    Ok(())
}
