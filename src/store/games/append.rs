//! Adding to a log: one statement that compares the version, moves it and writes the events, and
//! with them what is answered.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Date, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Status;
use crate::store::Connection;
use crate::store::replies::ReplyRow;

/// Events to add to a log that has `version` events.
#[derive(Clone, Debug)]
pub struct Append<'a> {
    pub game: Uuid,
    pub version: i64,
    /// The events as JSON texts.
    pub bodies: &'a [String],
    pub count: i64,
    pub status: Status,
    pub name: Option<&'a str>,
    /// What the name is looked for by.
    pub name_key: Option<&'a str>,
    /// `None` leaves the day as it is.
    pub played_on: Option<NaiveDate>,
    pub counts: bool,
    pub at: DateTime<Utc>,
    pub key: Option<Uuid>,
}

/// Adds events, and the reply if there is one; `false` if the log has another version, and then
/// nothing was written.
pub async fn append(
    conn: &mut Connection,
    append: Append<'_>,
    reply: Option<&ReplyRow>,
) -> QueryResult<bool> {
    let written = match reply {
        None => append.execute(conn).await?,
        Some(reply) => AppendWithReply { append, reply }.execute(conn).await?,
    };
    Ok(written > 0)
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
        out.push_bind_param::<BigInt, _>(&self.count)?;
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
        out.push_sql(", changed_at = ");
        out.push_bind_param::<Timestamptz, _>(&self.at)?;
        out.push_sql(" WHERE id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        out.push_sql(" AND version = ");
        out.push_bind_param::<BigInt, _>(&self.version)?;
        out.push_sql(" RETURNING id)");
        Ok(())
    }

    fn insert_events<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" INSERT INTO game_events (game_id, seq, at, key_id, body) SELECT moved.id, ");
        out.push_bind_param::<BigInt, _>(&self.version)?;
        out.push_sql(" + added.place, ");
        out.push_bind_param::<Timestamptz, _>(&self.at)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<SqlUuid>, _>(&self.key)?;
        out.push_sql(", added.body::jsonb FROM moved, unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.bodies)?;
        out.push_sql(") WITH ORDINALITY AS added (body, place)");
        Ok(())
    }
}

/// The same with the reply, which is stored if and only if the events are.
struct AppendWithReply<'a> {
    append: Append<'a>,
    reply: &'a ReplyRow,
}

impl QueryFragment<Pg> for AppendWithReply<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let ReplyRow { owner, token, request, made: _, status, version, location, body, salt, expires_at } =
            self.reply;
        self.append.move_version(&mut out)?;
        out.push_sql(
            ", told AS (INSERT INTO replies (owner, token, request, status, version, location, body, \
             salt, expires_at) SELECT ",
        );
        out.push_bind_param::<SqlUuid, _>(owner)?;
        out.push_sql(", ");
        out.push_bind_param::<SqlUuid, _>(token)?;
        out.push_sql(", ");
        out.push_bind_param::<Binary, _>(request)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<SmallInt>, _>(status)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<BigInt>, _>(version)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Text>, _>(location)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Text>, _>(body)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Binary>, _>(salt)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Timestamptz>, _>(expires_at)?;
        out.push_sql(" FROM moved)");
        self.append.insert_events(&mut out)
    }
}

impl QueryId for AppendWithReply<'_> {
    type QueryId = AppendWithReply<'static>;

    const HAS_STATIC_QUERY_ID: bool = true;
}
