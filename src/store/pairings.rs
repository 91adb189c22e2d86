//! Pairing codes: how a second phone gets a key of its own.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::keys::Scope;
use super::schema::pairings;

/// A pairing code as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = pairings, check_for_backend(diesel::pg::Pg))]
pub struct PairingRow {
    pub id: Uuid,
    pub club_id: Uuid,
    /// The one game the key will be for, if it is not for the whole club.
    pub game_id: Option<Uuid>,
    /// The label of the key.
    pub label: String,
    /// The first half of the code.
    pub selector: String,
    /// The SHA-256 of the code.
    pub hash: Vec<u8>,
    /// How many more tries there are.
    pub tries: i16,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// What the key may do.
    pub scope: Scope,
}

/// Adds a code, unless there is one with the same first half; says whether it did.
pub async fn insert(conn: &mut Connection, pairing: &PairingRow) -> QueryResult<bool> {
    let added = diesel::insert_into(pairings::table)
        .values(pairing)
        .on_conflict(pairings::selector)
        .do_nothing()
        .execute(conn)
        .await?;
    Ok(added == 1)
}

/// Takes one try away from the code with this first half and returns it, if it has a try left.
pub async fn spend_try(
    conn: &mut Connection,
    selector: &str,
    now: DateTime<Utc>,
) -> QueryResult<Option<PairingRow>> {
    diesel::update(pairings::table)
        .filter(pairings::selector.eq(selector))
        .filter(pairings::tries.gt(0))
        .filter(pairings::expires_at.gt(now))
        .set(pairings::tries.eq(pairings::tries - 1))
        .returning(PairingRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Removes a code; says whether it was there.
pub async fn delete(conn: &mut Connection, id: Uuid) -> QueryResult<bool> {
    Ok(diesel::delete(pairings::table.find(id)).execute(conn).await? == 1)
}

/// Removes codes whose time is over.
pub async fn clear(conn: &mut Connection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(pairings::table.filter(pairings::expires_at.le(now))).execute(conn).await
}
