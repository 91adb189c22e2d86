//! Adding to logs: one statement that compares the versions of games, moves them and writes the events; and
//! finding what a request added when it came before.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Status;
use crate::store::Connection;
use crate::store::schema::game_events;
use crate::store::statement::statement;

/// Events to add to a log that has `version` events.
#[derive(Clone, Debug)]
pub struct Append {
    pub game: Uuid,
    pub version: i64,
    /// The events as a JSON list.
    pub events: String,
    pub count: i16,
    pub status: Status,
    pub name: Option<String>,
    /// What the name is looked for by.
    pub name_key: Option<String>,
    /// `None` leaves the day as it is.
    pub played_on: Option<NaiveDate>,
    pub counts: bool,
    /// How the match stands then, as JSON.
    pub brief: String,
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
    /// Nothing was written: the log has another version, or the request added to it when it came before, or
    /// an older program stored the request's answer.
    Not,
}

/// The first event of a request stands for it. Older programs stored whole answers, under the key that asked or else the game.
const APPEND: &str = "WITH moved AS ( \
     UPDATE games SET version = games.version + asked.count, status = asked.status, name = asked.name, \
         name_key = asked.name_key, played_on = coalesce(asked.played_on, games.played_on), \
         counts = asked.counts, brief = asked.brief::jsonb, changed_at = asked.at \
     FROM unnest($game, $version, $events, $count, $status, $name, $name_key, $played_on, $counts, $brief, \
         $at, $key, $token, $request) AS asked (game, version, events, count, status, name, name_key, \
         played_on, counts, brief, at, key, token, request) \
     WHERE games.id = asked.game AND games.version = asked.version AND (asked.token IS NULL OR \
         NOT EXISTS (SELECT FROM game_events WHERE game_id = asked.game AND token = asked.token) AND \
         NOT EXISTS (SELECT FROM replies \
             WHERE owner IN (asked.game, asked.key) AND token = asked.token AND body IS NOT NULL)) \
     RETURNING asked.*) \
 INSERT INTO game_events (game_id, seq, at, key_id, body, token, request, batch) \
 SELECT game, version + place, at, key, body, CASE WHEN place = 1 THEN token END, \
     CASE WHEN place = 1 THEN request END, CASE WHEN place = 1 AND token IS NOT NULL THEN count END \
 FROM moved, jsonb_array_elements(events::jsonb) WITH ORDINALITY AS added (body, place) \
 RETURNING game_id";

/// Adds events to the logs of several games, each named once, and answers to which, an id for each event.
pub async fn append_all(conn: &mut Connection, appends: &[&Append]) -> QueryResult<Vec<Uuid>> {
    let moved = statement(APPEND)
        .named::<Array<SqlUuid>, _>("game", column(appends, |it| it.game))
        .named::<Array<BigInt>, _>("version", column(appends, |it| it.version))
        .named::<Array<Text>, _>("events", column(appends, |it| it.events.as_str()))
        .named::<Array<SmallInt>, _>("count", column(appends, |it| it.count))
        .named::<Array<Text>, _>("status", column(appends, |it| it.status))
        .named::<Array<Nullable<Text>>, _>("name", column(appends, |it| it.name.as_deref()))
        .named::<Array<Nullable<Text>>, _>("name_key", column(appends, |it| it.name_key.as_deref()))
        .named::<Array<Nullable<Date>>, _>("played_on", column(appends, |it| it.played_on))
        .named::<Array<Bool>, _>("counts", column(appends, |it| it.counts))
        .named::<Array<Text>, _>("brief", column(appends, |it| it.brief.as_str()))
        .named::<Array<Timestamptz>, _>("at", column(appends, |it| it.at))
        .named::<Array<SqlUuid>, _>("key", column(appends, |it| it.key))
        .named::<Array<Nullable<SqlUuid>>, _>("token", column(appends, |it| it.token))
        .named::<Array<Nullable<SqlUuid>>, _>("request", column(appends, |it| it.request))
        .load::<Moved>(conn)
        .await?;
    Ok(moved.into_iter().map(|moved| moved.game_id).collect())
}

/// A game to whose log an event was added.
#[derive(QueryableByName)]
struct Moved {
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
}

fn column<'a, T>(appends: &[&'a Append], of: impl Fn(&'a Append) -> T) -> Vec<T> {
    appends.iter().map(|append| of(append)).collect()
}

/// Adds events to one log.
pub async fn append(conn: &mut Connection, append: &Append) -> QueryResult<Appended> {
    let moved = append_all(conn, &[append]).await?;
    Ok(if moved.is_empty() { Appended::Not } else { Appended::Now })
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
