//! The results that a filter names: its conditions, and the values in them, said here once.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::rules::Variant;
use crate::standings::ResultFilter;
use crate::store::Connection;
use crate::store::games::GameRow;
use crate::store::statement::{Statement, statement};

/// The condition on the kind of games, for results and for their sums.
pub(super) fn kinds(table: &str) -> String {
    format!(
        "($variant::text IS NULL OR {table}.variant = $variant) \
         AND ($players::smallint IS NULL OR {table}.seats = $players) \
         AND ($partners::boolean IS NULL OR {table}.partners = $partners)"
    )
}

/// The condition on the day of a game.
pub(super) fn days(table: &str) -> String {
    format!(
        "{table}.played_on >= coalesce($from, '-infinity'::date) \
         AND {table}.played_on <= coalesce($to, 'infinity'::date)"
    )
}

impl<'a> Statement<'a> {
    /// Gives [`kinds`] and [`days`] their values.
    pub(super) fn filtered(self, ResultFilter { games, days }: &ResultFilter) -> Statement<'a> {
        self.named::<Nullable<Text>, _>("variant", games.variant.map(Variant::word))
            .named::<Nullable<SmallInt>, _>("players", games.players)
            .named::<Nullable<Bool>, _>("partners", games.partners)
            .named::<Nullable<Date>, _>("from", days.from)
            .named::<Nullable<Date>, _>("to", days.to)
    }
}

/// Reads up to `limit` running games that count and that `filter` names, in the order of their days.
pub async fn running(
    conn: &mut Connection,
    club: Uuid,
    filter: &ResultFilter,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    statement(format!(
        "SELECT g.* FROM games g CROSS JOIN LATERAL (SELECT g.variant, \
             (SELECT count(DISTINCT s.seat) FROM game_seats s WHERE s.game_id = g.id) AS seats, \
             g.partners) kind \
         WHERE g.club_id = $1 AND g.status = 'running' AND g.counts AND {} AND {} \
         ORDER BY g.played_on, g.created_at, g.id LIMIT $2",
        kinds("kind"),
        days("g")
    ))
    .bind::<SqlUuid, _>(club)
    .bind::<BigInt, _>(limit)
    .filtered(filter)
    .load(conn)
    .await
}
