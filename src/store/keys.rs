//! Keys: who may speak for a club. Only their hashes are here.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::keys;
use super::statement::statement;
use super::text_enum::text_enum;
use super::{After, Connection};

text_enum! {
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
    /// The key with which it was made.
    pub made_by: Option<Uuid>,
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

/// Reads a key of a club.
pub async fn find(conn: &mut Connection, club: Uuid, id: Uuid) -> QueryResult<Option<KeyRow>> {
    let key = keys::table.find(id).filter(keys::club_id.eq(club));
    key.select(KeyRow::as_select()).first(conn).await.optional()
}

/// Reads a key of any club.
pub async fn find_any(conn: &mut Connection, id: Uuid) -> QueryResult<Option<KeyRow>> {
    keys::table.find(id).select(KeyRow::as_select()).first(conn).await.optional()
}

/// Reads up to `limit` keys of a club, the oldest first.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<KeyRow>> {
    let mut query = keys::table
        .filter(keys::club_id.eq(club))
        .select(KeyRow::as_select())
        .order((keys::created_at, keys::id))
        .limit(limit)
        .into_boxed();
    if let Some((time, id)) = after {
        let same_time = keys::created_at.eq(time).and(keys::id.gt(id));
        query = query.filter(keys::created_at.gt(time).or(same_time));
    }
    query.load(conn).await
}

/// Reads up to `limit` keys of a game, the oldest first; of one key only those that it made.
pub async fn of_game(
    conn: &mut Connection,
    game: Uuid,
    made_by: Option<Uuid>,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<KeyRow>> {
    let mut query = keys::table
        .filter(keys::game_id.eq(game))
        .select(KeyRow::as_select())
        .order((keys::created_at, keys::id))
        .limit(limit)
        .into_boxed();
    if let Some(maker) = made_by {
        query = query.filter(keys::made_by.eq(maker));
    }
    if let Some((time, id)) = after {
        let same_time = keys::created_at.eq(time).and(keys::id.gt(id));
        query = query.filter(keys::created_at.gt(time).or(same_time));
    }
    query.load(conn).await
}

/// Reads the labels of these keys of a club.
pub async fn labels(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, String)>> {
    let known = keys::table.filter(keys::club_id.eq(club).and(keys::id.eq_any(ids)));
    known.select((keys::id, keys::label)).load(conn).await
}

/// How many other keys of the club can do everything for as long as this one can.
pub async fn other_managers(conn: &mut Connection, key: &KeyRow) -> QueryResult<i64> {
    keys::table
        .filter(keys::club_id.eq(key.club_id))
        .filter(keys::id.ne(key.id))
        .filter(keys::scope.eq(Scope::Manage))
        .filter(keys::revoked_at.is_null())
        .filter(keys::expires_at.is_null().or(keys::expires_at.ge(key.expires_at).assume_not_null()))
        .count()
        .get_result(conn)
        .await
}

/// Takes a key back, and the links to games that were made with it and with those; what a manager shared
/// stays. From then on they are no good.
pub async fn revoke(conn: &mut Connection, id: Uuid, now: DateTime<Utc>) -> QueryResult<()> {
    statement(
        "WITH RECURSIVE gone AS (\
             SELECT id, scope FROM keys WHERE id = $1 \
             UNION SELECT k.id, k.scope FROM keys k JOIN gone g ON k.made_by = g.id \
             WHERE g.scope <> 'manage' AND k.game_id IS NOT NULL) \
         UPDATE keys SET revoked_at = $2 WHERE revoked_at IS NULL AND id IN (SELECT id FROM gone)",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}
