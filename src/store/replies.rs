//! What was answered to requests that may come again.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::schema::replies;

/// An answer as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = replies, check_for_backend(diesel::pg::Pg))]
pub struct ReplyRow {
    /// Whose requests these are: a key, or an address.
    pub owner: Uuid,
    /// Which of the owner's requests it was.
    pub token: Uuid,
    /// A hash of what was asked.
    pub request: Vec<u8>,
    pub status: i16,
    /// The version in the `ETag`.
    pub version: Option<i64>,
    pub location: Option<String>,
    pub body: String,
    /// What the key in the answer is made of.
    pub salt: Option<Vec<u8>>,
    /// When it may be forgotten; `None` for as long as there is its game.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Adds an answer; the caller opens the transaction.
pub async fn insert(conn: &mut Connection, reply: &ReplyRow) -> QueryResult<()> {
    diesel::insert_into(replies::table).values(reply).execute(conn).await?;
    Ok(())
}

/// Reads an answer.
pub async fn find(conn: &mut Connection, owner: Uuid, token: Uuid) -> QueryResult<Option<ReplyRow>> {
    replies::table.find((owner, token)).select(ReplyRow::as_select()).first(conn).await.optional()
}

/// Removes what may be forgotten.
pub async fn clear(conn: &mut Connection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(replies::table.filter(replies::expires_at.le(now))).execute(conn).await
}
