//! Reading across games: the sums behind standings and statistics.

use chrono::NaiveDate;
use diesel::deserialize;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::filter::{days, kinds};
use super::sums::OF_SUMS;
use crate::measures::measures;
use crate::rules::{MatchResult, Seat};
use crate::standings::{ResultFilter, cover};
use crate::store::Connection;
use crate::store::statement::{Statement, statement};

macro_rules! row {
    ($($(#[$about:meta])* $name:ident = $adds:literal,)+) => {
        /// The sums of a player in one kind of games.
        #[derive(Clone, Debug, QueryableByName)]
        pub struct TallyRow {
            #[diesel(sql_type = SqlUuid)]
            pub player_id: Uuid,
            #[diesel(sql_type = Text)]
            pub name: String,
            #[diesel(sql_type = Bool)]
            pub guest: bool,
            #[diesel(sql_type = Text)]
            pub variant: String,
            #[diesel(sql_type = Bool)]
            pub low: bool,
            $(#[diesel(sql_type = BigInt)] pub $name: i64,)+
            #[diesel(sql_type = Nullable<Integer>)]
            pub highest: Option<i32>,
            #[diesel(sql_type = Nullable<Integer>)]
            pub lowest: Option<i32>,
        }
    };
}
measures!(row);

/// Reads the sums of every player of a club, or of one.
pub async fn tallies(
    conn: &mut Connection,
    (club, player): (Uuid, Option<Uuid>),
    filter: &ResultFilter,
) -> QueryResult<Vec<TallyRow>> {
    let spans = cover(filter.days.from, filter.days.to);
    // Without its own name the planner would look at every span of the club for one player.
    let only = if player.is_some() { "AND t.player_id = $5" } else { "AND $5::uuid IS NULL" };
    // OFFSET 0: the planner would rather read every day of the club than a few ranges of the index.
    // Grouped by an xid too, which cannot be sorted: sorting takes twice as long as hashing.
    let query = format!(
        "SELECT s.*, p.name, p.guest FROM (SELECT t.player_id, t.variant, t.low, {OF_SUMS} \
         FROM unnest($2, $3, $4) AS s (span, first, last) \
         CROSS JOIN LATERAL (SELECT * FROM tallies t WHERE t.club_id = $1 AND t.span = s.span \
             AND t.starts BETWEEN s.first AND s.last AND {kinds} {only} OFFSET 0) t \
         GROUP BY t.player_id, t.variant, t.low, '0'::xid) s JOIN players p ON p.id = s.player_id",
        kinds = kinds("t")
    );
    statement(query)
        .bind::<SqlUuid, _>(club)
        .bind::<Array<Text>, _>(spans.iter().map(|it| it.span.word()).collect::<Vec<_>>())
        .bind::<Array<Date>, _>(spans.iter().map(|it| it.first).collect::<Vec<_>>())
        .bind::<Array<Date>, _>(spans.iter().map(|it| it.last).collect::<Vec<_>>())
        .bind::<Nullable<SqlUuid>, _>(player)
        .filtered(filter)
        .load(conn)
        .await
}

/// A player's results in a row, the newest first.
#[derive(Clone, Debug, QueryableByName)]
pub struct StreakRow {
    #[diesel(sql_type = SqlUuid)]
    pub player_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    pub result: MatchResult,
    #[diesel(sql_type = BigInt)]
    pub length: i64,
}

/// Reads the current streak of each of these players. Reads no further back than it lasts.
pub async fn streaks(
    conn: &mut Connection,
    club: Uuid,
    players: &[Uuid],
    filter: &ResultFilter,
) -> QueryResult<Vec<StreakRow>> {
    let own = format!(
        "FROM game_results r WHERE r.club_id = $1 AND r.player_id = p.id AND {} AND {}",
        kinds("r"),
        days("r")
    );
    let newest = "ORDER BY r.played_on DESC, r.game_id DESC LIMIT 1";
    let query = format!(
        "SELECT p.id AS player_id, last.result, streak.length FROM unnest($2) AS p (id) \
         CROSS JOIN LATERAL (SELECT r.result {own} {newest}) last \
         LEFT JOIN LATERAL (SELECT r.played_on, r.game_id {own} AND r.result <> last.result {newest}) \
             other ON true \
         CROSS JOIN LATERAL (SELECT count(*) AS length {own} AND (r.played_on, r.game_id) > \
             (coalesce(other.played_on, '-infinity'), \
              coalesce(other.game_id, '00000000-0000-0000-0000-000000000000'))) streak"
    );
    statement(query)
        .bind::<SqlUuid, _>(club)
        .bind::<Array<SqlUuid>, _>(players)
        .filtered(filter)
        .load(conn)
        .await
}

/// A player's games with or against another.
#[derive(Clone, Debug, QueryableByName)]
pub struct PairRow {
    #[diesel(sql_type = SqlUuid)]
    pub other_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Bool)]
    pub together: bool,
    #[diesel(sql_type = BigInt)]
    pub played: i64,
    #[diesel(sql_type = BigInt)]
    pub won: i64,
    #[diesel(sql_type = BigInt)]
    pub drawn: i64,
    #[diesel(sql_type = BigInt)]
    pub lost: i64,
    #[diesel(sql_type = BigInt)]
    pub unfinished: i64,
    #[diesel(sql_type = BigInt)]
    pub points_for: i64,
    #[diesel(sql_type = BigInt)]
    pub points_against: i64,
}

/// Reads the games of a player with and against everybody.
pub async fn pairs(
    conn: &mut Connection,
    (club, player): (Uuid, Uuid),
    filter: &ResultFilter,
) -> QueryResult<Vec<PairRow>> {
    let source = match filter.days.is_all_time() {
        true => "SELECT * FROM pair_tallies a WHERE a.club_id = $1 AND a.player_id = $2".to_owned(),
        false => {
            let games = format!("a.club_id = $1 AND a.player_id = $2 AND {} AND {}", kinds("a"), days("a"));
            super::sums::pairs("1", &games)
        }
    };
    let query = format!(
        "SELECT s.other_id, o.name, s.together, sum(played)::bigint AS played, sum(won)::bigint AS won, \
             sum(drawn)::bigint AS drawn, sum(lost)::bigint AS lost, \
             sum(unfinished)::bigint AS unfinished, sum(points_for)::bigint AS points_for, sum(points_against)::bigint AS points_against \
         FROM ({source}) s JOIN players o ON o.id = s.other_id WHERE {kinds} \
         GROUP BY s.other_id, o.name, s.together",
        kinds = kinds("s")
    );
    of_player(query, (club, player), filter).load(conn).await
}

/// A player's games against the others of a group, together.
#[derive(Clone, Debug, QueryableByName)]
pub struct MeetingRow {
    #[diesel(sql_type = SqlUuid)]
    pub player_id: Uuid,
    #[diesel(sql_type = BigInt)]
    pub won: i64,
    #[diesel(sql_type = BigInt)]
    pub drawn: i64,
    #[diesel(sql_type = BigInt)]
    pub lost: i64,
    #[diesel(sql_type = BigInt)]
    pub unfinished: i64,
    /// Points ahead of the others, where the lowest total wins with the sign turned.
    #[diesel(sql_type = BigInt)]
    pub ahead: i64,
}

/// Reads the games of the players of each group against each other.
pub async fn meetings(
    conn: &mut Connection,
    club: Uuid,
    groups: &[Vec<Uuid>],
    filter: &ResultFilter,
) -> QueryResult<Vec<MeetingRow>> {
    // Over all time a pair has its sums; within dates there are only the games.
    let met = match filter.days.is_all_time() {
        true => "pair_tallies".to_owned(),
        false => {
            let level = "a.club_id = $1 AND a.player_id = ANY($2) AND b.player_id = ANY($2)";
            format!("({})", super::sums::pairs("1", &format!("{level} AND {}", days("a"))))
        }
    };
    // All whom somebody has met first, and then those of the group: the other way round there are as many pairs as
    // the square of a large group.
    let query = format!(
        "WITH level AS (SELECT * FROM unnest($2, $3) AS level (id, group_number)), \
         met AS MATERIALIZED (SELECT p.*, a.group_number FROM level a \
             JOIN {met} p ON p.club_id = $1 AND p.player_id = a.id AND NOT p.together WHERE {kinds}) \
         SELECT m.player_id, sum(m.won)::bigint AS won, sum(m.drawn)::bigint AS drawn, \
             sum(m.lost)::bigint AS lost, sum(m.unfinished)::bigint AS unfinished, \
             sum(CASE WHEN m.low THEN m.points_against - m.points_for \
                 ELSE m.points_for - m.points_against END)::bigint AS ahead \
         FROM met m JOIN level b ON b.id = m.other_id AND b.group_number = m.group_number \
         GROUP BY m.player_id",
        kinds = kinds("p")
    );
    let numbers = (0..).zip(groups).flat_map(|(number, group)| group.iter().map(move |_| number));
    statement(query)
        .bind::<SqlUuid, _>(club)
        .bind::<Array<SqlUuid>, _>(groups.concat())
        .bind::<Array<Integer>, _>(numbers.collect::<Vec<i32>>())
        .filtered(filter)
        .load(conn)
        .await
}

/// What became of one of a player's games.
#[derive(Clone, Debug, QueryableByName)]
pub struct PlayedRow {
    #[diesel(sql_type = SqlUuid)]
    pub game_id: Uuid,
    #[diesel(sql_type = Date)]
    pub played_on: NaiveDate,
    #[diesel(sql_type = SmallInt)]
    pub result: MatchResult,
}

/// Reads the last games of a player, the newest first.
pub async fn played(
    conn: &mut Connection,
    (club, player): (Uuid, Uuid),
    filter: &ResultFilter,
    limit: i64,
) -> QueryResult<Vec<PlayedRow>> {
    let query = format!("SELECT r.game_id, r.played_on, r.result {} LIMIT $3", own_games());
    of_player(query, (club, player), filter).bind::<BigInt, _>(limit).load(conn).await
}

/// What became of all games of a player, a letter each.
#[derive(QueryableByName)]
struct Letters {
    #[diesel(sql_type = Nullable<Text>)]
    seats: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    results: Option<String>,
}

/// Reads the seat and the result of each of a player's games, the newest first.
///
/// They come as two texts out of an index: fifteen thousand rows would take the most time of all.
pub async fn outcomes(
    conn: &mut Connection,
    (club, player): (Uuid, Uuid),
    filter: &ResultFilter,
) -> QueryResult<Vec<(Seat, MatchResult)>> {
    let query = format!(
        "SELECT string_agg(chr(65 + seat), '') AS seats, string_agg(chr(66 + result), '') AS results \
         FROM (SELECT r.seat, r.result {}) r",
        own_games()
    );
    let Letters { seats, results } = of_player(query, (club, player), filter).get_result(conn).await?;
    let (seats, results) = (seats.unwrap_or_default(), results.unwrap_or_default());
    let number = |letter: u8, first: u8| i16::from(letter) - i16::from(first);
    let outcome = |(seat, result): (u8, u8)| {
        Ok((Seat::try_from(number(seat, b'A'))?, MatchResult::try_from(number(result, b'B'))?))
    };
    let outcomes: deserialize::Result<_> = seats.bytes().zip(results.bytes()).map(outcome).collect();
    outcomes.map_err(Error::DeserializationError)
}

fn own_games() -> String {
    format!(
        "FROM game_results r WHERE r.club_id = $1 AND r.player_id = $2 AND {} AND {} \
         ORDER BY r.played_on DESC, r.game_id DESC",
        kinds("r"),
        days("r")
    )
}

fn of_player<'a>(query: String, (club, player): (Uuid, Uuid), filter: &ResultFilter) -> Statement<'a> {
    statement(query).bind::<SqlUuid, _>(club).bind::<SqlUuid, _>(player).filtered(filter)
}
