//! Adding to a log: one statement that compares the version, moves it and writes the events.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Status;
use crate::store::Connection;

/// Events to add to a log that has `version` events.
#[derive(Clone, Debug)]
pub struct Append<'a> {
    pub game: Uuid,
    pub version: i64,
    /// The events as JSON texts.
    pub bodies: &'a [String],
    pub count: i64,
    pub status: Status,
    pub at: DateTime<Utc>,
    pub key: Option<Uuid>,
}

/// Adds events; `false` if the log has another version, and then nothing was written.
pub async fn append(conn: &mut Connection, append: Append<'_>) -> QueryResult<bool> {
    let written = append.execute(conn).await?;
    Ok(written > 0)
}

/// A statement that diesel cannot put together. It is written out once, so that it is prepared
/// once a connection: diesel never caches `sql_query`.
impl QueryFragment<Pg> for Append<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH moved AS (UPDATE games SET version = version + ");
        out.push_bind_param::<BigInt, _>(&self.count)?;
        out.push_sql(", status = ");
        out.push_bind_param::<Text, _>(&self.status)?;
        out.push_sql(", changed_at = ");
        out.push_bind_param::<Timestamptz, _>(&self.at)?;
        out.push_sql(" WHERE id = ");
        out.push_bind_param::<SqlUuid, _>(&self.game)?;
        out.push_sql(" AND version = ");
        out.push_bind_param::<BigInt, _>(&self.version)?;
        out.push_sql(
            " RETURNING id) INSERT INTO game_events (game_id, seq, at, key_id, body) SELECT moved.id, ",
        );
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

impl QueryId for Append<'_> {
    type QueryId = Append<'static>;

    const HAS_STATIC_QUERY_ID: bool = true;
}
