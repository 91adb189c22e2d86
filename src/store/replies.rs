//! Requests that were done and may come again: what they made, or their whole answers.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::schema::replies;

/// A request that was done. It has what it made, or else a status and a body.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = replies, check_for_backend(diesel::pg::Pg))]
pub struct ReplyRow {
    /// Among whose requests it is: a game's, a club's, a key's, or those from an address.
    pub owner: Uuid,
    /// Which of these requests it was.
    pub token: Uuid,
    /// A hash of what was asked.
    pub request: Vec<u8>,
    /// The id of what it made or changed.
    pub made: Option<Uuid>,
    pub status: Option<i16>,
    /// The version in the `ETag`.
    pub version: Option<i64>,
    pub location: Option<String>,
    pub body: Option<String>,
    /// What the key in the answer is made of.
    pub salt: Option<Vec<u8>>,
    /// When it may be forgotten; `None` for as long as there is its game.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Adds a request; the caller opens the transaction.
pub async fn insert(conn: &mut Connection, reply: &ReplyRow) -> QueryResult<()> {
    diesel::insert_into(replies::table).values(reply).execute(conn).await?;
    Ok(())
}

/// Reads a request of `owner`, or else of `sender`.
pub async fn find(
    conn: &mut Connection,
    (owner, sender): (Uuid, Uuid),
    token: Uuid,
) -> QueryResult<Option<ReplyRow>> {
    let owners = [owner, sender];
    let known = replies::table.filter(replies::owner.eq_any(owners)).filter(replies::token.eq(token));
    known.order(replies::owner.eq(owner).desc()).select(ReplyRow::as_select()).first(conn).await.optional()
}

/// Removes what may be forgotten.
pub async fn clear(conn: &mut Connection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(replies::table.filter(replies::expires_at.le(now))).execute(conn).await
}
