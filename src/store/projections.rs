//! By which version of the rules the projections were worked out.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::Connection;
use super::schema::projection_version::dsl;

/// The version that all projections are at least of.
pub async fn version(conn: &mut Connection) -> QueryResult<i32> {
    dsl::projection_version.select(dsl::version).first(conn).await
}

/// Notes that all projections are of `version`.
pub async fn set_version(conn: &mut Connection, version: i32) -> QueryResult<()> {
    diesel::update(dsl::projection_version).set(dsl::version.eq(version)).execute(conn).await.map(drop)
}
