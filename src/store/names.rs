//! The keys by which names are compared, where a migration has emptied them.

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::statement::statement;

/// What has a name that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Players,
    Seasons,
    Games,
}

impl Named {
    /// Everything that has a name that is compared.
    pub const ALL: [Named; 3] = [Named::Players, Named::Seasons, Named::Games];

    const fn table(self) -> &'static str {
        match self {
            Named::Players => "players",
            Named::Seasons => "seasons",
            Named::Games => "games",
        }
    }
}

/// A name without a key.
#[derive(Clone, Debug, QueryableByName)]
pub struct Unfolded {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub club_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
}

/// A name with its key.
#[derive(Clone, Debug)]
pub struct Folded {
    pub id: Uuid,
    pub key: String,
    /// How many of the same key are folded together with this one, before it.
    pub before: i16,
}

/// Reads up to `limit` names that have no key, the oldest first.
pub async fn unfolded(conn: &mut Connection, named: Named, limit: i64) -> QueryResult<Vec<Unfolded>> {
    let query = statement("SELECT id, club_id, name FROM ").push(named.table());
    let query = query.push(" WHERE name IS NOT NULL AND name_key IS NULL ORDER BY created_at, id LIMIT ");
    query.value::<BigInt, _>(limit).load(conn).await
}

/// Writes keys. Who has a key that others have already becomes a twin.
pub async fn fold(conn: &mut Connection, named: Named, folded: &[Folded]) -> QueryResult<()> {
    let table = named.table();
    let twin = match named {
        Named::Games => String::new(),
        Named::Players | Named::Seasons => format!(
            ", twin = f.before + (SELECT count(*) FROM {table} o WHERE o.club_id = t.club_id AND o.name_key = f.key)"
        ),
    };
    statement(format!(
        "UPDATE {table} t SET name_key = f.key{twin} FROM unnest($1, $2, $3) AS f (id, key, before) WHERE t.id = f.id"
    ))
    .bind::<Array<SqlUuid>, _>(folded.iter().map(|row| row.id).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(folded.iter().map(|row| row.key.clone()).collect::<Vec<_>>())
    .bind::<Array<SmallInt>, _>(folded.iter().map(|row| row.before).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}
