//! Players who are one person: which player each of them is, and the sums that move with it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Connection;
use super::players::PlayerRow;
use super::schema::{game_seats, merges, players};
use super::statement::statement;

/// A player who is another one.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = merges, check_for_backend(diesel::pg::Pg))]
pub struct MergeRow {
    pub player_id: Uuid,
    /// The player that was named.
    pub into_id: Uuid,
    /// The player at the end of the chain.
    pub identity: Uuid,
    pub at: DateTime<Utc>,
    pub key_id: Option<Uuid>,
}

/// Which player each of these is; those who are themselves are left out.
pub async fn identities(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<HashMap<Uuid, Uuid>> {
    let merged = merges::table.filter(merges::player_id.eq_any(ids));
    let rows: Vec<(Uuid, Uuid)> = merged.select((merges::player_id, merges::identity)).load(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Reads how a player was merged, if so.
pub async fn find(conn: &mut Connection, player: Uuid) -> QueryResult<Option<MergeRow>> {
    merges::table.find(player).select(MergeRow::as_select()).first(conn).await.optional()
}

/// Reads the merges of these players.
pub async fn of(conn: &mut Connection, players: &[Uuid]) -> QueryResult<Vec<MergeRow>> {
    merges::table.filter(merges::player_id.eq_any(players)).select(MergeRow::as_select()).load(conn).await
}

/// Holds players until the transaction ends, so that nobody else seats or merges them.
pub async fn lock(conn: &mut Connection, club: Uuid, ids: &[Uuid]) -> QueryResult<Vec<PlayerRow>> {
    players::table
        .filter(players::club_id.eq(club))
        .filter(players::id.eq_any(ids))
        .order(players::id)
        .select(PlayerRow::as_select())
        .for_update()
        .load(conn)
        .await
}

/// The player and all that were merged into it, directly or by others.
pub async fn family(conn: &mut Connection, player: Uuid) -> QueryResult<Vec<Uuid>> {
    #[derive(QueryableByName)]
    struct Member {
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
    }
    let members: Vec<Member> = statement(
        "WITH RECURSIVE family AS (SELECT $1 AS id \
         UNION SELECT m.player_id FROM merges m JOIN family f ON m.into_id = f.id) SELECT id FROM family",
    )
    .bind::<SqlUuid, _>(player)
    .load(conn)
    .await?;
    Ok(members.into_iter().map(|member| member.id).collect())
}

/// All names of the player that this one is.
pub async fn names(conn: &mut Connection, player: Uuid) -> QueryResult<Vec<Uuid>> {
    let identity = find(conn, player).await?.map_or(player, |merge| merge.identity);
    family(conn, identity).await
}

/// A game in which one of `these` and one of `those` have sat in different seats. Who only followed the
/// other in one seat has not met them.
pub async fn shared_game(conn: &mut Connection, these: &[Uuid], those: &[Uuid]) -> QueryResult<Option<Uuid>> {
    let other = diesel::alias!(game_seats as other);
    game_seats::table
        .inner_join(other.on(other.field(game_seats::game_id).eq(game_seats::game_id)))
        .filter(game_seats::player_id.eq_any(these))
        .filter(other.field(game_seats::player_id).eq_any(those))
        .filter(other.field(game_seats::seat).ne(game_seats::seat))
        .select(game_seats::game_id)
        .order(game_seats::game_id)
        .first(conn)
        .await
        .optional()
}

/// How many games these players have sat in.
pub async fn games(conn: &mut Connection, ids: &[Uuid]) -> QueryResult<i64> {
    let own = game_seats::table.filter(game_seats::player_id.eq_any(ids));
    own.select(diesel::dsl::count(game_seats::game_id).aggregate_distinct()).first(conn).await
}

/// Adds a merge; `family` is the player and all that were merged into it.
pub async fn insert(conn: &mut Connection, merge: &MergeRow, family: &[Uuid]) -> QueryResult<()> {
    diesel::insert_into(merges::table).values(merge).execute(conn).await?;
    let followers = merges::table.filter(merges::player_id.eq_any(family));
    diesel::update(followers).set(merges::identity.eq(merge.identity)).execute(conn).await?;
    touch(conn, family).await
}

/// Undoes a merge; `family` is the player and all that were merged into it.
pub async fn delete(conn: &mut Connection, player: Uuid, family: &[Uuid]) -> QueryResult<()> {
    diesel::delete(merges::table.find(player)).execute(conn).await?;
    let followers = merges::table.filter(merges::player_id.eq_any(family));
    diesel::update(followers).set(merges::identity.eq(player)).execute(conn).await?;
    touch(conn, family).await
}

/// What was read of these players' games has other names in it now.
async fn touch(conn: &mut Connection, family: &[Uuid]) -> QueryResult<()> {
    let changed = players::table.filter(players::id.eq_any(family));
    diesel::update(changed)
        .set(players::renamed_at.eq(diesel::dsl::now.into_sql::<Timestamptz>().nullable()))
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether a player sits in two seats of one of these games, by whatever name.
pub async fn sits_twice(conn: &mut Connection, games: &[Uuid]) -> QueryResult<Option<String>> {
    #[derive(QueryableByName)]
    struct Twice {
        #[diesel(sql_type = diesel::sql_types::Text)]
        name: String,
    }
    let twice: Option<Twice> = statement(
        "SELECT min(p.name) AS name FROM game_seats s LEFT JOIN merges m ON m.player_id = s.player_id \
         JOIN players p ON p.id = coalesce(m.identity, s.player_id) WHERE s.game_id = ANY($1) \
         GROUP BY s.game_id, p.id HAVING count(DISTINCT s.seat) > 1 LIMIT 1",
    )
    .bind::<Array<SqlUuid>, _>(games)
    .get_result(conn)
    .await
    .optional()?;
    Ok(twice.map(|twice| twice.name))
}

/// The finished games whose result counts for `player` and belongs to one of `family`.
pub async fn results(conn: &mut Connection, player: Uuid, family: &[Uuid]) -> QueryResult<Vec<Uuid>> {
    #[derive(QueryableByName)]
    struct Played {
        #[diesel(sql_type = SqlUuid)]
        game_id: Uuid,
    }
    let games: Vec<Played> = statement(
        "SELECT DISTINCT r.game_id FROM game_seats s \
         JOIN game_results r ON r.game_id = s.game_id AND r.seat = s.seat AND r.player_id = $1 \
         WHERE s.player_id = ANY($2) ORDER BY r.game_id",
    )
    .bind::<SqlUuid, _>(player)
    .bind::<Array<SqlUuid>, _>(family)
    .load(conn)
    .await?;
    Ok(games.into_iter().map(|game| game.game_id).collect())
}

/// Clubs' merges, for the archive: up to `limit` after `after`, by player.
pub async fn page(
    conn: &mut Connection,
    club: Uuid,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<MergeRow>> {
    let own = players::table.filter(players::club_id.eq(club)).select(players::id);
    let mut query = merges::table
        .filter(merges::player_id.eq_any(own))
        .select(MergeRow::as_select())
        .order(merges::player_id)
        .limit(limit)
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(merges::player_id.gt(after));
    }
    query.load(conn).await
}

/// How often a player is named: by seats, by players merged into it, and by the logs of seasons.
pub async fn uses(conn: &mut Connection, player: Uuid) -> QueryResult<i64> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        uses: i64,
    }
    let count: Count = statement(
        "SELECT (SELECT count(*) FROM game_seats WHERE player_id = $1) \
         + (SELECT count(*) FROM merges WHERE into_id = $1) \
         + (SELECT count(*) FROM season_changes WHERE player_id = $1) AS uses",
    )
    .bind::<SqlUuid, _>(player)
    .get_result(conn)
    .await?;
    Ok(count.uses)
}
