//! Adding to a log: one statement that compares the version, moves it and writes the events; and finding
//! what a request added when it came before.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

use super::Status;
use crate::store::Connection;
use crate::store::schema::game_events;

/// Events to add to a log that has `version` events.
#[derive(Clone, Debug)]
pub struct Append<'a> {
    pub game: Uuid,
    pub version: i64,
    /// The events as JSON texts.
    pub bodies: &'a [String],
    pub count: i16,
    pub status: Status,
    pub name: Option<&'a str>,
    /// What the name is looked for by.
    pub name_key: Option<&'a str>,
    /// `None` leaves the day as it is.
    pub played_on: Option<NaiveDate>,
    pub counts: bool,
    /// How the match stands then.
    pub brief: &'a Value,
    pub at: DateTime<Utc>,
    pub key: Uuid,
    /// Of a request that may come again: which of the game's it is.
    pub token: Option<Uuid>,
    /// Of such a request: a hash of what was asked.
    pub request: Option<Uuid>,
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are in the log.
    Now,
    /// Nothing was written: the log has another version, or an older program stored the request's answer.
    Not,
}

/// Adds events to a log.
///
/// Errors: one that [`is_repeated`] knows if the request added to the log when it came before.
pub async fn append(conn: &mut Connection, append: Append<'_>) -> QueryResult<Appended> {
    let written = append.execute(conn).await?;
    Ok(if written > 0 { Appended::Now } else { Appended::Not })
}

/// Whether an append failed because its request added to the log when it came before.
pub fn is_repeated(error: &Error) -> bool {
    matches!(error, Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
        if info.constraint_name() == Some("game_events_by_token"))
}

/// The events that a request added when it came before.
#[derive(Clone, Copy, Debug, Queryable)]
pub struct Batch {
    /// The first of them.
    pub seq: i64,
    /// How many they are.
    pub count: i16,
    /// A hash of what was asked.
    pub request: Uuid,
}

/// Reads what a request added to a log when it came before.
pub async fn batch(conn: &mut Connection, game: Uuid, token: Uuid) -> QueryResult<Option<Batch>> {
    let first = game_events::table.filter(game_events::game_id.eq(game)).filter(game_events::token.eq(token));
    let columns =
        (game_events::seq, game_events::batch.assume_not_null(), game_events::request.assume_not_null());
    first.select(columns).first(conn).await.optional()
}

/// A statement that diesel cannot put together. It is written out once, so that it is prepared
/// once a connection: diesel never caches `sql_query`.
impl QueryFragment<Pg> for Append<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.move_version(&mut out)?;
        self.insert_events(&mut out)
    }
}

impl QueryId for Append<'_> {
    type QueryId = Append<'static>;

    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Append<'_> {
    fn move_version<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH moved AS (UPDATE games SET version = version + ");
        out.push_bind_param::<SmallInt, _>(&self.count)?;
        out.push_sql(", status = ");
        out.push_bind_param::<Text, _>(&self.status)?;
        out.push_sql(", name = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.name)?;
        out.push_sql(", name_key = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.name_key)?;
        out.push_sql(", played_on = coalesce(");
        out.push_bind_param::<Nullable<Date>, _>(&self.played_on)?;
        out.push_sql(", played_on), counts = ");
        out.push_bind_param::<Bool, _>(&self.counts)?;
        out.push_sql(", brief = ");
        out.push_bind_param::<Jsonb, _>(self.brief)?;
        out.push_sql(", changed_at = ");
        out.push_bind_param::<Timestamptz, _>(&self.at)?;
        out.push_sql(" WHERE id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        out.push_sql(" AND version = ");
        out.push_bind_param::<BigInt, _>(&self.version)?;
        // Older programs stored whole answers, under the key that asked or else the game.
        out.push_sql(" AND NOT EXISTS (SELECT FROM replies WHERE body IS NOT NULL AND owner IN (games.id, ");
        out.push_bind_param::<SqlUuid, _>(&self.key)?;
        out.push_sql(") AND token = ");
        out.push_bind_param::<Nullable<SqlUuid>, _>(&self.token)?;
        out.push_sql(") RETURNING id)");
        Ok(())
    }

    fn insert_events<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            " INSERT INTO game_events (game_id, seq, at, key_id, body, token, request, batch) SELECT moved.id, ",
        );
        out.push_bind_param::<BigInt, _>(&self.version)?;
        out.push_sql(" + added.place, ");
        out.push_bind_param::<Timestamptz, _>(&self.at)?;
        out.push_sql(", ");
        out.push_bind_param::<SqlUuid, _>(&self.key)?;
        out.push_sql(
            ", added.body::jsonb, request.token, request.request, request.batch FROM moved, unnest(",
        );
        out.push_bind_param::<Array<Text>, _>(&self.bodies)?;
        // The first event stands for the request.
        out.push_sql(") WITH ORDINALITY AS added (body, place) LEFT JOIN (SELECT ");
        out.push_bind_param::<Nullable<SqlUuid>, _>(&self.token)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<SqlUuid>, _>(&self.request)?;
        out.push_sql(", ");
        out.push_bind_param::<SmallInt, _>(&self.count)?;
        out.push_sql(") AS request (token, request, batch) ON added.place = 1 AND request.token IS NOT NULL");
        Ok(())
    }
}
