//! Whether the sums are what the results say, and making them anew.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sums::{KINDS, LEVELS, OF_RESULTS, OF_SUMS, SUMS, pair_columns, pairs};
use super::{Connection, Written, lock_results, parsed};
use crate::store::ratings;
use crate::store::results::ResultRow;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Every sum of a club, made from its results.
fn sums_query() -> String {
    let levels = LEVELS.iter().map(|level| {
        let start = level.start;
        format!(
            " UNION ALL SELECT club_id, '{span}', {start}, player_id, {KINDS}, {OF_SUMS} FROM days \
             GROUP BY club_id, {start}, player_id, {KINDS}",
            span = level.span
        )
    });
    format!(
        "WITH days AS (SELECT club_id, 'day' AS span, played_on AS starts, player_id, {KINDS}, {OF_RESULTS} \
         FROM game_results WHERE club_id = $1 GROUP BY club_id, played_on, player_id, {KINDS}) \
         SELECT * FROM days{}",
        levels.collect::<String>()
    )
}

/// How many sums of a club are not what its results say, missing ones and superfluous ones included.
pub async fn wrong_sums(conn: &mut Connection, club: Uuid) -> QueryResult<i64> {
    let tallies = differing(
        &sums_query(),
        &format!("SELECT club_id, span, starts, player_id, {KINDS}, {SUMS} FROM tallies WHERE club_id = $1"),
    );
    let pairs = differing(
        &pairs("1", "a.club_id = $1"),
        &format!("SELECT {} FROM pair_tallies WHERE club_id = $1", pair_columns()),
    );
    let mut wrong = 0;
    for question in [tallies, pairs] {
        let found: Count = sql_query(question).bind::<SqlUuid, _>(club).get_result(conn).await?;
        wrong += found.count;
    }
    Ok(wrong)
}

fn differing(right: &str, kept: &str) -> String {
    format!(
        "WITH wanted AS ({right}), kept AS ({kept}) SELECT count(*) AS count FROM \
         ((TABLE wanted EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE wanted)) AS difference"
    )
}

/// Makes all sums of a club anew from its results, in the caller's transaction; its ratings will be too.
pub async fn remake_sums(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    lock_results(conn, club).await?;
    let pairs = pairs("1", "a.club_id = $1");
    for statement in [
        "DELETE FROM tallies WHERE club_id = $1".to_owned(),
        "DELETE FROM pair_tallies WHERE club_id = $1".to_owned(),
        // In the order in which tables read them, as far as that is known.
        format!(
            "INSERT INTO tallies (club_id, span, starts, player_id, {KINDS}, {SUMS}) {} \
             ORDER BY span, starts, player_id",
            sums_query()
        ),
        format!("INSERT INTO pair_tallies ({}) {pairs}", pair_columns()),
    ] {
        sql_query(statement).bind::<SqlUuid, _>(club).execute(conn).await?;
    }
    ratings::restart(conn, club).await
}

/// Reads the results of many games, by game and seat.
pub async fn of_games(conn: &mut Connection, games: &[Uuid]) -> QueryResult<Vec<ResultRow>> {
    let rows: Vec<Written> = sql_query(
        "SELECT to_jsonb(r)::text AS body FROM game_results r WHERE game_id = ANY($1) ORDER BY game_id, seat",
    )
    .bind::<diesel::sql_types::Array<SqlUuid>, _>(games)
    .load(conn)
    .await?;
    rows.iter().map(parsed).collect()
}
