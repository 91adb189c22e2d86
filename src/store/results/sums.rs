//! The sums over results: by player and span of days, and by pairs of players.

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::INSERT;
use crate::measures::measures;
use crate::store::Connection;
use crate::store::statement::statement;

macro_rules! sums {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// The sums, as columns of `tallies` after its key.
        pub(super) const SUMS: &str = concat!($(stringify!($name), ", ",)+ "highest, lowest");

        /// The sums of results.
        pub(super) const OF_RESULTS: &str = concat!(
            $("sum((", $adds, ")::bigint)::bigint AS ", stringify!($name), ", ",)+
            "max(points_for) FILTER (WHERE NOT unfinished) AS highest, \
             min(points_for) FILTER (WHERE NOT unfinished) AS lowest"
        );

        /// The sums of sums.
        pub(super) const OF_SUMS: &str = concat!(
            $("sum(", stringify!($name), ")::bigint AS ", stringify!($name), ", ",)+
            "max(highest) AS highest, min(lowest) AS lowest"
        );
    };
}
measures!(sums);

/// What sums are kept apart by, besides player and span.
pub(super) const KINDS: &str = "variant, seats, partners, low";

/// A span that is the sum of the spans below it.
pub(super) struct Level {
    /// The word for the span.
    pub span: &'static str,
    /// The first day of the span that has `starts` in it.
    pub start: &'static str,
    /// The end of the span, exclusive.
    pub end: &'static str,
    /// The word for the spans below it.
    pub below: &'static str,
}

/// From the smallest to the largest; days are the sums of results.
pub(super) const LEVELS: [Level; 3] = [
    Level {
        span: "month",
        start: "date_trunc('month', starts::timestamp)::date",
        end: "(cells.starts + interval '1 month')::date",
        below: "day",
    },
    Level {
        span: "year",
        start: "date_trunc('year', starts::timestamp)::date",
        end: "(cells.starts + interval '1 year')::date",
        below: "month",
    },
    Level { span: "all", start: "DATE '0001-01-01'", end: "'infinity'::date", below: "year" },
];

/// Makes the sums anew of which these players' games on these days are part.
pub(super) async fn remake(
    conn: &mut Connection,
    club: Uuid,
    cells: &[(Uuid, NaiveDate)],
) -> QueryResult<()> {
    let (players, days): (Vec<Uuid>, Vec<NaiveDate>) = cells.iter().copied().unzip();
    let mut statements = vec![day()];
    statements.extend(LEVELS.iter().map(level));
    for [delete, insert] in statements {
        for text in [delete, insert] {
            statement(text)
                .bind::<SqlUuid, _>(club)
                .bind::<Array<SqlUuid>, _>(&players)
                .bind::<Array<Date>, _>(&days)
                .execute(conn)
                .await?;
        }
    }
    Ok(())
}

fn day() -> [String; 2] {
    [
        delete("day", "starts"),
        format!(
            "INSERT INTO tallies (club_id, span, starts, player_id, {KINDS}, {SUMS}) \
             SELECT club_id, 'day', played_on, player_id, {KINDS}, {OF_RESULTS} FROM game_results \
             WHERE club_id = $1 AND (player_id, played_on) IN (SELECT * FROM unnest($2, $3)) \
             GROUP BY club_id, played_on, player_id, {KINDS}"
        ),
    ]
}

fn level(level: &Level) -> [String; 2] {
    let Level { span, start, end, below } = level;
    [
        delete(span, start),
        format!(
            "INSERT INTO tallies (club_id, span, starts, player_id, {KINDS}, {SUMS}) \
             SELECT t.club_id, '{span}', cells.starts, t.player_id, {KINDS}, {OF_SUMS} \
             FROM (SELECT DISTINCT player, {start} AS starts FROM unnest($2, $3) AS c (player, starts)) cells \
             JOIN tallies t ON t.club_id = $1 AND t.player_id = cells.player AND t.span = '{below}' \
             AND t.starts >= cells.starts AND t.starts < {end} \
             GROUP BY t.club_id, cells.starts, t.player_id, {KINDS}"
        ),
    ]
}

fn delete(span: &str, start: &str) -> String {
    format!(
        "DELETE FROM tallies WHERE club_id = $1 AND span = '{span}' AND (player_id, starts) IN \
         (SELECT player, {start} FROM unnest($2, $3) AS c (player, starts))"
    )
}

/// Adds the results of a game that had none, and adds them to all sums: one statement, whose cost does
/// not follow what is there already.
pub(super) async fn add(conn: &mut Connection, results: &str) -> QueryResult<()> {
    let levels = LEVELS.iter().map(|level| format!(", ('{}', {})", level.span, level.start));
    let added: Vec<String> = SUMS.split(", ").map(sum_with_excluded).collect();
    statement(format!(
        "WITH results AS ({INSERT} RETURNING *), \
         days AS (SELECT club_id, played_on AS starts, player_id, {KINDS}, {OF_RESULTS} FROM results \
             GROUP BY club_id, played_on, player_id, {KINDS}), \
         added AS (INSERT INTO tallies AS t (club_id, span, starts, player_id, {KINDS}, {SUMS}) \
             SELECT club_id, spans.span, spans.starts, player_id, {KINDS}, {SUMS} FROM days \
             CROSS JOIN LATERAL (VALUES ('day', days.starts){levels}) AS spans (span, starts) \
             ON CONFLICT (club_id, span, starts, player_id, {KINDS}) DO UPDATE SET {added}) \
         {pairs}",
        levels = levels.collect::<String>(),
        added = added.join(", "),
        pairs = insert_pairs(&pairs_in("results", "1", "true")),
    ))
    .bind::<Text, _>(results)
    .execute(conn)
    .await?;
    Ok(())
}

/// How a sum of the table `t` takes in another.
fn sum_with_excluded(column: &str) -> String {
    match column {
        "highest" => "highest = greatest(t.highest, excluded.highest)".to_owned(),
        "lowest" => "lowest = least(t.lowest, excluded.lowest)".to_owned(),
        column => format!("{column} = t.{column} + excluded.{column}"),
    }
}

/// The columns of `pair_tallies` that say whose sums they are.
fn pair_key() -> String {
    format!("club_id, player_id, other_id, together, {KINDS}")
}

/// The other columns, and what they are of results `a` of a player and `b` of somebody else in the game.
fn pair_sums() -> [(&'static str, String); 7] {
    let beaten = "(CASE WHEN a.side = b.side THEN a.result = 1 ELSE a.place < b.place END)";
    let lost = "(CASE WHEN a.side = b.side THEN a.result = -1 ELSE a.place > b.place END)";
    let unfinished = "(a.unfinished OR b.unfinished)";
    let against = "CASE WHEN a.side = b.side THEN a.points_against ELSE b.points_for END";
    let points = |of: &str| format!("coalesce(sum({of}) FILTER (WHERE NOT {unfinished}), 0)::bigint");
    [
        ("played", "count(*)".to_owned()),
        ("won", format!("count(*) FILTER (WHERE {beaten})")),
        ("drawn", format!("count(*) FILTER (WHERE NOT {beaten} AND NOT {lost})")),
        ("lost", format!("count(*) FILTER (WHERE {lost})")),
        ("unfinished", format!("count(*) FILTER (WHERE {unfinished})")),
        ("points_for", points("a.points_for")),
        ("points_against", points(against)),
    ]
}

/// All columns of `pair_tallies`.
pub(super) fn pair_columns() -> String {
    format!("{}, {}", pair_key(), pair_sums().map(|(name, _)| name).join(", "))
}

/// The pairs of players in a set of games, `$sign` times.
pub(super) fn pairs(sign: &str, games: &str) -> String {
    pairs_in("game_results", sign, games)
}

fn pairs_in(results: &str, sign: &str, games: &str) -> String {
    let kinds = KINDS.split(", ").map(|kind| format!("a.{kind}")).collect::<Vec<_>>().join(", ");
    let sums = pair_sums().map(|(name, sum)| format!("{sign} * {sum} AS {name}")).join(", ");
    format!(
        "SELECT a.club_id, a.player_id, b.player_id AS other_id, a.side = b.side AS together, {kinds}, {sums} \
         FROM {results} a JOIN {results} b ON b.game_id = a.game_id AND b.seat <> a.seat \
         WHERE {games} GROUP BY a.club_id, a.player_id, b.player_id, a.side = b.side, {kinds}"
    )
}

/// The statement that adds pairs to their sums.
fn insert_pairs(pairs: &str) -> String {
    format!(
        "INSERT INTO pair_tallies AS t ({columns}) {pairs} ON CONFLICT ({key}) DO UPDATE SET {added}",
        columns = pair_columns(),
        key = pair_key(),
        added = pair_sums().map(|(name, _)| sum_with_excluded(name)).join(", ")
    )
}

/// Adds the pairs of games to their sums (`sign` 1), or takes them off (-1).
pub(super) async fn add_pairs(conn: &mut Connection, games: &[Uuid], sign: i32) -> QueryResult<()> {
    statement(insert_pairs(&pairs("$2", "a.game_id = ANY($1)")))
        .bind::<Array<SqlUuid>, _>(games)
        .bind::<Integer, _>(sign)
        .execute(conn)
        .await?;
    if sign < 0 {
        statement(
            "DELETE FROM pair_tallies p USING game_results r WHERE r.game_id = ANY($1) \
             AND p.club_id = r.club_id AND p.player_id = r.player_id AND p.played = 0",
        )
        .bind::<Array<SqlUuid>, _>(games)
        .execute(conn)
        .await?;
    }
    Ok(())
}
