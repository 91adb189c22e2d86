//! Projections across games: results by seat, and the sums that standings read.
//!
//! [`replace`] is the only way to change them. They follow from the logs, so [`audit`] can say
//! whether they are right and make them anew.

pub mod audit;
pub mod filter;
pub mod read;
pub(super) mod row;
mod sums;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::statement::statement;
use super::{Connection, merges, ratings};

pub use row::ResultRow;

/// A row that the database gives as JSON.
#[derive(QueryableByName)]
struct Written {
    #[diesel(sql_type = Text)]
    body: String,
}

/// Reads the results of a game, seat by seat.
pub async fn of_game(conn: &mut Connection, game: Uuid) -> QueryResult<Vec<ResultRow>> {
    let rows: Vec<Written> =
        statement("SELECT to_jsonb(r)::text AS body FROM game_results r WHERE game_id = $1 ORDER BY seat")
            .bind::<SqlUuid, _>(game)
            .load(conn)
            .await?;
    rows.iter().map(parsed).collect()
}

fn parsed(row: &Written) -> QueryResult<ResultRow> {
    serde_json::from_str(&row.body).map_err(|error| diesel::result::Error::DeserializationError(error.into()))
}

/// Replaces the results of a game by `rows`, and brings all sums up to date. Must run in the
/// transaction of the event that changes them.
///
/// Games of a club take turns here until their transactions end: a correction makes sums anew from what
/// is below them, and two at once would each miss the other's rows.
pub async fn replace(conn: &mut Connection, club: Uuid, game: Uuid, rows: &[ResultRow]) -> QueryResult<()> {
    lock_results(conn, club).await?;
    let rows = &as_identities(conn, rows).await?;
    let old = of_game(conn, game).await?;
    if old == *rows {
        return Ok(());
    }
    ratings::replaced(conn, club, (&old, rows)).await?;
    if old.is_empty() {
        // A game has just been finished: there is nothing to take off, and nothing to look for.
        return sums::add(conn, &json(rows)?).await;
    }
    sums::add_pairs(conn, &[game], -1).await?;
    statement("DELETE FROM game_results WHERE game_id = $1").bind::<SqlUuid, _>(game).execute(conn).await?;
    insert(conn, rows).await?;
    sums::add_pairs(conn, &[game], 1).await?;
    let mut cells: Vec<(Uuid, NaiveDate)> =
        old.iter().chain(rows).map(|row| (row.player_id, row.played_on)).collect();
    cells.sort_unstable();
    cells.dedup();
    sums::remake(conn, club, &cells).await
}

/// The results with the players as they are since they were merged.
pub async fn as_identities(conn: &mut Connection, rows: &[ResultRow]) -> QueryResult<Vec<ResultRow>> {
    let players: Vec<Uuid> = rows.iter().map(|row| row.player_id).collect();
    let identities = merges::identities(conn, &players).await?;
    let is = |id: Uuid| identities.get(&id).copied().unwrap_or(id);
    Ok(rows.iter().map(|row| ResultRow { player_id: is(row.player_id), ..row.clone() }).collect())
}

/// Gives the results of one player in these games to another, with their sums. Must run in the
/// transaction that says who the player is, after [`lock_results`].
pub async fn hand_over(
    conn: &mut Connection,
    club: Uuid,
    (from, to): (Uuid, Uuid),
    games: &[Uuid],
) -> QueryResult<()> {
    for part in games.chunks(1000) {
        sums::add_pairs(conn, part, -1).await?;
        let moved: Vec<MovedRow> = statement(
            "UPDATE game_results SET player_id = $1 WHERE player_id = $2 AND game_id = ANY($3) \
             RETURNING variant, played_on, game_id",
        )
        .bind::<SqlUuid, _>(to)
        .bind::<SqlUuid, _>(from)
        .bind::<Array<SqlUuid>, _>(part)
        .load(conn)
        .await?;
        sums::add_pairs(conn, part, 1).await?;
        let mut cells: Vec<(Uuid, NaiveDate)> =
            moved.iter().flat_map(|row| [(from, row.played_on), (to, row.played_on)]).collect();
        cells.sort_unstable();
        cells.dedup();
        sums::remake(conn, club, &cells).await?;
        let mut first: BTreeMap<&str, ratings::GameOrder> = BTreeMap::new();
        for row in &moved {
            let place = (row.played_on, row.game_id);
            first.entry(&row.variant).and_modify(|first| *first = place.min(*first)).or_insert(place);
        }
        for (variant, place) in first {
            ratings::changed(conn, (club, variant), place).await?;
        }
    }
    Ok(())
}

#[derive(QueryableByName)]
struct MovedRow {
    #[diesel(sql_type = Text)]
    variant: String,
    #[diesel(sql_type = Date)]
    played_on: NaiveDate,
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
}

/// Waits until nobody else writes results of the club, or reads them as a whole, and keeps others
/// waiting until the transaction ends.
pub async fn lock_results(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    let (high, low) = club.as_u64_pair();
    // Any number will do that differs from club to club as a rule.
    let turn = i64::from_ne_bytes((high ^ low).to_ne_bytes());
    statement("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(turn).execute(conn).await?;
    Ok(())
}

/// Waits until nobody else imports into the club, and keeps only other imports waiting.
pub async fn lock_imports(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    statement("SELECT pg_advisory_xact_lock(73, hashtext($1))")
        .bind::<Text, _>(club.to_string())
        .execute(conn)
        .await?;
    Ok(())
}

/// Gives the results of a club to the players as they are since they were merged. Must run after
/// [`lock_results`], and before the sums are made anew.
pub async fn identify(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    statement(
        "UPDATE game_results r SET player_id = m.identity FROM merges m \
         WHERE r.club_id = $1 AND m.player_id = r.player_id",
    )
    .bind::<SqlUuid, _>(club)
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes the sums of a club whose games are gone, and their results with them.
pub async fn forget(conn: &mut Connection, club: Uuid) -> QueryResult<()> {
    for text in ["DELETE FROM tallies WHERE club_id = $1", "DELETE FROM pair_tallies WHERE club_id = $1"] {
        statement(text).bind::<SqlUuid, _>(club).execute(conn).await?;
    }
    ratings::forget(conn, club).await
}

/// Adds results without their sums.
pub(crate) async fn insert(conn: &mut Connection, rows: &[ResultRow]) -> QueryResult<()> {
    statement(INSERT).bind::<Text, _>(json(rows)?).execute(conn).await?;
    Ok(())
}

/// Adds results that are given as JSON.
const INSERT: &str =
    "INSERT INTO game_results SELECT * FROM jsonb_populate_recordset(NULL::game_results, $1::jsonb)";

fn json(rows: &[ResultRow]) -> QueryResult<String> {
    serde_json::to_string(rows).map_err(|error| diesel::result::Error::SerializationError(error.into()))
}
